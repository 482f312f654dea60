/** The key of a sign-in link: works once, for 60 seconds; a new one ends the one before (R1.3). */
import { randomBytes } from 'node:crypto'
import type { Gateway } from '../gateway.ts'
import { sameSecret } from './same-secret.ts'

const LIFETIME_MS = 60_000

export interface OneTimeKey {
  renew(): string
  /** True once, for the newest key, in time. */
  consume(presented: string): boolean
}

export function createOneTimeKey(clock: Gateway['clock']): OneTimeKey {
  let current: { key: string; until: number } | null = null
  return {
    renew() {
      const key = randomBytes(32).toString('base64url')
      current = { key, until: clock.now() + LIFETIME_MS }
      return key
    },
    consume(presented) {
      if (current === null || !sameSecret(presented, current.key)) return false
      const left = current.until - clock.now()
      // More than its whole time: the clock was set back since.
      const inTime = left > 0 && left <= LIFETIME_MS
      current = null
      return inTime
    },
  }
}
