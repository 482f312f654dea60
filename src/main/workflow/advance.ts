/**
 * Pure rules of how an instance moves: creating, entering a state, completing a transition or an `onEnter`,
 * and what is to run next by itself. None of these functions executes anything.
 */
import type { Definition, State, Transition } from '../model/definition.ts'
import type { Evidence, Instance } from '../model/instance.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { ENGINE } from '../model/principal.ts'
import { evaluateGuard, evaluateGuards, type GuardResult } from './guards.ts'
import { mapObject } from './mapping.ts'
import type { Scope } from './scope.ts'

/** Submitting this name retries an `onEnter` that failed (R4.4). */
export const RETRY_ON_ENTER = '$onEnter'

export function stateOf(definition: Definition, name: string): State | null {
  return Object.hasOwn(definition.states, name) ? (definition.states[name] ?? null) : null
}

export function transitionOf(definition: Definition, state: string, name: string): Transition | null {
  const declared = stateOf(definition, state)
  return declared !== null && Object.hasOwn(declared.transitions, name)
    ? (declared.transitions[name] ?? null)
    : null
}

export function scopeOf(instance: Instance, args: JsonObject, output?: JsonValue): Scope {
  return {
    arguments: args,
    context: instance.context,
    input: instance.input,
    workflow: { id: instance.id, state: instance.state },
    ...(output === undefined ? {} : { output }),
  }
}

export function createInstance(request: {
  definition: Definition
  definitionHash: string
  id: string
  owner: string
  startedBy: string
  input: JsonObject
  /** Milliseconds since 1970. */
  now: number
}): Instance {
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
    deadlineAt:
      definition.timeoutMs === undefined ? null : new Date(request.now + definition.timeoutMs).toISOString(),
    claim: null,
    interrupted: false,
    todo: null,
    parked: null,
    parent: null,
    failure: null,
    personSaid: null,
    endReason: null,
  })
}

/** What the state that was just entered still has to do, and whether the run has ended. */
function settleIn(definition: Definition, instance: Instance): Instance {
  const state = stateOf(definition, instance.state)
  if (state?.onEnter !== undefined) return { ...instance, todo: 'enter' }
  return afterEntering(state, instance)
}

function afterEntering(state: State | null, instance: Instance): Instance {
  if (state?.terminal === true) return { ...instance, todo: null, status: 'completed' }
  return { ...instance, todo: chains(state) ? 'chain' : null }
}

/** While every transition of a state is deterministic, the engine goes on by itself (§4.2). */
function chains(state: State | null): boolean {
  const transitions = Object.values(state?.transitions ?? {})
  return transitions.length > 0 && transitions.every((transition) => transition.actor === 'deterministic')
}

export interface Completed {
  instance: Instance
  /** Index of the branch that was taken; null: the declared target. */
  branch: number | null
}

/** Output mapping, branch selection, the new state and version + 1 (§4.1 step 9). */
export function completeTransition(request: {
  definition: Definition
  instance: Instance
  transition: Transition
  arguments: JsonObject
  output: JsonValue
  principal: { roles: string[]; permissions: string[] }
  evidence: Evidence[]
  now: number
}): Completed {
  const { definition, instance, transition } = request
  const written = mapObject(transition.output, scopeOf(instance, request.arguments, request.output))
  const context = { ...instance.context, ...written }
  const scope = scopeOf({ ...instance, context }, request.arguments, request.output)
  const branch = transition.branches.findIndex(
    (candidate) =>
      evaluateGuard(candidate.when, { scope, principal: request.principal, evidence: request.evidence })
        .passed,
  )
  const target =
    branch === -1 ? transition.target : (transition.branches[branch]?.target ?? transition.target)
  const moved: Instance = {
    ...instance,
    context,
    state: target,
    version: instance.version + 1,
    updatedAt: new Date(request.now).toISOString(),
    claim: null,
    failure: null,
  }
  return { instance: settleIn(definition, moved), branch: branch === -1 ? null : branch }
}

/** The outcome of an `onEnter`: its outputs and version + 1; the state stays. */
export function completeOnEnter(request: {
  definition: Definition
  instance: Instance
  output: JsonValue
  now: number
}): Instance {
  const { definition, instance } = request
  const state = stateOf(definition, instance.state)
  const written = mapObject(state?.onEnter?.output ?? {}, scopeOf(instance, {}, request.output))
  return afterEntering(state, {
    ...instance,
    context: { ...instance.context, ...written },
    version: instance.version + 1,
    updatedAt: new Date(request.now).toISOString(),
    claim: null,
    failure: null,
  })
}

/** The deadline has passed: the target of `onTimeout` is entered, or the run ends where it is (§4.5). */
export function completeTimeout(definition: Definition, instance: Instance, now: number): Instance {
  const moved: Instance = {
    ...instance,
    version: instance.version + 1,
    updatedAt: new Date(now).toISOString(),
    deadlineAt: null,
    failure: null,
    personSaid: null,
  }
  if (definition.onTimeout === undefined) return { ...moved, todo: null, status: 'timed_out' }
  const entered = settleIn(definition, { ...moved, state: definition.onTimeout.target })
  return entered.status === 'completed' ? { ...entered, status: 'timed_out' } : entered
}

export function isDue(instance: Instance, now: number): boolean {
  return (
    instance.status === 'running' &&
    instance.claim === null &&
    !instance.interrupted &&
    instance.deadlineAt !== null &&
    Date.parse(instance.deadlineAt) <= now
  )
}

export type Automatic =
  | { kind: 'rest' }
  | { kind: 'enter' }
  | { kind: 'step'; name: string; transition: Transition; guards: GuardResult[] }
  | { kind: 'stuck'; transition: string; message: string; guards: GuardResult[] }

/** What the engine does next by itself (§4.2). `depth`: chain steps that this call has made already. */
export function nextAutomatic(
  definition: Definition,
  instance: Instance,
  evidence: Evidence[],
  depth: number,
): Automatic {
  if (instance.todo === null) return { kind: 'rest' }
  if (instance.todo === 'enter') return { kind: 'enter' }
  const transitions = Object.entries(stateOf(definition, instance.state)?.transitions ?? {})
  const facts = { scope: scopeOf(instance, {}), principal: ENGINE, evidence }
  const candidates = transitions.map(([name, transition]) => ({
    name,
    transition,
    ...evaluateGuards(transition.guards, facts),
  }))
  const passing = candidates.filter((candidate) => candidate.passed)
  const guards = candidates.flatMap((candidate) => candidate.results)
  const names = candidates.map((candidate) => `‘${candidate.name}’`).join(', ')
  const first = passing[0] ?? candidates[0]
  if (first === undefined) return { kind: 'rest' }
  if (depth >= definition.maxChainDepth) {
    return {
      kind: 'stuck',
      transition: first.name,
      message: `The chain of automatic steps reached its limit of ${definition.maxChainDepth} (maxChainDepth) in state ‘${instance.state}’.`,
      guards,
    }
  }
  const [only, ...others] = passing
  if (only === undefined) {
    return {
      kind: 'stuck',
      transition: first.name,
      message: `No automatic transition of state ‘${instance.state}’ passes its guards: ${names}.`,
      guards,
    }
  }
  if (others.length > 0) {
    return {
      kind: 'stuck',
      transition: only.name,
      message: `Several automatic transitions of state ‘${instance.state}’ pass their guards, and exactly one must: ${passing.map((candidate) => `‘${candidate.name}’`).join(', ')}.`,
      guards,
    }
  }
  return { kind: 'step', name: only.name, transition: only.transition, guards: only.results }
}

/** Whether people have something to decide while the instance rests in its present state. */
export function waitsForPerson(definition: Definition, instance: Instance): boolean {
  if (instance.status !== 'running' || instance.todo !== null) return false
  const transitions = Object.values(stateOf(definition, instance.state)?.transitions ?? {})
  return transitions.some((transition) => transition.actor === 'human')
}
