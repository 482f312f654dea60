/** The list of the inbox and what is done to several of its items. May import: gateway.ts (types), preload/contract. */
import type { Push } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import type { Handlers } from '../dispatch.ts'
import type { Seats } from '../people/seats.ts'
import { createWaitingWords } from './card-words.ts'
import { countWaiting, listItems } from './list-items.ts'
import { createManyHandlers } from './many-handlers.ts'
import { createSnoozeHandlers, createSnoozes } from './snoozes.ts'
import { createWaitingForOthers } from './waiting-for-others.ts'

type Names =
  | 'inbox.list'
  | 'inbox.item'
  | 'inbox.snooze'
  | 'inbox.previewMany'
  | 'inbox.decideMany'
  | 'inbox.stopMany'
  | 'inbox.batches'

export interface InboxList {
  handlers: Pick<Handlers, Names>
  /** How many items wait for this person, without what they have snoozed. */
  countWaiting(who: HumanPrincipal): Promise<number>
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
  seats: Pick<Seats, 'seatOf' | 'known'>
  describe: Handlers['inbox.item']
  publish: (push: Push) => void
}): InboxList {
  const words = createWaitingWords(gateway)
  const snoozes = createSnoozes(gateway, () => publish({ topic: 'people' }))
  const others = createWaitingForOthers(gateway, seats)
  let isListed = false
  const stop = gateway.onChange((change) => {
    if (isListed && change.topic === 'run') void tellOfRun(change.id).catch(() => undefined)
  })

  /** What waits of a run that has changed may have to be said otherwise. */
  async function tellOfRun(workflowId: string): Promise<void> {
    const filter = { workflowId, status: ['pending' as const] }
    const { items } = await gateway.store.approvals(filter, { limit: 1, uncounted: true })
    if (items.length > 0) publish({ topic: 'waiting', id: workflowId })
  }

  return {
    handlers: {
      'inbox.list'(session, request) {
        isListed = true
        words.prepare()
        return listItems({ gateway, snoozes, others, words }, session.principal(), request)
      },
      async 'inbox.item'(session, request) {
        const hidden = await snoozes.of(session.principal())
        return { ...(await describe(session, request)), snoozedUntil: hidden.get(request.id) ?? null }
      },
      ...createSnoozeHandlers(gateway, snoozes),
      ...createManyHandlers({ gateway, seats, changed: () => publish({ topic: 'batches' }) }),
    },
    countWaiting: (who) => countWaiting({ gateway, snoozes, others }, who),
    close() {
      stop()
      words.close()
      others.close()
      snoozes.close()
    },
  }
}
