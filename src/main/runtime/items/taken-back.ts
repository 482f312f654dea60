/**
 * What was taken back in its time, and could not be written so: the database was held, or full. It does not run all the
 * same, as long as this process lives; whoever carries it out when its time is up tries again to write that.
 */
import type { InboxItem } from '../../model/item.ts'
import type { HumanPrincipal } from '../../model/principal.ts'

type DecidedItem = Pick<InboxItem, 'id' | 'revision'>

export interface TakenBack {
  /** Kept until `written`: about this decision, and none that is made after it. */
  note(item: DecidedItem, by: HumanPrincipal): void
  /** Null: nobody has taken this decision back. */
  by(item: DecidedItem): HumanPrincipal | null
  /** Or it is about a decision that is another one by now. */
  written(id: string): void
}

export function createTakenBack(): TakenBack {
  const taken = new Map<string, { by: HumanPrincipal; revision: number }>()
  return {
    note: ({ id, revision }, by) => void taken.set(id, { by, revision }),
    by({ id, revision }) {
      const found = taken.get(id)
      return found?.revision === revision ? found.by : null
    },
    written: (id) => void taken.delete(id),
  }
}
