/** The one shape that start, submit and get answer with (R4.2). Pure. */
import type { Definition, Transition } from '../model/definition.ts'
import type { StoredFacts } from '../model/guard.ts'
import { isJsonObject, type JsonObject, present } from '../model/json.ts'
import type { Principal } from '../model/principal.ts'
import type { ChainStep, Link, ResponseError, ResultStatus, WorkflowResponse } from '../model/response.ts'
import { type Evidence, isAtRest, isClosed, parkedOf, type Run, recoveryOf } from '../model/run.ts'
import { RETRY_ON_ENTER, RETRY_ON_TIMEOUT, stateOf, waitsForPerson } from './advance.ts'
import { type CallFacts, prospectOf } from './call-ahead.ts'
import { sayCancelled } from './ending.ts'
import { sayWithdrawn } from './evaluate-transition.ts'
import { evaluateAllAhead } from './guards/guards.ts'
import { isSingleCall } from './proxy.ts'
import { mapPresent, scopeOf, splitPath } from './scope.ts'

interface Respond extends LinkFacts {
  status: ResultStatus
  message?: string | undefined
  error?: ResponseError | undefined
  chain?: ChainStep[]
  recorded?: Evidence[]
}

export function respond(request: Respond): WorkflowResponse {
  const { definition, run } = request
  const status = statusOf(request.status, run)
  const ending = status === 'cancelled' ? sayCancelled(run) : undefined
  const told = request.message ?? request.error?.message
  const message = ending === undefined || told === undefined ? (told ?? ending) : `${told} ${ending}`
  const error = ending === undefined ? request.error : asCancelled(request.error, message ?? ending)
  const remedies = request.error === undefined ? [] : remedyLinks(request.error)
  const links = [...remedies, ...linksFor(request)]
  const { id, definitionId, definitionVersion, state, version, context } = run
  const { chain = [], recorded = [] } = request
  const evidence = recorded.map((each) => ({ kind: each.kind, id: each.id, summary: each.summary }))
  return {
    workflowId: id,
    definitionId,
    state,
    version,
    ...(isClosed(run) ? { terminal: true as const } : {}),
    workflow: { id, definitionId, definitionVersion, state, version },
    result: { status, ...present({ message }) },
    context,
    ...present({
      guidance: guidanceOf(definition, run),
      chain: chain.length === 0 ? undefined : chain,
      evidence: evidence.length === 0 ? undefined : evidence,
      error,
    }),
    links: status === 'rejected' || status === 'failed' ? withSelf(links, run) : links,
  }
}

/** That its step was stopped is how it was cancelled. */
function asCancelled(error: ResponseError | undefined, message: string): ResponseError | undefined {
  return error && { ...error, code: 'WORKFLOW_CANCELLED', message }
}

/** A rejection for which there is no run: nothing was created. `about`: what can be described. */
export function refuseStart(
  definitionId: string,
  error: ResponseError,
  about: string[] = [],
): WorkflowResponse {
  return {
    definitionId,
    result: { status: error.code === 'EXECUTOR_FAILED' ? 'failed' : 'rejected', message: error.message },
    error,
    links: [...remedyLinks(error, about), ...discoveryLinks()],
  }
}

export function notFound(workflowId: string): WorkflowResponse {
  const message = `There is no workflow ‘${workflowId}’. Use the workflowId of the answer to workflow.start.`
  return {
    workflowId,
    result: { status: 'rejected', message },
    error: { code: 'WORKFLOW_NOT_FOUND', message },
    links: discoveryLinks(),
  }
}

/** Terminal statuses override; a rejection or failure stays what it is. */
function statusOf(status: ResultStatus, run: Run): ResultStatus {
  if (status === 'rejected' || status === 'failed') return status
  return isClosed(run) && run.status !== 'running' ? run.status : status
}

function withSelf(links: Link[], run: Run): Link[] {
  return links.some((link) => link.rel === 'self') ? links : [...links, selfLink(run.id)]
}

function guidanceOf(definition: Definition, run: Run): WorkflowResponse['guidance'] {
  const state = stateOf(definition, run.state)
  if (state?.goal === undefined && state?.guidance === undefined) return undefined
  return present({ goal: state.goal, instructions: state.guidance })
}

// ── The legal next moves of a run as ready-made calls.

interface LinkFacts extends CallFacts {
  stored: StoredFacts
  principal: Principal
  /** How long a call of an agent is held open. */
  holdMs: number
}

export function selfLink(workflowId: string): Link {
  return { rel: 'self', method: 'workflow.get', args: { workflowId } }
}

/** The longest that `workflow.get` waits. */
const LONGEST_WAIT_MS = 55_000

/** Whoever follows it as it stands waits along, instead of asking again and again. */
export function waitLink({ id: workflowId, version }: Pick<Run, 'id' | 'version'>, holdMs: number): Link {
  const waitMs = Math.min(holdMs, LONGEST_WAIT_MS)
  return {
    rel: 'self',
    title: 'Wait until it moves on',
    method: 'workflow.get',
    args: { workflowId, waitMs, sinceVersion: version },
  }
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

/** One item in full, with the input that it takes. */
function describeLink(id: string): Link {
  return { rel: 'describe', title: `Describe ‘${id}’`, method: 'gateway.describe', args: { id } }
}

/**
 * Where to read what a refused call should have been: what it was about, if that is known, and what is near to a name
 * that is not.
 */
export function remedyLinks({ code, details }: ResponseError, about: string[] = []): Link[] {
  const isUnknown = code === 'CAPABILITY_NOT_FOUND' || code === 'DEFINITION_NOT_FOUND'
  const near = isUnknown && isJsonObject(details) && Array.isArray(details.nearest) ? details.nearest : []
  const ids = [...about, ...near.filter((id) => typeof id === 'string')]
  return ids.map(describeLink)
}

function linksFor(facts: LinkFacts): Link[] {
  const { definition, run } = facts
  if (isClosed(run)) return []
  const wait = waitLink(run, facts.holdMs)
  if (!isAtRest(run)) return [wait, ...childLink(run)]
  const state = stateOf(definition, run.state)
  const links = Object.entries(state?.transitions ?? {}).flatMap(
    ([name, transition]) => offeredLink(facts, name, transition) ?? [],
  )
  const retry = recoveryOf(run)
  const title = retry === null ? undefined : RETRY_TITLES[retry]?.(run.state)
  if (retry !== null && title !== undefined) {
    const args = submitArguments(run, retry, {})
    links.push({ rel: retry, title, method: 'workflow.submit', actor: 'agent', args })
  }
  if (parkedOf(run) !== null || waitsForPerson(definition, run)) links.push(wait, ...childLink(run))
  return isSingleCall(definition.id) ? [...links, ...discoveryLinks()] : links
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

/** Null: nobody may submit it now, or it is not offered where it would be refused. */
function offeredLink(facts: LinkFacts, name: string, transition: Transition): Link | null {
  const { definition, run } = facts
  const { actor } = transition
  if (actor === 'system' || (actor === 'deterministic' && recoveryOf(run) !== name)) return null
  if (actor === 'human' && !waitsForPerson(definition, run)) return null
  const filter = stateOf(definition, run.state)?.linkFilter ?? definition.linkFilter
  const isAlways = actor === 'deterministic' || filter === 'all'
  if (!isAlways && !mayPass(facts, transition)) return null
  const { unable } = prospectOf(facts, transition)
  return isAlways || unable === null ? transitionLink(facts, name, transition, unable) : null
}

function mayPass({ run, principal, stored, now }: LinkFacts, { guards }: Transition): boolean {
  // What is submitted is not known yet, whatever is prefilled: a guard that reads it hides nothing. A link is of now.
  const reads = (path: string) => splitPath(path)?.[0] === 'arguments'
  const unknown = { reads, stored: false, time: false }
  const seen = { scope: { ...scopeOf(run, {}), now }, principal, stored, unknown }
  return evaluateAllAhead(guards, seen) !== false
}

/** `unable`: why it cannot be made now, though it is offered; null: it can. */
function transitionLink(
  { run }: LinkFacts,
  name: string,
  transition: Transition,
  unable: string | null,
): Link {
  const human = transition.actor === 'human'
  // A model cannot use the form of a person, and a step of the engine's takes no arguments.
  const schema = human || transition.actor === 'deterministic' ? undefined : transition.inputSchema
  const notes = [
    human ? describeHuman(transition) : transition.description,
    unable === null ? null : `It cannot run now: ${unable}`,
    sayWithdrawn(run, name),
  ]
  const description = notes.filter((note) => note != null).join(' ')
  return {
    rel: name,
    ...(transition.title === undefined ? {} : { title: transition.title }),
    ...(description === '' ? {} : { description }),
    method: 'workflow.submit',
    actor: transition.actor,
    args: submitArguments(run, name, prefillOf(run, transition)),
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
export function prefillOf(run: Run, transition: Transition): JsonObject {
  if (transition.actor === 'deterministic') return {}
  return mapPresent(transition.prefill, scopeOf(run, {}))
}

function submitArguments(run: Run, transition: string, prefilled: JsonObject): JsonObject {
  return {
    workflowId: run.id,
    expectedVersion: run.version,
    transition,
    arguments: prefilled,
  }
}
