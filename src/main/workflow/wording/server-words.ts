/**
 * What a server calls the arguments of its tools is no label of ours (R5.9): a field ‘Dry run’ may be the key `force`.
 * Pure.
 */
import type { Capability } from '../../model/definition.ts'
import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts'
import { wordless } from '../preview/meaning.ts'

/** As people see it: without the titles and descriptions of a schema that came with an import. */
export function labelledByKeys(capability: Capability): Capability {
  const { inputSchema, source } = capability
  if (inputSchema === undefined || source.kind !== 'import') return capability
  return { ...capability, inputSchema: withoutOtherRefs(wordless(inputSchema)) as JsonSchema }
}

/** Any other leads into data, where a title is left as it is. */
const DEFINED = /^#(\/(\$defs|definitions)\/[^/]+)?$/

function withoutOtherRefs(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutOtherRefs)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => key !== '$ref' || typeof inner !== 'string' || DEFINED.test(inner))
      .map(([key, inner]) => [key, withoutOtherRefs(inner)]),
  )
}
