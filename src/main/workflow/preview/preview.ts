/**
 * What happens if a transition is fired with these arguments: computed from the
 * definition, told by nobody, and literally what then runs. Pure.
 */

import type { Plan } from '../../model/call.ts'
import type { Definition, Transition } from '../../model/definition.ts'
import type { StoredFacts } from '../../model/guard.ts'
import type { JsonObject } from '../../model/json.ts'
import type { PreviewStep } from '../../model/preview.ts'
import type { Requester, Run } from '../../model/run.ts'
import { transitionOf } from '../advance.ts'
import { sayUnable, type ToolLookup } from '../call-ahead.ts'
import { sayGone } from '../evaluate-transition.ts'
import { resolvePlan } from '../executors/executors.ts'
import type { ConnectionLookup } from '../executors/kind.ts'
import { planText } from '../executors/wording.ts'
import type { GateLookup } from '../gates/gates.ts'
import { evaluateGuards } from '../guards/guards.ts'
import { isSingleCall } from '../proxy.ts'
import { type Violation, validateAgainst } from '../schema/schema.ts'
import { scopeOf } from '../scope.ts'
import { afterTransition, factsAhead, type KnownState, knownOutputOf } from './known-state.ts'
import { possibleTargets, simulate } from './simulate.ts'

export interface PreviewRequest {
  definition: Definition
  run: Run
  stored: StoredFacts
  transition: string
  arguments: JsonObject
  principal: Requester
  connections: ConnectionLookup & Pick<ToolLookup, 'waitingFor'>
  /** For the steps that follow; absent: nothing is held. */
  gates?: GateLookup
  /** Milliseconds since 1970. */
  now: number
  /** It has begun, and goes on another way. */
  begun?: boolean
}

export interface TransitionPreview {
  /** The literal call of the transition itself with its fallbacks, for people; null where nothing runs. */
  call: string | null
  /** The same as data: hashed into a decision, then run. Null if it cannot be resolved. */
  plan: Plan | null
  /** With the schema's defaults. */
  arguments: JsonObject
  /** More than one where a branch depends on a result. */
  nextStates: string[]
  /** What then runs by itself. */
  steps: PreviewStep[]
  /** Where it stops again, as a sentence. */
  stopsAt: string
  /** Why it cannot be fired with these arguments; empty: it can. Nothing follows where there is a problem. */
  problems: Violation[]
}

export function previewTransition(request: PreviewRequest): TransitionPreview {
  const { definition, run } = request
  const transition = transitionOf(definition, run.state, request.transition)
  if (transition === null) {
    const message = isSingleCall(definition.id)
      ? sayGone(request.transition, request.connections).message
      : `State ‘${run.state}’ has no transition ‘${request.transition}’`
    return impossible(request.arguments, [{ path: '', message, expected: 'a transition of the state' }])
  }
  const checked = validateAgainst(transition.inputSchema, request.arguments)
  const scope = { ...scopeOf(run, checked.value), now: request.now }
  const { results } = evaluateGuards(transition.guards, { ...request, scope }, request.begun)
  const { executor, reliability } = transition
  const resolved = resolvePlan(executor, reliability, scope, request.connections)
  const problems = [
    ...checked.violations,
    ...results
      .filter((result) => !result.passed)
      .map((result) => ({ path: '', message: result.reason, expected: result.guard })),
    ...(resolved.ok
      ? []
      : [
          { path: '', message: sayUnable(definition, resolved, transition), expected: 'a call that can run' },
        ]),
  ]
  const preview =
    resolved.ok && problems.length === 0 ? whatFollows(request, transition, checked.value) : null
  return {
    ...(preview ?? impossible(checked.value, problems)),
    call: resolved.ok ? planText(resolved.plan) : null,
    plan: resolved.ok ? resolved.plan : null,
  }
}

function whatFollows(request: PreviewRequest, transition: Transition, args: JsonObject): TransitionPreview {
  const { run, now } = request
  const before: KnownState = {
    scope: { ...scopeOf(run, args), now },
    unknownKeys: new Set(),
    outputUnknown: false,
  }
  const belief = afterTransition(before, transition, knownOutputOf(transition.executor, args))
  const targets = possibleTargets(transition, factsAhead(request, belief))
  const failed = failureOf(transition, before, args)
  const { steps, stops } = simulate(request, targets, belief, failed)
  const nextStates = [...new Set([...targets, ...(failed === null ? [] : [failed.target])])]
  const where = stops.join('; or ')
  const stopsAt = stops.length > 1 ? `Depends on results. Stops ${where}.` : `Stops ${where}.`
  return { ...impossible(args, []), nextStates, steps, stopsAt }
}

/** Where it leads, declared, if its own call fails; null where it cannot, or the state then stays. */
function failureOf(
  transition: Transition,
  before: KnownState,
  args: JsonObject,
): { target: string; belief: KnownState } | null {
  const { onFailure, executor } = transition
  if (onFailure === undefined || knownOutputOf(executor, args) !== null) return null
  return { target: onFailure.target, belief: afterTransition(before, { ...transition, output: {} }, null) }
}

function impossible(args: JsonObject, problems: Violation[]): TransitionPreview {
  return {
    call: null,
    plan: null,
    arguments: args,
    nextStates: [],
    steps: [],
    stopsAt: 'Nothing happens: it cannot be done like this.',
    problems,
  }
}
