/** The tool calls that are open, so that a gateway that ends can let them come to an end too. */
import type { Gateway } from '../../gateway.ts'

export interface ActiveCalls {
  readonly count: number
  /** Aborted when the gateway is about to end: who only waits is answered at once. */
  readonly ending: AbortSignal
  during<Result>(call: () => Promise<Result>): Promise<Result>
  /** Ends what only waits. Resolves when no call is open, or after `graceMs`. */
  settle(graceMs: number): Promise<void>
}

export function createActiveCalls(clock: Gateway['clock']): ActiveCalls {
  let count = 0
  const ending = new AbortController()
  const waiting = new Set<() => void>()
  return {
    get count() {
      return count
    },
    ending: ending.signal,
    async during(call) {
      count += 1
      try {
        return await call()
      } finally {
        // Its answer is written in this turn of the event loop: until then the connection must stay open.
        setImmediate(() => {
          count -= 1
          if (count === 0) for (const done of [...waiting]) done()
        })
      }
    },
    settle(graceMs) {
      ending.abort()
      if (count === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const alarm = clock.after(graceMs, done)
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
