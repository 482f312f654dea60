/** Items about no step of a workflow: asked, decided, ended, taken back; whoever asked is told (R5.8). */
import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '../../model/audit-event.ts'
import { DECIDED_STATUSES, SUBJECT_KINDS, type SubjectItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import { kindEntry } from '../../model/kinds.ts'
import type { DecisionPreview } from '../../model/preview.ts'
import { ENGINE } from '../../model/principal.ts'
import { outcomesOf, PASSING_KINDS } from '../../workflow/items/items.ts'
import { auditEntry, beginCall, type CallContext, type RuntimeParts } from '../call-context.ts'
import { allItems } from '../every-item.ts'
import { leftBehind } from '../membership.ts'
import type { Store } from '../ports.ts'
import type { DecideRequest } from '../runtime.ts'
import { close, commit, expectItem } from '../step/commit.ts'
import { triedOnce } from '../step/until-durable.ts'
import { belowLimits, hasTooMany } from '../submit/pending-limit.ts'
import { type DecisionAttempt, decidedEntry, hasNoOutcome, withDecision } from './decision.ts'
import type { AskRequest, ItemHandler, Items, SubjectKey } from './item-handler.ts'

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
    if (pending === null && request.unless !== undefined) {
      const last = await latestItem(context.parts.store, request)
      if (last !== null && request.unless(last)) return last
    }
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
            ? [expectItem(pending)]
            : request.client === ENGINE.id
              ? []
              : belowLimits(context.parts, { ...request, connection: null }),
        approvals: [item],
        audit: pending === null ? toldOf(context, request) : [],
      },
      'parked',
    )
    if (committed.ok) return item
  }
}

function toldOf(context: CallContext, { tells }: AskRequest): AuditEntry[] {
  return tells === undefined ? [] : [auditEntry(context, tells.eventType, null, tells.payload)]
}

function contentOf({ subject, deadlineAt }: AskRequest) {
  return { subject, deadlineAt: deadlineAt ?? null }
}

function isUpToDate({ subject, deadlineAt }: SubjectItem, request: AskRequest): boolean {
  return isDeepStrictEqual({ subject, deadlineAt }, contentOf(request))
}

function itemFor(context: CallContext, request: AskRequest): SubjectItem {
  const { ids, clock } = context.parts
  return {
    id: ids.next('ap'),
    kind: request.kind,
    ...contentOf(request),
    arguments: {},
    queue: null,
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

export async function latestItem(
  store: Pick<Store, 'approvals'>,
  { kind, key }: SubjectKey,
): Promise<SubjectItem | null> {
  return (await store.approvals({ kind: [kind], key, order: 'newest' }, { limit: 1 })).items[0] ?? null
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
      'Countersign was restarted, and the call that it belongs to has ended.',
    )
  const unheard = { kind: SUBJECT_KINDS, status: DECIDED_STATUSES, untold: true, order: 'decided' } as const
  const untold = await allItems(parts.store, unheard)
  for (const item of await leftBehind(parts.membership, untold.toReversed())) await tell(context, item)
}

// ── A decision on one, and its end.

function handlerOf(parts: RuntimeParts, approval: SubjectItem): ItemHandler {
  return kindEntry(parts.itemHandlers, approval.kind, 'item')
}

/** Binds a decision to what the item is about, as it is now. */
function hashSubject(
  parts: RuntimeParts,
  approval: SubjectItem,
  request: { outcome: string; arguments: JsonObject },
): string {
  return parts.hash({
    item: approval.id,
    kind: approval.kind,
    outcome: request.outcome,
    asked: approval.arguments,
    arguments: request.arguments,
    subject: approval.subject,
    seen: handlerOf(parts, approval).seen(approval),
  })
}

const NOTHING_TO_DECIDE = 'There is nothing to decide any more.'

export function previewSystemItem(
  parts: RuntimeParts,
  approval: SubjectItem,
  request: { outcome: string; arguments: JsonObject },
): DecisionPreview {
  const handler = handlerOf(parts, approval)
  const isOver = handler.seen(approval) === null
  return {
    outcome: request.outcome,
    call: null,
    nextStates: [],
    steps: [],
    // What a button does, whoever shows it says.
    stopsAt: isOver ? NOTHING_TO_DECIDE : '',
    problems: handler.validate?.(approval, request.outcome, request.arguments) ?? [],
    undoMs: 0,
    hash: hashSubject(parts, approval, request),
    basis: {
      ...{
        version: 0,
        state: '',
        definition: '',
        connections: {},
        tools: [],
        workflows: [],
        gates: '',
        edited: null,
      },
      subject: parts.hash([approval.subject, handler.seen(approval)]),
    },
  }
}

export async function decideSystemItem(
  context: CallContext,
  approval: SubjectItem,
  request: DecideRequest,
): Promise<DecisionAttempt> {
  const { parts } = context
  const handler = handlerOf(parts, approval)
  if (handler.seen(approval) === null) {
    return (await endSystemItem(context, approval, 'withdrawn', NOTHING_TO_DECIDE))
      ? { kind: 'changed' }
      : { kind: 'conflict' }
  }
  if (hashSubject(parts, approval, request) !== request.hash) return { kind: 'changed' }
  const place = outcomesOf(approval).indexOf(request.outcome)
  if (place === -1) return { kind: 'rejected', message: hasNoOutcome(request.outcome) }
  const edits = !isDeepStrictEqual(request.arguments, approval.arguments)
  const problems =
    handler.validate?.(approval, request.outcome, request.arguments) ??
    (edits ? [{ path: '', message: 'What is asked here cannot be edited.', expected: '' }] : [])
  const [first] = problems
  if (first !== undefined) {
    const details = problems.map((problem) => ({ ...problem }))
    return { kind: 'rejected', message: first.message, details }
  }
  const decided = {
    ...withDecision(context, approval, request, place === 0 ? 'approved' : 'refused'),
    untold: true,
  }
  const committed = await commit(
    context,
    {
      expect: [expectItem(approval)],
      approvals: [decided],
      audit: [decidedEntry(context, decided)],
    },
    'decided',
  )
  if (!committed.ok) return { kind: 'conflict' }
  const told = await tell(context, decided)
  if (told.status === 'withdrawn') return { kind: 'closed', approval: told }
  return { kind: 'decided', approval: told, answer: null }
}

/** Closes a pending item; false: somebody else was faster. */
export async function endSystemItem(
  context: CallContext,
  approval: SubjectItem,
  status: 'withdrawn' | 'expired',
  because: string,
): Promise<boolean> {
  const { approval: closed, audit } = close(context, approval, status, because)
  const ended = { ...closed, untold: true }
  const committed = await commit(
    context,
    {
      expect: [expectItem(approval)],
      approvals: [ended],
      audit: [audit],
    },
    status,
  )
  if (committed.ok) await tell(context, ended)
  return committed.ok
}

/**
 * Carries out what is durable already. What a full disk refuses is tried again and again; what a crash or a fault leaves
 * untold is told at the next start. Answers the item as the first try has left it.
 */
async function tell(context: CallContext, ended: SubjectItem): Promise<SubjectItem> {
  const { parts, correlationId } = context
  let told = ended
  await triedOnce(parts, correlationId, parts.draining, async () => {
    told = await tellOnce(context, ended)
  })
  return told
}

async function tellOnce(context: CallContext, ended: SubjectItem): Promise<SubjectItem> {
  const { untold: _, ...rest } = ended
  const unheard = await carryOut(handlerOf(context.parts, ended), ended)
  const told =
    unheard === undefined
      ? { approval: { ...rest, revision: ended.revision + 1 }, audit: [] }
      : close(context, rest, 'withdrawn', unheard)
  await commit(context, {
    expect: [expectItem(ended)],
    approvals: [told.approval],
    audit: [told.audit].flat(),
  })
  return told.approval
}

/** Nothing but what a person has approved is carried out as that, whatever a handler looks at. */
async function carryOut(handler: ItemHandler, ended: SubjectItem): Promise<string | undefined> {
  const { status, decision } = ended
  if (status === 'approved' && decision !== null) return await handler.approved(ended, decision)
  if (status === 'refused' && decision !== null) return await handler.refused?.(ended, decision)
  await handler.ended?.(ended)
  return undefined
}
