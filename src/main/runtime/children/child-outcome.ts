/** What a run came to, for the step that waited for it. */

import { type ExecutionOutcome, type FailedOutcome, plainOutcome } from '../../model/call.ts'
import { ENGINE } from '../../model/principal.ts'
import { isAtRest, isClosed, type Run } from '../../model/run.ts'
import { hasWayOut } from '../../workflow/advance.ts'
import { type RuntimeParts, complete } from '../call-context.ts'

/** Worth a look: it has ended, or stopped because of a failure. */
export function mayHaveEnded(child: Run): boolean {
  return isClosed(child) || (child.failure !== null && isAtRest(child))
}

/**
 * Null: it still runs, or waits. Its output is its final context, and beside that `workflow: {id, definitionId,
 * state, status}`, unless the context has something of that name.
 */
export async function childOutcome(
  parts: RuntimeParts,
  childId: string,
  child: Run | null,
): Promise<ExecutionOutcome | null> {
  if (child === null) return failed(`Workflow ${childId}, which it waited for, is not in the database.`, null)
  const which = `‘${child.definitionId}’ (${child.id})`
  switch (child.status) {
    case 'completed': {
      const { id, definitionId, state, status } = child
      const output = { workflow: { id, definitionId, state, status }, ...child.context }
      return plainOutcome(output)
    }
    case 'timed_out':
      return failed(
        `${which} did not end in its time; it stands in state ‘${child.state}’.`,
        child,
        'timeout',
      )
    case 'cancelled': {
      const reason = child.endReason === null || child.endReason === '' ? '' : ` Reason: ${child.endReason}`
      return failed(`${which} was cancelled in state ‘${child.state}’.${reason}`, child)
    }
    case 'running': {
      const { failure } = child
      if (failure === null || !mayHaveEnded(child)) return null
      const { definition } = await complete(parts, child, ENGINE)
      if (hasWayOut(definition, child)) return null
      return failed(
        `${which} failed in state ‘${child.state}’: ${failure.message}`,
        child,
        failure.errorClass,
      )
    }
  }
}

/** What may have happened in it may have happened in the step that waited for it. */
function failed(
  message: string,
  child: Run | null,
  errorClass: FailedOutcome['errorClass'] = 'permanent',
): ExecutionOutcome {
  return { ok: false, errorClass, message, content: [], uncertain: child?.failure?.uncertain === true }
}
