/** One item in full, for a model that is about to start it (gateway.md §1.5). */
import type { Actor, Definition, Transition } from '../model/definition.ts'
import type { JsonObject } from '../model/json.ts'
import type { CatalogEntry } from './catalog.ts'
import { startLinks } from './wire.ts'

export function describeEntry(entry: CatalogEntry): JsonObject {
  const { id, kind, title, description, tags, aliases, inputSchema, outputSchema, workflow, capability } =
    entry
  const examples = workflow?.examples ?? capability?.examples ?? []
  const links = startLinks(entry).map((link) =>
    inputSchema === undefined || kind === 'connection' ? link : { ...link, input_schema: inputSchema },
  )
  return {
    id,
    kind,
    title,
    description,
    tags,
    ...(aliases.length === 0 ? {} : { aliases }),
    ...(examples.length === 0 ? {} : { examples }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(capability === undefined ? {} : { readOnly: capability.readOnly }),
    ...(kind === 'connection' ? {} : describeApproval(entry)),
    ...(workflow === undefined
      ? {}
      : { version: workflow.version, initialState: workflow.initialState, states: describeStates(workflow) }),
    links,
  }
}

function describeApproval({ workflow, capability }: CatalogEntry): JsonObject {
  if (workflow !== undefined) {
    const waits = listWaits(workflow)
    return waits.length === 0
      ? { requiresApproval: false, approvalReason: 'No step of this workflow waits for a person.' }
      : { requiresApproval: true, approvalReason: waits.join(' ') }
  }
  return capability?.executor.kind === 'human'
    ? { requiresApproval: true, approvalReason: 'The call takes effect only when a person approves it.' }
    : { requiresApproval: false, approvalReason: 'The call runs at once; no person has to approve it.' }
}

/** A sentence for each place where the workflow waits for a person. */
function listWaits(workflow: Definition): string[] {
  return Object.entries(workflow.states).flatMap(([name, state]) => {
    const transitions = Object.entries(state.transitions)
    const people = transitions.filter(([, { actor }]) => actor === 'human').map(([transition]) => transition)
    const parked = transitions
      .filter(([, transition]) => isParked(transition))
      .map(([transition]) => transition)
    return [
      ...(people.length === 0 ? [] : [`In state '${name}' a person decides (${people.join(', ')}).`]),
      ...(parked.length === 0 ? [] : [`In state '${name}' a person approves ${parked.join(', ')}.`]),
      ...(state.onEnter?.executor.kind === 'human' ? [`On entering '${name}' a person is asked.`] : []),
    ]
  })
}

function describeStates(workflow: Definition): JsonObject {
  return Object.fromEntries(
    Object.entries(workflow.states).map(([name, state]) => {
      const transitions = Object.values(state.transitions)
      const actors = ACTORS.filter((actor) =>
        transitions.some(
          (transition) => transition.actor === actor || (actor === 'human' && isParked(transition)),
        ),
      )
      return [
        name,
        {
          ...(state.title === undefined ? {} : { title: state.title }),
          ...(state.description === undefined ? {} : { description: state.description }),
          ...(state.terminal ? { terminal: true } : { actors }),
        },
      ]
    }),
  )
}

const ACTORS: readonly Actor[] = ['agent', 'human', 'deterministic', 'system']

function isParked(transition: Transition): boolean {
  return transition.actor !== 'human' && transition.executor?.kind === 'human'
}
