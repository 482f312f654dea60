/** What a change of one tool writes, and how pieces of many tools become few changes of the document. Pure. */
import type { Path } from '../../config/read/tree.ts'
import { escapeText } from '../../config/read/variables.ts'
import type { Configuration } from '../../model/configuration.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownOf } from '../../model/json.ts'
import type { Catalog } from '../../runtime/ports.ts'
import type { Discovery } from '../../search/discovery.ts'
import type { DocumentEdit } from '../configuration/configuration-editor.ts'
import type { ItemWordsEditor } from '../search/item-words.ts'

export interface Sources {
  configuration: Configuration
  /** As it is written, all files together. */
  document: JsonObject
  catalog: Pick<Catalog, 'gatesFor'>
  discovery: Pick<Discovery, 'entry' | 'around'>
  words: ItemWordsEditor
}

export type ToolPiece =
  /** A value under the name of the tool; undefined: none. `rule`: the place of the import. */
  | { kind: 'entry'; rule: number; key: ToolMap; tool: string; value: JsonValue | undefined }
  /** The name of the tool goes into a list of the import, or out of it. */
  | { kind: 'listed'; rule: number; key: 'include' | 'exclude'; tool: string; isIn: boolean }
  /** The server is imported for the first time. */
  | { kind: 'import'; server: string; tool: string }
  | { kind: 'edit'; edit: DocumentEdit }

export type ToolMap = 'toolApproval' | 'toolReadOnly' | 'aliases' | 'toolTags'

export type Outcome =
  /** None: it is so already. */
  | { kind: 'pieces'; pieces: ToolPiece[] }
  /** `because`: a sentence. */
  | { kind: 'fixed'; because: string }

export const fixed = (because: string): Outcome => ({ kind: 'fixed', because })
export const pieces = (...made: ToolPiece[]): Outcome => ({ kind: 'pieces', pieces: made })

/** Of what a piece writes: the import, or the value itself. */
export function pathOf(piece: ToolPiece): Path {
  if (piece.kind === 'edit') return piece.edit.path
  return piece.kind === 'import' ? IMPORTS : [...IMPORTS, piece.rule]
}

const IMPORTS = ['proxy', 'import']

export function foldPieces(rules: readonly JsonObject[], all: readonly ToolPiece[]): DocumentEdit[] {
  const entries = Map.groupBy(
    all.filter((piece) => piece.kind === 'entry'),
    ({ rule, key }) => JSON.stringify([rule, key]),
  )
  const listed = Map.groupBy(
    all.filter((piece) => piece.kind === 'listed'),
    ({ rule, key }) => JSON.stringify([rule, key]),
  )
  const imports = Map.groupBy(
    all.filter((piece) => piece.kind === 'import'),
    ({ server }) => server,
  )
  return [
    ...all.flatMap((piece) => (piece.kind === 'edit' ? [piece.edit] : [])),
    ...[...entries.values()].flatMap((group) => {
      const { rule = 0, key = 'aliases' } = group[0] ?? {}
      const values = new Map(group.map(({ tool, value }) => [tool, value]))
      return editMap([...IMPORTS, rule, key], rules[rule]?.[key], values)
    }),
    ...[...listed.values()].flatMap((group) => {
      const { rule = 0, key = 'exclude' } = group[0] ?? {}
      return editNames([...IMPORTS, rule, key], rules[rule]?.[key], group)
    }),
    // A new server's tools all ask, until a person frees some.
    ...[...imports].map(([server, tools], index) => ({
      path: [...IMPORTS, rules.length + index],
      value: {
        connection: server,
        prefix: server,
        include: tools.map(({ tool }) => escapeText(tool)),
        approval: { required: true },
      },
    })),
  ]
}

/** What stands in the map keeps its place and its comments. */
function editMap(
  path: Path,
  found: JsonValue | undefined,
  values: ReadonlyMap<string, JsonValue | undefined>,
): DocumentEdit[] {
  const there = isJsonObject(found) ? found : {}
  const left = Object.keys(there).filter((name) => !values.has(name))
  const set = [...values].filter((entry): entry is [string, JsonValue] => entry[1] !== undefined)
  if (left.length + set.length === 0) return [{ path, value: undefined }]
  if (Object.keys(there).length === 0) return [{ path, value: Object.fromEntries(set) }]
  return [...values].flatMap(([name, value]): DocumentEdit[] => {
    const before = ownOf(there, name)
    if (!isJsonObject(before) || !isJsonObject(value)) return [{ path: [...path, name], value }]
    const keys = [...new Set([...Object.keys(before), ...Object.keys(value)])]
    return keys
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(value[key]))
      .map((key) => ({ path: [...path, name, key], value: value[key] }))
  })
}

/** Names that go are taken out from behind, so that the places of the others stay. */
function editNames(
  path: Path,
  found: JsonValue | undefined,
  changes: readonly { tool: string; isIn: boolean }[],
): DocumentEdit[] {
  const there = Array.isArray(found) ? found.map(String) : []
  const gone = new Set(changes.filter(({ isIn }) => !isIn).map(({ tool }) => escapeText(tool)))
  const added = changes.filter(({ isIn }) => isIn).map(({ tool }) => escapeText(tool))
  const kept = there.filter((name) => !gone.has(name))
  if (kept.length + added.length === 0) return [{ path, value: undefined }]
  if (there.length === 0) return [{ path, value: added }]
  const removed = [...there.keys()].filter((index) => gone.has(there[index] ?? '')).reverse()
  return [
    ...removed.map((index) => ({ path: [...path, index], value: undefined })),
    ...added.map((name, index) => ({ path: [...path, kept.length + index], value: name })),
  ]
}
