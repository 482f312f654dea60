/** JSON as data: what crosses every boundary of the gateway (wire, database, expressions). */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}

/** A JSON Schema, draft 2020-12. Held as data; `workflow/schema.ts` gives it meaning. */
export type JsonSchema = JsonObject

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
