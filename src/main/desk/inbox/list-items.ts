/**
 * The list of the inbox: what waits or is snoozed, the most urgent first, or what was decided, the last first; narrowed,
 * and in pages. The store sorts, narrows and counts; cards are composed for the page alone.
 * May import: gateway.ts (types), model, preload/contract.
 */
import type { InboxPage, ItemCard, RequestOf } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { DECIDED_STATUSES, type InboxItem, ITEM_KINDS, type ItemStatus } from '../../model/item.ts'
import { present } from '../../model/json.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import type { ItemCounts, ItemFilter, ItemMark, Store } from '../../runtime/ports.ts'
import { pause } from '../../system/slices.ts'
import { describeItem, listed, loadAbout, titleOfItem } from '../items/items.ts'
import { SEARCH_MS } from '../pages.ts'
import { type CardWords, composeWords, type WaitingWords } from './card-words.ts'
import { findFailed } from './failed-after.ts'
import type { Snoozes } from './snoozes.ts'
import type { WaitingForOthers } from './waiting-for-others.ts'

type ListRequest = RequestOf<'inbox.list'>

const PAGE = 100
const WAITING: ItemStatus[] = ['pending']
/** What a search of what was decided looks at between two looks at the time. */
const PIECE = 100

type FoundPage = Pick<InboxPage, 'nextCursor' | 'total' | 'isPartial' | 'start' | 'due'> & {
  items: readonly ItemMark[]
}

/** @throws GatewayError INVALID_ARGUMENTS for a cursor that this list did not give out */
export async function listItems(
  {
    gateway,
    snoozes,
    others,
    words,
  }: { gateway: Gateway; snoozes: Snoozes; others: WaitingForOthers; words: WaitingWords },
  who: HumanPrincipal,
  request: ListRequest,
): Promise<InboxPage> {
  const { store } = gateway
  const hidden = await snoozes.of(who)
  const snoozed = [...hidden.keys()]
  const notYours = await others.of(who)
  const all = filterOf(request, snoozed, notYours)
  const filter = narrow(all, request, who, gateway.declarations().people)
  const fits = wordsOf(request)
  const isDecided = request.status === 'decided'
  const found = isDecided || fits === null ? null : await words.find(filter, fits)
  // What waits is counted on this thread, for each window.
  await pause()
  const unfiltered = await store.itemCounts(all)
  const readPage = async (): Promise<FoundPage> => {
    if (found !== null) return await readFound(store, filter, found, request)
    if (isDecided && fits !== null) return await searchDecided(gateway, filter, fits, request)
    const counts = filter === all ? unfiltered : await store.itemCounts(filter)
    return isDecided
      ? await readDecided(store, filter, counts, request)
      : await readWaiting(store, filter, counts, request)
  }
  const page = await readPage()
  await pause()
  const waiting = await tellWaiting(store, snoozed, notYours)
  const cards = await composeCards(gateway, page.items, isDecided)
  return {
    ...{ ...page, ...waiting, unfiltered: unfiltered.total, facets: await labelFacets(gateway, unfiltered) },
    items: cards.map((card) => ({ ...card, snoozedUntil: hidden.get(card.id) ?? null })),
  }
}

/** How many items wait for this person: what the list of them says, and every badge. */
export async function countWaiting(
  { gateway, snoozes, others }: { gateway: Gateway; snoozes: Snoozes; others: WaitingForOthers },
  who: HumanPrincipal,
): Promise<number> {
  const without = [...(await snoozes.of(who)).keys(), ...(await others.of(who))]
  return (await gateway.store.itemMarks({ status: WAITING, without }, { limit: 1 })).total
}

function filterOf(
  { status }: ListRequest,
  snoozed: readonly string[],
  notYours: readonly string[],
): ItemFilter {
  if (status === 'decided') return { status: DECIDED_STATUSES, order: 'decided' }
  const which = {
    snoozed: { ids: snoozed },
    you: { without: [...snoozed, ...notYours] },
    others: { ids: notYours, without: snoozed },
    pending: { without: snoozed },
  }[status ?? 'pending']
  return { status: WAITING, order: 'urgent', ...which }
}

/** `all` itself where nothing is left out. */
function narrow(
  all: ItemFilter,
  request: ListRequest,
  who: HumanPrincipal,
  declarations: Record<string, string>,
): ItemFilter {
  const { kind, queue, definitionId, client, assigned, ids } = request
  const narrowing: ItemFilter = present({
    ...{ queue, definitionId, client },
    kind: kind === undefined ? undefined : ITEM_KINDS.filter((each) => each === kind),
    assignedTo: assigned === undefined ? undefined : assigned === 'me' ? who.id : null,
    declarations: assigned === undefined ? undefined : declarations,
    ids: ids?.filter((id) => all.ids?.includes(id) ?? true),
  })
  return Object.keys(narrowing).length === 0 ? all : { ...all, ...narrowing }
}

/** What is asked of the words of a card; null: nothing. */
function wordsOf({ text = '', alike }: ListRequest): ((words: CardWords) => boolean) | null {
  const wanted = text.trim().toLowerCase()
  if (wanted === '' && alike === undefined) return null
  return (words) => words.text.includes(wanted) && (alike === undefined || words.alike === alike)
}

async function readWaiting(
  store: Store,
  filter: ItemFilter,
  { total, due }: Pick<ItemCounts, 'total' | 'due'>,
  { cursor, start: wanted = 0, around, limit = PAGE }: ListRequest,
): Promise<FoundPage> {
  const placeOf = async (id: string | undefined, otherwise: number) =>
    (id === undefined ? null : await store.itemPlace(filter, id)) ?? otherwise
  if (cursor !== undefined) {
    const { items, nextCursor = null } = await store.itemMarks(filter, { limit, cursor, uncounted: true })
    return { items, nextCursor, total, isPartial: false, due, start: await placeOf(items[0]?.id, total) }
  }
  const start = around === undefined ? wanted : startOfPage(await placeOf(around, 0), limit)
  const { items, nextCursor = null } = await store.itemMarks(filter, { limit, start, uncounted: true })
  return { items, nextCursor, total, isPartial: false, due, start }
}

/** Of what was found by its words. */
async function readFound(
  store: Store,
  filter: ItemFilter,
  found: readonly ItemMark[],
  request: ListRequest,
): Promise<FoundPage> {
  const { cursor, start: wanted = 0, around, limit = PAGE } = request
  const counts = { total: found.length, due: found.filter(({ deadlineAt }) => deadlineAt !== null).length }
  if (cursor !== undefined) {
    const ids = found.map(({ id }) => id)
    return await readWaiting(store, { ...filter, ids }, counts, request)
  }
  const place = found.findIndex(({ id }) => id === around)
  const start = around === undefined ? wanted : startOfPage(Math.max(0, place), limit)
  // One more than fits, so that the page has a cursor.
  const ids = found.slice(start, start + limit + 1).map(({ id }) => id)
  const { items, nextCursor = null } = await store.itemMarks({ ...filter, ids }, { limit, uncounted: true })
  return { items, nextCursor, ...counts, isPartial: false, start }
}

function startOfPage(place: number, limit: number): number {
  return Math.floor(place / limit) * limit
}

async function readDecided(
  store: Store,
  filter: ItemFilter,
  { total }: Pick<ItemCounts, 'total'>,
  { cursor, limit = PAGE }: ListRequest,
): Promise<FoundPage> {
  const from = cursor === undefined ? {} : { cursor }
  const { items, nextCursor = null } = await store.itemMarks(filter, { limit, uncounted: true, ...from })
  return { items, nextCursor, total, isPartial: false, start: 0, due: 0 }
}

/** Of what was decided nobody keeps the words. `total` is what this page has found: where it has a cursor, there may be more. */
async function searchDecided(
  gateway: Gateway,
  filter: ItemFilter,
  fits: (words: CardWords) => boolean,
  { cursor, limit = PAGE }: ListRequest,
): Promise<FoundPage> {
  const found: ItemMark[] = []
  const end = performance.now() + SEARCH_MS
  let next = cursor
  do {
    const from = next === undefined ? {} : { cursor: next }
    const piece = { limit: Math.min(PIECE, limit - found.length), uncounted: true, ...from } as const
    const { items, nextCursor } = await gateway.store.itemMarks(filter, piece)
    for (const mark of items) {
      const item = await gateway.store.approval(mark.id)
      if (item !== null && fits(await composeWords(gateway, item))) found.push(mark)
      await pause()
    }
    next = nextCursor
    // A page that is half full is good enough: the rest of it would be looked for in ever smaller pieces.
  } while (next !== undefined && found.length * 2 < limit && performance.now() < end)
  return { items: found, nextCursor: next ?? null, total: found.length, isPartial: true, start: 0, due: 0 }
}

/** What every list tells of what waits, whatever it shows itself. */
async function tellWaiting(
  store: Store,
  snoozed: readonly string[],
  notYours: readonly string[],
): Promise<Pick<InboxPage, 'snoozed' | 'others' | 'oldest'>> {
  const waiting = { status: WAITING, without: [...snoozed, ...notYours] }
  const [oldest] = (await store.itemMarks(waiting, { limit: 1, uncounted: true })).items
  const ids = { status: WAITING, ids: snoozed }
  const others = { status: WAITING, ids: notYours, without: snoozed }
  return {
    snoozed: snoozed.length === 0 ? 0 : (await store.itemCounts(ids)).total,
    others: notYours.length === 0 ? 0 : (await store.itemCounts(others)).total,
    oldest: oldest?.id ?? null,
  }
}

/** What has been decided, or waits again, since it was found is in another list by now. */
async function composeCards(
  gateway: Gateway,
  marks: readonly ItemMark[],
  isDecided: boolean,
): Promise<ItemCard[]> {
  const items: InboxItem[] = []
  for (const { id } of marks) {
    const item = await gateway.store.approval(id)
    if (item !== null && (item.status !== 'pending') === isDecided) items.push(item)
    await pause()
  }
  const failed = await findFailed(gateway, items)
  const cards: ItemCard[] = []
  for (const item of items) {
    const card = listed(describeItem(item, await loadAbout(gateway, item)))
    // What was let through and then failed must not look as if all were well.
    cards.push(failed.has(item.id) ? { ...card, hasFailed: true } : card)
    await pause()
  }
  return cards
}

/** A workflow is called as its newest item calls it. */
async function labelFacets(gateway: Gateway, { facets }: ItemCounts): Promise<InboxPage['facets']> {
  const plain = ({ value, count }: { value: string; count: number }) => ({ value, label: value, count })
  const titles = new Map<string, string>()
  for (const { value, example } of facets.definitionId) {
    const item = await gateway.store.approval(example)
    if (item !== null) titles.set(value, titleOfItem(item, await loadAbout(gateway, item)))
  }
  return {
    kind: facets.kind.map(plain),
    queue: facets.queue.map(plain),
    client: facets.client.map(plain),
    definitionId: facets.definitionId.map((facet) => ({
      ...plain(facet),
      label: titles.get(facet.value) ?? facet.value,
    })),
  }
}
