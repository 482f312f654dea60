/** A definition as a picture of states and ways, and the way that a run has taken. */
import type { Diagram } from '../../preload/contract.ts'
import type { AuditEvent } from '../model/audit-event.ts'
import type { Definition } from '../model/definition.ts'
import { stateTitle, transitionTitle } from '../workflow/sentence.ts'
import { askedFirst } from './asked-first.ts'
import type { Gates } from './declared-rules.ts'

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
  return {
    initial: definition.initialState,
    current,
    states: states.map(([name, state]) => ({
      name,
      title: stateTitle(definition, name),
      terminal: state.terminal,
      visited: visited.has(name),
      asks: state.onEnter === undefined ? null : askedFirst(state.onEnter, gates),
    })),
    transitions: states.flatMap(([from, state]) =>
      Object.entries(state.transitions).flatMap(([name, transition]) => {
        const targets = new Set([transition.target, ...transition.branches.map((branch) => branch.target)])
        const asks = askedFirst(transition, gates)
        return [...targets].map((to) => ({
          from,
          to,
          name,
          title: transitionTitle(transition, name),
          actor: transition.actor,
          asks,
          taken: taken.has(wayKey(from, name, to)),
        }))
      }),
    ),
  }
}

function wayKey(from: string, name: string, to: string): string {
  return JSON.stringify([from, name, to])
}
