/** `allOf`, `anyOf` and `not`: guards made of guards. Pure. */
import type { Guard, GuardOf } from '../../model/guard.ts'
import { type GuardKind, PLAIN, type Verdict, verdictOf } from './kind.ts'

const OF_OTHERS = { ...PLAIN, asksCaller: false, asksStore: false } as const

const OF_LIST = {
  ...OF_OTHERS,
  children: ({ guards }: { guards: readonly Guard[] }) =>
    guards.map((guard, index) => ({ at: ['guards', index], guard })),
  rewrite: <Any extends GuardOf<'allOf' | 'anyOf'>>(guard: Any, inner: (guard: Guard) => Guard): Any => ({
    ...guard,
    guards: guard.guards.map(inner),
  }),
}

export const allOf: GuardKind<'allOf'> = {
  ...OF_LIST,
  text: (guard, inner) => `allOf (${guard.guards.map(inner).join('; ')})`,
  evaluate({ guards }, _, inner) {
    const verdicts = guards.map(inner)
    const failed = verdicts.filter(({ passed }) => passed === false)
    if (failed.length > 0) return gather(verdicts, false, failed)
    return gather(verdicts, verdicts.some(isOpen) ? null : true, verdicts)
  },
  demands: ({ guards }, inner) => guards.flatMap(inner),
  needsApproval: ({ guards }, inner) => guards.some(inner),
}

export const anyOf: GuardKind<'anyOf'> = {
  ...OF_LIST,
  text: (guard, inner) => `anyOf (${guard.guards.map(inner).join('; ')})`,
  evaluate({ guards }, _, inner) {
    const verdicts = guards.map(inner)
    if (verdicts.length === 0) return verdictOf(false, 'None of no alternatives can pass.')
    const passed = verdicts.filter((verdict) => verdict.passed === true)
    if (passed.length > 0) return gather(verdicts, true, passed)
    return gather(verdicts, verdicts.some(isOpen) ? null : false, verdicts)
  },
  needsApproval: ({ guards }, inner) => guards.every(inner),
}

export const not: GuardKind<'not'> = {
  ...OF_OTHERS,
  text: (guard, inner) => `not (${inner(guard.guard)})`,
  evaluate(guard, _, inner) {
    const verdict = inner(guard.guard)
    const passed = verdict.passed === null ? null : !verdict.passed
    return { ...verdict, passed, reason: `It must not be so: ${verdict.reason}` }
  },
  children: ({ guard }) => [{ at: ['guard'], guard, isDenied: true }],
  rewrite: (guard, inner) => ({ kind: 'not', guard: inner(guard.guard) }),
  // That something was not approved needs nobody.
  needsApproval: () => false,
}

function isOpen({ passed }: Verdict): boolean {
  return passed === null
}

/** All that was seen, and the reasons of those verdicts that settled it. */
function gather(verdicts: Verdict[], passed: boolean | null, decisive: Verdict[]): Verdict {
  return {
    passed,
    reason: decisive.length === 0 ? 'Nothing is asked.' : decisive.map(({ reason }) => reason).join(' '),
    saw: Object.assign({}, ...verdicts.map(({ saw }) => saw)),
    broken: verdicts.some(({ broken }) => broken),
  }
}
