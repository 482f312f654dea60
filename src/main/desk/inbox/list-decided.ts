/** What was decided, or ended undecided: what was decided last comes first. */
import type { InboxPage, ItemCard } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { InboxItem, ItemStatus } from '../../model/item.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { argumentsOf, originOf } from '../../workflow/items/items.ts'
import { describeItem } from '../items/items.ts'
import { createSlices } from '../lab/slices.ts'
import { loadAbout } from './about-item.ts'
import { cardText } from './card-text.ts'
import { countFacets } from './facet-counts.ts'
import { findFailed } from './failed-after.ts'
import type { ListRequest } from './list-items.ts'

const DECIDED: ItemStatus[] = ['scheduled', 'approved', 'refused', 'expired', 'withdrawn']
const PAGE = 100
/** Items that a filter or a search reads; what it looks at is composed, not stored. */
const SEARCHED = 2000

type Rest = Pick<InboxPage, 'snoozed' | 'oldest'>

/** `rest` is about what waits, which every page tells. */
export async function listDecided(
  gateway: Gateway,
  who: HumanPrincipal,
  request: ListRequest,
  rest: Rest,
): Promise<InboxPage> {
  const { cursor, limit = PAGE } = request
  const narrowing = isNarrowed(request)
  const page = await gateway.store.approvals(
    { status: DECIDED, newestFirst: 'decided' },
    {
      limit: narrowing ? SEARCHED : limit,
      ...(cursor === undefined || narrowing ? {} : { cursor }),
    },
  )
  const facets = countFacets(page.items.map((item) => ({ ...item, ...originOf(item) })))
  const common = { ...rest, facets, start: 0, due: 0, unfiltered: page.total }
  if (!narrowing) {
    const items = await tellFailed(gateway, page.items, await compose(gateway, page.items))
    return { ...common, items, total: page.total, nextCursor: page.nextCursor ?? null }
  }
  const text = request.text?.trim().toLowerCase() ?? ''
  const plain = page.items.filter((approval) => fits(approval, request, who))
  const found = (await compose(gateway, text === '' ? plain.slice(0, limit) : plain)).filter((card) =>
    card.text.includes(text),
  )
  return {
    ...common,
    items: await tellFailed(gateway, plain, found.slice(0, limit)),
    total: text === '' ? plain.length : found.length,
    nextCursor: null,
  }
}

/** What was let through and then failed must not look as if all were well. */
async function tellFailed(
  gateway: Gateway,
  approvals: readonly InboxItem[],
  composed: readonly { item: ItemCard }[],
): Promise<ItemCard[]> {
  const shown = new Set(composed.map(({ item }) => item.id))
  const failed = await findFailed(
    gateway,
    approvals.filter(({ id }) => shown.has(id)),
  )
  return composed.map(({ item }) => (failed.has(item.id) ? { ...item, hasFailed: true } : item))
}

function isNarrowed({ text, kind, queue, definitionId, client, assigned, ids }: ListRequest): boolean {
  return (
    (text ?? '').trim() !== '' ||
    [kind, queue, definitionId, client, assigned, ids].some((wanted) => wanted !== undefined)
  )
}

function fits(approval: InboxItem, request: ListRequest, who: HumanPrincipal): boolean {
  const { kind, queue, definitionId, client, assigned, ids } = request
  return (
    (kind === undefined || approval.kind === kind) &&
    (queue === undefined || approval.queue === queue) &&
    (definitionId === undefined || originOf(approval).definitionId === definitionId) &&
    (client === undefined || approval.client === client) &&
    (assigned === undefined || approval.assignedTo === (assigned === 'me' ? who.id : null)) &&
    (ids === undefined || ids.includes(approval.id))
  )
}

async function compose(
  gateway: Gateway,
  approvals: InboxItem[],
): Promise<{ item: ItemCard; text: string }[]> {
  const slices = createSlices()
  const composed: { item: ItemCard; text: string }[] = []
  for (const approval of approvals) {
    const item = describeItem(approval, await loadAbout(gateway, approval))
    composed.push({ item, text: cardText(item, argumentsOf(approval)) })
    await slices.pause()
  }
  return composed
}
