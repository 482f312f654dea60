/**
 * May this transition run now? Pure: takes a definition, a run and a request, returns a decision. What it allows is
 * literally what the runtime then runs.
 */

import type { Plan, ResolvedCall } from '../model/call.ts'
import type { Definition, Transition } from '../model/definition.ts'
import type { StoredFacts } from '../model/guard.ts'
import type { JsonObject } from '../model/json.ts'
import type { AgentPrincipal, HumanPrincipal } from '../model/principal.ts'
import type { ResponseError } from '../model/response.ts'
import {
  claimOf,
  isAtRest,
  isClosed,
  isInterrupted,
  type ParkedStep,
  parkedOf,
  type Requester,
  type Run,
  recoveryOf,
  todoOf,
} from '../model/run.ts'
import { RETRY_ON_ENTER, RETRY_ON_TIMEOUT, transitionOf, transitionsAt } from './advance.ts'
import { changedTool, changedToolMessage, sayUnable, type ToolLookup } from './call-ahead.ts'
import { sayCancelled } from './ending.ts'
import { asksPerson, resolvePlan } from './executors/executors.ts'
import type { ConnectionLookup } from './executors/kind.ts'
import { evaluateGuards, type GuardResult } from './guards/guards.ts'
import { isSingleCall } from './proxy.ts'
import { validateAgainst } from './schema/schema.ts'
import { scopeOf } from './scope.ts'
import { quoteName } from './wording/quote.ts'

export interface SubmitRequest {
  transition: string
  arguments: JsonObject
  expectedVersion: number
}

/** Who fires it, as far as the rules ask: a person or an agent, with which rights. */
export type Submitter = Pick<AgentPrincipal | HumanPrincipal, 'kind'> & Requester

export type AllowedTransition = {
  kind: 'run' | 'park'
  transition: string
  declared: Transition
  /** With the schema's defaults filled in. */
  arguments: JsonObject
  /** The first call of the plan. */
  call: ResolvedCall
  plan: Plan
  guards: GuardResult[]
}

export type TransitionVerdict =
  | AllowedTransition
  | { kind: 'retryOnEnter' }
  | { kind: 'reject'; error: ResponseError; guards: GuardResult[] }

export function evaluateTransition(facts: {
  definition: Definition
  run: Run
  stored: StoredFacts
  principal: Submitter
  request: SubmitRequest
  /** Milliseconds since 1970. */
  now: number
  connections: ConnectionLookup & Pick<ToolLookup, 'isChangedTool' | 'waitingFor'>
  /** A gate holds this very submit: what recovered a chain when it was made still does. */
  held?: boolean
  /** It has begun, and goes on another way. */
  begun?: boolean
}): TransitionVerdict {
  const { definition, run, principal, request } = facts
  const name = request.transition
  const reject = (error: ResponseError, guards: GuardResult[] = []): TransitionVerdict => ({
    kind: 'reject',
    error: { ...error, attemptedTransition: name },
    guards,
  })
  const blocked = blockedBecause(run, request)
  if (blocked !== null) return reject(blocked)

  const recovers = facts.held === true || recoveryOf(run) === name
  if ((name === RETRY_ON_ENTER || name === RETRY_ON_TIMEOUT) && recovers) return { kind: 'retryOnEnter' }

  const transition = transitionOf(definition, run.state, name)
  if (transition === null) return reject(unknownTransition(definition, run, name, facts.connections))

  const mismatch = actorMismatch(transition, principal, recovers)
  if (mismatch !== null) return reject({ code: 'ACTOR_MISMATCH', message: mismatch })

  const parked = parkedOf(run)
  if (transition.actor === 'human' && parked !== null && todoOf(run) !== null) {
    return reject({ code: 'WORKFLOW_BUSY', message: sayParked(parked) })
  }

  const checked =
    transition.actor === 'deterministic'
      ? asTheEngine(request.arguments)
      : validateAgainst(transition.inputSchema, request.arguments)
  if (checked.violations.length > 0) return reject(schemaViolation(name, checked.violations))

  const scope = { ...scopeOf(run, checked.value), now: facts.now }
  const guards = evaluateGuards(transition.guards, { scope, principal, stored: facts.stored }, facts.begun)
  if (!guards.passed) return reject(guardRejection(name, guards.results), guards.results)

  const resolved = resolvePlan(transition.executor, transition.reliability, scope, facts.connections)
  if (!resolved.ok) {
    const message = sayUnable(definition, resolved, transition)
    return reject({ code: 'EXECUTOR_FAILED', message, errorClass: 'permanent' }, guards.results)
  }
  const changed = changedTool(resolved.plan, facts.connections)
  if (changed !== null) {
    return reject({ code: 'DEFINITION_CHANGED', message: changedToolMessage(changed) }, guards.results)
  }
  const [{ call }] = resolved.plan.calls
  return {
    kind: asksPerson(call) ? 'park' : 'run',
    transition: name,
    declared: transition,
    arguments: checked.value,
    call,
    plan: resolved.plan,
    guards: guards.results,
  }
}

/** The run as a whole refuses: wrong version, ended, interrupted or executing. */
function blockedBecause(run: Run, request: SubmitRequest): ResponseError | null {
  if (run.status === 'cancelled') {
    return { code: 'WORKFLOW_CANCELLED', message: sayCancelled(run) }
  }
  if (request.expectedVersion !== run.version) {
    return {
      code: 'STALE_WORKFLOW_VERSION',
      message: `Expected workflow version ${request.expectedVersion}, but current version is ${run.version}.`,
    }
  }
  if (isClosed(run)) {
    return {
      code: 'INVALID_TRANSITION',
      message: `This workflow has ended in state ‘${run.state}’: it has no transitions any more.`,
    }
  }
  const claim = claimOf(run)
  if (isInterrupted(run)) {
    return {
      code: 'WORKFLOW_INTERRUPTED',
      message: sayInterrupted(claim?.transition ?? ''),
    }
  }
  if (!isAtRest(run)) {
    return {
      code: 'WORKFLOW_BUSY',
      message: `Another transition of this workflow is executing${claim === null ? '' : `: ‘${claim.transition}’`}. Wait for it with workflow.get.`,
    }
  }
  return null
}

/** Of a step. */
export function sayInterrupted(transition: string): string {
  return `‘${transition}’ was cut off while it ran. A person at the desk must say whether it happened.`
}

/** What the engine goes on with afterwards; people are asked where it has come to rest. */
export function sayParked({ transition, on }: Pick<ParkedStep, 'transition' | 'on'>): string {
  return `‘${transition}’ waits for ${on === 'gate' ? 'an approval' : 'another workflow'}.`
}

/** What waits and is given up by this transition, as a sentence; null: nothing, or the transition is what waits (R4.6). */
export function sayWithdrawn(run: Run, transition: string): string | null {
  const parked = parkedOf(run)
  if (parked === null || isSingleCall(run.definitionId)) return null
  if (parked.kind === 'transition' && parked.transition === transition) return null
  return `${sayParked(parked)} This withdraws it.`
}

/** Why there is no such single call, which is made of the catalog as it is now: it waits for a person, or is gone. */
export function sayGone(name: string, catalog: Pick<ToolLookup, 'waitingFor'>): ResponseError {
  const waiting = catalog.waitingFor?.(name) ?? null
  if (waiting !== null) return { code: 'DEFINITION_CHANGED', message: changedToolMessage(waiting) }
  return {
    code: 'INVALID_TRANSITION',
    message: `${quoteName(name)} is not in the catalog. If it was, what declared it is gone, or its server is disabled or called otherwise.`,
  }
}

function unknownTransition(
  definition: Definition,
  run: Run,
  name: string,
  catalog: Pick<ToolLookup, 'waitingFor'>,
): ResponseError {
  if (isSingleCall(definition.id)) return sayGone(name, catalog)
  const legal = Object.keys(transitionsAt(definition, run.state))
  const list = legal.length === 0 ? 'It has none.' : `It has: ${legal.join(', ')}.`
  return {
    code: 'INVALID_TRANSITION',
    message: `State ‘${run.state}’ has no transition ‘${name}’. ${list}`,
  }
}

function actorMismatch(transition: Transition, principal: Submitter, recovers: boolean): string | null {
  if (transition.actor === 'human' && principal.kind !== 'human') {
    return 'Only a person at the desk can fire this transition. It waits in their inbox; follow it with workflow.get.'
  }
  if (transition.actor === 'deterministic' && !recovers) {
    return 'The engine fires this transition by itself; it cannot be submitted.'
  }
  if (transition.actor === 'system') return 'This transition belongs to the engine; it cannot be submitted.'
  return null
}

/** By hand it is the step that the engine would take, and nothing else: it has no arguments (R4.5). */
function asTheEngine(given: JsonObject): ReturnType<typeof validateAgainst> {
  const expected = 'no arguments'
  const violations = Object.keys(given).map((path) => ({ path, message: 'is not known here', expected }))
  return { value: {}, violations }
}

export function schemaViolation(
  transition: string | undefined,
  violations: { path: string; message: string; expected: string }[],
): ResponseError {
  const first = violations[0]
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : ''
  return {
    code: 'INPUT_SCHEMA_VIOLATION',
    message: `The arguments do not match the schema: ${first === undefined ? '' : first.path === '' ? `the whole ${first.message}` : `‘${first.path}’ ${first.message}`}${more}.`,
    ...(transition === undefined ? {} : { attemptedTransition: transition }),
    details: violations.map((violation) => ({ ...violation })),
  }
}

export function guardRejection(transition: string | undefined, results: GuardResult[]): ResponseError {
  const failed = results.filter((result) => !result.passed)
  return {
    code: 'GUARD_REJECTED',
    message: `${failed.length === 1 ? 'A guard' : `${failed.length} guards`} rejected ${transition === undefined ? 'the start' : `‘${transition}’`}: ${failed.map((result) => result.reason).join(' ')}`,
    ...(transition === undefined ? {} : { attemptedTransition: transition }),
    details: failed.map((result) => ({ guard: result.guard, reason: result.reason, saw: result.saw })),
  }
}
