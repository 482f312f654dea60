/** Which names a path can read, as far as a schema says so. */
import { isJsonObject, type JsonSchema } from '../model/json.ts'

/** Null: anything may be there. */
export type KnownKeys = ReadonlySet<string> | null

/** The properties that a schema declares; null if it leaves others open on purpose, or says nothing. */
export function keysOfSchema(schema: JsonSchema | undefined): KnownKeys {
  if (!schema || !isJsonObject(schema.properties)) return null
  const open = schema.additionalProperties !== undefined && schema.additionalProperties !== false
  const composed = ['patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref', 'if'].some((key) => key in schema)
  return open || composed ? null : new Set(Object.keys(schema.properties))
}

/** What can be read at one place of a configuration. */
export interface Readable {
  /** Undefined: there are no arguments at this place, and the sentence that says why. */
  arguments: KnownKeys
  noArguments?: string
  context: KnownKeys
  input: KnownKeys
  /** Whether there is a result to be read. */
  output: boolean
  /** Whether the call that is about to run can be read: in the exception of a gate. */
  call?: true
}
