/** What `workflow.explain` answers about a definition, and about a run of it (seed 000, R7.5). Pure, without side effects. */
import type { Definition, Transition } from '../model/definition.ts'
import { type JsonObject, mapEntries, present } from '../model/json.ts'
import { isAtRest, isClosed, isInterrupted, parkedOf, type Run, recoveryOf, todoOf } from '../model/run.ts'
import { RETRY_ON_ENTER, RETRY_ON_TIMEOUT, transitionOf, transitionsAt } from './advance.ts'
import type { CallProspect } from './call-ahead.ts'
import { sayParked, sayWithdrawn } from './evaluate-transition.ts'
import { describeExecutor } from './executors/wording.ts'
import { declaredGuard, evaluateGuard, readsRoot } from './guards/guards.ts'
import type { GuardFacts } from './guards/kind.ts'
import { waitCauseOf } from './wait-cause.ts'
import { describeState, describeTransition } from './wording/describe-declaration.ts'
import { sayUnpersisted, type UnpersistedOutcome } from './wording/pause.ts'

/** States with their transitions as a list of names, who acts in a map beside it, and the terminals. */
export function explainDefinition(definition: Definition): JsonObject {
  return present({
    definitionId: definition.id,
    title: definition.title,
    description: definition.description,
    definitionVersion: definition.version,
    initialState: definition.initialState,
    inputSchema: definition.inputSchema,
    guards: definition.guards.length === 0 ? undefined : definition.guards.map(declaredGuard),
    timeoutMs: definition.timeoutMs,
    onTimeout: definition.onTimeout && describeOnTimeout(definition.onTimeout),
    states: mapEntries(definition.states, describeState),
  })
}

function describeOnTimeout({ target, executor }: NonNullable<Definition['onTimeout']>): JsonObject {
  return present({ target, executor: executor && describeExecutor(executor) })
}

/**
 * One transition in full. A name that exists in one state answers flat; in several, each under `answers`;
 * `state` narrows. Null if there is no such transition.
 */
export function explainTransition(
  definition: Definition,
  transition: string,
  state?: string,
): JsonObject | null {
  const names = state === undefined ? Object.keys(definition.states) : [state]
  const answers = names.flatMap((name) => {
    const found = transitionOf(definition, name, transition)
    return found === null ? [] : [describeTransition(name, found)]
  })
  const [first, ...others] = answers
  if (first === undefined) return null
  const head = { definitionId: definition.id, transition }
  return others.length === 0 ? { ...head, ...first } : { ...head, answers }
}

// ── `workflow.explain` of a running run: what is allowed now, and why the rest is not.

/** What is known of it beside its record. */
interface Meanwhile {
  unwritten: UnpersistedOutcome | null
  /** What its step waits for, in words; null: it runs. */
  paused: string | null
  /** Whether the call of a transition can be made now. */
  prospect(transition: Transition): CallProspect
}

/**
 * The definition's explanation, the run's state, `allowedNow` (names that the caller may submit), each
 * transition of the state with its guards, whether each passes and why, and `waitingFor` in words (null when
 * nothing is awaited). `facts` gives what the guards of a transition are judged by; without arguments at hand
 * it passes the prefilled ones, and a guard that reads arguments is then undecided.
 */
export function explainRun(
  definition: Definition,
  run: Run,
  facts: (state: string, transition: string) => GuardFacts,
  caller: 'agent' | 'human',
  meanwhile: Meanwhile,
): JsonObject {
  const moves = Object.entries(transitionsAt(definition, run.state)).map(([name, transition]) =>
    explainMove(run, name, transition, facts(run.state, name), caller, meanwhile),
  )
  const allowed = moves.filter((move) => move.allowed).map((move) => move.name)
  const retry = [RETRY_ON_ENTER, RETRY_ON_TIMEOUT].find((name) => recoveryOf(run) === name)
  return {
    workflowId: run.id,
    ...explainDefinition(definition),
    state: run.state,
    version: run.version,
    status: run.status,
    allowedNow: retry !== undefined && !isClosed(run) && isAtRest(run) ? [...allowed, retry] : allowed,
    transitions: Object.fromEntries(moves.map(({ name, ...move }) => [name, move])),
    waitingFor: waitingFor(definition, run, meanwhile),
  }
}

/** Whether the caller may fire this one transition now, why not, and what each of its guards says. */
export function explainNow(
  definition: Definition,
  run: Run,
  { state, transition }: { state: string; transition: string },
  facts: (state: string, transition: string) => GuardFacts,
  caller: 'agent' | 'human',
  meanwhile: Meanwhile,
): JsonObject {
  const declared = transitionOf(definition, state, transition)
  if (state !== run.state || declared === null)
    return { allowed: false, because: `The workflow is in state ‘${run.state}’.`, guards: [] }
  const move = explainMove(run, transition, declared, facts(state, transition), caller, meanwhile)
  return { allowed: move.allowed, because: move.because, guards: move.guards }
}

function explainMove(
  run: Run,
  name: string,
  transition: Transition,
  facts: GuardFacts,
  caller: 'agent' | 'human',
  { unwritten, prospect }: Meanwhile,
) {
  const { unable, note } = prospect(transition)
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
  const hindrance = hindranceOf(run, name, transition, caller, unwritten)
  const available = ['Available now.', note, sayWithdrawn(run, name)]
    .filter((part) => part !== null)
    .join(' ')
  const reasons = [...failed.map((guard) => guard.why), ...(unable === null ? [] : [unable])]
  return {
    name,
    actor: transition.actor,
    target: transition.target,
    allowed: hindrance === null && reasons.length === 0,
    because: hindrance ?? (reasons.length === 0 ? available : reasons.join(' ')),
    guards,
  }
}

/** Why the caller cannot fire it, guards apart; null if nothing hinders. */
function hindranceOf(
  run: Run,
  name: string,
  transition: Transition,
  caller: 'agent' | 'human',
  unwritten: UnpersistedOutcome | null,
): string | null {
  if (isClosed(run)) return `The workflow is ${run.status.replace('_', ' ')}.`
  if (isInterrupted(run)) return 'The workflow is interrupted until a person says what happened.'
  if (!isAtRest(run))
    return unwritten === null ? 'Another step of this workflow is executing.' : sayUnpersisted(unwritten)
  const parked = parkedOf(run)
  const goesOnAfter = parked === null || todoOf(run) === null ? null : sayParked(parked)
  switch (transition.actor) {
    case 'agent':
      return null
    case 'human':
      return caller === 'human' ? goesOnAfter : 'Only a person at the desk may fire it.'
    case 'deterministic':
      return recoveryOf(run) === name ? null : (goesOnAfter ?? 'The engine fires it by itself.')
    case 'system':
      return 'It belongs to the engine.'
  }
}

function waitingFor(definition: Definition, run: Run, { unwritten, paused }: Meanwhile): string | null {
  const cause = waitCauseOf(run, unwritten)
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
      return nextMove(definition, run)
  }
}

function nextMove(definition: Definition, run: Run): string {
  const failed = recoveryOf(run)
  if (failed !== null) {
    return `‘${failed}’ failed: ${run.failure?.message ?? ''} It may be submitted again.`
  }
  const transitions = Object.entries(transitionsAt(definition, run.state))
  const people = transitions.filter(([, transition]) => transition.actor === 'human').map(([name]) => name)
  const agents = transitions.filter(([, transition]) => transition.actor === 'agent').map(([name]) => name)
  const parts = [
    ...(people.length === 0 ? [] : [`a person at the desk (${people.join(', ')})`]),
    ...(agents.length === 0 ? [] : [`an agent (${agents.join(', ')})`]),
  ]
  if (parts.length === 0) return 'Nothing that anybody can do: the state has no transition to fire.'
  return `The next move of ${parts.join(' or ')}.`
}
