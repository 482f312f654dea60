/**
 * What a search of the inbox looks at: all that an item's card says, and what was asked for. An author's words, the
 * title of a server and the values of a run meet in a sentence, which no database has: so each is composed and compared,
 * in slices (R3.4). Of what waits they are kept from the first search on, for as long as nothing changes them.
 * May import: gateway.ts (types), model, workflow.
 */
import type { Gateway } from '../../gateway.ts'
import type { InboxItem } from '../../model/item.ts'
import type { ItemFilter, ItemMark } from '../../runtime/ports.ts'
import { argumentsOf, originOf } from '../../workflow/items/items.ts'
import { alikeOf, sentenceOf, titleOfItem } from '../items/items.ts'
import type { About } from '../items/kind.ts'
import { createSlices } from '../lab/slices.ts'
import { loadAboutAll } from './about-item.ts'

export interface CardWords {
  /** Of the item. */
  revision: number
  /** In lower case. */
  text: string
  /** As `ItemCard` has it. */
  alike: string | null
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
/** So many are read at once: a few milliseconds' work. */
const PIECE = 50

export function createWaitingWords(gateway: Gateway): WaitingWords {
  /** Run → item; '' for those of no run. What is written to words that were dropped meanwhile is lost with them. */
  const kept = new Map<string, Map<string, CardWords>>()
  let turn: Promise<unknown> = Promise.resolve()
  let soon: { cancel(): void } | null = null

  const stop = gateway.onChange((change) => {
    if (change.topic === 'run') kept.delete(change.id)
    else if (change.topic === 'approval') kept.get('')?.delete(change.id)
    else if (change.topic === 'configuration' || change.topic === 'connection') kept.clear()
  })

  function keptOf(workflowId: string | null): Map<string, CardWords> {
    const siblings = kept.get(workflowId ?? '') ?? new Map<string, CardWords>()
    kept.set(workflowId ?? '', siblings)
    return siblings
  }

  async function wordsOf(marks: readonly ItemMark[]): Promise<ReadonlyMap<string, CardWords>> {
    const words = new Map<string, CardWords>()
    const missing = new Map<string, Map<string, CardWords>>()
    for (const { id, workflowId, revision } of marks) {
      const known = kept.get(workflowId ?? '')?.get(id)
      if (known?.revision === revision) words.set(id, known)
      else missing.set(id, keptOf(workflowId))
    }
    if (missing.size === 0) return words
    const ids = [...missing.keys()]
    const { items } = await gateway.store.approvals({ ids }, { limit: ids.length, uncounted: true })
    const waiting = items.filter(({ status }) => status === 'pending')
    const composed = await composeWords(gateway, waiting)
    for (const [place, { id }] of waiting.entries()) {
      const made = composed[place]
      if (made === undefined) continue
      words.set(id, made)
      if (made.text.length <= LONGEST_KEPT) missing.get(id)?.set(id, made)
    }
    return words
  }

  async function findIn(filter: ItemFilter, fits: (words: CardWords) => boolean): Promise<ItemMark[]> {
    const slices = createSlices()
    const found: ItemMark[] = []
    const marks = await gateway.store.itemMarks(filter)
    for (let first = 0; first < marks.length; first += PIECE) {
      const piece = marks.slice(first, first + PIECE)
      const words = await wordsOf(piece)
      for (const mark of piece) {
        const said = words.get(mark.id)
        if (said !== undefined && fits(said)) found.push(mark)
      }
      await slices.pause()
    }
    return found
  }

  // One after another: each finds the words that the one before has composed.
  function find(filter: ItemFilter, fits: (words: CardWords) => boolean): Promise<ItemMark[]> {
    const found = turn.then(() => findIn(filter, fits))
    turn = found.catch(() => undefined)
    return found
  }

  return {
    find,
    prepare() {
      // What fails here fails again where it is needed.
      const compose = () => void find({ status: ['pending'] }, () => false).catch(() => undefined)
      soon ??= gateway.clock.wakeAt(gateway.clock.now() + SOON_MS, compose)
    },
    close() {
      soon?.cancel()
      stop()
    },
  }
}

/** Of each, in their order. */
export async function composeWords(gateway: Gateway, items: readonly InboxItem[]): Promise<CardWords[]> {
  const about = await loadAboutAll(gateway, items)
  return items.flatMap((item, place) => {
    const its = about[place]
    return its === undefined
      ? []
      : [{ revision: item.revision, text: textOf(item, its), alike: alikeOf(item, its) }]
  })
}

function textOf(item: InboxItem, about: About): string {
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
  return shown.join('\n').toLowerCase()
}
