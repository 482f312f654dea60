/** Who wants to know that something changed, and the log, where it belongs to no run. */
import type { RecordEvent } from '../model/audit-event.ts'
import type { Change, Clock, Ids, Store } from '../runtime/ports.ts'
import { triedOnce } from '../runtime/step/until-durable.ts'

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

export interface Recorder {
  /** Writes one audit entry on its own; none if nothing can be changed. */
  record: RecordEvent
  /** The same of what has happened already, whatever the database takes now. Never rejects. */
  recordDone: RecordEvent
  /** Resolves when this was tried once; what the database refuses for a while is tried again. Never rejects. */
  atLast(task: () => Promise<void>): Promise<void>
}

export function createRecorder({
  store,
  clock,
  ids,
  publish,
  fault,
  ending,
}: {
  store: Pick<Store, 'readOnly' | 'commit'>
  clock: Clock
  ids: Ids
  publish: Changes['publish']
  fault(error: unknown, correlationId: string): void
  /** Nothing is tried again then. */
  ending: AbortSignal
}): Recorder {
  const record: RecordEvent = async (entry) => {
    if (store.readOnly !== null) return
    const timestamp = new Date(clock.now()).toISOString()
    const whole = { ...entry, id: ids.next('au'), timestamp, workflowId: null, correlationId: null }
    await store.commit({ expect: [], audit: [whole] })
    publish({ topic: 'audit' })
  }
  const atLast: Recorder['atLast'] = (task) => triedOnce({ clock, fault }, 'desk', ending, task)
  return { record, recordDone: (entry) => atLast(() => record(entry)), atLast }
}
