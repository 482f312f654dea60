/** One server in a client's file, whatever the format of that is. Pure. May import: model. */
import { isDeepStrictEqual } from 'node:util'
import { isJsonObject } from '../../../model/json.ts'

export type Entry = Record<string, unknown>
export type EntryEdit = { ok: true; text: string } | { ok: false; problem: string }
/** `entry` is undefined where there is none. */
export type EntryRead = { ok: true; entry: unknown } | { ok: false; problem: string }

export interface EntryPlace {
  /** The member of the whole that holds all servers. */
  section: string
  name: string
}

export type FileValues = { values: Record<string, unknown> } | { problem: string }

/** The text is what it should be: read again, it differs from what it was in this entry alone. */
export function checkEdit(
  text: string,
  place: EntryPlace,
  { was, is, written }: { was: FileValues; is: FileValues; written: EntryRead },
  entry: Entry | undefined,
): EntryEdit {
  const isWritten = written.ok && isDeepStrictEqual(written.entry, entry)
  const areSame =
    'values' in was &&
    'values' in is &&
    isDeepStrictEqual(without(was.values, place), without(is.values, place))
  if (isWritten && areSame) return { ok: true, text }
  const servers = 'values' in was ? was.values[place.section] : undefined
  return { ok: false, problem: sayOddly(place, isJsonObject(servers) ? servers[place.name] : undefined) }
}

function without(values: Record<string, unknown>, { section, name }: EntryPlace): Record<string, unknown> {
  const { [section]: servers, ...rest } = values
  const { [name]: _, ...others } = isJsonObject(servers) ? servers : {}
  return Object.keys(others).length === 0 ? rest : { ...rest, [section]: others }
}

/** `entry`: what is there of it. */
export function sayOddly({ section, name }: EntryPlace, entry: unknown): string {
  return entry === undefined
    ? `It writes ‘${section}’ in a way to which nothing is added from here. Put the entry into it yourself.`
    : `It writes ‘${section}.${name}’ in a way that is not changed from here. Change it by hand, or remove it and look again.`
}
