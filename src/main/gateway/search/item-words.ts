/** Aliases and tags that people give items of the catalog; the YAML stays the truth (R2.8). */
import { dirname, relative } from 'node:path'
import type { TextEdit } from '../../config/edit/text.ts'
import type { FilePart } from '../../config/read/locate.ts'
import { type Path, valueAt } from '../../config/read/tree.ts'
import { escapeText } from '../../config/read/variables.ts'
import { importedId } from '../../connections/tools/import.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import type { CatalogEntry } from '../../search/catalog.ts'
import type { DocumentEdit } from '../configuration/configuration-editor.ts'
import { findExposed, importsTool, objectsAt, textsIn } from '../configuration/document-values.ts'
import type { LiveConfiguration } from '../configuration/live-configuration.ts'
import type { WrittenConfiguration } from '../configuration/written.ts'

export interface ItemWordsEditor {
  /** Why they cannot be written, as a sentence; null: they can. */
  fixed(entry: CatalogEntry, field: WordField): Promise<string | null>
  /** The changes of the document that make these its words, all of them; `message` says why there are none. */
  edits(
    entry: CatalogEntry,
    field: WordField,
    words: readonly string[],
  ): Promise<{ ok: true; edits: DocumentEdit[] } | { ok: false; message: string }>
}

export function createItemWords({
  live,
  written,
}: {
  live: Pick<LiveConfiguration, 'current'>
  written: Pick<WrittenConfiguration, 'document' | 'parts'>
}): ItemWordsEditor {
  return {
    async fixed(entry, field) {
      const place = findWordPlace(await written.document(), entry, field)
      return place.kind === 'fixed' ? place.message : null
    },
    async edits(entry, field, words) {
      const whole = await written.document()
      const place = findWordPlace(whole, entry, field)
      if (place.kind === 'fixed') return { ok: false, message: place.message }
      const missing = place.inherited.filter((word) => !words.includes(word))
      if (missing.length > 0) {
        const named = missing.map((word) => `‘${word}’`).join(', ')
        return {
          ok: false,
          message: `Every tool of this server has the tag ${named}. Take it out of ‘tags’ under ‘proxy.import’ in the settings file.`,
        }
      }
      const own = words.filter((word) => !place.inherited.includes(word)).map(escapeText)
      const { path } = live.current()
      const parts = await written.parts(place.path)
      // An item of a list stands in one file, whatever else is joined to the list.
      const isInList = place.path.some((step) => typeof step === 'number')
      if (parts.length > 0 && !isInList)
        return editJoined(place.path, parts, own, (file) => relative(dirname(path), file))
      return { ok: true, edits: editList(place.path, valueAt(whole, place.path), own) }
    },
  }
}

/**
 * Words that go, go from the file that lists them, and new ones stand there too; if none go, in the file that wins.
 * `parts`: in the order in which they are put together. `message`: it would take changes of several files.
 */
function editJoined(
  path: Path,
  parts: readonly FilePart[],
  wanted: readonly string[],
  nameOf: (file: string) => string,
): { ok: true; edits: DocumentEdit[] } | { ok: false; message: string } {
  const listed = parts.map(({ file, values }) => ({ file, words: values.map(String) }))
  const losing = listed
    .map(({ file, words }) => ({ file, gone: words.filter((word) => !wanted.includes(word)) }))
    .filter(({ gone }) => gone.length > 0)
  if (losing.length > 1) return { ok: false, message: refuse(losing, nameOf) }
  const into = losing[0]?.file ?? listed.at(-1)?.file
  const target = listed.find(({ file }) => file === into)
  if (target === undefined) return { ok: true, edits: [] }
  const known = new Set(listed.flatMap(({ words }) => words))
  const kept = target.words.filter((word) => wanted.includes(word))
  const added = wanted.filter((word) => !known.has(word))
  const edits = editList(path, target.words, [...new Set([...kept, ...added])])
  return { ok: true, edits: edits.map((edit) => ({ ...edit, file: target.file })) }
}

function refuse(
  losing: readonly { file: string; gone: string[] }[],
  nameOf: (file: string) => string,
): string {
  const files = losing.map(({ file, gone }) => ({ name: `‘${nameOf(file)}’`, gone }))
  const listers = (word: string) => files.filter(({ gone }) => gone.includes(word)).map(({ name }) => name)
  const twice = files.flatMap(({ gone }) => gone).find((word) => listers(word).length > 1)
  if (twice !== undefined) {
    const names = listers(twice)
    return `‘${twice}’ stands in ${names.join(' and in ')}, and a change from here writes one file. Take it out of ${names.slice(0, -1).join(' and ')} by hand, then of ${names.at(-1)} here.`
  }
  const [first, ...others] = files.map(({ name, gone }) => ({ name, words: quote(gone) }))
  if (first === undefined) return ''
  const rest = others.map(({ name, words }) => `${words} in ${name}`).join(', ')
  return `A change from here writes one file, and ${first.words} stands in ${first.name}, ${rest}. Take out ${first.words} and save, then the rest.`
}

function quote(words: readonly string[]): string {
  return words.map((word) => `‘${word}’`).join(' and ')
}

// ── Where in the merged document the aliases and tags of an item are written, and the changes that make them what
// a person wants; comments within a list stay where they can (R2.8).

type WordField = 'aliases' | 'tags'

type WordPlace =
  | {
      kind: 'place'
      /** Of the list. */
      path: Path
      /** What the item has from elsewhere, and cannot lose here. */
      inherited: string[]
    }
  /** Why there is none, as a sentence. */
  | { kind: 'fixed'; message: string }

function findWordPlace(document: JsonObject, entry: CatalogEntry, field: WordField): WordPlace {
  if (entry.kind === 'workflow') return place(['workflows', entry.id, field])
  const source = entry.capability?.source
  if (entry.kind === 'connection' || source === undefined)
    return fixed('A server has no aliases and no tags. Give them to its tools.')
  switch (source.kind) {
    case 'engine':
      return fixed(`‘${entry.id}’ comes with Countersign; its words stand in no configuration.`)
    case 'expose':
      return exposedPlace(document, entry.id, field)
    case 'import':
      return importedPlace(document, entry.id, source, field)
  }
}

function exposedPlace(document: JsonObject, id: string, field: WordField): WordPlace {
  const found = findExposed(document, id)
  if (found === null) return fixed(`‘${id}’ is not written where the desk could change it.`)
  const own = [...found.path, field]
  const { capability } = found.written
  if (Array.isArray(found.written[field]) || typeof capability !== 'string') return place(own)
  // What one entry alone shows is changed where its words stand; what several share gets words of its own.
  const declared = isJsonObject(document.capabilities) ? Object.values(document.capabilities) : []
  const isShared =
    objectsAt(document, ['proxy', 'expose']).filter((other) => other.capability === capability).length > 1 ||
    declared.some((other) => isJsonObject(other) && other.wraps === capability)
  const isThere = Array.isArray(valueAt(document, ['capabilities', capability, field]))
  return place(isThere && !isShared ? ['capabilities', capability, field] : own)
}

function importedPlace(
  document: JsonObject,
  id: string,
  { connection, tool }: { connection: string; tool: string },
  field: WordField,
): WordPlace {
  const rules = objectsAt(document, ['proxy', 'import'])
  const from = [...rules.entries()].filter(([, rule]) => importsTool(rule, connection, tool))
  const exact = from.find(([, { prefix }]) => idUnder(prefix, tool) === id)
  const found = exact ?? (from.length === 1 ? from[0] : undefined)
  if (found === undefined)
    return fixed(
      `‘${id}’ has this name because another one was taken, so nobody can tell which entry of the settings file it comes from. Change the file by hand.`,
    )
  const [index, rule] = found
  return field === 'aliases'
    ? place(['proxy', 'import', index, 'aliases', tool])
    : place(['proxy', 'import', index, 'toolTags', tool], textsIn(rule.tags))
}

function idUnder(prefix: JsonValue | undefined, tool: string): string {
  return importedId(typeof prefix === 'string' ? prefix.replace(/\.+$/, '') : '', tool)
}

/** More single changes than these are one change of the whole list. */
const MOST_SINGLE = 6

/** `found`: what stands there. `wanted` as the document spells it. Empty: nothing changes. */
function editList(path: Path, found: JsonValue | undefined, wanted: readonly string[]): TextEdit[] {
  if (!Array.isArray(found)) return wanted.length === 0 ? [] : [{ path, value: [...wanted] }]
  if (wanted.length === 0) return [{ path, value: undefined }]
  const now = found.map(String)
  const removed = [...now.keys()].filter((index) => !wanted.includes(now[index] ?? '')).reverse()
  const added = wanted.filter((word) => !now.includes(word))
  const kept = now.filter((word) => wanted.includes(word))
  const isInOrder = JSON.stringify([...kept, ...added]) === JSON.stringify(wanted)
  if (!isInOrder || kept.length === 0 || removed.length + added.length > MOST_SINGLE)
    return JSON.stringify(now) === JSON.stringify(wanted) ? [] : [{ path, value: [...wanted] }]
  return [
    ...removed.map((index) => ({ path: [...path, index], value: undefined })),
    ...added.map((word, index) => ({ path: [...path, kept.length + index], value: word })),
  ]
}

function place(path: Path, inherited: string[] = []): WordPlace {
  return { kind: 'place', path, inherited }
}

function fixed(message: string): WordPlace {
  return { kind: 'fixed', message }
}
