/** `workflow.explain` of a running instance: what is allowed now, and why the rest is not. Pure. */

import type { Definition, Transition } from '../model/definition.ts'
import type { JsonObject } from '../model/json.ts'
import { claimOf, isClosed, isInterrupted, type Run, todoOf } from '../model/run.ts'
import { RETRY_ON_ENTER, RETRY_ON_TIMEOUT, stateOf } from './advance.ts'
import { explainDefinition } from './explain.ts'
import { evaluateGuard, readsRoot } from './guards/guards.ts'
import type { GuardFacts } from './guards/kind.ts'
import { waitCauseOf } from './wait-cause.ts'
import { sayUnpersisted, type UnpersistedOutcome } from './wording/unpersisted-outcome.ts'

/** What only the process that runs it knows. */
interface Meanwhile {
  unwritten: UnpersistedOutcome | null
  /** What its step waits for, in words; null: it runs. */
  paused: string | null
}

/**
 * The definition's explanation, the instance's state, `allowedNow` (names that the caller may submit), each
 * transition of the state with its guards, whether each passes and why, and `waitingFor` in words (null when
 * nothing is awaited). `facts` gives what the guards of a transition are judged by; without arguments at hand
 * it passes the prefilled ones, and a guard that reads arguments is then undecided.
 */
export function explainRun(
  definition: Definition,
  instance: Run,
  facts: (state: string, transition: string) => GuardFacts,
  caller: 'agent' | 'human' = 'agent',
  meanwhile: Meanwhile = { unwritten: null, paused: null },
): JsonObject {
  const { unwritten } = meanwhile
  const declared = stateOf(definition, instance.state)
  const moves = Object.entries(declared?.transitions ?? {}).map(([name, transition]) => {
    return explainMove(instance, name, transition, facts(instance.state, name), caller, unwritten)
  })
  const allowed = moves.filter((move) => move.allowed).map((move) => move.name)
  const retry = [RETRY_ON_ENTER, RETRY_ON_TIMEOUT].find((name) => recovers(instance, name))
  return {
    workflowId: instance.id,
    ...explainDefinition(definition),
    state: instance.state,
    version: instance.version,
    status: instance.status,
    allowedNow: retry !== undefined && isFree(instance) ? [...allowed, retry] : allowed,
    transitions: Object.fromEntries(moves.map(({ name, ...move }) => [name, move])),
    waitingFor: waitingFor(definition, instance, meanwhile),
  }
}

function explainMove(
  instance: Run,
  name: string,
  transition: Transition,
  facts: GuardFacts,
  caller: 'agent' | 'human',
  unwritten: UnpersistedOutcome | null,
) {
  const guards = transition.guards.map((guard) => {
    const result = evaluateGuard(guard, facts)
    const undecided = readsRoot([guard], 'arguments')
    return {
      guard: result.guard,
      passes: undecided ? null : result.passed,
      why: undecided ? 'It reads the arguments, which are known only when it is submitted.' : result.reason,
      saw: result.saw,
    }
  })
  const failed = guards.filter((guard) => guard.passes === false)
  const hindrance = hindranceOf(instance, name, transition, caller, unwritten)
  const guardsPass = failed.length === 0
  return {
    name,
    actor: transition.actor,
    target: transition.target,
    allowed: hindrance === null && guardsPass,
    because: hindrance ?? (guardsPass ? 'Available now.' : failed.map((guard) => guard.why).join(' ')),
    guards,
  }
}

/** Why the caller cannot fire it, guards apart; null if nothing hinders. */
function hindranceOf(
  instance: Run,
  name: string,
  transition: Transition,
  caller: 'agent' | 'human',
  unwritten: UnpersistedOutcome | null,
): string | null {
  if (isClosed(instance)) return `The workflow is ${instance.status.replace('_', ' ')}.`
  if (isInterrupted(instance)) return 'The workflow is interrupted until a person says what happened.'
  if (!isFree(instance) && unwritten !== null) return sayUnpersisted(unwritten)
  if (!isFree(instance)) return 'Another step of this workflow is executing.'
  switch (transition.actor) {
    case 'agent':
      return null
    case 'human':
      return caller === 'human' ? null : 'Only a person at the desk may fire it.'
    case 'deterministic':
      return recovers(instance, name) ? null : 'The engine fires it by itself.'
    case 'system':
      return 'It belongs to the engine.'
  }
}

function isFree(instance: Run): boolean {
  return !isClosed(instance) && claimOf(instance) === null && todoOf(instance) === null
}

/** Whether the transition may be submitted by hand because the chain stopped at it (R4.5). */
function recovers(instance: Run, transition: string): boolean {
  const recovery = instance.failure?.recovery
  return recovery?.transition === transition && recovery.version === instance.version
}

function waitingFor(definition: Definition, instance: Run, { unwritten, paused }: Meanwhile): string | null {
  const cause = waitCauseOf(instance, unwritten)
  switch (cause.kind) {
    case 'ended':
      return null
    case 'verdict':
      return `A person at the desk must say whether ‘${cause.transition}’ happened.`
    case 'database':
      return sayUnpersisted(cause.unwritten)
    case 'step':
      return paused ?? `‘${cause.claim.transition}’ is executing since ${cause.claim.at}.`
    case 'engine':
      return 'The engine is about to go on by itself.'
    // What it waits for then is found in the inbox, or in the other run.
    case 'child':
    case 'move':
      return nextMove(definition, instance)
  }
}

function nextMove(definition: Definition, instance: Run): string {
  const recovery = instance.failure?.recovery
  if (recovery !== undefined && recovers(instance, recovery.transition)) {
    return `‘${recovery.transition}’ failed: ${instance.failure?.message ?? ''} It may be submitted again.`
  }
  const transitions = Object.entries(stateOf(definition, instance.state)?.transitions ?? {})
  const people = transitions.filter(([, transition]) => transition.actor === 'human').map(([name]) => name)
  const agents = transitions.filter(([, transition]) => transition.actor === 'agent').map(([name]) => name)
  const parts = [
    ...(people.length === 0 ? [] : [`a person at the desk (${people.join(', ')})`]),
    ...(agents.length === 0 ? [] : [`an agent (${agents.join(', ')})`]),
  ]
  if (parts.length === 0) return 'Nothing that anybody can do: the state has no transition to fire.'
  return `The next move of ${parts.join(' or ')}.`
}
