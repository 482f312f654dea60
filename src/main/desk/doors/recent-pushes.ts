/**
 * What was pushed a moment ago: a page asks its first questions while its stream is still being opened, and what
 * changes between an answer and the stream would never be told. May import: gateway.ts (types), preload/contract.
 */
import type { Push } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'

/** As long as a page waits for its stream; then it asks again for everything. */
const KEPT_MS = 10_000
const MOST_KEPT = 10_000

export interface RecentPushes {
  note(push: Push): void
  /** Each once, the oldest first. `time` in milliseconds since 1970. */
  since(time: number): Push[]
}

export function createRecentPushes(clock: Gateway['clock']): RecentPushes {
  const kept = new Map<string, { push: Push; at: number }>()
  return {
    note(push) {
      // A person is sent somewhere once.
      if (push.topic === 'navigate') return
      const now = clock.now()
      const key = JSON.stringify(push)
      kept.delete(key)
      kept.set(key, { push, at: now })
      for (const [old, { at }] of kept) {
        if (now - at <= KEPT_MS && kept.size <= MOST_KEPT) break
        kept.delete(old)
      }
    },
    since(time) {
      const from = Math.max(time, clock.now() - KEPT_MS)
      return [...kept.values()].flatMap(({ push, at }) => (at >= from ? [push] : []))
    },
  }
}
