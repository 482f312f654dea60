/** Who wants to know that something changed. */
import type { Change } from '../runtime/ports.ts'

export interface Changes {
  publish(change: Change): void
  /** Returns the way to stop that. */
  onChange(listener: (change: Change) => void): () => void
}

export function createChanges(): Changes {
  const listeners = new Set<(change: Change) => void>()
  return {
    publish(change) {
      for (const listener of [...listeners]) listener(change)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
