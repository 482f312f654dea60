/** The list of the inbox: what waits, in the order of its urgency, narrowed and in pages. May import: gateway.ts (types), model. */
import type { InboxItem, InboxPage, RequestOf } from '../../preload/contract.ts'
import type { HumanPrincipal } from '../model/principal.ts'
import { DeskFault } from './fault.ts'
import type { PendingCards, PendingEntry } from './pending-cards.ts'
import type { Snoozes } from './snoozes.ts'
import { placeIn, type Waiting } from './urgency.ts'

export type ListRequest = RequestOf<'inbox.list'>
type Composed = Awaited<ReturnType<PendingCards['compose']>>

const PAGE = 100
const FACETS = ['kind', 'queue', 'definitionId', 'client'] as const

/** @throws DeskFault INVALID_REQUEST for a cursor that this list did not give out */
export async function listWaiting(
  cards: PendingCards,
  snoozes: Snoozes,
  who: HumanPrincipal,
  request: ListRequest,
): Promise<InboxPage> {
  const hidden = await snoozes.of(who.id)
  const waiting = await cards.current()
  const shown = waiting.filter(({ id }) => !hidden.has(id))
  const snoozed = waiting.filter(({ id }) => hidden.has(id))
  const all = request.status === 'snoozed' ? snoozed : shown
  const oldest = findOldest(shown)
  const facets = await countFacets(cards, all)
  const found = await narrow(cards, all, request, who)
  const { limit = PAGE } = request
  const start = firstPlace(found, request, limit)
  const page = found.slice(start, start + limit)
  const items = (await cards.compose(page)).map(
    ({ card: { item } }): InboxItem => ({ ...item, snoozedUntil: hidden.get(item.id) ?? null }),
  )
  const last = page.at(-1)
  return {
    items,
    total: found.length,
    nextCursor: last !== undefined && start + page.length < found.length ? writeCursor(last) : null,
    facets,
    snoozed: snoozed.length,
    start,
    due: found.filter(({ deadlineAt }) => deadlineAt !== null).length,
    unfiltered: all.length,
    oldest,
  }
}

async function narrow(
  cards: PendingCards,
  all: PendingEntry[],
  request: ListRequest,
  who: HumanPrincipal,
): Promise<PendingEntry[]> {
  const { kind, queue, definitionId, client, assigned, alike } = request
  const ids = request.ids === undefined ? null : new Set(request.ids)
  const plain = all.filter(
    (entry) =>
      (kind === undefined || entry.kind === kind) &&
      (queue === undefined || entry.queue === queue) &&
      (definitionId === undefined || entry.definitionId === definitionId) &&
      (client === undefined || entry.client === client) &&
      (assigned === undefined || entry.assignedTo === (assigned === 'me' ? who.id : null)) &&
      (ids === null || ids.has(entry.id)),
  )
  const text = request.text?.trim().toLowerCase() ?? ''
  if (text === '' && alike === undefined) return plain
  return (await composeAll(cards, plain))
    .filter(({ card }) => card.text.includes(text) && (alike === undefined || card.item.alike === alike))
    .map(({ entry }) => entry)
}

/** Nothing is awaited where every card is there already: ten thousand promises take longer than the search. */
async function composeAll(cards: PendingCards, entries: PendingEntry[]): Promise<Composed> {
  const ready = entries.flatMap((entry) => (entry.card === null ? [] : [{ entry, card: entry.card }]))
  return ready.length === entries.length ? ready : await cards.compose(entries)
}

function firstPlace(
  found: readonly PendingEntry[],
  { cursor, start, around }: ListRequest,
  limit: number,
): number {
  if (cursor !== undefined) {
    const last = readCursor(cursor)
    const place = placeIn(found, last)
    return found[place]?.id === last.id ? place + 1 : place
  }
  if (around === undefined) return start ?? 0
  const place = found.findIndex(({ id }) => id === around)
  return Math.floor(Math.max(0, place) / limit) * limit
}

async function countFacets(cards: PendingCards, all: readonly PendingEntry[]): Promise<InboxPage['facets']> {
  const [kind, queue, definitionId, client] = FACETS.map((facet) => countValues(all, facet))
  const examples = new Map<string, PendingEntry>()
  for (const entry of all) if (!examples.has(entry.definitionId)) examples.set(entry.definitionId, entry)
  const titles = new Map(
    (await cards.compose([...examples.values()])).map(({ card: { item } }) => [
      item.definitionId,
      item.definitionTitle,
    ]),
  )
  return {
    kind: kind ?? [],
    queue: queue ?? [],
    definitionId: (definitionId ?? []).map((facet) => ({
      ...facet,
      label: titles.get(facet.value) ?? facet.value,
    })),
    client: client ?? [],
  }
}

export function countValues(
  all: Iterable<Pick<InboxItem, (typeof FACETS)[number]>>,
  facet: (typeof FACETS)[number],
): { value: string; label: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const item of all) {
    const value = item[facet]
    if (value !== null && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
    .map(([value, count]) => ({ value, label: value, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
}

function findOldest(entries: readonly PendingEntry[]): string | null {
  let oldest: PendingEntry | null = null
  for (const entry of entries) {
    if (oldest === null || entry.requestedAt < oldest.requestedAt) oldest = entry
  }
  return oldest?.id ?? null
}

/** Names the last item by what the list is sorted by, so that it holds its place whatever comes and goes. */
function writeCursor({ deadlineAt, requestedAt, id }: Waiting): string {
  return Buffer.from(JSON.stringify([deadlineAt, requestedAt, id])).toString('base64url')
}

function readCursor(cursor: string): Waiting {
  try {
    const [deadlineAt, requestedAt, id] = JSON.parse(
      Buffer.from(cursor, 'base64url').toString('utf8'),
    ) as unknown[]
    if (
      (deadlineAt === null || typeof deadlineAt === 'string') &&
      typeof requestedAt === 'string' &&
      typeof id === 'string'
    )
      return { deadlineAt, requestedAt, id }
  } catch {
    // Said below.
  }
  throw new DeskFault(
    'INVALID_REQUEST',
    'The cursor is not one that this list gave out. Ask for the first page again.',
  )
}
