/** `workflow.get`: where it stands, and waiting until that changes. */

import { type InboxItem, OPEN_STATUSES } from '../../model/item.ts'
import type { Principal } from '../../model/principal.ts'
import type { WorkflowAnswer } from '../../model/response.ts'
import { claimOf, isAtRest, isClosed, parkedOf, type Run } from '../../model/run.ts'
import { holdsStep, isChoice } from '../../workflow/items/items.ts'
import { notFound } from '../../workflow/respond.ts'
import { describeWaiting, type WaitingFacts } from '../../workflow/wording/waiting.ts'
import { beginCall, type RunSnapshot, type RuntimeParts } from '../call-context.ts'
import { standingOf } from '../items/standing-votes.ts'
import { loadFor } from '../load.ts'
import type { CallOptions } from '../runtime.ts'
import type { Executions } from '../step/executions.ts'
import { applyDueTimeout } from '../time/timeouts.ts'
import { answer, bare, errorOf } from './answer.ts'
import { waitFor } from './wait.ts'

const MOVING = 'Waiting for the workflow to move on.'

export async function get(
  parts: RuntimeParts,
  executions: Executions,
  who: Principal,
  request: { workflowId: string; waitMs?: number; sinceVersion?: number },
  options: CallOptions = {},
): Promise<WorkflowAnswer> {
  const operation = beginCall(parts, who, options)
  const found = await loadFor(parts, who, request.workflowId)
  if (found === null) return bare(notFound(request.workflowId))
  const before = (await applyDueTimeout(operation, executions, found)) ?? found
  const loaded = await waited(parts, who, request, options, before)
  const after = (await applyDueTimeout(operation, executions, loaded)) ?? loaded
  const { failure, personSaid } = after.instance
  const shown = answer(operation, after, 'waiting_for_action', {
    message: await message(parts, after.instance),
    ...(failure === null ? {} : { error: errorOf(failure) }),
  })
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
  const since = request.sinceVersion ?? before.instance.version
  if (milliseconds === 0 || isClosed(before.instance) || movedOn(before.instance, since)) return before
  const asked = await openIds(parts, before.instance)
  // Nobody but the caller can move it, and it has something to hear: a refusal, a failure.
  if (before.instance.failure !== null && asked.length === 0 && isAtRest(before.instance)) return before
  let last = before.instance
  const until = async () => {
    const instance = await parts.store.instance(request.workflowId)
    last = instance ?? last
    if (instance === null || isClosed(instance) || movedOn(instance, since)) return true
    const open = await openIds(parts, instance)
    return claimOf(instance) === null && asked.some((id) => !open.includes(id))
  }
  await waitFor(parts, {
    until,
    workflowId: request.workflowId,
    items: asked,
    milliseconds,
    signal: options.signal,
    progress: options.progress,
    message: () => describeWaiting({ ...present(parts, last), pending: [], ahead: 0 }) ?? MOVING,
  })
  return (await loadFor(parts, who, request.workflowId)) ?? before
}

/** Past the version that the caller knows, and at rest: not in the middle of a chain. */
function movedOn(instance: Run, since: number): boolean {
  return instance.version > since && isAtRest(instance)
}

async function openIds(parts: RuntimeParts, instance: Run): Promise<string[]> {
  const page = await parts.store.approvals({ workflowId: instance.id, status: OPEN_STATUSES }, { limit: 100 })
  return page.items.map((item) => item.id)
}

/** What holds up what was asked for, a person or another run; null: nothing does. */
export async function heldUpBy(parts: RuntimeParts, instance: Run): Promise<string | null> {
  if (isClosed(instance) || !isAtRest(instance)) return null
  const open = await parts.store.approvals({ workflowId: instance.id, status: OPEN_STATUSES }, { limit: 100 })
  const isHeldUp = parkedOf(instance) !== null || open.items.some((item) => !isChoice(item))
  return isHeldUp ? ((await message(parts, { ...instance, personSaid: null })) ?? null) : null
}

/** For whom it waits; through the runs of its steps down to the person who is awaited in the end. */
async function message(parts: RuntimeParts, instance: Run): Promise<string | undefined> {
  const own = await ownMessage(parts, instance)
  const parked = parkedOf(instance)
  if (parked?.on !== 'child' || isClosed(instance)) return own
  const child = await parts.store.instance(parked.id)
  const which = `‘${parked.transition}’ waits for workflow ‘${child?.definitionId ?? ''}’ (${parked.id})`
  const state = `which is in state ‘${child?.state ?? ''}’`
  const below = child === null ? undefined : await message(parts, child)
  const text = below === undefined ? `${which}, ${state}.` : `${which}, ${state}: ${below}`
  return own === undefined ? text : `${own} ${text}`
}

async function ownMessage(parts: RuntimeParts, instance: Run): Promise<string | undefined> {
  const { store } = parts
  const own = await store.approvals({ workflowId: instance.id, status: OPEN_STATUSES }, { limit: 100 })
  const oldest = own.items.find((item) => item.status === 'pending')
  let ahead = 0
  if (oldest !== undefined) {
    const all = await store.approvals({ status: ['pending'] }, { limit: 500, uncounted: true })
    const queued = all.items.filter((item) => oldest.queue === null || item.queue === oldest.queue)
    const place = queued.findIndex((item) => item.id === oldest.id)
    ahead = place === -1 ? queued.length : place
  }
  const pending = await Promise.all(own.items.map((item) => asItStands(parts, item)))
  return describeWaiting({ ...present(parts, instance), pending, ahead })
}

/** Without approvals that count no more, and with the gates that have come since. */
async function asItStands(parts: RuntimeParts, item: InboxItem): Promise<InboxItem> {
  const standing = await standingOf(parts, item)
  return standing === null || !holdsStep(item) ? item : { ...item, held: { ...item.held, ...standing } }
}

/** What is known of it at this moment, beside what waits in the inbox. */
function present(parts: RuntimeParts, instance: Run): Omit<WaitingFacts, 'pending' | 'ahead'> {
  const { queues, away } = parts.settings()
  const unwritten = parts.unwritten.of(instance.id)
  const pauses = parts.pauses.of(instance.id)
  return { instance, queues, away, now: parts.clock.now(), unwritten, pauses }
}
