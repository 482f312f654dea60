/** An item is given to a person; everybody else may still decide it. */
import { declarationOf } from '../../model/configuration.ts'
import type { InboxItem } from '../../model/item.ts'
import { type HumanPrincipal, humanName } from '../../model/principal.ts'
import { workflowOf } from '../../workflow/items/items.ts'
import { auditEntry, beginCall, type RuntimeParts } from '../call-context.ts'
import { withHolderNow } from '../rights-now.ts'
import type { AssignResult } from '../runtime.ts'
import { commit, expectItem } from '../step/commit.ts'

export async function assign(
  parts: RuntimeParts,
  who: HumanPrincipal,
  { approvalId, to }: { approvalId: string; to: string | null },
): Promise<AssignResult> {
  const context = beginCall(parts, who)
  for (;;) {
    const approval = await parts.store.approval(approvalId)
    if (approval === null) return { kind: 'not_found' }
    if (approval.status !== 'pending') return { kind: 'closed', approval }
    if (withHolderNow(parts, approval).assignedTo === to) return { kind: 'assigned', approval }
    const assigned = { ...heldBy(parts, approval, to), revision: approval.revision + 1 }
    const committed = await commit(context, {
      expect: [expectItem(approval)],
      approvals: [assigned],
      audit: [
        auditEntry(context, 'human.approval.assigned', workflowOf(approval), {
          approvalId,
          to,
          before: approval.assignedTo,
        }),
      ],
    })
    if (committed.ok) return { kind: 'assigned', approval: assigned }
  }
}

function heldBy({ settings }: RuntimeParts, item: InboxItem, to: string | null): InboxItem {
  const { assignedDeclared: _, ...rest } = item
  const declared = to === null ? undefined : declarationOf(humanName(to), settings().declarations.people)
  // Only what every item may leave out is gone.
  return {
    ...(rest as InboxItem),
    assignedTo: to,
    ...(declared === undefined ? {} : { assignedDeclared: declared }),
  }
}
