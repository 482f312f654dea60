/**
 * Browsers that are signed in, for as long as the process lives. Each has two secrets: a cookie, which the browser
 * sends to every port of this machine, and one that only the page of our own origin can read (R1.3).
 */
import { randomBytes } from 'node:crypto'
import type { DeskSession } from '../session.ts'
import { sameSecret } from './same-secret.ts'

export interface WebSession {
  readonly desk: DeskSession
}

export interface WebSessions {
  add(desk: DeskSession): { cookieValue: string; secret: string }
  /** Both must belong to the same session. */
  find(cookieValue: string, secret: string): WebSession | null
  list(): WebSession[]
}

export function createWebSessions(): WebSessions {
  const sessions: { session: WebSession; cookieValue: string; secret: string }[] = []
  return {
    add(desk) {
      const cookieValue = randomBytes(32).toString('base64url')
      const secret = randomBytes(32).toString('base64url')
      sessions.push({ session: { desk }, cookieValue, secret })
      return { cookieValue, secret }
    },
    find(cookieValue, secret) {
      let found: WebSession | null = null
      // All are compared, whichever fits: time tells nothing.
      for (const known of sessions) {
        const cookieFits = sameSecret(cookieValue, known.cookieValue)
        const secretFits = sameSecret(secret, known.secret)
        if (cookieFits && secretFits) found = known.session
      }
      return found
    },
    list: () => sessions.map(({ session }) => session),
  }
}
