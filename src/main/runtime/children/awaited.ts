/**
 * Whether somebody still waits for a run that is a step of another one. It is ended a moment after the run above has left
 * it, and nothing of it may begin until then: whoever looks first ends it.
 */
import { ENGINE } from '../../model/principal.ts'
import { isClosed, type Run } from '../../model/run.ts'
import { isDue } from '../../workflow/advance.ts'
import { beginCall, complete, type RuntimeParts, waitingAbove } from '../call-context.ts'
import { cancel } from '../submit/cancel.ts'
import { applyDueTimeout } from '../time/timeouts.ts'

export const LEFT = 'The workflow that it was a step of went on without it.'

/** The runs above, before somebody goes on with it; null: it is ended now. What comes after a deadline above is too late, even if nobody has noticed. */
export async function awaitedOrEnded(parts: RuntimeParts, run: Run): Promise<Run[] | null> {
  if (run.parent === null || isClosed(run)) return []
  const found = await waitingAbove(parts, run)
  const due = found?.filter((each) => isDue(each, parts.clock.now())) ?? []
  for (const each of due.toReversed())
    await applyDueTimeout(beginCall(parts, ENGINE), await complete(parts, each, ENGINE))
  const above = due.length === 0 ? found : await waitingAbove(parts, run)
  if (above === null) await cancel(parts, ENGINE, { workflowId: run.id, reason: LEFT })
  return above
}
