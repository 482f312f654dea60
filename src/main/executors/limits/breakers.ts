/** The breakers of all connections, for the calls that go through them and for people who look. */
import type { ConnectionLimits } from '../../model/configuration.ts'
import type { Clock } from '../../runtime/ports.ts'
import { type Breaker, type BreakerState, createBreaker } from './breaker.ts'

export interface Breakers {
  of(connection: string): Breaker
  /** Null: calls go through, as far as the breaker is concerned. */
  leftAlone(connection: string): BreakerState | null
  /** Calls go through again at once. */
  close(connection: string): void
}

export interface BreakersParts {
  /** As configured now; null: none. */
  limits(connection: string): ConnectionLimits | null
  clock: Clock
  /** It has been left alone from now on, or is not any more. */
  onChange(connection: string): void
}

export function createBreakers({ limits, clock, onChange }: BreakersParts): Breakers {
  const breakers = new Map<string, Breaker>()
  return {
    of(connection) {
      const known = breakers.get(connection)
      if (known !== undefined) return known
      const breaker = createBreaker(connection, clock, () => onChange(connection))
      breakers.set(connection, breaker)
      return breaker
    },
    leftAlone(connection) {
      return breakers.get(connection)?.leftAlone(limits(connection)?.breaker) ?? null
    },
    close(connection) {
      breakers.get(connection)?.close()
    },
  }
}
