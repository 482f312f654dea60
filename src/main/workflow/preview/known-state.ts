/**
 * What can be known before a step has run: the scope as far as it is settled, and the context keys that will
 * hold a result nobody has seen yet. Pure.
 */

import type { Transition } from '../../model/definition.ts'
import type { ExecutorDeclaration, Mapping } from '../../model/executor.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { doesNothing } from '../executors/executors.ts'
import type { GuardFacts } from '../guards/kind.ts'
import { type Moment, mapObject, pathsIn, splitPath } from '../scope.ts'

export interface KnownState {
  scope: Moment
  /** Keys of the context whose values depend on a result that is not there yet. */
  unknownKeys: ReadonlySet<string>
  /** `$.output` is such a result. */
  outputUnknown: boolean
  /** By its name, whether an argument is still to be given; absent: all are known. */
  isArgumentUnknown?: (name: string) => boolean
}

export function dependsOnResult(path: string, belief: KnownState): boolean {
  const [root, key] = splitPath(path) ?? []
  if (root === 'output') return belief.outputUnknown
  if (root === 'arguments') return belief.isArgumentUnknown?.(key ?? '') === true
  if (root !== 'context') return false
  return key === undefined ? belief.unknownKeys.size > 0 : belief.unknownKeys.has(key)
}

/** The context after a step whose output is known (`{ output }`) or not (null). */
export function afterOutput(
  belief: KnownState,
  mapping: Mapping,
  known: { output: JsonValue } | null,
): KnownState {
  const { output: _, ...rest } = belief.scope
  const scope: Moment = known === null ? rest : { ...rest, output: known.output }
  const seeing: KnownState = { ...belief, scope, outputUnknown: known === null }
  const settled: Mapping = {}
  const unknownKeys = new Set(belief.unknownKeys)
  for (const [key, value] of Object.entries(mapping)) {
    if (pathsIn(value).some((path) => dependsOnResult(path, seeing))) unknownKeys.add(key)
    else {
      unknownKeys.delete(key)
      settled[key] = value
    }
  }
  const context = { ...belief.scope.context, ...mapObject(settled, scope) }
  return { scope: { ...scope, context }, unknownKeys, outputUnknown: known === null }
}

/** The same, with the record of a step that `steps:` declares: how it went is known only afterwards. */
export function afterTransition(
  belief: KnownState,
  { output, step }: Pick<Transition, 'output' | 'step'>,
  known: { output: JsonValue } | null,
): KnownState {
  const after = afterOutput(belief, output, known)
  if (step === undefined || Object.hasOwn(output, 'steps')) return after
  return { ...after, unknownKeys: new Set(after.unknownKeys).add('steps') }
}

/** The facts of a guard that is looked at before its time: what is stored may still change, and time goes by. */
export function factsAhead(
  { principal, stored }: Pick<GuardFacts, 'principal' | 'stored'>,
  belief: KnownState,
): GuardFacts {
  const reads = (path: string) => dependsOnResult(path, belief)
  return { scope: belief.scope, principal, stored, unknown: { reads, stored: true, time: true } }
}

/** What an executor will answer, where that is known beforehand. */
export function knownOutputOf(
  declaration: ExecutorDeclaration | undefined,
  args: JsonObject,
): { output: JsonValue } | null {
  return declaration === undefined || doesNothing(declaration) ? { output: args } : null
}
