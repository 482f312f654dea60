/** Steps that are held up, and by what: known to this process alone. */
import { claimOf, type Run } from '../../model/run.ts'
import { type Pause, sayPauses, type UnpersistedOutcome } from '../../workflow/wording/pause.ts'
import type { Change, Clock } from '../ports.ts'

/** The claimed steps of which nothing runs at this moment. */
export interface Pauses {
  /** Oldest first. */
  of(workflowId: string): readonly Pause[]
  /** Returns what ends it. */
  begin(workflowId: string, pause: Pause): () => void
}

export function createPauses(publish: (change: Change) => void): Pauses {
  const pauses = new Map<string, Set<Pause>>()
  return {
    of: (workflowId) => [...(pauses.get(workflowId) ?? [])],
    begin(workflowId, pause) {
      const of = pauses.get(workflowId) ?? new Set()
      pauses.set(workflowId, of.add(pause))
      publish({ topic: 'run', id: workflowId })
      return () => {
        of.delete(pause)
        if (of.size === 0 && pauses.get(workflowId) === of) pauses.delete(workflowId)
        publish({ topic: 'run', id: workflowId })
      }
    },
  }
}

/** Null: its step runs, or it has none that has begun. */
export function sayPaused(
  { pauses, clock }: { pauses: Pick<Pauses, 'of'>; clock: Pick<Clock, 'now'> },
  run: Run,
): string | null {
  const claim = claimOf(run)
  return claim === null ? null : sayPauses(claim.transition, pauses.of(run.id), clock.now())
}

/** The steps of which the store refuses to keep what has happened. */
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
