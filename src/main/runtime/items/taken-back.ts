/**
 * What was taken back in its time, and could not be written so: the database was held, or full. It does not run all the
 * same, as long as this process lives, which tries again to write that; also whoever carries it out when its time is up.
 */
import type { InboxItem } from '../../model/item.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import type { UnsavedUndo } from '../../workflow/wording/waiting.ts'
import type { Change } from '../ports.ts'

type DecidedItem = Pick<InboxItem, 'id' | 'decision' | 'revision'>

export interface TakenBack {
  /** Kept until `forget`: about this decision, and none that is made after it. Who comes second changes nothing. */
  note(item: DecidedItem, by: HumanPrincipal): void
  /** Null: nobody has taken this decision back. */
  by(item: DecidedItem): HumanPrincipal | null
  /** It could not be written, for this reason, in whole sentences. */
  refused(item: DecidedItem, reason: string): void
  /** Null: nobody has taken this decision back, or that is being written at this moment. */
  unsaved(item: DecidedItem): UnsavedUndo | null
  /** The ids of all items of which that could not be written. */
  allUnsaved(): string[]
  /** It is written, or there is nothing to take back any more. */
  forget(id: string): void
}

export function createTakenBack(publish: (change: Change) => void): TakenBack {
  const taken = new Map<string, { by: HumanPrincipal; revision: number; reason: string | null }>()
  const find = (item: DecidedItem) => {
    const found = taken.get(item.id)
    return found?.revision === revisionAtDecision(item) ? found : null
  }
  return {
    note(item, by) {
      if (find(item) === null) taken.set(item.id, { by, revision: revisionAtDecision(item), reason: null })
    },
    by: (item) => find(item)?.by ?? null,
    refused(item, reason) {
      const found = find(item)
      if (found === null || found.reason === reason) return
      found.reason = reason
      publish({ topic: 'approval', id: item.id })
    },
    unsaved(item) {
      const { by, reason } = find(item) ?? { reason: null }
      return by === undefined || reason === null ? null : { by: by.id, reason }
    },
    allUnsaved: () => [...taken].flatMap(([id, { reason }]) => (reason === null ? [] : [id])),
    forget(id) {
      const found = taken.get(id)
      taken.delete(id)
      if (found !== undefined && found.reason !== null) publish({ topic: 'approval', id })
    },
  }
}

/** Tells this decision from every other one about the item; the item’s own revision grows when the clock is set. */
export function revisionAtDecision({ decision, revision }: DecidedItem): number {
  return decision?.revision ?? revision
}
