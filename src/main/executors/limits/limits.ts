/**
 * How many calls a connection carries at once, and when it is left alone for a while. Kept over
 * all runs; limits are read at each call, because the configuration may change meanwhile.
 */

import { type ExecutionOutcome, stoppedFailure } from '../../model/call.ts'
import type { ConnectionLimits } from '../../model/configuration.ts'
import { createTurns, type Turns } from '../../model/in-turn.ts'
import { obtain } from '../../model/obtain.ts'
import type { Executor } from '../../runtime/executor-port.ts'
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
        const name = context.connection
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
          const objection = arrive === undefined ? null : (context.objection?.() ?? null)
          if (objection !== null) return objection
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

function stoppedWaiting(connection: string, signal: AbortSignal): ExecutionOutcome {
  return stoppedFailure(
    signal,
    () =>
      `The call was stopped while it waited for its turn: the server ${connection} carries as many calls as its limit allows.`,
  )
}
