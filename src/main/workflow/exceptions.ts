/**
 * Exceptions of gates (`approval.except`): where every guard holds on what is about to run, and the time is not past,
 * that gate does not stand before the call. Whatever is not certain leaves it standing. Pure.
 */
import type { ResolvedCall } from '../model/call.ts'
import type { Gate, GateException, Guard } from '../model/definition.ts'
import type { Evidence } from '../model/instance.ts'
import type { JsonValue } from '../model/json.ts'
import { ENGINE } from '../model/principal.ts'
import { expressionPaths, parseExpression } from './expression.ts'
import { evaluateGuards } from './guards.ts'
import { splitPath } from './path.ts'
import type { Scope } from './scope.ts'

/** What an exception is judged by. */
export interface Circumstances {
  scope: Scope
  /** Who asked, with the rights that they asked with. */
  by: { id: string; roles: string[]; permissions: string[] }
  evidence: Evidence[]
  /** Milliseconds since 1970. */
  now: number
}

/** Whether an exception holds for a call; null: that is not known yet. */
export type Judge = (exception: GateException, call: ResolvedCall) => boolean | null

export const NEVER: Judge = () => false

export function judgeBy({ scope, by, evidence, now }: Circumstances): Judge {
  return ({ when, until }, call) => {
    if (!isOpen(until, now) || !isForAsker(when, by.id)) return false
    return evaluateGuards(when, { scope: seeing(scope, call), principal: by, evidence }).passed
  }
}

/** `$.call` is literally what runs. */
export function seeing(scope: Scope, call: ResolvedCall): Scope {
  return { ...scope, call: call as unknown as JsonValue }
}

export function isOpen(until: string, now: number): boolean {
  return now <= Date.parse(until)
}

/** The engine has no roles and permissions (R1.7): that it lacks one says nothing of who asked. */
export function isForAsker(when: readonly Guard[], by: string): boolean {
  return by !== ENGINE.id || !asksForRights(when)
}

function asksForRights(guards: readonly Guard[]): boolean {
  return guards.some((guard) => {
    if (guard.kind === 'role' || guard.kind === 'permission') return true
    if (guard.kind === 'not') return asksForRights([guard.guard])
    return guard.kind === 'allOf' || guard.kind === 'anyOf' ? asksForRights(guard.guards) : false
  })
}

/** Whether an exception reads `$.arguments`, which mean something only in the declaration that it belongs to. */
export function readsArguments(guards: readonly Guard[]): boolean {
  return guards.some((guard) => {
    switch (guard.kind) {
      case 'expr': {
        const parsed = parseExpression(guard.expr)
        return (
          !parsed.ok ||
          expressionPaths(parsed.expression).some((path) => splitPath(path)?.[0] === 'arguments')
        )
      }
      case 'not':
        return readsArguments([guard.guard])
      case 'allOf':
      case 'anyOf':
        return readsArguments(guard.guards)
      default:
        return false
    }
  })
}

/** Every exception that gates declare. */
export function exceptionsOf(gates: readonly (Gate | undefined)[]): GateException[] {
  return gates.flatMap((gate) => gate?.except ?? [])
}
