/** The claimed steps of which nothing runs at this moment; known to this process alone. */
import type { Run } from '../../model/run.ts'
import { claimOf } from '../../model/run.ts'
import { type Pause, sayPauses } from '../../workflow/wording/pause.ts'
import type { Change, Clock } from '../ports.ts'

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
