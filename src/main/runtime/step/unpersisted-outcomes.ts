/** The steps of which the store refuses to keep what has happened; known to this process alone. */
import type { UnpersistedOutcome } from '../../workflow/wording/unpersisted-outcome.ts'
import type { Change } from '../ports.ts'

export interface UnwrittenSteps {
  of(workflowId: string): UnpersistedOutcome | null
  all(): (UnpersistedOutcome & { workflowId: string })[]
  /** Null: it is written, or somebody else's to write. */
  set(workflowId: string, unwritten: UnpersistedOutcome | null): void
}

export function createUnwrittenSteps(publish: (change: Change) => void): UnwrittenSteps {
  const steps = new Map<string, UnpersistedOutcome>()
  return {
    of: (workflowId) => steps.get(workflowId) ?? null,
    all: () => [...steps].map(([workflowId, unwritten]) => ({ workflowId, ...unwritten })),
    set(workflowId, unwritten) {
      const before = steps.get(workflowId)
      if (unwritten === null) {
        if (!steps.delete(workflowId)) return
      } else {
        steps.set(workflowId, unwritten)
        if (before?.what === unwritten.what && before.reason === unwritten.reason) return
      }
      publish({ topic: 'store' })
    },
  }
}
