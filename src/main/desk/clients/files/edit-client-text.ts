/** The text of a client's configuration, in whatever format: is the gateway in it, and with and without it. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { type Entry, type EntryEdit, findJsonEntry, removeJsonEntry, setJsonEntry } from './json-entry.ts'
import { type KnownClient, SERVER_NAME } from './known-clients.ts'
import { findTomlEntry, removeTomlEntry, setTomlEntry } from './toml-entry.ts'

export type ClientText =
  | { ok: false; problem: string }
  | {
      ok: true
      /** It starts exactly this gateway. */
      connected: boolean
      /** What stands under our name and is another: the words of its command, or its address. */
      other: string | null
      connect: EntryEdit
      remove: EntryEdit
    }

export function readClientText(client: KnownClient, text: string, entry: Entry): ClientText {
  const { format, section } = client
  const place = { section, name: SERVER_NAME, comments: format === 'jsonc' }
  const isToml = format === 'toml'
  const found = isToml ? findTomlEntry(text, place) : findJsonEntry(text, place)
  if (!found.ok) return found
  const connected = isRecord(found.entry) && starts(found.entry, entry)
  return {
    ok: true,
    connected,
    other: connected || found.entry === undefined ? null : sayEntry(found.entry),
    connect: connected ? { ok: true, text } : (isToml ? setTomlEntry : setJsonEntry)(text, place, entry),
    remove: isToml ? removeTomlEntry(text, place) : removeJsonEntry(text, place),
  }
}

/** Command and arguments decide; an environment, or a limit of time, may be the person's own. */
function starts(entry: Entry, wanted: Entry): boolean {
  return entry.command === wanted.command && isDeepStrictEqual(entry.args, wanted.args)
}

function sayEntry(entry: unknown): string {
  if (!isRecord(entry)) return JSON.stringify(entry) ?? ''
  const { command, args, url, serverUrl, httpUrl } = entry
  const address = [url, serverUrl, httpUrl].find((each) => typeof each === 'string')
  if (typeof command !== 'string') return typeof address === 'string' ? address : '{}'
  const words = Array.isArray(args) ? args.filter((each) => typeof each === 'string') : []
  return [command, ...words].join(' ')
}

function isRecord(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
