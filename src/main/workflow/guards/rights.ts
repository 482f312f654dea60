/** `role` and `permission`: what the caller is, or may do. Pure. */
import { type GuardKind, PLAIN, type Verdict, verdictOf } from './kind.ts'

const OF_CALLER = { ...PLAIN, asksCaller: true, asksStore: false, needsApproval: () => false } as const

export const role: GuardKind<'role'> = {
  ...OF_CALLER,
  text: (guard) => `role ${guard.role}`,
  evaluate: (guard, { principal }) => evaluateRight('role', guard.role, principal.roles),
}

export const permission: GuardKind<'permission'> = {
  ...OF_CALLER,
  text: (guard) => `permission ${guard.permission}`,
  evaluate: (guard, { principal }) => evaluateRight('permission', guard.permission, principal.permissions),
}

function evaluateRight(noun: string, wanted: string, held: readonly string[]): Verdict {
  return held.includes(wanted)
    ? verdictOf(true, `The caller has the ${noun} ‘${wanted}’.`)
    : verdictOf(false, `Only somebody with the ${noun} ‘${wanted}’ can do this.`)
}
