/** The key of a sign-in link: works once, for 60 seconds; a new one ends the one before (R1.3). */
import { randomBytes } from 'node:crypto'
import type { Gateway } from '../../gateway.ts'
import { sameSecret } from './same-secret.ts'

const LIFETIME_MS = 60_000

export interface OneTimeKey {
  renew(): string
  /** Once, for the newest key, in time; otherwise null. Whoever could not use it gives it back. */
  take(presented: string): { giveBack(): void } | null
}

export function createOneTimeKey(clock: Gateway['clock']): OneTimeKey {
  let current: { key: string; until: number } | null = null
  return {
    renew() {
      const key = randomBytes(32).toString('base64url')
      current = { key, until: clock.now() + LIFETIME_MS }
      return key
    },
    take(presented) {
      if (current === null || !sameSecret(presented, current.key)) return null
      const taken = current
      const left = taken.until - clock.now()
      current = null
      // More than its whole time: the clock was set back since.
      if (left <= 0 || left > LIFETIME_MS) return null
      return {
        giveBack() {
          current ??= taken
        },
      }
    },
  }
}
