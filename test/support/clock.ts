import type { Clock } from '../../src/main/runtime/ports.ts'

export interface ManualClock extends Clock {
  /** Moves time forward and calls what was due, in order. */
  advance(milliseconds: number): void
}

export function createManualClock(start = Date.parse('2026-01-01T00:00:00.000Z')): ManualClock {
  let now = start
  let timers: { at: number; callback: () => void }[] = []
  return {
    now: () => now,
    wakeAt(at, callback) {
      const timer = { at, callback }
      timers.push(timer)
      return {
        cancel() {
          timers = timers.filter((other) => other !== timer)
        },
      }
    },
    advance(milliseconds) {
      const until = now + milliseconds
      for (;;) {
        const [due] = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)
        if (due === undefined) break
        timers = timers.filter((timer) => timer !== due)
        now = Math.max(now, due.at)
        due.callback()
      }
      now = until
    },
  }
}
