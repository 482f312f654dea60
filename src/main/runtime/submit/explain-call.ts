/** `workflow.explain`: a definition, a transition or a running run; no side effects. */
import type { Transition } from '../../model/definition.ts'
import type { ErrorCode } from '../../model/error.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Principal } from '../../model/principal.ts'
import type { Run } from '../../model/run.ts'
import { transitionOf } from '../../workflow/advance.ts'
import { prospectOf } from '../../workflow/call-ahead.ts'
import { asksPerson } from '../../workflow/executors/executors.ts'
import { explainDefinition, explainNow, explainRun, explainTransition } from '../../workflow/explain.ts'
import { isSingleCall, proxyDefinition } from '../../workflow/proxy.ts'
import { discoveryLinks, prefillOf, remedyLinks } from '../../workflow/respond.ts'
import { scopeOf } from '../../workflow/scope.ts'
import { loadFor, type RuntimeParts } from '../call-context.ts'
import { willBeHeld } from '../step/gates.ts'
import { sayPaused } from '../step/pauses.ts'
import { heldUpBy } from './get.ts'

export interface ExplainRequest {
  definitionId?: string
  workflowId?: string
  transition?: string
  state?: string
}

export async function explain(
  parts: RuntimeParts,
  who: Principal,
  request: ExplainRequest,
): Promise<{ answer: JsonObject; isError: boolean }> {
  if (request.workflowId !== undefined) return await explainRunning(parts, who, request.workflowId, request)
  const id = request.definitionId
  if (id === undefined) {
    return refusal('INVALID_ARGUMENTS', 'Give `definitionId`, or `workflowId` for a running instance.')
  }
  const definition = findDefinition(parts, who, id)
  if (definition === null) {
    const nearest = await parts.catalog.nearest(id, 'workflow', (found) => parts.visible(who, found))
    const hint = nearest.length === 0 ? 'Find one with gateway.search.' : `Near it: ${nearest.join(', ')}.`
    return refusal('DEFINITION_NOT_FOUND', `There is no workflow definition ‘${id}’. ${hint}`, { nearest })
  }
  if (request.transition === undefined) return { answer: explainDefinition(definition), isError: false }
  const explained = explainTransition(definition, request.transition, request.state)
  if (explained !== null) return { answer: explained, isError: false }
  return refusal('INVALID_TRANSITION', `‘${id}’ has no transition ‘${request.transition}’.`)
}

/** A capability is explained as the workflow that it runs in. */
function findDefinition(parts: RuntimeParts, who: Principal, id: string) {
  if (isSingleCall(id)) return proxyDefinition(null)
  if (!parts.visible(who, id)) return null
  const workflow = parts.catalog.workflow(id)
  if (workflow !== null) return workflow
  const capability = parts.catalog.capability(id)
  return capability === null ? null : proxyDefinition(capability)
}

async function explainRunning(
  parts: RuntimeParts,
  who: Principal,
  workflowId: string,
  request: ExplainRequest,
): Promise<{ answer: JsonObject; isError: boolean }> {
  const snapshot = await loadFor(parts, who, workflowId)
  if (snapshot === null) return refusal('WORKFLOW_NOT_FOUND', `There is no workflow ‘${workflowId}’.`)
  const { definition, run, stored } = snapshot
  const facts = (state: string, name: string) => {
    const transition = transitionOf(definition, state, name)
    const args = transition === null ? {} : prefillOf(run, transition)
    return { scope: { ...scopeOf(run, args), now: parts.clock.now() }, principal: who, stored }
  }
  const caller = who.kind === 'human' ? 'human' : 'agent'
  const around = { definition, run, connections: parts.catalog, now: parts.clock.now() }
  const meanwhile = {
    unwritten: parts.unwritten.of(workflowId),
    paused: sayPaused(parts, run),
    prospect: (transition: Transition) => {
      const found = prospectOf(around, transition)
      const note = [found.note, isPersonAsked(parts, run, transition) ? ASKED_FIRST : null]
        .filter((part) => part !== null)
        .join(' ')
      return { ...found, note: note === '' ? null : note }
    },
  }
  if (request.transition !== undefined) {
    const { transition, state = run.state } = request
    const declared = explainTransition(definition, transition, state)
    if (declared === null)
      return refusal('INVALID_TRANSITION', `State ‘${state}’ has no transition ‘${transition}’.`)
    const now = explainNow(definition, run, { state, transition }, facts, caller, meanwhile)
    return { answer: { workflowId, ...declared, now }, isError: false }
  }
  const explained = explainRun(definition, run, facts, caller, meanwhile)
  const heldUp = await heldUpBy(parts, run)
  return { answer: { ...explained, ...(heldUp === null ? {} : { waitingFor: heldUp }) }, isError: false }
}

const ASKED_FIRST = 'A person is asked before it takes effect.'

/** By a gate or the executor itself; a step of people asks nobody else. */
function isPersonAsked(parts: RuntimeParts, run: Run, transition: Transition): boolean {
  const { actor, executor } = transition
  if (actor === 'human') return false
  return willBeHeld(parts, run, transition) || (executor !== undefined && asksPerson(executor))
}

function refusal(
  code: ErrorCode,
  message: string,
  details?: JsonObject,
): { answer: JsonObject; isError: boolean } {
  const error = { code, message, ...(details === undefined ? {} : { details }) }
  const found = [...remedyLinks(error), ...discoveryLinks()]
  const links = found.map((link) => ({ ...link })) as unknown as JsonObject[]
  return { answer: { result: { status: 'rejected', message }, error, links }, isError: true }
}
