/** The list of the inbox: what waits, in the order of its urgency, narrowed and in pages. */
import type { InboxPage, ItemCard, RequestOf } from '../../../preload/contract.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { DeskFault } from '../fault.ts'
import { countFacets } from './facet-counts.ts'
import type { PendingCards, PendingEntry, PendingItems } from './pending-cards.ts'
import type { Snoozes } from './snoozes.ts'
import { compareUrgency, placeIn, type Urgency } from './urgency.ts'

export type ListRequest = RequestOf<'inbox.list'>
type ComposedList = Awaited<ReturnType<PendingCards['compose']>>

const PAGE = 100
const FIRST_WITHOUT_DEADLINE: Urgency = { id: '', requestedAt: '', deadlineAt: null }
/** @throws DeskFault INVALID_REQUEST for a cursor that this list did not give out */
export async function listWaiting(
  { cards, snoozes }: { cards: PendingCards; snoozes: Snoozes },
  who: HumanPrincipal,
  request: ListRequest,
): Promise<InboxPage> {
  const hidden = await snoozes.of(who.id)
  const pending = await cards.current()
  const { snoozed, oldest } = tellWaiting(pending, hidden)
  const isSnoozed = request.status === 'snoozed'
  const unfiltered = isSnoozed ? snoozed.length : pending.sorted.length - snoozed.length
  const facets = isSnoozed ? countFacets(snoozed) : pending.counts.facets(snoozed)
  const examples = pending.counts.examples()
  const pick = (entries: readonly PendingEntry[]) => narrow(cards, entries, request, who)
  const shown = (entries: readonly PendingEntry[]) =>
    snoozed.length === 0 ? entries : entries.filter(({ id }) => !hidden.has(id))
  const found = isSnoozed
    ? await pick(snoozed)
    : shown(isWhole(request) ? pending.sorted : await pick(pending.sorted))
  const { limit = PAGE } = request
  const start = firstPlace(found, request, limit)
  const page = found.slice(start, start + limit)
  const last = page.at(-1)
  const about = {
    total: found.length,
    nextCursor: last !== undefined && start + page.length < found.length ? writeCursor(last) : null,
    snoozed: snoozed.length,
    start,
    due: countDue(found),
    unfiltered,
    oldest,
  }
  const items = (await cards.compose(page)).map(
    ({ card: { item } }): ItemCard => ({ ...item, snoozedUntil: hidden.get(item.id) ?? null }),
  )
  return { ...about, items, facets: await nameDefinitions(cards, facets, examples) }
}

/** What every list tells of what waits, whatever it shows itself. */
export function tellWaiting(
  { counts, find }: PendingItems,
  hidden: ReadonlyMap<string, string>,
): { snoozed: PendingEntry[]; oldest: string | null } {
  const snoozed = [...hidden.keys()].flatMap((id) => find(id) ?? []).sort(compareUrgency)
  return { snoozed, oldest: counts.oldest(snoozed) }
}

/** Nothing is left out: ten thousand need not be looked at to know it. */
function isWhole({
  kind,
  queue,
  definitionId,
  client,
  assigned,
  alike,
  ids,
  text = '',
}: ListRequest): boolean {
  const wanted = [kind, queue, definitionId, client, assigned, alike, ids]
  return text.trim() === '' && wanted.every((value) => value === undefined)
}

/** Those with a deadline come first. */
function countDue(found: readonly PendingEntry[]): number {
  return placeIn(found, FIRST_WITHOUT_DEADLINE)
}

async function narrow(
  cards: PendingCards,
  all: readonly PendingEntry[],
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
async function composeAll(cards: PendingCards, entries: PendingEntry[]): Promise<ComposedList> {
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

async function nameDefinitions(
  cards: PendingCards,
  facets: InboxPage['facets'],
  examples: PendingEntry[],
): Promise<InboxPage['facets']> {
  const titles = new Map(
    (await cards.compose(examples)).map(({ card: { item } }) => [item.definitionId, item.definitionTitle]),
  )
  const definitionId = facets.definitionId.map((facet) => ({
    ...facet,
    label: titles.get(facet.value) ?? facet.value,
  }))
  return { ...facets, definitionId }
}

/** Names the last item by what the list is sorted by, so that it holds its place whatever comes and goes. */
function writeCursor({ deadlineAt, requestedAt, id }: Urgency): string {
  return Buffer.from(JSON.stringify([deadlineAt, requestedAt, id])).toString('base64url')
}

function readCursor(cursor: string): Urgency {
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
