/**
 * Pure rules of how a run moves: creating, entering a state, completing a transition or an `onEnter`,
 * and what is to run next by itself. None of these functions executes anything.
 */
import type { BranchEnd, NewEvidence } from '../model/call.ts'
import { type Definition, type State, type Transition, targetsOf } from '../model/definition.ts'
import type { StoredFacts } from '../model/guard.ts'
import type { Decision, InboxItem } from '../model/item.ts'
import { type JsonObject, type JsonValue, ownOf } from '../model/json.ts'
import { ENGINE } from '../model/principal.ts'
import {
  dueFor,
  type Failure,
  isInterrupted,
  RESTING,
  type Requester,
  type Run,
  todoOf,
} from '../model/run.ts'
import { EVIDENCE_OF_PEOPLE } from './guards/evidence.ts'
import { evaluateGuard, evaluateGuards, type GuardResult } from './guards/guards.ts'
import { fillTemplate, mapObject, mapOutput, scopeOf } from './scope.ts'
import { recordSteps, type StepFailure } from './step-record.ts'
import { plainSentence } from './wording/quote.ts'

/** Submitting this name retries an `onEnter` that failed (R4.4). */
export const RETRY_ON_ENTER = '$onEnter'
/** The same for what `onTimeout` runs. */
export const RETRY_ON_TIMEOUT = '$onTimeout'

export function stateOf(definition: Definition, name: string): State | null {
  return ownOf(definition.states, name) ?? null
}

/** Those of one state, by name. */
export function transitionsAt(definition: Definition, state: string): Record<string, Transition> {
  return stateOf(definition, state)?.transitions ?? {}
}

/** In the order of their declaration. */
export function humanTransitions(definition: Definition, state: string): [string, Transition][] {
  return Object.entries(transitionsAt(definition, state)).filter(([, { actor }]) => actor === 'human')
}

export function transitionOf(definition: Definition, state: string, name: string): Transition | null {
  return ownOf(transitionsAt(definition, state), name) ?? null
}

export function createRun(request: {
  definition: Definition
  definitionHash: string
  id: string
  owner: string
  startedBy: string
  input: JsonObject
  /** Milliseconds since 1970. */
  now: number
}): Run {
  const { definition } = request
  const at = new Date(request.now).toISOString()
  return settleIn(definition, {
    id: request.id,
    definitionId: definition.id,
    definitionHash: request.definitionHash,
    definitionVersion: definition.version,
    state: definition.initialState,
    version: 1,
    status: 'running',
    input: request.input,
    context: structuredClone(definition.initialContext),
    owner: request.owner,
    startedBy: request.startedBy,
    startedAt: at,
    updatedAt: at,
    deadlineAt: deadlineOf(definition, request.now),
    activity: RESTING,
    parent: null,
    failure: null,
    personSaid: null,
    endReason: null,
  })
}

/** The last moment that a date can hold. */
const END_OF_TIME = 8.64e15

function deadlineOf({ timeoutMs }: Definition, now: number): string | null {
  return timeoutMs === undefined ? null : new Date(Math.min(now + timeoutMs, END_OF_TIME)).toISOString()
}

/** What the state that was just entered still has to do, and whether the run has ended. */
function settleIn(definition: Definition, run: Run): Run {
  const state = stateOf(definition, run.state)
  if (state?.onEnter !== undefined) return { ...run, activity: dueFor('enter') }
  return afterEntering(state, run)
}

function afterEntering(state: State | null, run: Run): Run {
  if (state?.terminal === true) return { ...run, activity: RESTING, status: 'completed' }
  return { ...run, activity: dueFor(chains(state) ? 'chain' : null) }
}

/** While every transition of a state is the engine's own, it goes on by itself (§4.2). */
export function chains(state: State | null): boolean {
  const transitions = Object.values(state?.transitions ?? {})
  return transitions.length > 0 && transitions.every((transition) => transition.actor === 'deterministic')
}

/** The engine takes no step of its own beside those of others (R2.5). */
export function canFire(state: State, { actor }: Pick<Transition, 'actor'>): boolean {
  return actor !== 'deterministic' || chains(state)
}

/** The engine fires it by itself, and nobody submits it. */
export function isOfEngine({ actor }: Pick<Transition, 'actor'>): boolean {
  return actor === 'deterministic' || actor === 'system'
}

/** What the engine may take by itself there, by name: every step of a chain, else those beside the ways of others. */
export function ownSteps(state: State | null): [string, Transition][] {
  return Object.entries(state?.transitions ?? {}).filter(
    ([, step]) => isOfEngine(step) && state !== null && canFire(state, step),
  )
}

/** Where the engine may come by itself from some states, those included, each once, with what it may take there. */
export function* wayOfEngine(
  definition: Definition,
  from: readonly string[],
): Generator<{ state: State | null; own: Transition[] }> {
  const seen = new Set<string>()
  const waiting = [...from]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const state = stateOf(definition, name)
    const own = ownSteps(state).map(([, step]) => step)
    yield { state, own }
    waiting.push(...own.flatMap(targetsOf))
  }
}

/** One version further, and nothing has failed. */
function moveOn(run: Run, now: number, changes: Partial<Run>): Run {
  return {
    ...run,
    version: run.version + 1,
    updatedAt: new Date(now).toISOString(),
    failure: null,
    ...changes,
  }
}

interface Completion {
  run: Run
  /** Index of the branch that was taken; null: the declared target. */
  branch: number | null
}

/** Output mapping, branch selection, the new state and version + 1 (§4.1 step 9). */
export function completeTransition(request: {
  definition: Definition
  run: Run
  transition: Transition
  arguments: JsonObject
  output: JsonValue
  /** Of parallel branches: see `ExecutionOutcome`. */
  branchEnds?: Record<string, BranchEnd>
  /** Instead of what the mapping would make of the output. */
  written?: JsonObject
  principal: Requester
  stored: StoredFacts
  now: number
}): Completion {
  const { definition, run, transition } = request
  const written =
    request.written ?? mapOutput(transition.output, scopeOf(run, request.arguments, request.output))
  const { output, branchEnds } = request
  const result = { output, ...(branchEnds === undefined ? {} : { branchEnds }) }
  const recorded = recordSteps(run, transition, result, request.now)
  const context = { ...run.context, ...recorded, ...written }
  const scope = {
    ...scopeOf({ ...run, context }, request.arguments, request.output),
    now: request.now,
  }
  const branch = transition.branches.findIndex(
    (candidate) =>
      evaluateGuard(candidate.when, { scope, principal: request.principal, stored: request.stored }).passed,
  )
  const target = transition.branches[branch]?.target ?? transition.target
  const moved = moveOn(run, request.now, { context, state: target })
  return { run: settleIn(definition, moved), branch: branch === -1 ? null : branch }
}

/** What a transition declares to be remembered of it when it has completed. */
export function declaredEvidence(
  transition: Transition,
  run: Run,
  args: JsonObject,
  output: JsonValue,
): NewEvidence[] {
  const scope = scopeOf(run, args, output)
  return (transition.evidence ?? [])
    .filter((declared) => !EVIDENCE_OF_PEOPLE.includes(declared.kind))
    .map((declared) => ({
      kind: declared.kind,
      summary:
        declared.summary === undefined ? declared.kind : plainSentence(fillTemplate(declared.summary, scope)),
      data: mapObject(declared.data, scope),
    }))
}

/** The executor has failed for good, and the transition declares where that leads: recorded, and on (§4.8). */
export function completeFailure(request: {
  definition: Definition
  run: Run
  transition: Transition
  failure: StepFailure
  now: number
}): Run {
  const { definition, run, transition, failure, now } = request
  const context = { ...run.context, ...recordSteps(run, transition, { failure }, now) }
  const state = transition.onFailure?.target ?? transition.target
  return settleIn(definition, moveOn(run, now, { context, state }))
}

/** The outcome of an `onEnter`: its outputs and version + 1; the state stays. */
export function completeOnEnter(request: {
  definition: Definition
  run: Run
  output: JsonValue
  written?: JsonObject
  now: number
}): Run {
  const { definition, run } = request
  const state = stateOf(definition, run.state)
  const written = request.written ?? mapOutput(state?.onEnter?.output ?? {}, scopeOf(run, {}, request.output))
  return afterEntering(state, moveOn(run, request.now, { context: { ...run.context, ...written } }))
}

/**
 * The deadline has passed: the target of `onTimeout` is entered and its executor is to run, or the run ends where
 * it is (§4.5). What may have happened although it was cut off stays said (R4.8).
 */
export function completeTimeout(definition: Definition, run: Run, now: number): Run {
  const { onTimeout } = definition
  const ended = { deadlineAt: null, failure: uncertainOf(run.failure), personSaid: null }
  const moved = moveOn(run, now, ended)
  if (onTimeout === undefined) return { ...moved, activity: RESTING, status: 'timed_out' }
  const there: Run = { ...moved, state: onTimeout.target }
  return onTimeout.executor === undefined
    ? afterTimeout(definition, there)
    : { ...there, activity: dueFor('timeout') }
}

/** What may have happened stays said when the run ends; but nobody can try it again from there (R4.8). */
export function uncertainOf(failure: Failure | null): Failure | null {
  if (failure?.uncertain !== true) return null
  const { recovery: _, ...rest } = failure
  return rest
}

/** What the executor of `onTimeout` did is done: the target is entered like any state. */
export function completeOnTimeout(definition: Definition, run: Run, now: number): Run {
  return afterTimeout(definition, moveOn(run, now, {}))
}

function afterTimeout(definition: Definition, run: Run): Run {
  const entered = settleIn(definition, run)
  return entered.status === 'completed' ? { ...entered, status: 'timed_out' } : entered
}

/** A step that runs does not keep the deadline waiting: it is stopped first. */
export function isDue(run: Run, now: number): boolean {
  return (
    run.status === 'running' &&
    !isInterrupted(run) &&
    run.deadlineAt !== null &&
    Date.parse(run.deadlineAt) <= now
  )
}

type Automatic =
  | { kind: 'rest' }
  | { kind: 'timeout' }
  | { kind: 'enter' }
  | { kind: 'step'; name: string; transition: Transition; guards: GuardResult[] }
  | { kind: 'stuck'; transition: string; message: string; guards: GuardResult[] }

/**
 * What the engine does next by itself (§4.2). Where only deterministic transitions exist, one of them must pass;
 * a `system` transition of a state that somebody else may leave fires as soon as its guards pass.
 * `depth`: chain steps that this call has made already.
 */
export function nextAutomatic(
  definition: Definition,
  run: Run,
  stored: StoredFacts,
  depth: number,
  now: number,
): Automatic {
  if (run.status !== 'running') return { kind: 'rest' }
  if (todoOf(run) === 'timeout') return { kind: 'timeout' }
  if (todoOf(run) === 'enter') return { kind: 'enter' }
  const state = stateOf(definition, run.state)
  const must = chains(state)
  if (must && todoOf(run) === null) return { kind: 'rest' }
  const transitions = ownSteps(state)
  if (transitions.length === 0) return { kind: 'rest' }
  const facts = { scope: { ...scopeOf(run, {}), now }, principal: ENGINE, stored }
  const candidates = transitions.map(([name, transition]) => ({
    name,
    transition,
    ...evaluateGuards(transition.guards, facts),
  }))
  const passing = candidates.filter((candidate) => candidate.passed)
  if (!must && passing.length === 0) return { kind: 'rest' }
  const guards = candidates.flatMap((candidate) => candidate.results)
  const names = candidates.map((candidate) => `‘${candidate.name}’`).join(', ')
  const first = passing[0] ?? candidates[0]
  if (first === undefined) return { kind: 'rest' }
  const stuck = (transition: string, message: string): Automatic => ({
    kind: 'stuck',
    transition,
    message,
    guards,
  })
  if (depth >= definition.maxChainDepth) {
    return stuck(
      first.name,
      `The chain of automatic steps reached its limit of ${definition.maxChainDepth} (maxChainDepth) in state ‘${run.state}’.`,
    )
  }
  const [only, ...others] = passing
  if (only === undefined) {
    return stuck(first.name, `No automatic transition of state ‘${run.state}’ passes its guards: ${names}.`)
  }
  if (others.length > 0) {
    return stuck(
      only.name,
      `Several automatic transitions of state ‘${run.state}’ pass their guards, and exactly one must: ${passing.map((candidate) => `‘${candidate.name}’`).join(', ')}.`,
    )
  }
  return { kind: 'step', name: only.name, transition: only.transition, guards: only.results }
}

/** Whether people have something to decide while the run rests in its present state. */
export function waitsForPerson(definition: Definition, run: Run): boolean {
  if (run.status !== 'running' || todoOf(run) !== null) return false
  return humanTransitions(definition, run.state).length > 0
}

/** Whether somebody may go on from where the run stands when a step of it has failed. */
export function hasWayOut(definition: Definition, run: Run): boolean {
  return Object.values(transitionsAt(definition, run.state)).some(({ actor }) => actor !== 'deterministic')
}

// ── The time of a run stands still from a decision on, until it runs or does not (R4.8): what was not used comes
// back. Computes only.

export function withTimeLeft(run: Run, decision: Decision, until: number): Run {
  return { ...run, deadlineAt: later(run.deadlineAt, decision, until) }
}

export function later(deadlineAt: string | null, decision: Decision, until: number): string | null {
  if (deadlineAt === null) return null
  return new Date(Date.parse(deadlineAt) + stoodStill(decision, until)).toISOString()
}

/** Milliseconds. */
export function stoodStill(decision: Decision, until: number): number {
  return Math.max(0, until - Date.parse(decision.at))
}

/** What of them was decided first, and has not run; null: nothing. */
export function firstDecided(items: readonly InboxItem[]): Decision | null {
  const decisions = items.flatMap(({ status, decision }) =>
    status === 'scheduled' && decision !== null ? [decision] : [],
  )
  return decisions.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))[0] ?? null
}
