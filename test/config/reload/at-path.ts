/** Documents, by the places of what stands in them. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/main/model/json.ts'

type Path = readonly string[]

export function placesIn(node: JsonValue | undefined, at: Path = []): Path[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => [[...at, key], ...placesIn(value, [...at, key])])
}

export function valueAt(node: JsonValue | undefined, path: Path): JsonValue | undefined {
  const [key, ...rest] = path
  if (key === undefined) return node
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
  return valueAt((node as JsonObject)[key], rest)
}

/** @param value undefined: it is taken out */
export function withValue(document: JsonObject, path: Path, value: JsonValue | undefined): JsonObject {
  const copy = structuredClone(document)
  const holder = valueAt(copy, path.slice(0, -1))
  const key = path.at(-1) ?? ''
  if (Array.isArray(holder)) holder.splice(Number(key), 1, ...(value === undefined ? [] : [value]))
  else if (isJsonObject(holder)) {
    if (value === undefined) delete holder[key]
    else holder[key] = value
  }
  return copy
}

/** Everywhere that it stands by its name. */
export function renamed(
  document: JsonObject,
  path: Path,
  fields: readonly string[],
  within: Path = [],
): JsonObject {
  const was = path.at(-1) ?? ''
  const is = `${was}-`
  const moved = withValue(
    withValue(document, path, undefined),
    [...path.slice(0, -1), is],
    valueAt(document, path),
  )
  return placesIn(valueAt(moved, within))
    .map((place) => [...within, ...place])
    .filter((place) => fields.includes(place.at(-1) ?? '') && valueAt(moved, place) === was)
    .reduce((each, place) => withValue(each, place, is), moved)
}
