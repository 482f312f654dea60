/** Which names a value can have, as far as its schema says so. Pure. */
import { isJsonObject, type JsonSchema } from '../../model/json.ts'

/** Null: anything may be there. */
export type KnownKeys = ReadonlySet<string> | null

/** The properties that a schema declares; null if it leaves others open on purpose, or says nothing. */
export function keysOfSchema(schema: JsonSchema | undefined): KnownKeys {
  if (!schema || !isJsonObject(schema.properties)) return null
  const open = schema.additionalProperties !== undefined && schema.additionalProperties !== false
  return open ? null : declaredBy(schema)
}

/** The properties that a schema names, whether or not it leaves others open; null if it may name them elsewhere. */
export function declaredBy(schema: JsonSchema): KnownKeys {
  const keys = ['patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref', 'if']
  if (keys.some((key) => key in schema)) return null
  return new Set(Object.keys(isJsonObject(schema.properties) ? schema.properties : {}))
}
