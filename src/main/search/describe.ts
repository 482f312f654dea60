/** One item in full, for a model that is about to start it. */
import type { Actor, Definition } from '../model/definition.ts'
import type { JsonObject } from '../model/json.ts'
import { describeApproval, isParked, type Surroundings } from './approval.ts'
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
    ...(capability === undefined ? {} : { readOnly: capability.readOnly }),
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
