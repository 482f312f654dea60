/** Starts that create nothing: the rejection, audited. */
import type { AgentPrincipal, HumanPrincipal } from '../../model/principal.ts'
import type { ResponseError, WorkflowAnswer } from '../../model/response.ts'
import { changedToolMessage } from '../../workflow/call-ahead.ts'
import type { GuardResult } from '../../workflow/guards/guards.ts'
import { refuseStart } from '../../workflow/respond.ts'
import { auditEntry, auditGuards, type CallContext, type RuntimeParts } from '../call-context.ts'
import { commit } from '../step/commit.ts'
import { bare } from './answer.ts'

export function ownerOf(who: AgentPrincipal | HumanPrincipal): string {
  return who.kind === 'agent' ? who.client : who.id
}

/** `id`: of the workflow or capability. */
export async function refuse(
  context: CallContext,
  about: { definitionId: string; id: string },
  error: ResponseError,
  guards: GuardResult[] = [],
): Promise<WorkflowAnswer> {
  const { definitionId, id } = about
  const { code, message } = error
  const audit = [
    ...auditGuards(context, null, guards),
    auditEntry(context, 'transition.rejected', null, { definitionId, code, message }),
  ]
  await commit(context, { expect: [], audit }, 'rejected')
  // Its schema says what fits; other refusals have nothing to do with what was given.
  return bare(refuseStart(definitionId, error, code === 'INPUT_SCHEMA_VIOLATION' ? [id] : []))
}

/** Why there is no such capability: it waits for a person, or is not known. */
export async function explainUnknownCapability(
  parts: RuntimeParts,
  who: AgentPrincipal | HumanPrincipal,
  id: string,
): Promise<ResponseError> {
  const waiting = parts.visible(who, id) ? parts.catalog.waitingFor(id) : null
  if (waiting !== null) return { code: 'DEFINITION_CHANGED', message: changedToolMessage(waiting) }
  const nearest = await parts.catalog.nearest(id, 'capability', (found) => parts.visible(who, found))
  const hint = nearest.length === 0 ? 'Find one with gateway.search.' : `Near it: ${nearest.join(', ')}.`
  return {
    code: 'CAPABILITY_NOT_FOUND',
    message: `There is no capability ‘${id}’. ${hint}`,
    details: { nearest },
  }
}
