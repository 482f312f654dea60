import type { Clock } from '../../src/main/runtime/ports.ts'

export interface ManualClock extends Clock {
  /** Moves time forward and calls what was due, in order. */
  advance(milliseconds: number): void
  /** Somebody sets it, forward or back; who waits for a time looks when it is advanced next. */
  set(milliseconds: number): void
}

interface Timer {
  /** How far away it is, in milliseconds; not more than 0: it is due. */
  left(): number
  callback: () => void
}

export function createManualClock(start = Date.parse('2026-01-01T00:00:00.000Z')): ManualClock {
  let passed = 0
  let origin = start
  let timers: Timer[] = []
  const add = (left: () => number, callback: () => void) => {
    const timer = { left, callback }
    timers.push(timer)
    return {
      cancel() {
        timers = timers.filter((other) => other !== timer)
      },
    }
  }
  const now = () => origin + passed
  return {
    now,
    elapsed: () => passed,
    wakeAt: (at, callback) => add(() => at - now(), callback),
    after(milliseconds, callback) {
      const over = passed + milliseconds
      return add(() => over - passed, callback)
    },
    set(milliseconds) {
      origin += milliseconds
    },
    advance(milliseconds) {
      const until = passed + milliseconds
      for (;;) {
        const [due] = timers.toSorted((a, b) => a.left() - b.left())
        if (due === undefined || passed + due.left() > until) break
        timers = timers.filter((timer) => timer !== due)
        passed = Math.max(passed, passed + due.left())
        due.callback()
      }
      passed = until
    },
  }
}
