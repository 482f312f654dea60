/** The list of the inbox and what is done to several of its items. May import: gateway.ts (types), preload/contract. */
import type { Push } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { Handlers } from '../dispatch.ts'
import type { Seats } from '../people/seats.ts'
import { createWaitingWords } from './card-words.ts'
import { countWaiting, listItems } from './list-items.ts'
import { createManyHandlers } from './many-handlers.ts'
import { createSnoozeHandlers } from './snooze-handlers.ts'
import { createSnoozes } from './snoozes.ts'

type Names = 'inbox.list' | 'inbox.item' | 'inbox.snooze' | 'inbox.previewMany' | 'inbox.decideMany'

export interface InboxList {
  handlers: Pick<Handlers, Names>
  /** How many of what waits this person has not snoozed. */
  countWaiting(person: string): Promise<number>
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
  const words = createWaitingWords(gateway)
  const snoozes = createSnoozes(gateway, () => publish({ topic: 'people' }))
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
        return listItems({ gateway, snoozes, words }, session.principal(), request)
      },
      async 'inbox.item'(session, request) {
        const hidden = await snoozes.of(session.principal().id)
        return { ...(await describe(session, request)), snoozedUntil: hidden.get(request.id) ?? null }
      },
      ...createSnoozeHandlers(gateway, snoozes),
      ...createManyHandlers({ gateway, seats }),
    },
    async countWaiting(person) {
      return await countWaiting(gateway.store, [...(await snoozes.of(person)).keys()])
    },
    close() {
      stop()
      words.close()
      snoozes.close()
    },
  }
}
