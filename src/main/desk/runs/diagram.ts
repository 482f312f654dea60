/** A definition as a picture of states and ways, and the way that a run has taken. */
import type { Diagram } from '../../../preload/contract.ts'
import type { AuditEvent } from '../../model/audit-event.ts'
import { type Definition, type State, successTargets, type Transition } from '../../model/definition.ts'
import { declaredWork } from '../../workflow/executors/wording.ts'
import { stateTitle, transitionTitle } from '../../workflow/wording/sentence.ts'
import { describeSpan } from '../people/pin-words.ts'
import { askedFirst, type Gates } from '../rules/declared-rules.ts'

/** `history` in any order; without a run it is empty and `current` null. */
export function drawDiagram(
  definition: Definition,
  current: string | null,
  history: readonly AuditEvent[],
  gates: Gates,
): Diagram {
  const visited = new Set(current === null ? [] : [current])
  const taken = new Set<string>()
  for (const { eventType, payload } of history) {
    if (eventType === 'workflow.started') visited.add(String(payload.state))
    if (eventType !== 'workflow.transitioned' && eventType !== 'workflow.timed_out') continue
    visited.add(String(payload.fromState)).add(String(payload.toState))
    taken.add(wayKey(String(payload.fromState), String(payload.transition), String(payload.toState)))
  }
  const states = Object.entries(definition.states)
  const late = whenTimeIsUp(definition, history, gates)
  return {
    initial: definition.initialState,
    current,
    states: [
      ...states.map(([name, state]) => ({
        name,
        title: stateTitle(definition, name),
        terminal: state.terminal,
        visited: visited.has(name),
        asks: state.onEnter === undefined ? null : askedFirst(state.onEnter, gates),
      })),
      ...(late === null
        ? []
        : [{ name: ANY, title: 'Any state', terminal: false, visited: false, asks: null }]),
    ],
    transitions: [
      ...states.flatMap(([from, state]) => [
        ...Object.entries(state.transitions).flatMap(([name, transition]) => {
          const targets = new Set(successTargets(transition))
          const asks = askedFirst(transition, gates)
          const ways = [...targets].map((to) => ({
            from,
            to,
            name,
            title: transitionTitle(transition, name),
            actor: transition.actor,
            asks,
            taken: taken.has(wayKey(from, name, to)),
          }))
          return [...ways, ...whenItFails(from, name, transition, gates)]
        }),
        ...onEntering(from, state, visited.has(from)),
      ]),
      ...(late === null ? [] : [late]),
    ],
  }
}

const BY_ITSELF = { actor: 'system' as const, asks: null }
/** Stands for every state that is not the end. */
const ANY = '*'

/** What runs instead of a step, each by itself, and where the step leads when all of that has failed. */
function whenItFails(from: string, name: string, step: Transition, gates: Gates): Diagram['transitions'] {
  const { actor: _, executor: __, reliability, onFailure, ...rest } = step
  const title = `${transitionTitle(step, name)} fails`
  const instead = (reliability?.fallback ?? []).map((executor, place) => ({
    ...BY_ITSELF,
    from,
    to: step.target,
    name: `${name} instead ${place + 1}`,
    title: `${title}: ${declaredWork({ executor }) ?? 'nothing runs'}`,
    asks: askedFirst({ ...rest, executor }, gates),
    taken: false,
  }))
  if (onFailure === undefined) return instead
  return [
    ...instead,
    { ...BY_ITSELF, from, to: onFailure.target, name: `${name} fails`, title, taken: false },
  ]
}

/** What runs by itself on entering a state is a way that leads back to it. */
function onEntering(name: string, { onEnter }: State, visited: boolean): Diagram['transitions'] {
  const call = onEnter === undefined ? null : declaredWork(onEnter)
  if (call === null) return []
  return [
    {
      ...BY_ITSELF,
      from: name,
      to: name,
      name: 'on entering',
      title: `On entering: ${call}`,
      taken: visited,
    },
  ]
}

function whenTimeIsUp(
  { onTimeout, timeoutMs }: Definition,
  history: readonly AuditEvent[],
  gates: Gates,
): Diagram['transitions'][number] | null {
  if (onTimeout === undefined) return null
  const call = declaredWork(onTimeout)
  const when = timeoutMs === undefined ? 'When its time is up' : `After ${describeSpan(timeoutMs)}`
  return {
    ...BY_ITSELF,
    from: ANY,
    to: onTimeout.target,
    name: 'timeout',
    title: call === null ? when : `${when}: ${call}`,
    asks:
      onTimeout.executor === undefined
        ? null
        : askedFirst({ actor: 'system', executor: onTimeout.executor }, gates),
    taken: history.some(({ eventType }) => eventType === 'workflow.timed_out'),
  }
}

function wayKey(from: string, name: string, to: string): string {
  return JSON.stringify([from, name, to])
}
