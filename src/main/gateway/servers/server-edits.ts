/**
 * The changes of the files by which a person adds, changes, renames, disables and removes a server: one press, one save,
 * one undo (R2.8). Where that cannot be, a sentence says why.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Path, valueAt } from '../../config/read/tree.ts'
import { escapeText } from '../../config/read/variables.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { shorten } from '../../model/shorten.ts'
import { MASK } from '../../workflow/wording/key-like.ts'
import { listWith } from '../../workflow/wording/listing.ts'
import type { DocumentEdit } from '../configuration/configuration-editor.ts'
import { exposedName, objectsAt } from '../configuration/document-values.ts'
import { withoutEscapes } from '../configuration/environment.ts'
import type { LiveConfiguration } from '../configuration/live-configuration.ts'
import type { WrittenConfiguration } from '../configuration/written.ts'
import { type CapabilityDraft, exposeEntry } from './expose-entry.ts'
import { hideKeys, keyOf, showKeys } from './hidden-keys.ts'
import { findIds, findReferences, findTurned, type Reference } from './references.ts'

/** What to do where a key that the window does not have would have to be part of something else. */
const HIDDEN = `‘${MASK}’ hides a key of the settings file, and stays hidden only where it is, as it is. Leave that text as it was, or type all of it.`

export interface ServerDraft {
  name: string
  connection: JsonObject
  tools: {
    prefix: string
    ask: 'always' | 'unlessReadOnly' | 'never'
    /** Names as the server has them. */
    include?: string[]
    exclude?: string[]
  } | null
  capability?: CapabilityDraft
}

export type EditsOrNot = { ok: true; edits: DocumentEdit[] } | { ok: false; message: string }

type WholeOrNot = { ok: true; connection: JsonObject } | { ok: false; message: string }

export interface ServerEdits {
  add(draft: ServerDraft): Promise<EditsOrNot>
  /** What differs is written, and nothing else. `from`: as it was shown when the change was begun; in both, keys are hidden. */
  change(name: string, from: JsonObject, connection: JsonObject): Promise<EditsOrNot>
  /** `ids`: the tools that agents find by the old name, with their new ids; empty: these stay as they are. */
  rename(name: string, to: string, ids: ReadonlyMap<string, string>): Promise<EditsOrNot>
  enable(name: string, enabled: boolean): Promise<EditsOrNot>
  remove(name: string): Promise<EditsOrNot>
  /** As it is written; null: there is none. */
  declared(name: string): Promise<JsonObject | null>
  /** The same for the window: no key that is written out is in it. */
  shown(name: string): Promise<JsonObject | null>
  /** `connection` with the keys of this server that `shown` hides, or why that cannot be. */
  whole(name: string, connection: JsonObject): Promise<WholeOrNot>
  /** A text as it is, or the key that `shown` hides behind it, as the server is given it; or why that cannot be. */
  key(name: string, text: string): Promise<{ ok: true; key: string } | { ok: false; message: string }>
  /** Ids of what is exposed for this connection alone, and goes with it. */
  own(name: string): Promise<string[]>
  /** The file in which it is declared. */
  fileOf(name: string): Promise<string>
}

export function createServerEdits({
  live,
  written,
}: {
  live: Pick<LiveConfiguration, 'current'>
  written: WrittenConfiguration
}): ServerEdits {
  const { document } = written
  const connectionAt = (name: string): Path => ['connections', name]
  const find = async (name: string): Promise<JsonObject | null> => {
    const found = valueAt(await document(), connectionAt(name))
    return isJsonObject(found) ? found : null
  }
  const fileOf = async (name: string): Promise<string> => {
    const [place] = await written.places([connectionAt(name)])
    return place?.file ?? live.current().path
  }

  return {
    async add(draft) {
      if ((await find(draft.name)) !== null) return refused(`There is a server ‘${draft.name}’ already.`)
      // All of it stands in the file that has the connections, so that it is one save and one undo.
      const file = await fileOf(draft.name)
      const append = async (list: string, value: JsonValue): Promise<DocumentEdit> => {
        const parts = await written.parts(['proxy', list])
        const own = parts.find((part) => part.file === file)?.values ?? []
        return { file, path: ['proxy', list, own.length], value }
      }
      const { tools, capability } = draft
      return {
        ok: true,
        edits: [
          { file, path: connectionAt(draft.name), value: draft.connection },
          ...(tools === null ? [] : [await append('import', importEntry(draft.name, tools))]),
          ...(capability === undefined ? [] : [await append('expose', exposeEntry(draft.name, capability))]),
        ],
      }
    },
    change: (name, from, connection) =>
      ofServer(name, ({ before }) => {
        if (!isDeepStrictEqual(hideKeys(before).connection, from))
          return refused(
            `The settings of ‘${name}’ have changed since this change was begun. Close it, and begin again from what they are now.`,
          )
        const found = wholeOf(before, connection)
        return found.ok
          ? { ok: true, edits: findChanges(connectionAt(name), before, found.connection) }
          : found
      }),
    rename: (name, to, ids) =>
      ofServer(name, async ({ whole }) => {
        if (valueAt(whole, connectionAt(to)) !== undefined)
          return refused(`There is a server ‘${to}’ already. Choose another name.`)
        const turned = findTurned(whole, name, to)
        if (turned !== null)
          return refused(
            `Under the name ‘${to}’, the rule ‘${shorten(turned, 200)}’ would not mean the same any more. Change that first, or choose another name.`,
          )
        const prefixes = objectsAt(whole, ['proxy', 'import']).flatMap((rule, index): DocumentEdit[] =>
          ids.size > 0 && rule.connection === name && rule.prefix === name
            ? [{ path: ['proxy', 'import', index, 'prefix'], value: to }]
            : [],
        )
        const named = [...findReferences(whole, name), ...findIds(whole, ids)]
        const edits: DocumentEdit[] = [
          ...mergeReferences(whole, named, to),
          ...prefixes,
          { path: connectionAt(name), key: to },
        ]
        return await inOneFile(edits, (files) =>
          refused(
            `‘${name}’ is named in several files (${files.join(', ')}), which would all have to change at once. Rename it by hand.`,
          ),
        )
      }),
    enable: (name, enabled) =>
      ofServer(name, ({ before }) => {
        if ((before.enabled !== false) === enabled) return { ok: true, edits: [] }
        const path = [...connectionAt(name), 'enabled']
        return { ok: true, edits: [{ path, value: enabled ? undefined : false }] }
      }),
    remove: (name) =>
      ofServer(name, async ({ whole }) => {
        const references = findReferences(whole, name)
        const [gone, left] = [goneWith(whole, references), leftWithout(whole, references)]
        if (left.length > 0)
          return refused(
            `‘${name}’ is used by ${listWith('and', left)}. Change that first, or disable the server.`,
          )
        // From the last item to the first, so that those before it stay where they are.
        const items = gone.toSorted((one, other) => Number(other[2]) - Number(one[2]))
        const edits = [...items, connectionAt(name)].map((path) => ({ path, value: undefined }))
        return await inOneFile(edits, (files) =>
          refused(
            `‘${name}’ and the entries for its tools are in several files (${files.join(', ')}), which would all have to change at once. Remove it by hand, or disable the server.`,
          ),
        )
      }),
    declared: find,
    async shown(name) {
      const found = await find(name)
      return found === null ? null : hideKeys(found).connection
    },
    whole: async (name, connection) => wholeOf((await find(name)) ?? {}, connection),
    async key(name, text) {
      if (!text.includes(MASK)) return { ok: true, key: text }
      const key = keyOf((await find(name)) ?? {}, text)
      return key === null ? refused(HIDDEN) : { ok: true, key: withoutEscapes(key) }
    },
    async own(name) {
      const whole = await document()
      return goneWith(whole, findReferences(whole, name))
        .filter(([, list]) => list === 'expose')
        .map((path) => exposedId(valueAt(whole, path)))
    },
    fileOf,
  }

  /** One that is declared, in one file: of several, what is written in one need not be what holds. */
  async function ofServer(
    name: string,
    work: (server: { whole: JsonObject; before: JsonObject }) => EditsOrNot | Promise<EditsOrNot>,
  ): Promise<EditsOrNot> {
    const whole = await document()
    const before = valueAt(whole, connectionAt(name))
    if (!isJsonObject(before)) return refused(`The settings file has no server ‘${name}’.`)
    const files = await written.holders(connectionAt(name))
    if (files.length < 2) return await work({ whole, before })
    const named = files.join(', ')
    return refused(
      `‘${name}’ is declared in several files (${named}), which are put together. Change them by hand.`,
    )
  }

  async function inOneFile(
    edits: DocumentEdit[],
    otherwise: (files: string[]) => EditsOrNot,
  ): Promise<EditsOrNot> {
    const places = await written.places(edits.map(({ path }) => path))
    const files = [...new Set(places.map(({ file }) => file))]
    return files.length > 1 ? otherwise(files) : { ok: true, edits }
  }
}

function refused(message: string): { ok: false; message: string } {
  return { ok: false, message }
}

function wholeOf(before: JsonObject, connection: JsonObject): WholeOrNot {
  const whole = showKeys(before, connection)
  return whole === null ? refused(HIDDEN) : { ok: true, connection: whole }
}

function importEntry(
  connection: string,
  { prefix, ask, include, exclude }: NonNullable<ServerDraft['tools']>,
): JsonObject {
  return {
    connection,
    ...(prefix === '' ? {} : { prefix }),
    ...(include === undefined ? {} : { include: include.map(escapeText) }),
    ...(exclude === undefined ? {} : { exclude: exclude.map(escapeText) }),
    ...(ask === 'never' ? {} : { approval: { required: ask === 'always' ? true : ask } }),
  }
}

/** Only what differs, as deep as maps go and as long as lists keep their length: what is round it stays as it is written. */
function findChanges(path: Path, before: JsonValue, after: JsonValue): DocumentEdit[] {
  if (isDeepStrictEqual(before, after)) return []
  if (isJsonObject(before) && isJsonObject(after) && Object.keys(after).length > 0) {
    const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
    return [
      ...Object.entries(after).flatMap(([key, value]) =>
        Object.hasOwn(before, key)
          ? findChanges([...path, key], before[key] ?? null, value)
          : [{ path: [...path, key], value }],
      ),
      ...gone.map((key) => ({ path: [...path, key], value: undefined })),
    ]
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return after.flatMap((value, index) => findChanges([...path, index], before[index] ?? null, value))
  return [{ path, value: after }]
}

/** A text that is to change for two reasons changes once. */
function mergeReferences(whole: JsonObject, references: readonly Reference[], to: string): DocumentEdit[] {
  const texts = new Map<string, { path: Path; value: string }>()
  for (const { path, renamed } of references) {
    const key = JSON.stringify(path)
    const value = renamed(to)
    if (value !== valueAt(whole, path)) texts.set(key, { path, value })
  }
  return [...texts.values()]
}

/** Its imports, and what is exposed for it alone. */
function goneWith(whole: JsonObject, references: readonly Reference[]): Path[] {
  const holders = references
    .filter(({ kind, holder }) => kind !== 'mention' && isItsOwn(whole, holder))
    .map(({ holder }) => holder)
  return [...new Map(holders.map((holder) => [JSON.stringify(holder), holder])).values()]
}

/** What would be left without what it calls, by name. */
function leftWithout(whole: JsonObject, references: readonly Reference[]): string[] {
  const left = references
    .filter(({ kind, holder }) => kind !== 'mention' && !isItsOwn(whole, holder))
    .map(({ holder }) => sayHolder(whole, holder))
  return [...new Set(left)]
}

function isItsOwn(whole: JsonObject, holder: Path): boolean {
  if (holder[0] !== 'proxy') return false
  if (holder[1] === 'import') return true
  const entry = valueAt(whole, holder)
  const executor = isJsonObject(entry) ? entry.executor : undefined
  return (
    isJsonObject(entry) &&
    entry.reliability === undefined &&
    isJsonObject(executor) &&
    typeof executor.connection === 'string'
  )
}

function sayHolder(whole: JsonObject, holder: Path): string {
  const [section, name = ''] = holder
  if (section === 'workflows') return `the workflow ‘${name}’`
  if (section === 'capabilities') return `the tool ‘${name}’`
  return `the tool ‘${exposedId(valueAt(whole, holder))}’`
}

function exposedId(entry: JsonValue | undefined): string {
  return String((isJsonObject(entry) ? exposedName(entry) : undefined) ?? '')
}
