/**
 * Where in the merged document the aliases and tags of an item are written, and the changes that make them what a
 * person wants; comments within a list stay where they can (R2.8). Pure.
 */

import type { TextEdit } from '../../config/edit/text.ts'
import { type Path, valueAt } from '../../config/read/tree.ts'
import { importedId } from '../../connections/tools/import.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import type { CatalogEntry } from '../../search/catalog.ts'
import { importsTool, objectsAt, textsIn } from '../configuration/document-values.ts'

export type WordField = 'aliases' | 'tags'

export type WordPlace =
  | {
      kind: 'place'
      /** Of the list. */
      path: Path
      /** What the item has from elsewhere, and cannot lose here. */
      inherited: string[]
    }
  /** Why there is none, as a sentence. */
  | { kind: 'fixed'; message: string }

export function findWordPlace(document: JsonObject, entry: CatalogEntry, field: WordField): WordPlace {
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
  const exposed = objectsAt(document, ['proxy', 'expose'])
  const index = exposed.findIndex(({ name, as, capability }) => (name ?? as ?? capability) === id)
  const entry = exposed[index]
  if (entry === undefined) return fixed(`‘${id}’ is not written where the desk could change it.`)
  const own: Path = ['proxy', 'expose', index, field]
  const { capability } = entry
  if (Array.isArray(entry[field]) || typeof capability !== 'string') return place(own)
  // What one entry alone shows is changed where its words stand; what several share gets words of its own.
  const declared = isJsonObject(document.capabilities) ? Object.values(document.capabilities) : []
  const isShared =
    exposed.filter((other) => other.capability === capability).length > 1 ||
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
      `‘${id}’ has this name because another one was taken, so that its import cannot be told. Change the file by hand.`,
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
export function editList(path: Path, found: JsonValue | undefined, wanted: readonly string[]): TextEdit[] {
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
