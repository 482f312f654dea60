/**
 * The same request again, by an agent that has no answer to the first one: it waits with that for as long as people are
 * asked whether it may run, or whether it has (R1.8). Nothing of it runs meanwhile, also where it needs nobody any more.
 */
import { isDeepStrictEqual } from 'node:util'
import { type DoubtItem, type HeldItem, type InboxItem, OPEN_STATUSES } from '../../model/item.ts'
import type { AllowedTransition } from '../../workflow/evaluate-transition.ts'
import { changesNothing } from '../../workflow/gates/gates.ts'
import { holdsStep, isCurrent, isDoubt } from '../../workflow/items/items.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'
import { everyItem } from '../every-item.ts'
import type { Expectation, ItemFilter } from '../ports.ts'
import { rightsOf } from '../step/work.ts'

export interface SameRequest {
  item: HeldItem | DoubtItem | null
  /** That nobody has begun, or ended, to ask people for the same since. */
  expect: Expectation[]
}

/** In a session, where one call has nothing to do with the next, all that the client asked for; else what its run did. */
export async function findSameRequest(
  context: CallContext,
  { run, definition }: RunSnapshot,
  decision: AllowedTransition,
): Promise<SameRequest> {
  const { who, parts } = context
  const single = isSingleCall(definition.id) && who.kind === 'agent'
  const of = single ? { client: who.client, transition: decision.transition } : { workflowId: run.id }
  const filter: ItemFilter = single
    ? { client: who.client, transitions: [decision.transition] }
    : { workflowId: run.id }
  const ids: string[] = []
  let item: SameRequest['item'] = null
  for (const status of OPEN_STATUSES)
    for await (const open of everyItem(parts.store, { ...filter, status: [status] })) {
      ids.push(open.id)
      if (item === null && isCurrent(open, run) && isSame(open, context, decision)) item = open
    }
  return { item, expect: [{ kind: 'openItems', of, ids }] }
}

/** Of somebody who was declared anew, what the one before asked for is another request: that has no rights any more (R2.4). */
function isSame(
  item: InboxItem,
  { who, parts }: CallContext,
  decision: AllowedTransition,
): item is HeldItem | DoubtItem {
  // What only reads may run again, whatever became of the first time.
  if (!holdsStep(item) && !(isDoubt(item) && !changesNothing(decision.call, parts.catalog))) return false
  const { step, requestedBy, requesterRights } = item
  return (
    step.kind === 'transition' &&
    step.transition === decision.transition &&
    requestedBy === who.id &&
    (requesterRights.declared === undefined || requesterRights.declared === rightsOf(who).declared) &&
    isDeepStrictEqual(step.arguments, decision.arguments)
  )
}
