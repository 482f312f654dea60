/**
 * Every item that waits, in the order in which it is shown, with its card: composed when it is first needed and again
 * when something of it changes, in slices, so that ten thousand of them never hold up the gateway's thread (R3.4).
 * May import: gateway.ts (types), model, preload/contract.
 */

import type { ItemCard } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { InboxItem, ItemKind } from '../../model/item.ts'
import { argumentsOf, originOf } from '../../workflow/items/items.ts'
import { traitsOf } from '../../workflow/traits.ts'
import { describeItem } from '../items/items.ts'
import { createSlices } from '../lab/slices.ts'
import { loadAbout } from './about-item.ts'
import { cardText } from './card-text.ts'
import { createFacetCounts, type FacetCounts } from './facet-counts.ts'
import { placeIn, type Urgency } from './urgency.ts'

export interface Card {
  item: ItemCard
  /** What a search looks at, in lower case. */
  text: string
}

/** What of an item narrows and sorts the list without its card. */
export interface PendingEntry extends Urgency {
  kind: ItemKind
  workflowId: string
  definitionId: string
  queue: string | null
  client: string
  assignedTo: string | null
  card: Card | null
  /** Grows whenever the card has to be made again. */
  age: number
}

export interface PendingCards {
  /** As of now: whatever was told before the call is in it. It moves on with the next: read it before awaiting. */
  current(): Promise<PendingItems>
  /** With their cards; those that ended meanwhile are left out. */
  compose(entries: readonly PendingEntry[]): Promise<{ entry: PendingEntry; card: Card }[]>
  close(): void
}

export interface PendingItems {
  /** The most urgent first. */
  readonly sorted: readonly PendingEntry[]
  readonly counts: Pick<FacetCounts<PendingEntry>, 'facets' | 'oldest' | 'examples'>
  find(id: string): PendingEntry | undefined
}

const PAGE = 500
/** Shorter than a request's own slices: a desk that is being opened asks for many things one after another. */
const AHEAD_MS = 2
/** Nothing is composed ahead until nobody has asked for so long, in milliseconds. */
const REST_MS = 60

/** `changed` is told of a run of which something waits whenever that may have to be said otherwise. */
export function createPendingCards(gateway: Gateway, changed: (run: string) => void): PendingCards {
  const slices = createSlices()
  const spare = createSlices(AHEAD_MS)
  const counts = createFacetCounts<PendingEntry>()
  const byId = new Map<string, PendingEntry>()
  const byRun = new Map<string, Set<PendingEntry>>()
  const sorted: PendingEntry[] = []
  const dirty = new Set<string>()
  const composing = new Map<PendingEntry, Promise<Card | null>>()
  let following = false
  let loaded = false
  let closed = false
  let turn: Promise<void> = Promise.resolve()
  let askedAt = Number.NEGATIVE_INFINITY
  let rest: { cancel(): void } | null = null
  const pending: PendingItems = { sorted, counts, find: (id) => byId.get(id) }

  const stop = gateway.onChange((change) => {
    if (!following) return
    if (change.topic === 'approval') dirty.add(change.id)
    else if (change.topic === 'run') {
      const entries = byRun.get(change.id)
      if (entries === undefined) return
      forgetCards([...entries])
      changed(change.id)
    } else if (change.topic === 'configuration') forgetCards(sorted)
    else if (change.topic === 'connection') {
      forgetCards(
        sorted.filter((entry) => !traitsOf(entry.definitionId).isPinned || entry.definitionId === ''),
      )
    }
  })

  function forgetCards(entries: readonly PendingEntry[]): void {
    for (const entry of entries) {
      entry.card = null
      entry.age += 1
    }
  }

  function take(approval: InboxItem): void {
    drop(approval.id)
    if (approval.status !== 'pending') return
    const { workflowId, definitionId } = originOf(approval)
    const entry: PendingEntry = {
      id: approval.id,
      kind: approval.kind,
      workflowId,
      definitionId,
      queue: approval.queue,
      client: approval.client,
      assignedTo: approval.assignedTo,
      requestedAt: approval.requestedAt,
      deadlineAt: approval.deadlineAt,
      card: null,
      age: 0,
    }
    byId.set(entry.id, entry)
    counts.add(entry)
    sorted.splice(placeIn(sorted, entry), 0, entry)
    if (entry.workflowId === '') return
    const siblings = byRun.get(entry.workflowId) ?? new Set()
    byRun.set(entry.workflowId, siblings.add(entry))
  }

  function drop(id: string): void {
    const entry = byId.get(id)
    if (entry === undefined) return
    byId.delete(id)
    counts.remove(entry)
    sorted.splice(placeIn(sorted, entry), 1)
    const siblings = byRun.get(entry.workflowId)
    siblings?.delete(entry)
    if (siblings?.size === 0) byRun.delete(entry.workflowId)
  }

  async function load(): Promise<void> {
    following = true
    let cursor: string | undefined
    do {
      const page = await gateway.store.approvals(
        { status: ['pending'] },
        { limit: PAGE, uncounted: true, ...(cursor === undefined ? {} : { cursor }) },
      )
      for (const approval of page.items) take(approval)
      cursor = page.nextCursor
      await slices.pause()
    } while (cursor !== undefined)
    loaded = true
    setImmediate(() => void composeAhead())
  }

  async function catchUp(): Promise<void> {
    if (!loaded) await load()
    for (const id of [...dirty]) {
      dirty.delete(id)
      try {
        const approval = await gateway.store.approval(id)
        if (approval === null) drop(id)
        else take(approval)
      } catch (fault) {
        dirty.add(id)
        throw fault
      }
      await slices.pause()
    }
  }

  /** So that the first search does not wait for ten thousand cards. What fails here fails again where it is needed. */
  async function composeAhead(): Promise<void> {
    for (const entry of [...sorted]) {
      while (!closed && performance.now() - askedAt < REST_MS) {
        await new Promise<void>((resolve) => {
          rest = gateway.clock.wakeAt(gateway.clock.now() + REST_MS, resolve)
        })
      }
      if (closed) return
      await cardOf(entry).catch(() => null)
      await spare.pause()
    }
  }

  async function cardOf(entry: PendingEntry): Promise<Card | null> {
    if (entry.card !== null) return entry.card
    const begun = composing.get(entry) ?? makeCard(entry).finally(() => composing.delete(entry))
    composing.set(entry, begun)
    return await begun
  }

  async function makeCard(entry: PendingEntry): Promise<Card | null> {
    const { age } = entry
    const approval = await gateway.store.approval(entry.id)
    if (approval === null || approval.status !== 'pending') return null
    const item = describeItem(approval, await loadAbout(gateway, approval))
    const card = { item, text: cardText(item, argumentsOf(approval)) }
    if (entry.age === age) entry.card = card
    return card
  }

  return {
    async current() {
      askedAt = performance.now()
      turn = turn.catch(() => undefined).then(catchUp)
      await turn
      return pending
    },
    async compose(entries) {
      const composed: { entry: PendingEntry; card: Card }[] = []
      for (const entry of entries) {
        const isReady = entry.card !== null
        const card = entry.card ?? (await cardOf(entry))
        if (card !== null) composed.push({ entry, card })
        if (!isReady) await slices.pause()
      }
      return composed
    },
    close() {
      closed = true
      rest?.cancel()
      stop()
    },
  }
}
