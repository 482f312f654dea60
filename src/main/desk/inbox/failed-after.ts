/** What became of decisions whose step, or one that the engine took after it, failed. May import: gateway.ts (types), model. */

import type { Gateway } from '../../gateway.ts'
import type { AuditEvent, AuditEventType } from '../../model/audit-event.ts'
import type { InboxItem, RunItem } from '../../model/item.ts'
import { itemsOfPages } from '../../model/pages.ts'
import { pause } from '../../system/slices.ts'
import { isChoice, isOfRun, stepOf } from '../../workflow/items/items.ts'
import type { History } from '../runs/loaded-run.ts'

const FAILURES: AuditEventType[] = ['executor.failed', 'chain.failed']
/** All that `failedAfter` looks at. */
const LOOKED_AT: AuditEventType[] = [
  ...FAILURES,
  'executor.started',
  'executor.succeeded',
  'human.approval.decided',
  'workflow.transitioned',
]
const PAGE = 500
/** Events of one page of decisions that are read at most; what many runs did after that is on their cards. */
const MOST = 10_000
const ALL = Number.POSITIVE_INFINITY

/** What `failedAfter` finds of one item. `history`: of its run, as its card shows it; what is too old for that is read. */
export async function findFailure(
  gateway: Pick<Gateway, 'store'>,
  approval: InboxItem,
  { events, isPartial }: History,
): Promise<AuditEvent | null> {
  if (!isPartial || !letThrough(approval) || placeOfDecision(approval, events) !== -1)
    return failedAfter(approval, events)
  const from = approval.decision?.at ?? ''
  return failedAfter(approval, await readLog(gateway, [approval.workflowId], LOOKED_AT, from, ALL))
}

/**
 * `history`: newest first. The failure that ended what the decision began, the engine's own steps included; null: it
 * did not fail, or goes on.
 */
function failedAfter(approval: InboxItem, history: readonly AuditEvent[]): AuditEvent | null {
  const { decision } = approval
  if (!letThrough(approval) || decision === null) return null
  const decidedAt = placeOfDecision(approval, history)
  const decided = history[decidedAt]
  if (decided === undefined) return null
  const transition = isChoice(approval) ? decision.outcome : (stepOf(approval)?.transition ?? null)
  const after = history.slice(0, decidedAt)
  // What could be taken back at first begins when its time comes, as an operation of its own.
  const began =
    decision.runsAt === null ? decided : after.findLast((event) => isStep(event, transition, decision.runsAt))
  const ran = after.filter(({ correlationId }) => correlationId === began?.correlationId)
  const at = ran.findIndex(({ eventType }) => eventType.startsWith('executor.'))
  const last = ran[at]
  if (last?.eventType === 'executor.failed' && !isHandled(last, ran.slice(0, at))) return last
  return ran.find(({ eventType }) => eventType === 'chain.failed') ?? null
}

function placeOfDecision({ id }: InboxItem, history: readonly AuditEvent[]): number {
  return history.findIndex(
    ({ eventType, payload }) =>
      eventType === 'human.approval.decided' && payload.approvalId === id && payload.status !== 'pending',
  )
}

function isStep(
  { eventType, payload, timestamp }: AuditEvent,
  transition: string | null,
  from: string | null,
) {
  return (
    (eventType.startsWith('executor.') || eventType === 'workflow.transitioned') &&
    payload.transition === transition &&
    Date.parse(timestamp) >= Date.parse(from ?? timestamp)
  )
}

/** The run went on where it says for that failure. */
function isHandled({ payload }: AuditEvent, after: readonly AuditEvent[]): boolean {
  return after.some(
    (event) =>
      event.eventType === 'workflow.transitioned' &&
      event.payload.failed === true &&
      event.payload.transition === payload.transition,
  )
}

/** Ids of those that `failedAfter` finds a failure for. Runs without any cost one query together. */
export async function findFailed(
  gateway: Pick<Gateway, 'store'>,
  approvals: readonly InboxItem[],
): Promise<ReadonlySet<string>> {
  const asked = approvals.filter(letThrough)
  const from = asked.map(({ decision }) => decision?.at ?? '').sort()[0]
  if (from === undefined) return new Set()
  const failures = await readLog(gateway, runsOf(asked), FAILURES, from)
  const failing = runsOf(failures)
  if (failing.length === 0) return new Set()
  const histories = new Map<string | null, AuditEvent[]>(failing.map((workflowId) => [workflowId, []]))
  for (const event of await readLog(gateway, failing, LOOKED_AT, from))
    histories.get(event.workflowId)?.push(event)
  const failed = asked.filter((approval) => failedAfter(approval, histories.get(approval.workflowId) ?? []))
  return new Set(failed.map(({ id }) => id))
}

function letThrough(item: InboxItem): item is RunItem {
  return item.status === 'approved' && item.decision !== null && isOfRun(item)
}

function runsOf(records: readonly { workflowId: string | null }[]): string[] {
  return [...new Set(records.flatMap(({ workflowId }) => workflowId ?? []))]
}

/** Newest first. */
async function readLog(
  { store }: Pick<Gateway, 'store'>,
  workflowIds: string[],
  eventTypes: AuditEventType[],
  from: string,
  most = MOST,
): Promise<AuditEvent[]> {
  const filter = { workflowIds, eventTypes, from }
  const read = async (start: object) => {
    await pause()
    return await store.audit(filter, { limit: PAGE, uncounted: true, ...start })
  }
  return await itemsOfPages(read, most)
}
