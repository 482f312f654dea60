/** Which names a path can read, as far as a schema says so. */
import type { Definition } from '../model/definition.ts'
import { isJsonObject, type JsonSchema } from '../model/json.ts'

/** Null: anything may be there. */
export type KnownKeys = ReadonlySet<string> | null

/** The names of one level of a result, with what is below each. Null: anything may be there. */
export type KnownOutput = ReadonlyMap<string, KnownOutput> | null

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

/** What can be read at one place of a configuration. */
export interface Readable {
  /** Undefined: there are no arguments at this place, and the sentence that says why. */
  arguments: KnownKeys
  noArguments?: string
  /** Of a capability: the arguments that its schema names, even where it takes others. Absent or null: unknown. */
  declared?: KnownKeys
  context: KnownKeys
  input: KnownKeys
  /** Whether there is a result to be read. */
  output: boolean
  /** What that result, or one of those that may come instead, holds. Absent: anything. */
  result?: KnownOutput
  /** What input and arguments must fit, where it is declared. */
  schemas?: { input?: JsonSchema | undefined; arguments?: JsonSchema | undefined }
  /** Names of the steps that the context tells of, where a workflow is written as steps. */
  steps?: KnownKeys
  /** Whether the call that is about to run can be read: in the exception of a gate. */
  call?: true
}

/** Whatever a run of it may have in its context. */
export function contextKeys(definition: Definition): Set<string> {
  const keys = new Set(Object.keys(definition.initialContext))
  for (const state of Object.values(definition.states)) {
    for (const mapping of [
      state.onEnter?.output,
      ...Object.values(state.transitions).map((each) => each.output),
    ]) {
      for (const key of Object.keys(mapping ?? {})) keys.add(key)
    }
  }
  return keys
}

/** The steps that it is written as; null: it is written as states. */
export function stepNames({ states, initialContext }: Definition): KnownKeys {
  const isSteps = Object.values(states).some(({ transitions }) =>
    Object.values(transitions).some(({ step }) => step !== undefined),
  )
  return isSteps && isJsonObject(initialContext.steps) ? new Set(Object.keys(initialContext.steps)) : null
}
