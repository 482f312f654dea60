/** A press on a button, or why it did not count. May import: gateway.ts (types), model. */
import type { Gateway } from '../gateway.ts'
import type { Approval } from '../model/approval.ts'
import type { JsonObject } from '../model/json.ts'
import type { HumanPrincipal } from '../model/principal.ts'
import type { WorkflowResponse } from '../model/response.ts'
import { subject } from './event-words.ts'
import { DeskFault } from './fault.ts'

export interface Press {
  id: string
  outcome: string
  arguments: JsonObject
  comment: string
  hash: string
}

export interface Decided {
  approval: Approval
  /** Null where nothing of a workflow followed. */
  response: WorkflowResponse | null
  /** How many more people must approve before anything runs. */
  missing: number
}

/** @throws DeskFault if it was not decided: SEEN_CHANGED, ALREADY_DECIDED, NOT_ALLOWED, NOT_FOUND, REJECTED. */
export async function decide(
  gateway: Pick<Gateway, 'runtime'>,
  who: HumanPrincipal,
  press: Press,
): Promise<Decided> {
  const { id, ...rest } = press
  const result = await gateway.runtime.decide(who, { approvalId: id, ...rest })
  switch (result.kind) {
    case 'decided':
      return { approval: result.approval, response: result.answer?.response ?? null, missing: 0 }
    case 'voted':
      return { approval: result.approval, response: null, missing: result.missing }
    case 'changed':
      throw new DeskFault(
        'SEEN_CHANGED',
        'Something changed while you were looking. Nothing was decided; look again.',
      )
    case 'closed':
      throw new DeskFault('ALREADY_DECIDED', describeClosed(result.approval))
    case 'not_allowed':
      throw new DeskFault('NOT_ALLOWED', result.message)
    case 'not_found':
      throw new DeskFault('NOT_FOUND', 'This item does not exist any more.')
    case 'rejected':
      throw new DeskFault('REJECTED', result.message, result.details)
  }
}

function describeClosed(approval: Approval): string {
  if (approval.decision !== null) {
    return `${subject(approval.decision.by)} was faster and chose ‘${approval.decision.outcome}’.`
  }
  return approval.status === 'expired'
    ? 'It expired before you decided. Nothing was approved.'
    : 'It was withdrawn before you decided: the run went on without it, or was cancelled.'
}
