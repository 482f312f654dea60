/** The list of the inbox and what is done to several of its items. May import: gateway.ts (types), preload/contract. */
import type { Push } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { Handlers } from '../dispatch.ts'
import type { Seats } from '../people/seats.ts'
import { listDecided } from './list-decided.ts'
import { listWaiting, tellWaiting } from './list-items.ts'
import { createManyHandlers } from './many-handlers.ts'
import { createPendingCards } from './pending-cards.ts'
import { createSnoozeHandlers } from './snooze-handlers.ts'
import { createSnoozes } from './snoozes.ts'

type Names = 'inbox.list' | 'inbox.item' | 'inbox.snooze' | 'inbox.previewMany' | 'inbox.decideMany'

export interface InboxList {
  handlers: Pick<Handlers, Names>
  /** How many of what waits this person has not snoozed. */
  countWaiting(person: string): Promise<number>
  /** Reads what waits before somebody asks for it. */
  prepare(): void
  close(): void
}

/** `describe` answers `inbox.item` without what belongs to one person. */
export function createInboxList({
  gateway,
  seats,
  describe,
  publish,
}: {
  gateway: Gateway
  seats: Pick<Seats, 'seatOf'>
  describe: Handlers['inbox.item']
  publish: (push: Push) => void
}): InboxList {
  const cards = createPendingCards(gateway, (id) => publish({ topic: 'waiting', id }))
  const snoozes = createSnoozes(gateway, () => publish({ topic: 'people' }))
  return {
    handlers: {
      async 'inbox.list'(session, request) {
        const who = session.principal()
        if (request.status !== 'decided') return await listWaiting({ cards, snoozes }, who, request)
        const hidden = await snoozes.of(who.id)
        const { snoozed, oldest } = tellWaiting(await cards.current(), hidden)
        return await listDecided(gateway, who, request, { snoozed: snoozed.length, oldest })
      },
      async 'inbox.item'(session, request) {
        const hidden = await snoozes.of(session.principal().id)
        return { ...(await describe(session, request)), snoozedUntil: hidden.get(request.id) ?? null }
      },
      ...createSnoozeHandlers(gateway, snoozes),
      ...createManyHandlers({ gateway, seats }),
    },
    // What fails here fails again where it is needed.
    prepare: () => void cards.current().catch(() => undefined),
    async countWaiting(person) {
      const hidden = await snoozes.of(person)
      const { sorted, find } = await cards.current()
      return sorted.length - [...hidden.keys()].filter((id) => find(id) !== undefined).length
    },
    close() {
      cards.close()
      snoozes.close()
    },
  }
}
