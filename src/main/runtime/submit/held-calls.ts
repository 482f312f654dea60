/**
 * What came of a decision, for the calls of agents that are held open for it: content that is not stored, and steps
 * of the chain. In memory only; after a restart nobody is held.
 */
import type { InboxItem } from '../../model/item.ts'
import type { Failure } from '../../model/run.ts'
import type { CallContext } from '../call-context.ts'

export interface Heard {
  context: Pick<CallContext, 'chain' | 'recorded' | 'content'>
  failure: Failure | null
  /** It came to another gate, and waits there. */
  next: InboxItem | null
}

export interface HeldCalls {
  /** Listens until `stop`. */
  listen(itemId: string): { heard(): Heard | null; stop(): void }
  tell(itemId: string, heard: Heard): void
}

export function createHeldCalls(): HeldCalls {
  const listeners = new Map<string, Set<{ heard: Heard | null }>>()
  return {
    listen(itemId) {
      const listener: { heard: Heard | null } = { heard: null }
      const others = listeners.get(itemId) ?? new Set()
      listeners.set(itemId, others.add(listener))
      return {
        heard: () => listener.heard,
        stop() {
          others.delete(listener)
          if (others.size === 0) listeners.delete(itemId)
        },
      }
    },
    tell(itemId, heard) {
      for (const listener of listeners.get(itemId) ?? []) listener.heard = heard
    },
  }
}
