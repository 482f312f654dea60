/** Asking people about something that is no step of a workflow, and taking the question back. */
import { isDeepStrictEqual } from 'node:util'
import { DECIDED_STATUSES, SUBJECT_KINDS, type SubjectItem } from '../../model/item.ts'
import { ENGINE } from '../../model/principal.ts'
import { PASSING_KINDS } from '../../workflow/items/items.ts'
import { beginCall, type CallContext, type RuntimeParts } from '../call-context.ts'
import { allItems } from '../every-item.ts'
import { leftBehind } from '../membership.ts'
import { commit } from '../step/commit.ts'
import { belowLimits, hasTooMany } from '../submit/pending-limit.ts'
import { endSystemItem, handlerOf, tell } from './decide-system-item.ts'
import type { AskRequest, Items, SubjectKey } from './item-handler.ts'

export function createItems(parts: RuntimeParts): Items {
  const alone = <Result>({ kind, key }: SubjectKey, task: () => Promise<Result>) =>
    parts.executions.exclusive(`${kind} ${key}`, task)
  return {
    isOpen: (approval) => handlerOf(parts, approval).seen(approval) !== null,
    ask: (request) => alone(request, () => ask(beginCall(parts, ENGINE), request)),
    withdraw: (key, because) =>
      alone(key, async () => {
        for (let item = await pendingWith(parts, key); item !== null; item = await pendingWith(parts, key))
          await endSystemItem(beginCall(parts, ENGINE), item, 'withdrawn', because)
      }),
  }
}

async function ask(context: CallContext, request: AskRequest): Promise<SubjectItem | null> {
  for (;;) {
    const pending = await pendingWith(context.parts, request)
    if (pending !== null && isUpToDate(pending, request)) return pending
    if (pending === null && request.client !== ENGINE.id) {
      if (await hasTooMany(context.parts, { ...request, connection: null })) return null
    }
    const item: SubjectItem =
      pending === null
        ? itemFor(context, request)
        : { ...pending, ...contentOf(request), revision: pending.revision + 1 }
    const committed = await commit(
      context,
      {
        expect:
          pending !== null
            ? [{ kind: 'approval', id: pending.id, revision: pending.revision }]
            : request.client === ENGINE.id
              ? []
              : belowLimits(context.parts, { ...request, connection: null }),
        approvals: [item],
        audit: [],
      },
      'parked',
    )
    if (committed.ok) return item
  }
}

function contentOf({ subject, arguments: asked, queue, deadlineAt }: AskRequest) {
  return {
    subject,
    arguments: asked ?? {},
    queue: queue ?? null,
    deadlineAt: deadlineAt ?? null,
  }
}

function isUpToDate(item: SubjectItem, request: AskRequest): boolean {
  const { subject, arguments: asked, queue, deadlineAt } = item
  return isDeepStrictEqual({ subject, arguments: asked, queue, deadlineAt }, contentOf(request))
}

function itemFor(context: CallContext, request: AskRequest): SubjectItem {
  const { ids, clock } = context.parts
  return {
    id: ids.next('ap'),
    kind: request.kind,
    ...contentOf(request),
    client: request.client,
    requestedBy: request.requestedBy,
    requesterRights: { roles: [], permissions: [] },
    requestedAt: new Date(clock.now()).toISOString(),
    status: 'pending',
    decision: null,
    key: request.key,
    assignedTo: null,
    revision: 1,
  }
}

async function pendingWith(parts: RuntimeParts, { kind, key }: SubjectKey): Promise<SubjectItem | null> {
  const page = await parts.store.approvals({ key, kind: [kind], status: ['pending'] }, { limit: 1 })
  return page.items[0] ?? null
}

/** What ended while nobody could be told of it is told now; questions of calls that are gone are taken back: not another gateway’s. */
export async function recoverItems(parts: RuntimeParts): Promise<void> {
  const context = beginCall(parts, ENGINE)
  const lost = await allItems(parts.store, { kind: PASSING_KINDS, status: ['pending'] })
  for (const item of await leftBehind(parts.membership, lost))
    await endSystemItem(
      context,
      item,
      'withdrawn',
      'The gateway was restarted, and the call that it belongs to has ended.',
    )
  const unheard = { kind: SUBJECT_KINDS, status: DECIDED_STATUSES, untold: true, order: 'decided' } as const
  const untold = await allItems(parts.store, unheard)
  for (const item of await leftBehind(parts.membership, untold.toReversed())) await tell(context, item)
}
