/** One quiet line on a card, where the decisions of the last days say something of its gate. May import: gateway.ts (types), model. */
import type { Gateway } from '../../gateway.ts'
import type { InboxItem } from '../../model/item.ts'
import { keyOf, reportAttention } from '../activity/attention-handlers.ts'

export interface CardHints {
  /** As far as it is known already: no card waits for figures. */
  of(approval: InboxItem): string | null
}

const DAYS = 30
/** Figures of so long ago are good enough for a hint, in milliseconds. */
const FRESH_MS = 60_000

export function createCardHints(gateway: Pick<Gateway, 'store' | 'clock' | 'catalog'>): CardHints {
  let known = new Map<string, string>()
  let readAt = Number.NEGATIVE_INFINITY
  async function read(): Promise<void> {
    const { gates } = await reportAttention(gateway, DAYS)
    known = new Map(gates.flatMap(({ key, hints: [hint] }) => (hint === undefined ? [] : [[key, hint]])))
  }
  return {
    of(approval) {
      const now = gateway.clock.now()
      if (now - readAt > FRESH_MS) {
        readAt = now
        // Without them the card says less, and nothing else.
        read().catch(() => undefined)
      }
      return known.get(keyOf(approval)) ?? null
    },
  }
}
