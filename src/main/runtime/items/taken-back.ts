/**
 * What was taken back in its time, and could not be written so: the database was held, or full. It does not run all the
 * same, as long as this process lives, which tries again to write that; also whoever carries it out when its time is up.
 */
import type { InboxItem } from '../../model/item.ts'
import type { HumanPrincipal } from '../../model/principal.ts'

type DecidedItem = Pick<InboxItem, 'id' | 'decision' | 'revision'>

export interface TakenBack {
  /** Kept until `forget`: about this decision, and none that is made after it. */
  note(item: DecidedItem, by: HumanPrincipal): void
  /** Null: nobody has taken this decision back. */
  by(item: DecidedItem): HumanPrincipal | null
  /** It is written, or there is nothing to take back any more. */
  forget(id: string): void
}

export function createTakenBack(): TakenBack {
  const taken = new Map<string, { by: HumanPrincipal; revision: number }>()
  return {
    note: (item, by) => void taken.set(item.id, { by, revision: revisionAtDecision(item) }),
    by(item) {
      const found = taken.get(item.id)
      return found?.revision === revisionAtDecision(item) ? found.by : null
    },
    forget: (id) => void taken.delete(id),
  }
}

/** Tells this decision from every other one about the item; the item’s own revision grows when the clock is set. */
export function revisionAtDecision({ decision, revision }: DecidedItem): number {
  return decision?.revision ?? revision
}
