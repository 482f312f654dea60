/**
 * Somebody sets the clock, or the computer sleeps. Times that are stored are those of the wall clock; so when it was set
 * back, what waits is moved back with it: a deadline ends when either clock says so. Whatever it is set to, what was
 * decided can be taken back for its full length by the clock that nobody can set.
 */
import { everyPage } from '../../model/pages.ts'
import { ENGINE } from '../../model/principal.ts'
import { auditEntry, beginCall, type RuntimeParts } from '../call-context.ts'
import type { Clock, WatchedClock } from '../ports.ts'
import { commit } from '../step/commit.ts'
import type { Alarms } from './alarms.ts'

export interface ClockChanges {
  /** The same clock; each of its readings is held against the one that nobody can set. */
  clock: WatchedClock
  /** What is stored, and the time to judge it by in milliseconds since 1970: nobody has set the clock between. */
  read<Result>(query: () => Promise<Result>): Promise<{ found: Result; now: number }>
  /** Takes up what was set back while the gateway was off, as far as the log shows it. */
  begin(): Promise<void>
  close(): void
}

/** Less is drift, which is made up for when it has come to so much. */
const NOTICED_MS = 1000
/** So often a clock that does not tell is looked at where nobody asks for the time. */
const LOOK_EVERY_MS = 30_000
const MOST_RUNS = 100_000
/** Of the log, more than the start has written by then. */
const LAST_ENTRIES = 50
const PAGE = 200

/** `parts` of whoever puts the runtime together; they are asked for when something is moved. */
export function watchClockChanges(clock: Clock, parts: () => RuntimeParts, alarms: Alarms): ClockChanges {
  /** The wall clock's time when nothing had elapsed: what is stored is meant by it. */
  let origin = clock.now() - clock.elapsed()
  let moving: Promise<void> = Promise.resolve()
  let changes = 0

  const fault = (error: unknown) => parts().fault(error, 'changes of the clock')
  const now = (): number => {
    const reading = clock.now()
    const by = Math.round(reading - clock.elapsed() - origin)
    if (Math.abs(by) >= NOTICED_MS) {
      origin += by
      changes += 1
      // Handed to the store at once: whatever is written from now on has the new time.
      moving = Promise.all([moving, moveBy(by)]).then(() => {}, fault)
      alarms.lookAgain()
    }
    return reading
  }
  const moveBy = async (by: number) => {
    const { store } = parts()
    if (store.readOnly !== null) return
    const context = beginCall(parts(), ENGINE)
    const moves = { deadlines: Math.min(by, 0), windows: by }
    await commit(context, {
      expect: [],
      moves,
      audit: [auditEntry(context, 'clock.changed', null, { milliseconds: by })],
    })
    if (by < 0) await announceRuns()
    await announceItems()
  }
  const announceRuns = async () => {
    for (const run of await parts().store.deadlines(MOST_RUNS)) {
      parts().children.noticed(run)
      parts().publish({ topic: 'run', id: run.id })
    }
  }
  const announceItems = async () => {
    for (const status of ['pending', 'scheduled'] as const) {
      for await (const { items } of everyPage((from) =>
        parts().store.itemMarks({ status: [status] }, { limit: PAGE, ...from }),
      ))
        for (const { id, deadlineAt } of items) {
          if (deadlineAt === null && status === 'pending') continue
          const item = await parts().store.approval(id)
          if (item !== null) parts().itemWritten(item)
          parts().publish({ topic: 'approval', id })
        }
    }
  }
  const alarm = alarms.add('changes of the clock', async () => {
    now()
    alarm.at(clock.now() + LOOK_EVERY_MS)
  })

  // What people see must not be wrong for long.
  const watch = clock.onSet?.(now)
  return {
    clock: { ...clock, now, changes: () => changes },
    async read(query) {
      for (;;) {
        now()
        await moving
        const before = origin
        const found = await query()
        if (origin === before) return { found, now: origin + clock.elapsed() }
      }
    },
    async begin() {
      const { items } = await parts().store.audit({}, { limit: LAST_ENTRIES, uncounted: true })
      const change = items.findIndex(({ eventType }) => eventType === 'clock.changed')
      const since = change === -1 ? items : items.slice(0, change)
      const by = clock.now() - Math.max(...since.map(({ timestamp }) => Date.parse(timestamp)))
      if (by <= -NOTICED_MS) await moveBy(by)
      alarm.at(clock.now() + LOOK_EVERY_MS)
    },
    close: () => watch?.cancel(),
  }
}
