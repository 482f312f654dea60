/** JSON as data: what crosses every boundary of the gateway (wire, database, expressions). */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}

/** A JSON Schema, draft 2020-12. Held as data; `workflow/schema/schema.ts` gives it meaning. */
export type JsonSchema = JsonObject

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type WithoutUndefined<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> }

/** Without the keys that are undefined: absent and undefined are two things in stored JSON. */
export function present<Values extends object>(values: Values): WithoutUndefined<Values> {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as WithoutUndefined<Values>
}

export function mapEntries<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]))
}
