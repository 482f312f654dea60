/** How many tool calls are open, so that a hand-over can let them come to their end. */
import type { Gateway } from '../gateway.ts'

export interface ActiveCalls {
  readonly count: number
  during<Result>(call: () => Promise<Result>): Promise<Result>
  /** Resolves when none is open, or after `graceMs`. */
  settle(graceMs: number): Promise<void>
}

export function createActiveCalls(clock: Gateway['clock']): ActiveCalls {
  let count = 0
  const waiting = new Set<() => void>()
  return {
    get count() {
      return count
    },
    async during(call) {
      count += 1
      try {
        return await call()
      } finally {
        count -= 1
        if (count === 0) for (const done of [...waiting]) done()
      }
    },
    settle(graceMs) {
      if (count === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const alarm = clock.wakeAt(clock.now() + graceMs, done)
        waiting.add(done)
        function done() {
          alarm.cancel()
          waiting.delete(done)
          resolve()
        }
      })
    },
  }
}
