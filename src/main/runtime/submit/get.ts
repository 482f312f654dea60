/** `workflow.get`: where it stands, and waiting until that changes. */

import { type InboxItem, OPEN_STATUSES } from '../../model/item.ts'
import type { Principal } from '../../model/principal.ts'
import type { Link, WorkflowAnswer } from '../../model/response.ts'
import { claimOf, isAtRest, isClosed, parkedOf, type Run } from '../../model/run.ts'
import { transitionsAt } from '../../workflow/advance.ts'
import { sayInterrupted } from '../../workflow/evaluate-transition.ts'
import { holdsStep, isChoice } from '../../workflow/items/items.ts'
import { notFound, waitLink } from '../../workflow/respond.ts'
import { describeWaiting, type WaitingFacts } from '../../workflow/wording/waiting.ts'
import { beginCall, loadFor, passOn, type RunSnapshot, type RuntimeParts } from '../call-context.ts'
import { standingOf } from '../items/review-held.ts'
import { withHolderNow } from '../rights-now.ts'
import type { CallOptions } from '../runtime.ts'
import { applyDueTimeout } from '../time/timeouts.ts'
import { answer, bare, errorOf, withWait } from './answer.ts'
import { waitFor } from './hold.ts'

/** The home page names so many: whoever follows one and comes back finds the others. */
const MOST_CUT_OFF = 5
const MOVING = 'Waiting for the workflow to move on.'

export async function get(
  parts: RuntimeParts,
  who: Principal,
  request: { workflowId: string; waitMs?: number; sinceVersion?: number },
  options: CallOptions = {},
): Promise<WorkflowAnswer> {
  const context = beginCall(parts, who, options)
  const found = await loadFor(parts, who, request.workflowId)
  if (found === null) return bare(notFound(request.workflowId))
  const before = (await applyDueTimeout(context, found)) ?? found
  const snapshot = await waited(parts, who, request, options, before)
  const after = (await applyDueTimeout(context, snapshot)) ?? snapshot
  const { failure, personSaid, id: workflowId, version } = after.run
  if (options.signal?.aborted !== true)
    passOn(context, parts.executions.held.fetch({ workflowId, version, requestedBy: who.id }))
  const plain = answer(context, after, 'waiting_for_action', {
    message: await message(parts, after.run),
    ...(failure === null ? {} : { error: errorOf(failure) }),
  })
  const shown = (await isHeldUp(parts, after.run)) ? withWait(context, plain, after) : plain
  return personSaid === null ? shown : { ...shown, saidAt: personSaid.at }
}

async function waited(
  parts: RuntimeParts,
  who: Principal,
  request: { workflowId: string; waitMs?: number; sinceVersion?: number },
  options: CallOptions,
  before: RunSnapshot,
): Promise<RunSnapshot> {
  const milliseconds = Math.min(Math.max(request.waitMs ?? 0, 0), 55_000)
  const since = request.sinceVersion ?? before.run.version
  if (milliseconds === 0 || isClosed(before.run) || movedOn(before.run, since)) return before
  const asked = await openIds(parts, before.run)
  // Nobody but the caller can move it, and it has something to hear: a refusal, a failure, or whatever has happened
  // since a version that it does not name.
  if (asked.length === 0 && isAtRest(before.run)) {
    if (before.run.failure !== null) return before
    if (request.sinceVersion === undefined && movesByCallsAlone(before)) return before
  }
  // What runs may fail, and is where it was then.
  const isUnderWay = !isAtRest(before.run)
  let last = before.run
  const until = async () => {
    const run = await parts.store.run(request.workflowId)
    last = run ?? last
    if (run === null || isClosed(run) || movedOn(run, since) || (isUnderWay && isAtRest(run))) return true
    const open = await openIds(parts, run)
    return claimOf(run) === null && asked.some((id) => !open.includes(id))
  }
  const how = await waitFor(parts, {
    until,
    workflowId: request.workflowId,
    items: asked,
    milliseconds,
    signal: options.signal,
    progress: options.progress,
    message: () => describeWaiting({ ...present(parts, last), pending: [], ahead: 0 }) ?? MOVING,
  })
  // The content of what it waited for is at hand only when its execution has ended.
  if (how === 'met' && (asked.length > 0 || isUnderWay)) await parts.executions.settled(request.workflowId)
  return (await loadFor(parts, who, request.workflowId)) ?? before
}

/** Past the version that the caller knows, and at rest: not in the middle of a chain. */
function movedOn(run: Run, since: number): boolean {
  return run.version > since && isAtRest(run)
}

/** Neither a person nor the engine, another run or the clock is to move it next. */
function movesByCallsAlone({ run, definition }: RunSnapshot): boolean {
  const next = Object.values(transitionsAt(definition, run.state))
  return parkedOf(run) === null && run.deadlineAt === null && next.every(({ actor }) => actor === 'agent')
}

async function openIds(parts: RuntimeParts, run: Run): Promise<string[]> {
  return (await awaitedItems(parts, run)).map((item) => item.id)
}

/** What people are to decide before whoever asks can know more. */
async function awaitedItems({ store }: Pick<RuntimeParts, 'store'>, { id }: Run): Promise<InboxItem[]> {
  return (await store.approvals({ workflowId: id, status: OPEN_STATUSES }, { limit: 100 })).items
}

/** What holds up what was asked for, a person or another run; null: nothing does. */
export async function heldUpBy(parts: RuntimeParts, run: Run): Promise<string | null> {
  return (await isHeldUp(parts, run)) ? ((await message(parts, { ...run, personSaid: null })) ?? null) : null
}

async function isHeldUp(parts: RuntimeParts, run: Run): Promise<boolean> {
  if (isClosed(run) || !isAtRest(run)) return false
  return parkedOf(run) !== null || (await awaitedItems(parts, run)).some((item) => !isChoice(item))
}

/** For whom it waits; through the runs of its steps down to the person who is awaited in the end. */
async function message(parts: RuntimeParts, run: Run): Promise<string | undefined> {
  const own = await ownMessage(parts, run)
  const parked = parkedOf(run)
  if (parked?.on !== 'child' || isClosed(run)) return own
  const child = await parts.store.run(parked.id)
  const which = `‘${parked.transition}’ waits for workflow ‘${child?.definitionId ?? ''}’ (${parked.id})`
  const state = `which is in state ‘${child?.state ?? ''}’`
  const below = child === null ? undefined : await message(parts, child)
  const text = below === undefined ? `${which}, ${state}.` : `${which}, ${state}: ${below}`
  return own === undefined ? text : `${own} ${text}`
}

async function ownMessage(parts: RuntimeParts, run: Run): Promise<string | undefined> {
  const own = await awaitedItems(parts, run)
  const oldest = own.find((item) => item.status === 'pending')
  let ahead = 0
  if (oldest !== undefined) {
    const queue = oldest.queue === null ? {} : { queue: oldest.queue }
    ahead = (await parts.store.itemPlace({ status: ['pending'], ...queue }, oldest.id)) ?? 0
  }
  const pending = await Promise.all(own.map((item) => asItStands(parts, item)))
  return describeWaiting({ ...present(parts, run), pending, ahead })
}

/** Without approvals that count no more and whoever was removed, and with the gates that have come since. */
async function asItStands(parts: RuntimeParts, asked: InboxItem): Promise<InboxItem> {
  const item = withHolderNow(parts, asked)
  const standing = await standingOf(parts, item)
  return standing === null || !holdsStep(item) ? item : { ...item, held: { ...item.held, ...standing } }
}

/** What is known of it at this moment, beside what waits in the inbox. */
function present(parts: RuntimeParts, run: Run): Omit<WaitingFacts, 'pending' | 'ahead'> {
  const { queues, people, away, noDesk } = parts.settings()
  const unwritten = parts.unwritten.of(run.id)
  const pauses = parts.pauses.of(run.id)
  const { unsaved: unsavedUndo } = parts.takenBack
  return { run, queues, people, away, noDesk, now: parts.clock.now(), unwritten, pauses, unsavedUndo }
}

/** Whoever has lost the answer together with the gateway has no id to ask with. */
export async function linksToCutOff(
  { store, settings }: Pick<RuntimeParts, 'store' | 'settings'>,
  who: Principal,
): Promise<Link[]> {
  if (who.kind !== 'agent') return []
  const { items } = await store.approvals(
    { client: who.client, status: ['pending'], kind: ['interrupted'], order: 'newest' },
    { limit: MOST_CUT_OFF, uncounted: true },
  )
  return items.map(({ workflowId: id, version, step }) => ({
    ...waitLink({ id, version }, settings().holdMs),
    rel: 'interrupted',
    title: sayInterrupted(step.transition),
  }))
}
