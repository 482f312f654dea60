/**
 * Exceptions of gates (`approval.except`): where every guard holds on what is about to run, and the time is not past,
 * that gate does not stand before the call. Whatever is not certain leaves it standing. Pure.
 */

import type { ResolvedCall } from '../../model/call.ts'
import type { Gate, GateException } from '../../model/definition.ts'
import type { Guard, StoredFacts } from '../../model/guard.ts'
import type { JsonValue } from '../../model/json.ts'
import { ENGINE } from '../../model/principal.ts'
import { asksCaller, evaluateGuards, guardsIn } from '../guards/guards.ts'
import type { Moment } from '../scope.ts'

/** What an exception is judged by. */
export interface Circumstances {
  scope: Moment
  /** Who asked, with the rights that they asked with. */
  by: { id: string; roles: string[]; permissions: string[] }
  stored: StoredFacts
}

/** Whether an exception holds for a call; null: that is not known yet. */
export type ExemptionTest = (exception: GateException, call: ResolvedCall) => boolean | null

export const NEVER: ExemptionTest = () => false

export function exemptionTest({ scope, by, stored }: Circumstances): ExemptionTest {
  return ({ when, until }, call) => {
    if (!isOpen(until, scope.now) || !isForAsker(when, by.id)) return false
    return evaluateGuards(when, { scope: seeing(scope, call), principal: by, stored }).passed
  }
}

/** `$.call` is literally what runs. */
export function seeing(scope: Moment, call: ResolvedCall): Moment {
  return { ...scope, call: call as unknown as JsonValue }
}

export function isOpen(until: string, now: number): boolean {
  return now <= Date.parse(until)
}

/** The engine has no roles and permissions (R1.7): that it lacks one says nothing of who asked. */
export function isForAsker(when: readonly Guard[], by: string): boolean {
  return by !== ENGINE.id || !when.flatMap((guard) => guardsIn(guard)).some(({ guard }) => asksCaller(guard))
}

/** Every exception that gates declare. */
export function exceptionsOf(gates: readonly (Gate | undefined)[]): GateException[] {
  return gates.flatMap((gate) => gate?.except ?? [])
}
