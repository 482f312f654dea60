/**
 * What a search of the inbox looks at: all that an item's card says, and what was asked for. An author's words, the
 * title of a server and the values of a run meet in a sentence, which no database has: so each is composed and compared,
 * in slices (R3.4). Of what waits they are kept from the first search on, for as long as nothing changes them.
 * May import: gateway.ts (types), model, workflow.
 */

import type { Gateway } from '../../gateway.ts'
import { takeTurns } from '../../model/in-turn.ts'
import type { InboxItem } from '../../model/item.ts'
import { everyPage } from '../../model/pages.ts'
import type { ItemFilter, ItemMark } from '../../runtime/ports.ts'
import { pause } from '../../system/slices.ts'
import { argumentsOf, isOfRun, originOf } from '../../workflow/items/items.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { alikeOf, loadAbout, sentenceOf, titleOfItem } from '../items/items.ts'

export interface CardWords {
  /** Of the item. */
  revision: number
  /** In lower case. */
  text: string
  /** As `ItemCard` has it. */
  alike: string | null
  /** It is about a single call, or about no run. */
  isCall: boolean
}

export interface WaitingWords {
  /** What waits, fits the filter and has such words; in the filter's order. */
  find(filter: ItemFilter, fits: (words: CardWords) => boolean): Promise<ItemMark[]>
  /** Soon, composes what nobody has asked for yet: the first search of ten thousand would wait for all of them. */
  prepare(): void
  close(): void
}

/** Longer ones are few: they are composed again, and take no memory. */
const LONGEST_KEPT = 20_000
/** Before anything is composed ahead, in milliseconds: a desk that is being opened comes first. */
const SOON_MS = 1000
/** So many marks come from the store in one message, which nothing can interrupt. */
const PIECE = 2000
/** So many kept ones are looked at without asking for the time. */
const AT_ONCE = 100

export function createWaitingWords(gateway: Gateway): WaitingWords {
  /** Run → item; '' for those of no run. What is written to words that were dropped meanwhile is lost with them. */
  const kept = new Map<string, Map<string, CardWords>>()
  const inTurn = takeTurns()
  let soon: { cancel(): void } | null = null

  const stop = gateway.onChange((change) => {
    if (change.topic === 'run') kept.delete(change.id)
    else if (change.topic === 'approval') kept.get('')?.delete(change.id)
    else if (change.topic === 'configuration') kept.clear()
    else if (change.topic === 'connection') forgetCalls()
  })

  /** What a single call does is in the catalog, and changes with it. */
  function forgetCalls(): void {
    for (const [run, words] of kept) if ([...words.values()].some(({ isCall }) => isCall)) kept.delete(run)
  }

  async function compose({ id, workflowId }: ItemMark): Promise<CardWords | null> {
    const siblings = kept.get(workflowId ?? '') ?? new Map<string, CardWords>()
    kept.set(workflowId ?? '', siblings)
    const item = await gateway.store.approval(id)
    if (item === null || item.status !== 'pending') return null
    const words = await composeWords(gateway, item)
    if (words.text.length <= LONGEST_KEPT) siblings.set(id, words)
    return words
  }

  async function findIn(filter: ItemFilter, fits: (words: CardWords) => boolean): Promise<ItemMark[]> {
    const found: ItemMark[] = []
    for await (const { items } of everyPage((from) =>
      gateway.store.itemMarks(filter, { limit: PIECE, uncounted: true, ...from }),
    ))
      for (const [place, mark] of items.entries()) {
        const known = kept.get(mark.workflowId ?? '')?.get(mark.id)
        const isKnown = known?.revision === mark.revision
        const words = isKnown ? known : await compose(mark)
        if (words !== null && fits(words)) found.push(mark)
        if (!isKnown || place % AT_ONCE === 0) await pause()
      }
    return found
  }

  // Each finds the words that the one before has composed.
  const find: WaitingWords['find'] = (filter, fits) => inTurn(() => findIn(filter, fits))

  return {
    find,
    prepare() {
      // What fails here fails again where it is needed.
      const compose = () => void find({ status: ['pending'] }, () => false).catch(() => undefined)
      soon ??= gateway.clock.after(SOON_MS, compose)
    },
    close() {
      soon?.cancel()
      stop()
    },
  }
}

export async function composeWords(gateway: Gateway, item: InboxItem): Promise<CardWords> {
  const about = await loadAbout(gateway, item)
  const { workflowId, definitionId, state } = originOf(item)
  const shown = [
    ...sentenceOf(item, about).map((part) => part.text),
    item.id,
    workflowId,
    definitionId,
    titleOfItem(item, about),
    state,
    item.queue ?? '',
    item.client,
    item.requestedBy,
    item.decision?.comment ?? '',
    JSON.stringify(argumentsOf(item)),
  ]
  const text = shown.join('\n').toLowerCase()
  return {
    revision: item.revision,
    text,
    alike: alikeOf(item, about),
    isCall: !isOfRun(item) || isSingleCall(definitionId),
  }
}
