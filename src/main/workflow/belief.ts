/**
 * What can be known before a step has run: the scope as far as it is settled, and the context keys that will
 * hold a result nobody has seen yet. Pure.
 */
import type { ExecutorDeclaration, Guard, Mapping, Transition } from '../model/definition.ts'
import type { Evidence } from '../model/instance.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { expressionPaths, parseExpression } from './expression.ts'
import { evaluateGuard } from './guards.ts'
import { mapObject, pathsIn } from './mapping.ts'
import { splitPath } from './path.ts'
import type { Scope } from './scope.ts'

export interface Belief {
  scope: Scope
  /** Keys of the context whose values depend on a result that is not there yet. */
  unknownKeys: ReadonlySet<string>
  /** `$.output` is such a result. */
  outputUnknown: boolean
}

export function dependsOnResult(path: string, belief: Belief): boolean {
  const [root, key] = splitPath(path) ?? []
  if (root === 'output') return belief.outputUnknown
  if (root !== 'context') return false
  return key === undefined ? belief.unknownKeys.size > 0 : belief.unknownKeys.has(key)
}

/** The context after a step whose output is known (`{ output }`) or not (null). */
export function afterOutput(belief: Belief, mapping: Mapping, known: { output: JsonValue } | null): Belief {
  const { output: _, ...rest } = belief.scope
  const scope: Scope = known === null ? rest : { ...rest, output: known.output }
  const seeing: Belief = { ...belief, scope, outputUnknown: known === null }
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
  belief: Belief,
  { output, step }: Pick<Transition, 'output' | 'step'>,
  known: { output: JsonValue } | null,
): Belief {
  const after = afterOutput(belief, output, known)
  if (step === undefined || Object.hasOwn(output, 'steps')) return after
  return { ...after, unknownKeys: new Set(after.unknownKeys).add('steps') }
}

export interface GuardBelief {
  belief: Belief
  principal: { roles: string[]; permissions: string[] }
  evidence: Evidence[]
}

/** Passes, fails, or null: it depends on a result, or on evidence that steps before it may still record. */
export function foreseeGuard(guard: Guard, facts: GuardBelief): boolean | null {
  switch (guard.kind) {
    case 'permission':
    case 'role':
      return passes(guard, facts)
    case 'expr': {
      const parsed = parseExpression(guard.expr)
      if (!parsed.ok) return false
      const open = expressionPaths(parsed.expression).some((path) => dependsOnResult(path, facts.belief))
      return open ? null : passes(guard, facts)
    }
    case 'evidence':
      return passes(guard, facts) ? true : null
    case 'allOf':
      return foreseeAll(guard.guards, facts)
    case 'anyOf': {
      const parts = guard.guards.map((part) => foreseeGuard(part, facts))
      if (!parts.includes(null)) return passes(guard, facts)
      return parts.includes(true) ? true : null
    }
    case 'not': {
      const part = foreseeGuard(guard.guard, facts)
      return part === null || guard.guard.kind === 'evidence' ? null : passes(guard, facts)
    }
  }
}

export function foreseeAll(guards: Guard[], facts: GuardBelief): boolean | null {
  const parts = guards.map((part) => foreseeGuard(part, facts))
  if (parts.includes(false)) return false
  return parts.includes(null) ? null : true
}

function passes(guard: Guard, { belief, principal, evidence }: GuardBelief): boolean {
  return evaluateGuard(guard, { scope: belief.scope, principal, evidence }).passed
}

/** What an executor will answer, where that is known beforehand. */
export function foreseeOutput(
  declaration: ExecutorDeclaration | undefined,
  args: JsonObject,
): { output: JsonValue } | null {
  return declaration === undefined || declaration.kind === 'noop' ? { output: args } : null
}
