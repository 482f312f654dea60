/**
 * Workflows and capabilities that are only called otherwise than before: what is the same under another name is not new,
 * and nothing is gone (R2.2). Connections are not among them: under another name their tools are accepted anew. Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import type { Capability, Definition } from '../../model/definition.ts'
import type { ExecutorDeclaration, Reliability } from '../../model/executor.ts'
import { type JsonObject, mapEntries, present } from '../../model/json.ts'
import { editWork } from '../../workflow/executors/edit-work.ts'
import { startsRun } from '../../workflow/executors/executors.ts'
import { spellKey } from '../../workflow/executors/spell-key.ts'
import { capabilityMeaning, definitionMeaning } from '../../workflow/preview/meaning.ts'
import { contentHash } from '../hash.ts'

export interface Renames {
  /** The configuration before, with the names of the one after. */
  before: Configuration
  /** One sentence each. */
  changes: string[]
}

export function followRenames(before: Configuration, after: Configuration): Renames {
  const workflows = readsStarted(after)
    ? new Map<string, string>()
    : findRenames(Object.values(before.workflows), Object.values(after.workflows), definitionMeaning)
  // A single call is a step of the name of its capability.
  const spelt = (capability: Capability, tagsAreRights: boolean) =>
    capabilityMeaning(
      editWork(capability, (executor) => spellKey(executor, capability.id)),
      tagsAreRights,
    )
  const capabilities = findRenames(capabilitiesOf(before), capabilitiesOf(after), spelt)
  const inCapability = (capability: Capability) => ({
    ...inWork(capability),
    id: capabilities.get(capability.id) ?? capability.id,
  })
  const called = (kind: string, renames: Map<string, string>) =>
    [...renames].map(([was, is]) => `The ${kind} ‘${was}’ is called ‘${is}’ now.`)
  // Wherever a workflow is started by its name.
  const inWork = <Step extends Work>(step: Step) =>
    editWork(step, (executor) =>
      startsRun(executor)
        ? { ...executor, definitionId: workflows.get(executor.definitionId) ?? executor.definitionId }
        : executor,
    )
  return {
    before: {
      ...before,
      workflows: Object.fromEntries(
        Object.values(before.workflows).map((definition) => {
          const id = workflows.get(definition.id) ?? definition.id
          return [id, { ...followIn(definition, inWork), id }]
        }),
      ),
      capabilities: before.capabilities.map(inCapability),
      ...present({ gated: before.gated?.map(inCapability) }),
    },
    changes: [...called('workflow', workflows), ...called('capability', capabilities)],
  }
}

function capabilitiesOf({ capabilities, gated = [] }: Configuration): Capability[] {
  return [...capabilities, ...gated]
}

/** From the old name to the new one, where all but words is the same. */
function findRenames<Thing extends { id: string }>(
  before: readonly Thing[],
  after: readonly Thing[],
  meaning: (thing: Thing, tagsAreRights: boolean) => JsonObject,
): Map<string, string> {
  const content = (thing: Thing) => contentHash({ ...meaning(thing, true), id: '' })
  const notIn = (others: readonly Thing[]) => {
    const ids = new Set(others.map(({ id }) => id))
    return ({ id }: Thing) => !ids.has(id)
  }
  const added = new Map(after.filter(notIn(before)).map((thing) => [content(thing), thing.id]))
  const renames = new Map<string, string>()
  for (const thing of before.filter(notIn(after))) {
    const id = added.get(content(thing))
    if (id === undefined) continue
    renames.set(thing.id, id)
    added.delete(content(thing))
  }
  return renames
}

/** A condition reads which workflow a call starts: then its name is more than a name. */
function readsStarted(configuration: Configuration): boolean {
  return JSON.stringify(configuration).includes('.definitionId')
}

interface Work {
  executor?: ExecutorDeclaration
  reliability?: Reliability
}

function followIn(definition: Definition, inWork: <Step extends Work>(step: Step) => Step): Definition {
  const { onTimeout } = definition
  return {
    ...definition,
    ...present({ onTimeout: onTimeout && inWork(onTimeout) }),
    states: mapEntries(definition.states, ({ onEnter, ...state }) => ({
      ...state,
      ...present({ onEnter: onEnter && inWork(onEnter) }),
      transitions: mapEntries(state.transitions, (step) => inWork(step)),
    })),
  }
}
