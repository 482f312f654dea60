/** The text of a client's configuration, in whatever format: is the gateway in it, and with and without it. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { isJsonObject } from '../../../model/json.ts'
import type { Entry, EntryEdit, EntryRead } from './entry.ts'
import { findJsonEntry, type JsonPlace, removeJsonEntry, setJsonEntry } from './json-entry.ts'
import { type KnownClient, SERVER_NAME } from './known-clients.ts'
import { findTomlEntry, removeTomlEntry, setTomlEntry } from './toml-entry.ts'
import { findYamlEntry, removeYamlEntry, setYamlEntry } from './yaml-entry.ts'

export type ClientText =
  | { ok: false; problem: string }
  | {
      ok: true
      /** It starts exactly this gateway. */
      connected: boolean
      /** What stands under our name and is another: the words of its command, or its address. */
      other: string | null
      /** The words of the command that stands under our name, program first; empty: none does. */
      words: string[]
      connect: EntryEdit
      remove: EntryEdit
    }

interface Format {
  find(text: string, place: JsonPlace): EntryRead
  set(text: string, place: JsonPlace, entry: Entry): EntryEdit
  remove(text: string, place: JsonPlace): EntryEdit
}

const JSON_FORMAT: Format = { find: findJsonEntry, set: setJsonEntry, remove: removeJsonEntry }
/** How an entry is found, put in and taken out. */
export const FORMATS: Record<KnownClient['format'], Format> = {
  json: JSON_FORMAT,
  jsonc: JSON_FORMAT,
  toml: { find: findTomlEntry, set: setTomlEntry, remove: removeTomlEntry },
  yaml: { find: findYamlEntry, set: setYamlEntry, remove: removeYamlEntry },
}

export function readClientText(client: KnownClient, text: string, entry: Entry): ClientText {
  const { format, section } = client
  const { find, set, remove } = FORMATS[format]
  const place = { section, name: SERVER_NAME, comments: format === 'jsonc' }
  const found = find(text, place)
  if (!found.ok) return found
  const wanted = { ...entry, ...switchedOn(found.entry) }
  const leftOut = whyLeftOut(client, text)
  const connected = leftOut === null && isJsonObject(found.entry) && starts(found.entry, wanted)
  return {
    ok: true,
    connected,
    other: connected || leftOut !== null || found.entry === undefined ? null : sayEntry(found.entry),
    words: isJsonObject(found.entry) ? wordsOf(found.entry) : [],
    connect: connected ? { ok: true, text } : (leftOut ?? set(text, place, wanted)),
    remove: remove(text, place),
  }
}

/** Whatever its entry says, the client starts no server that its own lists leave out: a person has put it there. */
function whyLeftOut({ format, choice }: KnownClient, text: string): EntryEdit | null {
  if (choice === undefined) return null
  const listed = (name: string) => {
    const read = FORMATS[format].find(text, { section: choice, name, comments: format === 'jsonc' })
    return read.ok && Array.isArray(read.entry) ? read.entry : []
  }
  const allowed = listed('allowed')
  const problem = listed('excluded').includes(SERVER_NAME)
    ? `‘${choice}.excluded’ in it names ‘${SERVER_NAME}’, so that server is never started. Take it out of that list, then look again.`
    : allowed.length > 0 && !allowed.includes(SERVER_NAME)
      ? `‘${choice}.allowed’ in it does not name ‘${SERVER_NAME}’, so that server is never started. Add it to that list, then look again.`
      : null
  return problem === null ? null : { ok: false, problem }
}

/** Command and arguments decide, and whether it is on; an environment, or a limit of time, may be the person's own. */
function starts(entry: Entry, wanted: Entry): boolean {
  return (
    isDeepStrictEqual(commandOf(entry), commandOf(wanted)) &&
    isDeepStrictEqual(entry.args, wanted.args) &&
    SWITCHES.every((key) => wanted[key] === undefined || entry[key] === wanted[key])
  )
}

const SWITCHES = ['enabled', 'disabled'] as const

/** Where its client has it switched off: the same, the other way round. */
function switchedOn(entry: unknown): Entry {
  if (!isJsonObject(entry)) return {}
  return {
    ...(entry.enabled === false ? { enabled: true } : {}),
    ...(entry.disabled === true ? { disabled: false } : {}),
  }
}

/** Goose has a word of its own for it. */
function commandOf({ command, cmd }: Entry): unknown {
  return command ?? cmd
}

function wordsOf(entry: Entry): string[] {
  const command = commandOf(entry)
  return [command, entry.args].flat().filter((word) => typeof word === 'string')
}

function sayEntry(entry: unknown): string {
  if (!isJsonObject(entry)) return JSON.stringify(entry) ?? ''
  const { url, serverUrl, httpUrl, uri } = entry
  const address = [url, serverUrl, httpUrl, uri].find((each) => typeof each === 'string')
  const words = wordsOf(entry)
  return words.length > 0 ? words.join(' ') : typeof address === 'string' ? address : '{}'
}
