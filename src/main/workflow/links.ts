/** The legal next moves of an instance as ready-made calls. Pure. */

import type { Definition, Transition } from '../model/definition.ts'
import type { JsonObject } from '../model/json.ts'
import type { Principal } from '../model/principal.ts'
import type { Link } from '../model/response.ts'
import { claimOf, type Evidence, isClosed, isInterrupted, parkedOf, type Run, todoOf } from '../model/run.ts'
import { RETRY_ON_ENTER, RETRY_ON_TIMEOUT, stateOf } from './advance.ts'
import { evaluateAllAhead } from './guards/guards.ts'
import { mapPresent } from './mapping.ts'
import { splitPath } from './path.ts'
import { scopeOf } from './scope.ts'
import { traitsOf } from './traits.ts'

export interface LinkFacts {
  definition: Definition
  instance: Run
  evidence: Evidence[]
  principal: Principal
  /** Milliseconds since 1970. */
  now: number
}

export function selfLink(workflowId: string): Link {
  return { rel: 'self', method: 'workflow.get', args: { workflowId } }
}

/** Where to find something to call, for sessions and rejections that have no workflow. */
export function discoveryLinks(): Link[] {
  return [
    {
      rel: 'search',
      title: 'Search capabilities and workflows',
      method: 'gateway.search',
      args: { query: '' },
    },
    { rel: 'home', title: 'Browse the catalog', method: 'gateway.home', args: {} },
  ]
}

export function linksFor(facts: LinkFacts): Link[] {
  const { definition, instance } = facts
  if (isClosed(instance)) return []
  if (claimOf(instance) !== null || todoOf(instance) !== null || isInterrupted(instance)) {
    return [selfLink(instance.id), ...childLink(instance)]
  }
  const state = stateOf(definition, instance.state)
  const links = Object.entries(state?.transitions ?? {})
    .filter(([name, transition]) => isOffered(facts, name, transition))
    .map(([name, transition]) => transitionLink(facts, name, transition))
  const recovery = instance.failure?.recovery
  const again = recovery === undefined ? undefined : RETRY_TITLES[recovery.transition]
  if (again !== undefined && recovery?.version === instance.version) {
    links.push({
      rel: recovery.transition,
      title: again(instance.state),
      method: 'workflow.submit',
      actor: 'agent',
      args: submitArguments(instance, recovery.transition, {}),
    })
  }
  if (parkedOf(instance)?.on === 'child') links.push(selfLink(instance.id), ...childLink(instance))
  return traitsOf(definition.id).isSequential ? links : [...links, ...discoveryLinks()]
}

/** The run that its step waits for: whoever may act there finds its links in it. */
function childLink(run: Run): Link[] {
  const parked = parkedOf(run)
  if (parked?.on !== 'child') return []
  const title = 'Look at the workflow that it waits for'
  return [{ rel: 'child', title, method: 'workflow.get', args: { workflowId: parked.id } }]
}

const RETRY_TITLES: Record<string, ((state: string) => string) | undefined> = {
  [RETRY_ON_ENTER]: (state) => `Try again what entering ‘${state}’ does`,
  [RETRY_ON_TIMEOUT]: () => 'Try again what is to be done when the time is up',
}

function isOffered(facts: LinkFacts, name: string, transition: Transition): boolean {
  const { definition, instance } = facts
  if (transition.actor === 'system') return false
  if (transition.actor === 'deterministic') {
    const recovery = instance.failure?.recovery
    return recovery?.transition === name && recovery.version === instance.version
  }
  const filter = stateOf(definition, instance.state)?.linkFilter ?? definition.linkFilter
  if (filter === 'all') return true
  // What is submitted is not known yet, whatever is prefilled: a guard that reads it hides nothing.
  const unknown = { reads: (path: string) => splitPath(path)?.[0] === 'arguments', evidence: false }
  const { principal, evidence, now } = facts
  const seen = { scope: { ...scopeOf(instance, {}), now }, principal, evidence, unknown }
  return evaluateAllAhead(transition.guards, seen) !== false
}

function transitionLink(facts: LinkFacts, name: string, transition: Transition): Link {
  const { instance } = facts
  const human = transition.actor === 'human'
  // A model cannot use the form of a person, and a step of the engine's takes no arguments.
  const schema = human || transition.actor === 'deterministic' ? undefined : transition.inputSchema
  const description = human ? describeHuman(transition) : transition.description
  return {
    rel: name,
    ...(transition.title === undefined ? {} : { title: transition.title }),
    ...(description === undefined ? {} : { description }),
    method: 'workflow.submit',
    actor: transition.actor,
    args: submitArguments(instance, name, prefillOf(instance, transition)),
    ...(schema === undefined ? {} : { inputSchema: schema }),
  }
}

function describeHuman(transition: Transition): string {
  const waits = 'Waits for a person at the desk; an agent cannot fire it.'
  return transition.description === undefined ? waits : `${transition.description} ${waits}`
}

/**
 * The values that a link carries already: guidance, not enforcement (seed 003). What nothing has written yet is left
 * out, for a schema's default or the model to fill in. A step of the engine's has none.
 */
export function prefillOf(instance: Run, transition: Transition): JsonObject {
  if (transition.actor === 'deterministic') return {}
  return mapPresent(transition.prefill, scopeOf(instance, {}))
}

function submitArguments(instance: Run, transition: string, prefilled: JsonObject): JsonObject {
  return {
    workflowId: instance.id,
    expectedVersion: instance.version,
    transition,
    arguments: prefilled,
  }
}
