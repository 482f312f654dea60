/**
 * Deadlines of items: woken for while nobody looks, and after a restart. What nobody decided in
 * time is refused; a timeout never approves.
 */

import type { InboxItem } from '../../model/item.ts'
import { ENGINE } from '../../model/principal.ts'
import { holdsStep, isSubject, stepOf } from '../../workflow/items/items.ts'
import { sayLate, timeoutMessage } from '../../workflow/wording/refusal.ts'
import { beginCall, complete, type RuntimeParts } from '../call-context.ts'
import { endHeld } from '../items/decide-held.ts'
import { endSystemItem } from '../items/system-items.ts'
import { mayHaveTimedOut } from '../recovery/set-back.ts'
import { close } from '../step/commit.ts'
import type { Alarms } from './alarms.ts'
import type { ClockChanges } from './clock-changes.ts'
import { applyDueTimeout, isDecided } from './timeouts.ts'

const AT_ONCE = 100
/** When it is looked at again what could not be ended, because its run is busy or interrupted. */
const LOOK_AGAIN_MS = 1000

/** Ends an item whose deadline has passed. False: it still waits. */
export async function expireItem(parts: RuntimeParts, { id }: InboxItem): Promise<boolean> {
  for (;;) {
    const item = await parts.store.approval(id)
    if (item?.status !== 'pending') return true
    const context = beginCall(parts, ENGINE)
    const because = sayLate(item)
    if (isSubject(item)) {
      if (await endSystemItem(context, item, 'expired', because)) return true
      continue
    }
    const run = await parts.store.run(item.workflowId)
    if (run === null) return false
    const snapshot = await complete(parts, run, ENGINE, stepOf(item)?.transition)
    if ((await applyDueTimeout(context, snapshot)) !== null) continue
    // Its deadline is that of the run, which has to be free first, or whose time stands still.
    if (!holdsStep(item)) return false
    if (item.deadlineAt === run.deadlineAt && (await isDecided(parts, run.id))) return false
    context.unasked = await mayHaveTimedOut(parts, run)
    const expired = close(context, item, 'expired', because)
    const message = timeoutMessage(item)
    const code = 'APPROVAL_TIMED_OUT'
    const ended = await endHeld(context, snapshot, expired.approval, code, message, [expired.audit])
    if (ended.committed.ok) return true
  }
}

export interface ItemTimer {
  /** Looks up what is due, and waits for what is next. */
  begin(): Promise<void>
  /** The deadline of one that was written, which may be nearer than the one that is waited for. */
  wakeAt(at: number): void
}

export function createItemTimer(parts: RuntimeParts, alarms: Alarms, changes: ClockChanges): ItemTimer {
  const look = async () => {
    const soonest = await expireDue(parts, changes, alarms.closed)
    if (soonest !== null) alarm.at(soonest)
  }
  const alarm = alarms.add('item deadlines', look)
  return { begin: look, wakeAt: alarm.at }
}

/** Answers when the next one is due, in milliseconds since 1970. */
async function expireDue(
  parts: RuntimeParts,
  changes: ClockChanges,
  isClosed: () => boolean,
): Promise<number | null> {
  const waiting = new Set<string>()
  for (;;) {
    const { found, now } = await changes.read(() => parts.store.itemDeadlines(AT_ONCE + waiting.size))
    const left = found.filter((item) => !waiting.has(item.id))
    const due = left.filter((item) => Date.parse(item.deadlineAt ?? '') <= now)
    for (const item of due) {
      if (isClosed()) return null
      const ended = await expireItem(parts, item).catch((error: unknown) => {
        parts.fault(error, 'item deadlines')
        return false
      })
      if (!ended) waiting.add(item.id)
    }
    if (due.length > 0) continue
    const [next] = left
    const soonest = next?.deadlineAt == null ? null : Math.max(Date.parse(next.deadlineAt), now + 1)
    const again = waiting.size === 0 ? null : now + LOOK_AGAIN_MS
    return soonest === null || again === null ? (soonest ?? again) : Math.min(soonest, again)
  }
}
