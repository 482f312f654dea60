/** Which names a path can read, as far as a schema says so. */

import type { Definition } from '../../model/definition.ts'
import { isJsonObject, type JsonSchema } from '../../model/json.ts'
import type { KnownKeys } from '../../workflow/schema/schema.ts'
import { splitPath } from '../../workflow/scope.ts'
import { didYouMean, listNames } from './nearest.ts'

/** The names of one level of a result, with what is below each. Null: anything may be there. */
export type KnownOutput = ReadonlyMap<string, KnownOutput> | null

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

/** Why a path into the result never finds anything, as a sentence; null: it may. */
export function outputProblem(read: string, output: KnownOutput): string | null {
  let known = output
  for (const name of (splitPath(read) ?? []).slice(1)) {
    if (known === null) return null
    const below = known.get(name)
    if (below === undefined) {
      const near = didYouMean(name, known.keys())
      const has = near === '' && known.size > 0 ? ` It can have ${listNames([...known.keys()])}.` : near
      return `‘${read}’ is read here, but the result has no ‘${name}’.${has}`
    }
    known = below
  }
  return null
}

/** What one of several results may hold. */
export function mergeOutputs(outputs: readonly KnownOutput[]): KnownOutput {
  const [only, ...others] = outputs
  if (only !== undefined && others.length === 0) return only
  const merged = new Map<string, KnownOutput>()
  for (const output of outputs) {
    if (output === null) return null
    for (const [name, below] of output) {
      const other = merged.get(name)
      merged.set(name, other === undefined ? below : mergeOutputs([other, below]))
    }
  }
  return merged
}

export function leaves(names: Iterable<string>): ReadonlyMap<string, KnownOutput> {
  return new Map([...names].map((name) => [name, null]))
}
