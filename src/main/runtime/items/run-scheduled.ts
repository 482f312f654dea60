/** What was decided and could be taken back runs when its time has come, if nothing moved; also after a crash (R5.6). */

import { isDeepStrictEqual } from 'node:util'
import { createTurns, type Turns } from '../../model/in-turn.ts'
import type { InboxItem } from '../../model/item.ts'
import { everyPage } from '../../model/pages.ts'
import { ENGINE } from '../../model/principal.ts'
import { claimOf, isInterrupted } from '../../model/run.ts'
import { isOfRun, originOf, stepOf } from '../../workflow/items/items.ts'
import { beginCall, type RuntimeParts } from '../call-context.ts'
import type { Clock } from '../ports.ts'
import type { Alarms } from '../time/alarms.ts'
import type { ClockChanges } from '../time/clock-changes.ts'
import { decideOnce } from './decide-item.ts'
import type { DecisionAttempt } from './decision.ts'
import { putBack, writeTakenBack } from './undo-window.ts'

const PAGE = 100
/** When it is looked at again what could not run, because its run was busy. */
const LOOK_AGAIN_MS = 1000
/**
 * What was decided in one press is due at one moment: so many of one step begin together, as where nothing can be taken
 * back. The servers behind it are not flooded, and a crash leaves few in doubt.
 */
const TOGETHER = 4
/** One that takes longer holds up the others no more. */
const LONG_MS = 10_000

export interface DecisionTimer {
  /** Runs what is due, once the tools of all connections are known, and waits for what is next. */
  begin(): void
  /** It was written as one that runs later: its time may be nearer than the one that is waited for. */
  scheduled(item: InboxItem): void
}

export function createDecisionTimer(
  parts: RuntimeParts,
  alarms: Alarms,
  changes: ClockChanges,
): DecisionTimer {
  let begun = false
  /** Those that wait for their turn included. */
  const running = new Set<string>()
  const takeTurn = createStepTurns(parts.clock)
  const wakeAt = (at: number) => {
    if (begun) alarm.at(at)
  }
  const failed = (error: unknown) => {
    parts.fault(error, 'scheduled decisions')
    wakeAt(parts.clock.now() + LOOK_AGAIN_MS)
  }
  const run = async (item: InboxItem) => {
    const { id } = item
    running.add(id)
    const leave = await takeTurn(sameStep(item))
    try {
      const again = await runScheduled(parts, changes, id)
      if (again !== null) wakeAt(again)
    } catch (error) {
      failed(error)
    } finally {
      leave()
      running.delete(id)
    }
  }
  const look = async () => {
    const pages = everyPage(async (from) => {
      const { found, now } = await changes.read(() =>
        parts.store.approvals({ status: ['scheduled'] }, { limit: PAGE, ...from }),
      )
      return { ...found, now }
    })
    for await (const { items, now } of pages) {
      if (alarms.closed()) return
      for (const item of items) {
        if (running.has(item.id)) continue
        if (isDue(item, now)) void run(item)
        else wakeAt(runsAt(item))
      }
    }
  }
  const alarm = alarms.add('scheduled decisions', look)
  return {
    begin() {
      parts
        .toolsKnown()
        .then(() => {
          begun = true
          return look()
        })
        .catch(failed)
    },
    scheduled: (item) => wakeAt(runsAt(item)),
  }
}

/** The same for items that ask about one step of one definition. */
function sameStep(item: InboxItem): string {
  const { definitionId, state } = originOf(item)
  return JSON.stringify([definitionId, state, stepOf(item)?.transition ?? item.decision?.outcome])
}

/** Resolves when it is the turn of the one who asks, with what ends it. Those of other steps take turns of their own. */
function createStepTurns(clock: Pick<Clock, 'after'>): (step: string) => Promise<() => void> {
  const steps = new Map<string, Turns>()
  return async (step) => {
    const turns = steps.get(step) ?? createTurns(() => TOGETHER)
    steps.set(step, turns)
    const end = await turns.take()
    const leave = () => {
      alarm.cancel()
      end?.()
      if (turns.isIdle() && steps.get(step) === turns) steps.delete(step)
    }
    const alarm = clock.after(LONG_MS, leave)
    return leave
  }
}

function runsAt({ decision }: InboxItem): number {
  return Date.parse(decision?.runsAt ?? '') || 0
}

function isDue(item: InboxItem, now: number): boolean {
  return runsAt(item) <= now
}

/** When it is to be looked at again, in milliseconds since 1970: its run is busy, or somebody decided anew. Null: done. */
async function runScheduled(parts: RuntimeParts, changes: ClockChanges, id: string): Promise<number | null> {
  for (;;) {
    const { found: item, now } = await changes.read(() => parts.store.approval(id))
    if (item?.status !== 'scheduled' || item.decision?.who === undefined) return null
    if (parts.draining.aborted) return null
    // Taken back and decided again while the earlier decision was about to run: this one has a time of its own.
    if (!isDue(item, now)) return runsAt(item)
    if (parts.takenBack.by(item) !== null) {
      await writeTakenBack(parts, id)
      continue
    }
    const run = isOfRun(item) ? await parts.store.run(item.workflowId) : null
    if (run !== null && claimOf(run) !== null && !isInterrupted(run)) return parts.clock.now() + LOOK_AGAIN_MS
    const { who, ...decision } = item.decision
    const result = await decideOnce(parts, who, {
      approvalId: id,
      outcome: decision.outcome,
      arguments: decision.arguments,
      comment: decision.comment,
      hash: decision.seen,
      due: decision,
    })
    if (result.kind === 'conflict') continue
    const after = await parts.store.approval(id)
    if (after?.status !== 'scheduled') return null
    if (!isDeepStrictEqual(after.decision, item.decision)) continue
    const { committed } = await putBack(beginCall(parts, ENGINE), after, whyNot(result))
    if (committed.ok) return null
  }
}

function whyNot(result: Exclude<DecisionAttempt, { kind: 'conflict' }>): string {
  switch (result.kind) {
    case 'rejected':
    case 'not_allowed':
      return result.message
    case 'not_found':
      return 'The run that it belongs to is not in the database any more.'
    default:
      return 'What would run is not what was on screen any more.'
  }
}
