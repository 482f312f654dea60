/**
 * The guards of transitions, branches and exceptions: whether they pass, and why. The table of kinds is
 * complete or does not compile; nobody else tests a guard's kind. Pure. May import: model, workflow.
 */

import { type Guard, type GuardKinds, NOTHING_STORED } from '../../model/guard.ts'
import type { JsonObject } from '../../model/json.ts'
import { kindEntry } from '../../model/kinds.ts'
import { EMPTY_SCOPE, splitPath } from '../scope.ts'
import { allOf, anyOf, not } from './composites.ts'
import { evidence } from './evidence.ts'
import { expr } from './expr.ts'
import { fired } from './fired.ts'
import type { GuardFacts, GuardKind, InnerGuard, Verdict } from './kind.ts'
import { permission, role } from './rights.ts'

const GUARDS: { readonly [Kind in keyof GuardKinds]: GuardKind<Kind> } = {
  permission,
  role,
  expr,
  evidence,
  fired,
  allOf,
  anyOf,
  not,
}

/** The compiler cannot know that the entry of a guard's own kind takes that guard. */
function kindOf(guard: Guard): GuardKind<Guard['kind']> {
  return kindEntry(GUARDS, guard.kind, 'guard') as GuardKind<Guard['kind']>
}

export interface GuardResult {
  /** What was asked, for example `role deployer`. */
  guard: string
  passed: boolean
  /** A sentence for a model and a person. */
  reason: string
  /** For `expr`: each path and the value that it had (null: missing; long values are cut short). */
  saw: JsonObject
}

/**
 * Evaluates every guard in order; all of them, so that a caller learns of every one that failed. `begun`: the step behind them has
 * begun. What was stored then, and when that was, is not asked again: its own begin may have changed it.
 */
export function evaluateGuards(
  guards: readonly Guard[],
  facts: GuardFacts,
  begun = false,
): { passed: boolean; results: GuardResult[] } {
  const unknown = { reads: () => false, stored: true, time: true }
  const known = begun ? { ...facts, stored: NOTHING_STORED, unknown } : facts
  const results = guards.map((guard) => {
    const result = evaluateGuard(guard, known)
    return begun ? { ...result, passed: evaluateAhead(guard, known) !== false } : result
  })
  return { passed: results.every((result) => result.passed), results }
}

export function evaluateGuard(guard: Guard, facts: GuardFacts): GuardResult {
  const { passed, broken, reason, saw } = evaluate(guard, facts)
  return { guard: describeGuard(guard), passed: passed === true && !broken, reason, saw }
}

/** Whether it passes, as far as that is known; null: it depends on what is still to come. */
export function evaluateAhead(guard: Guard, facts: GuardFacts): boolean | null {
  const { passed, broken } = evaluate(guard, facts)
  return broken ? false : passed
}

export function evaluateAllAhead(guards: readonly Guard[], facts: GuardFacts): boolean | null {
  const parts = guards.map((part) => evaluateAhead(part, facts))
  if (parts.includes(false)) return false
  return parts.includes(null) ? null : true
}

/** Nothing is known but who asks. */
const NOTHING_KNOWN: Omit<GuardFacts, 'principal'> = {
  scope: { ...EMPTY_SCOPE, now: 0 },
  stored: NOTHING_STORED,
  unknown: { reads: () => true, stored: true, time: true },
}

/**
 * Why none of these people passes, as sentences, whatever is still to come; null: one of them may. `known`: what else
 * the guards may rest on; null: nothing but who they are.
 */
export function refusedToAll(
  guards: readonly Guard[],
  known: Omit<GuardFacts, 'principal'> | null,
  people: readonly GuardFacts['principal'][],
): string | null {
  const facts = known ?? NOTHING_KNOWN
  const verdicts = people.map((principal) => guards.map((guard) => evaluate(guard, { ...facts, principal })))
  const isRefused = ({ passed, broken }: Verdict) => passed === false || broken
  if (!verdicts.every((each) => each.some(isRefused))) return null
  return [
    ...new Set(
      verdicts
        .flat()
        .filter(isRefused)
        .map(({ reason }) => reason),
    ),
  ].join(' ')
}

function evaluate(guard: Guard, facts: GuardFacts): Verdict {
  return kindOf(guard).evaluate(guard, facts, (inner) => evaluate(inner, facts))
}

/** In one line, as answers and cards name it: `role deployer`, `not (expr $.context.done == true)`. */
export function describeGuard(guard: Guard): string {
  return kindOf(guard).text(guard, describeGuard)
}

/** A guard is stored in the spelling of the configuration. */
export function declaredGuard(guard: Guard): JsonObject {
  return guard as unknown as JsonObject
}

/** The guard, and all guards inside it, with the place of each. */
export function guardsIn(
  guard: Guard,
  at: readonly (string | number)[] = [],
  isDenied = false,
): Required<InnerGuard>[] {
  const inside = kindOf(guard)
    .children(guard)
    .flatMap((inner) => guardsIn(inner.guard, [...at, ...inner.at], isDenied !== (inner.isDenied ?? false)))
  return [{ at, guard, isDenied }, ...inside]
}

/** Every path that the guard itself reads, not those inside it; null: that cannot be said. */
export function readsOf(guard: Guard): readonly string[] | null {
  return kindOf(guard).reads(guard)
}

/** The steps of the run of which it speaks itself. */
export function stepsOf(guard: Guard): readonly string[] {
  return kindOf(guard).steps(guard)
}

/** Whether anything in the guards reads below a root, for example `arguments`, or may do so. */
export function readsRoot(guards: readonly Guard[], root: string): boolean {
  return guards
    .flatMap((guard) => guardsIn(guard))
    .some(({ guard }) => readsOf(guard)?.some((path) => splitPath(path)?.[0] === root) !== false)
}

/** The same guard with every expression in it written anew. */
export function rewriteExpressions(guard: Guard, expression: (text: string) => string): Guard {
  return kindOf(guard).rewrite(guard, (inner) => rewriteExpressions(inner, expression), expression)
}

/** What must all hold for it to hold, none of it made of others that must all hold. */
export function demandsOf(guard: Guard): Guard[] {
  return kindOf(guard).demands(guard, demandsOf)
}

/** Whether whatever passes it passes the other one, too, which is written otherwise: not every such pair is found. */
export function implies(guard: Guard, other: Guard): boolean {
  return guard.kind === other.kind && kindOf(guard).implies(guard, other)
}

/** Whether it asks what rights the caller has, not counting what is inside it. */
export function asksCaller(guard: Guard): boolean {
  return kindOf(guard).asksCaller
}

/** Whether it rests on a stored fact, not counting what is inside it. */
export function asksStore(guard: Guard): boolean {
  return kindOf(guard).asksStore
}

/** Whether it can only pass after a person has approved something. */
export function needsApproval(guard: Guard): boolean {
  return kindOf(guard).needsApproval(guard, needsApproval)
}
