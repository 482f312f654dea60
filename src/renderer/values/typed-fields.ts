import type { InboxDetail } from '../../preload/contract.ts'

export type JsonObject = InboxDetail['input']
export type Json = JsonObject[string]
export type Mark = 'same' | 'changed' | 'added' | 'removed'

/** One value of a form that is only read. */
export interface Field {
  key: string
  /** As its schema calls it. */
  name: string
  description: string | null
  schema: JsonObject | null
  /** Undefined: it is not there any more. */
  value: Json | undefined
  /** What it is compared with; undefined: it was not there. */
  before: Json | undefined
  /** Null: there is nothing to compare with. */
  mark: Mark | null
}

/** In the order of the schema; what it does not name comes after, what is there no more last. Pure. */
export function listFields(
  schema: JsonObject | null,
  value: JsonObject,
  against: JsonObject | null,
): Field[] {
  const properties = objectIn(schema, 'properties') ?? {}
  const keys = [
    ...new Set([...Object.keys(properties), ...Object.keys(value), ...Object.keys(against ?? {})]),
  ]
  const fields = keys.flatMap((key): Field[] => {
    const now = own(value, key)
    const before = against === null ? undefined : own(against, key)
    if (now === undefined && before === undefined) return []
    const part = objectIn(properties, key)
    const title = part?.title
    const description = part?.description
    return [
      {
        key,
        name: typeof title === 'string' && title.trim() !== '' ? title : key,
        description: typeof description === 'string' && description !== '' ? description : null,
        schema: part,
        value: now,
        before,
        mark: against === null ? null : markOf(now, before),
      },
    ]
  })
  return fields.toSorted((one, other) => Number(one.value === undefined) - Number(other.value === undefined))
}

/** How many of its values, however deep, are not what they are compared with. Pure. */
export function countChanges(value: JsonObject, against: JsonObject): number {
  return listFields(null, value, against).filter(({ mark }) => mark !== 'same').length
}

export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true
  if (one === undefined || other === undefined) return false
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, at) => isSame(item, other[at]))
    )
  }
  if (!isObject(one) || !isObject(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length && keys.every((key) => isSame(own(one, key), own(other, key)))
  )
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The column names of a list of records; null: it is no such list, or one too wide or too deep for a table. Pure. */
export function columnsOf(value: Json | undefined): string[] | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return null
  const columns = [...new Set(value.flatMap((record) => Object.keys(record)))]
  const isFlat = value.every((record) =>
    Object.values(record).every((cell) => typeof cell !== 'object' || cell === null),
  )
  return isFlat && columns.length > 0 && columns.length <= MOST_COLUMNS ? columns : null
}

const MOST_COLUMNS = 8
const NAMES = ['id', 'key', 'name', 'path', 'file', 'title']

export interface RecordRow {
  value: JsonObject | undefined
  before: JsonObject | undefined
  mark: Mark | 'moved' | null
}

/** Rows that belong together by what names them, else by their place. Pure. */
export function pairRecords(value: readonly JsonObject[], before: readonly JsonObject[] | null): RecordRow[] {
  if (before === null) return value.map((record) => ({ value: record, before: undefined, mark: null }))
  const name = NAMES.find((candidate) => isNaming(candidate, value) && isNaming(candidate, before))
  const named = name === undefined ? null : new Map(before.map((record) => [own(record, name), record]))
  const partner = (record: JsonObject, at: number) =>
    named === null || name === undefined ? before[at] : named.get(own(record, name))
  const places = new Map(before.map((record, at) => [record, at]))
  let furthest = -1
  const rows = value.map((record, at): RecordRow => {
    const other = partner(record, at)
    const mark = markOf(record, other)
    const place = (other && places.get(other)) ?? furthest
    // Now it stands after one that it stood before.
    const isMoved = place < furthest && mark === 'same'
    furthest = Math.max(furthest, place)
    return { value: record, before: other, mark: isMoved ? 'moved' : mark }
  })
  const met = new Set(rows.map((row) => row.before))
  const gone = before.filter((record) => !met.has(record))
  return [
    ...rows,
    ...gone.map((record): RecordRow => ({ value: undefined, before: record, mark: 'removed' })),
  ]
}

function isNaming(key: string, records: readonly JsonObject[]): boolean {
  const names = records.map((record) => own(record, key))
  return (
    names.every((name) => typeof name === 'string' || typeof name === 'number') &&
    new Set(names).size === names.length
  )
}

function markOf(now: Json | undefined, before: Json | undefined): Mark {
  if (before === undefined) return 'added'
  if (now === undefined) return 'removed'
  return isSame(now, before) ? 'same' : 'changed'
}

/** What was put there, not what every object has. */
export function own(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

function objectIn(value: unknown, key: string): JsonObject | null {
  const inner = isObject(value) ? own(value, key) : undefined
  return isObject(inner) ? inner : null
}
