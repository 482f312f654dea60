/**
 * Whether somebody still waits for a run that is a step of another one. It is ended a moment after the run above has left
 * it, and nothing of it may begin until then: whoever looks first ends it.
 */
import { ENGINE } from '../../model/principal.ts'
import { isClosed, parkedOf, type Run } from '../../model/run.ts'
import type { RuntimeParts } from '../call-context.ts'
import { cancel } from '../submit/cancel.ts'

export const LEFT = 'The workflow that it was a step of went on without it.'

/** The runs above, the next one first, each of which waits for the one below; null: one does not, or its client has stopped it. */
export async function waitingAbove(
  parts: Pick<RuntimeParts, 'store'>,
  { id, parent: above }: Run,
): Promise<Run[] | null> {
  if (above === null) return []
  const parent = await parts.store.run(above.workflowId)
  if (parent === null || isClosed(parent)) return null
  const parked = parkedOf(parent)
  if (parked?.id !== id || parked.stopped === true) return null
  const higher = await waitingAbove(parts, parent)
  return higher === null ? null : [parent, ...higher]
}

/** The same before somebody goes on with it; null: it is ended now. */
export async function awaitedOrEnded(parts: RuntimeParts, run: Run): Promise<Run[] | null> {
  if (run.parent === null || isClosed(run)) return []
  const above = await waitingAbove(parts, run)
  if (above === null) await cancel(parts, ENGINE, { workflowId: run.id, reason: LEFT })
  return above
}
