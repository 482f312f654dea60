/** One item in full, for a model that is about to start it. */
import type { Actor, Capability, Definition, Gate, OnEnter, State, Transition } from '../model/definition.ts'
import type { JsonObject } from '../model/json.ts'
import {
  asksPerson,
  executorsIn,
  isProposal,
  readsOnly,
  startsRun,
  triedBy,
} from '../workflow/executors/executors.ts'
import { peopleAsked } from '../workflow/gates/gates.ts'
import type { CatalogEntry } from './catalog.ts'
import { startLinks } from './wire.ts'

export function describeEntry(entry: CatalogEntry, around: Surroundings): JsonObject {
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
    ...(capability === undefined ? {} : { readOnly: isReading(capability) }),
    ...(kind === 'connection' ? {} : describeApproval(entry, around)),
    ...(workflow === undefined
      ? {}
      : {
          version: workflow.version,
          initialState: workflow.initialState,
          states: describeStates(workflow, around),
        }),
    links,
  }
}

/** It says so, or nothing that it may run can change anything by its own form. */
function isReading(capability: Capability): boolean {
  return capability.readOnly || triedBy(capability).flatMap(executorsIn).every(readsOnly)
}

function describeStates(workflow: Definition, around: Surroundings): JsonObject {
  return Object.fromEntries(
    Object.entries(workflow.states).map(([name, state]) => {
      const transitions = Object.values(state.transitions)
      const actors = ACTORS.filter((actor) =>
        transitions.some(
          (transition) => transition.actor === actor || (actor === 'human' && isParked(transition, around)),
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

// Where people stand in the way of what a model starts, as sentences for it.

/** What the catalog knows beyond the declaration itself. */
export interface Surroundings {
  /** The gates before a call, of every level: its own, its connection's, its import's, another capability's. */
  gatesBefore(step: Pick<Transition, 'executor' | 'reliability' | 'gates'>): Gate[]
  workflow(id: string): Definition | null
}

function describeApproval({ workflow, capability }: CatalogEntry, around: Surroundings): JsonObject {
  if (workflow !== undefined) {
    const waits = listWaits(workflow, around, [workflow.id])
    return waits.length === 0
      ? { requiresApproval: false, approvalReason: 'No step of this workflow waits for a person.' }
      : { requiresApproval: true, approvalReason: waits.join(' ') }
  }
  const reason = capability === undefined ? null : reasonOf(capability, around, [])
  return reason === null
    ? { requiresApproval: false, approvalReason: 'The call runs at once; no person has to approve it.' }
    : { requiresApproval: true, approvalReason: reason }
}

/** Whether a step that is not a person's waits for one all the same. */
function isParked(step: Transition | OnEnter, around: Surroundings): boolean {
  const isPersons = 'actor' in step && step.actor === 'human'
  return !isPersons && reasonOf(step, around, []) !== null
}

type Step = Pick<Transition, 'executor' | 'reliability' | 'gates'>

/** Null: nobody is asked. `within`: the workflows that lead here, so that a circle ends. */
function reasonOf(step: Step, around: Surroundings, within: readonly string[]): string | null {
  const gates = around.gatesBefore(step)
  if (gates.length > 0) return sayGates(gates)
  for (const executor of triedBy(step).flatMap(executorsIn)) {
    if (asksPerson(executor)) return 'The call takes effect only when a person approves it.'
    if (isProposal(executor)) return 'A person must accept the definition before it is in force.'
    if (!startsRun(executor) || within.includes(executor.definitionId)) continue
    const started = around.workflow(executor.definitionId)
    const waits = started === null ? [] : listWaits(started, around, [...within, executor.definitionId])
    if (waits.length > 0) return `It starts the workflow '${executor.definitionId}'. ${waits.join(' ')}`
  }
  return null
}

function sayGates(gates: readonly Gate[]): string {
  const { people: count, atLeast } = peopleAsked(gates)
  const several = count === 1 ? 'one person' : `${count} different people`
  const people = atLeast ? `At least ${several}` : count === 1 ? 'A person' : several
  const others = gates.some(({ notRequester }) => notRequester) ? ', and not whoever asks for it' : ''
  const exceptions = gates.every(({ except }) => except !== undefined)
    ? ' There are exceptions in which nobody is asked.'
    : ''
  return `${people} must approve the call before it runs${others}.${exceptions}`
}

/** A sentence for each place where the workflow waits for a person. */
function listWaits(workflow: Definition, around: Surroundings, within: readonly string[]): string[] {
  return Object.entries(workflow.states).flatMap(([name, state]) => listWaitsIn(name, state, around, within))
}

function listWaitsIn(name: string, state: State, around: Surroundings, within: readonly string[]): string[] {
  const transitions = Object.entries(state.transitions)
  const people = transitions.filter(([, { actor }]) => actor === 'human').map(([transition]) => transition)
  const parked = transitions
    .filter(([, transition]) => transition.actor !== 'human' && reasonOf(transition, around, within) !== null)
    .map(([transition]) => transition)
  const asksOnEnter = state.onEnter !== undefined && reasonOf(state.onEnter, around, within) !== null
  return [
    ...(people.length === 0 ? [] : [`In state '${name}' a person decides (${people.join(', ')}).`]),
    ...(parked.length === 0 ? [] : [`In state '${name}' a person approves ${parked.join(', ')}.`]),
    ...(asksOnEnter ? [`On entering '${name}' a person is asked.`] : []),
  ]
}
