/** Approval gates with their defaults filled in (R5.4). */
import type { Deciders, Gate } from '../model/definition.ts'
import { present } from './present.ts'
import type { ApprovalDocument, DecidersDocument } from './schema-approval.ts'

interface Gated {
  approval?: ApprovalDocument
  auto_approve?: boolean
}

/** Undefined where nobody is asked. `auto_approve: false` is `approval: { required: true }` (seed 001). */
export function compileGate({ approval, auto_approve }: Gated): Gate | undefined {
  if (approval === undefined) return auto_approve === false ? compileApproval({}) : undefined
  return compileApproval(approval)
}

function compileApproval(approval: ApprovalDocument): Gate | undefined {
  const { required = true, quorum = 1 } = approval
  if (required === false) return undefined
  return {
    required,
    ...present({ queue: approval.queue, timeoutMs: approval.timeoutMs }),
    quorum,
    // Several people are asked so that no one decides alone: whoever asked does not count as one of them.
    notRequester: approval.notRequester ?? quorum > 1,
    ...present({ by: approval.by && compileDeciders(approval.by) }),
  }
}

export function compileDeciders(deciders: DecidersDocument): Deciders {
  return present({ role: deciders.role, permission: deciders.permission })
}
