/** The breakers of all connections, for the calls that go through them and for people who look. */

import { type ExecutionOutcome, failure } from '../../model/call.ts'
import type { ConnectionLimits } from '../../model/configuration.ts'
import type { ErrorClass } from '../../model/error.ts'
import { obtain } from '../../model/obtain.ts'
import type { Clock } from '../../runtime/ports.ts'

export interface Breakers {
  of(connection: string): Breaker
  /** Null: calls go through, as far as the breaker is concerned. */
  leftAlone(connection: string): BreakerState | null
  /** Calls go through again at once. */
  close(connection: string): void
}

interface BreakersParts {
  /** As configured now; null: none. */
  limits(connection: string): ConnectionLimits | null
  clock: Clock
  /** It has been left alone from now on, or is not any more. */
  onChange(connection: string): void
}

export function createBreakers({ limits, clock, onChange }: BreakersParts): Breakers {
  const breakers = new Map<string, Breaker>()
  return {
    of: (connection) =>
      obtain(breakers, connection, () => createBreaker(connection, clock, () => onChange(connection))),
    leftAlone(connection) {
      return breakers.get(connection)?.leftAlone(limits(connection)?.breaker) ?? null
    },
    close(connection) {
      breakers.get(connection)?.close()
    },
  }
}

// ── Leaves a connection alone after failures in a row: closed (calls go through), open (refused until a time),
// half open (one call tries). A state machine of our own: cockatiel's reads the system's clock.

type Policy = ConnectionLimits['breaker']

interface Breaker {
  /** Runs `attempt`, or refuses at once. Without a policy everything runs, and failures are counted still. */
  run(
    policy: Policy,
    signal: AbortSignal,
    attempt: () => Promise<ExecutionOutcome>,
  ): Promise<ExecutionOutcome>
  /** Null: calls go through. */
  leftAlone(policy: Policy): BreakerState | null
  /** Calls go through again at once: somebody has seen to the connection. Failures are counted anew. */
  close(): void
}

/** Why nothing is sent at this moment. */
interface BreakerState {
  /** ISO time. */
  since: string
  /** For a person. */
  sentence: string
}

/** What says that nobody is there, or not well. Whoever refuses a call, or asks to slow down, is well. */
const UNWELL: ReadonlySet<ErrorClass> = new Set(['timeout', 'connection_error', 'transient_error'])

/** `onChange`: it has opened or closed. */
function createBreaker(connection: string, clock: Clock, onChange: () => void): Breaker {
  let failures = 0
  /** By the clock that nobody can set, as is all that is reckoned with; people are told what the wall clock says. */
  let openSince: number | null = null
  let trying = false

  const apart = () => clock.now() - clock.elapsed()
  let known = apart()
  /** The same each time, unless somebody has set the clock: the two are never read in quite the same moment. */
  const atWall = (elapsed: number) => {
    if (Math.abs(apart() - known) > 1000) known = apart()
    return known + elapsed
  }

  const note = (outcome: ExecutionOutcome, signal: AbortSignal, policy: Policy) => {
    const before = openSince
    count(outcome, signal, policy)
    if (openSince !== before) onChange()
  }

  const count = (outcome: ExecutionOutcome, signal: AbortSignal, policy: Policy) => {
    // A call that somebody stopped says nothing about the connection.
    if (!outcome.ok && outcome.errorClass === 'permanent' && signal.aborted) return
    if (outcome.ok || !UNWELL.has(outcome.errorClass)) {
      failures = 0
      openSince = null
      return
    }
    failures += 1
    // What was on its way when it opened does not keep it open for longer; the call that tried it again does.
    if (policy !== undefined && failures >= policy.failures && (openSince === null || trying)) {
      openSince = clock.elapsed()
    }
  }

  return {
    async run(policy, signal, attempt) {
      if (policy === undefined || openSince === null) {
        const outcome = await attempt()
        note(outcome, signal, policy)
        return outcome
      }
      const until = openSince + policy.resetMs
      if (trying || clock.elapsed() < until) {
        return refused(connection, failures, atWall(openSince), trying ? null : atWall(until))
      }
      trying = true
      try {
        const outcome = await attempt()
        note(outcome, signal, policy)
        return outcome
      } finally {
        trying = false
      }
    },
    leftAlone(policy) {
      if (policy === undefined || openSince === null) return null
      const until = openSince + policy.resetMs
      const next = trying
        ? 'one call is trying it now'
        : clock.elapsed() < until
          ? `until ${timeOf(atWall(until))} nothing is sent`
          : 'the next call tries it again'
      const sentence = `${failures} calls in a row have failed, so it is left alone since ${timeOf(atWall(openSince))}: ${next}.`
      return { since: new Date(atWall(openSince)).toISOString(), sentence }
    },
    close() {
      failures = 0
      if (openSince === null) return
      openSince = null
      onChange()
    },
  }
}

function refused(
  connection: string,
  failures: number,
  since: number,
  until: number | null,
): ExecutionOutcome {
  const rest = until === null ? 'one call is trying it again now' : `until ${timeOf(until)} nothing is sent`
  return failure(
    'connection_error',
    `The server ${connection} failed ${failures} times in a row and is left alone since ${timeOf(since)}; ${rest}. This call was not made.`,
  )
}

/** ISO, to the second. */
function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}
