/**
 * How many calls a connection carries at once, and when it is left alone for a while. Kept over
 * all runs; limits are read at each call, because the configuration may change meanwhile.
 */
import type { ExecutionOutcome, ResolvedCall } from '../../model/call.ts'
import type { ConnectionLimits } from '../../model/configuration.ts'
import type { ExecutionContext, Executor } from '../../runtime/ports.ts'
import type { Breakers } from './breakers.ts'

export interface LimitsParts {
  /** Of the connection of that name, as configured now; null: none. */
  limits(connection: string): ConnectionLimits | null
  breakers: Breakers
}

/** The same table, each call of a connection under that connection's limits. */
export function limitExecutors<Table extends Record<string, Executor>>(
  table: Table,
  parts: LimitsParts,
): Table {
  const turns = new Map<string, Turns>()
  const limited = Object.entries(table).map(([kind, executor]): [string, Executor] => [
    kind,
    {
      async run(call, context) {
        const name = connectionOf(call)
        const limits = name === null ? null : parts.limits(name)
        if (name === null || limits === null) return executor.run(call, context)
        const concurrency = () => parts.limits(name)?.concurrency ?? Number.POSITIVE_INFINITY
        const turn = obtain(turns, name, () => createTurns(concurrency))
        let arrive: (() => void) | undefined
        const done = await turn.take(context.signal, () => {
          arrive = context.queued?.(name)
        })
        arrive?.()
        if (done === null) return stoppedWaiting(name, context.signal)
        try {
          // Asked after the wait: the connection may have failed meanwhile.
          const policy = parts.limits(name)?.breaker
          return await parts.breakers.of(name).run(policy, context.signal, () => executor.run(call, context))
        } finally {
          done()
        }
      },
    },
  ])
  return Object.fromEntries(limited) as Table
}

function connectionOf(call: ResolvedCall): string | null {
  return 'connection' in call ? call.connection : null
}

function obtain<Value>(values: Map<string, Value>, name: string, create: () => Value): Value {
  const known = values.get(name)
  if (known !== undefined) return known
  const value = create()
  values.set(name, value)
  return value
}

function stoppedWaiting(connection: string, signal: ExecutionContext['signal']): ExecutionOutcome {
  const timedOut = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
  return {
    ok: false,
    errorClass: timedOut ? 'timeout' : 'permanent',
    message: `The call was stopped while it waited for its turn: the connection ${connection} carries as many calls as its limit allows.`,
    content: [],
    uncertain: false,
  }
}

/** A queue, first come first served, of which a certain number are served at once. */
interface Turns {
  /**
   * Resolves when it is the caller's turn, with the way to end it; with null if the signal was first. `waits` is called
   * if it is not the caller's turn at once.
   */
  take(signal: AbortSignal, waits?: () => void): Promise<(() => void) | null>
}

/** @param most how many at once; asked each time, for it may change. */
function createTurns(most: () => number): Turns {
  let active = 0
  const waiting: (() => void)[] = []

  const next = () => {
    while (active < most()) {
      const first = waiting.shift()
      if (first === undefined) return
      first()
    }
  }
  const begin = () => {
    active += 1
    let ended = false
    return () => {
      if (ended) return
      ended = true
      active -= 1
      next()
    }
  }

  return {
    take(signal, waits) {
      return new Promise((resolve) => {
        if (signal.aborted) {
          resolve(null)
          return
        }
        let isAdmitted = false
        const admit = () => {
          isAdmitted = true
          signal.removeEventListener('abort', leave)
          resolve(begin())
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(admit), 1)
          resolve(null)
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(admit)
        next()
        if (!isAdmitted) waits?.()
      })
    },
  }
}
