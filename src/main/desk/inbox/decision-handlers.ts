/** Deciding an item of the inbox, taking that back, and giving the item to somebody. */
import type { ItemCard, RequestOf, UndoReply } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { type HumanPrincipal, humanId } from '../../model/principal.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault, describeFault } from '../fault.ts'
import { describeItem } from '../items/items.ts'
import { decideAs } from '../people/proof.ts'
import type { Seats } from '../people/seats.ts'
import type { DeskSession } from '../session.ts'
import { loadAbout } from './about-item.ts'
import { AT_ONCE, press, undo, workAtOnce } from './decide.ts'

export function createDecisionHandlers(
  { gateway, looks }: { gateway: Gateway; looks: ItemViews },
  seats: Pick<Seats, 'seatOf' | 'known'>,
): Pick<Handlers, 'inbox.decide' | 'inbox.undo' | 'inbox.assign'> {
  return {
    async 'inbox.decide'(session, request) {
      const { approval, about, message, failed, goesOn } = await decideAs(
        { gateway, seats },
        session,
        [request],
        (permit) => press(gateway, permit, { ...request, ...lookedAt(looks, session, request.id) }),
      )
      return { item: describeItem(approval, about), message, failed, goesOn }
    },
    async 'inbox.undo'(session, { items }) {
      const who = session.principal()
      // Their time runs out: none waits for the commits of all others.
      const results = await workAtOnce(items, AT_ONCE, async (item) => ({
        id: item.id,
        ...(await undoOne(gateway, who, item)),
      }))
      return { results }
    },
    'inbox.assign': (session, request) => assignItem(gateway, seats, session, request),
  }
}

async function undoOne(
  gateway: Gateway,
  who: HumanPrincipal,
  item: RequestOf<'inbox.undo'>['items'][number],
): Promise<UndoReply> {
  try {
    return await undo(gateway, who, item)
  } catch (fault) {
    const error = describeFault(fault)
    if (error === null) throw fault
    return { ok: false, message: error.message }
  }
}

function lookedAt(looks: ItemViews, session: DeskSession, id: string): { lookedMs?: number } {
  const lookedMs = looks.since(session.id, id)
  return lookedMs === null ? {} : { lookedMs }
}

async function assignItem(
  gateway: Gateway,
  seats: Pick<Seats, 'known'>,
  session: DeskSession,
  { id, to }: { id: string; to: string | null },
): Promise<ItemCard> {
  const who = session.principal()
  if (to !== null && !seats.known().includes(to)) {
    throw new DeskFault('REJECTED', `The configuration knows nobody called ‘${to}’.`)
  }
  const result = await gateway.runtime.assign(who, {
    approvalId: id,
    to: to === null ? null : humanId(to),
  })
  if (result.kind === 'not_found') throw new DeskFault('NOT_FOUND', `There is no item ‘${id}’ in the inbox.`)
  if (result.kind === 'closed')
    throw new DeskFault('ALREADY_DECIDED', 'This item has been decided, or has ended.')
  return describeItem(result.approval, await loadAbout(gateway, result.approval))
}

/** Since when an item has been on a desk's screen, as far as the desk knows: when it was first asked for there. */
export interface ItemViews {
  seen(session: string, id: string): void
  /** Milliseconds; null: this desk was never shown it. */
  since(session: string, id: string): number | null
}

/** Of the items that are decided, most were opened a moment ago. */
const MOST = 2000

export function createItemViews(now: () => number): ItemViews {
  const first = new Map<string, number>()
  const nameOf = (session: string, id: string) => `${session} ${id}`
  return {
    seen(session, id) {
      const name = nameOf(session, id)
      if (first.has(name)) return
      first.set(name, now())
      const [oldest] = first.keys()
      if (first.size > MOST && oldest !== undefined) first.delete(oldest)
    },
    since(session, id) {
      const at = first.get(nameOf(session, id))
      return at === undefined ? null : Math.max(0, now() - at)
    },
  }
}
