/** A person ends a run: what executes is stopped first, the state's name stays (R4.9). */

import { isClosed } from '../model/instance.ts'
import type { HumanPrincipal } from '../model/principal.ts'
import type { WorkflowAnswer } from '../model/response.ts'
import { notFound } from '../workflow/respond.ts'
import { answer, bare } from './answer.ts'
import type { Executions } from './executions.ts'
import { loadFor } from './load.ts'
import { auditEntry, beginOperation, type RuntimeParts } from './operation.ts'
import { commit, withdraw } from './perform.ts'

export async function cancel(
  parts: RuntimeParts,
  executions: Executions,
  who: HumanPrincipal,
  request: { workflowId: string; reason: string },
): Promise<WorkflowAnswer> {
  const operation = beginOperation(parts, who)
  for (;;) {
    executions.abort(request.workflowId, 'A person cancelled the workflow.')
    await executions.settled(request.workflowId)
    const loaded = await loadFor(parts, who, request.workflowId)
    if (loaded === null) return bare(notFound(request.workflowId))
    const { instance } = loaded
    if (isClosed(instance)) return answer(operation, loaded, 'cancelled')
    const pending = await parts.store.approvals(
      { workflowId: instance.id, status: ['pending'] },
      { limit: 100 },
    )
    const withdrawn = pending.items.map((item) => withdraw(operation, item, 'The workflow was cancelled.'))
    const cancelled = {
      ...instance,
      version: instance.version + 1,
      status: 'cancelled' as const,
      claim: null,
      interrupted: false,
      todo: null,
      failure: null,
      endReason: request.reason,
      updatedAt: new Date(parts.clock.now()).toISOString(),
    }
    const committed = await commit(operation, {
      expect: [
        {
          kind: 'instance',
          id: instance.id,
          version: instance.version,
          claim: instance.claim?.correlationId ?? null,
        },
      ],
      instances: [cancelled],
      approvals: withdrawn.map((entry) => entry.approval),
      audit: [
        auditEntry(operation, 'workflow.cancelled', instance.id, {
          state: instance.state,
          version: cancelled.version,
          reason: request.reason,
          ...(instance.claim === null ? {} : { executing: instance.claim.transition }),
        }),
        ...withdrawn.map((entry) => entry.audit),
      ],
    })
    if (committed) return answer(operation, { ...loaded, instance: cancelled }, 'cancelled')
  }
}
