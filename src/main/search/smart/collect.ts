/**
 * Finds the best entries for a query, and counts all that match.
 *
 * First each text adds up its words by itself, without titles, for a title or a sentence counts by the highest score
 * of its text; a bit says which entries have enough of any of them, and all bits are counted. Then what the texts
 * found is put together, block by block. Missing words lower the points and a title adds at most a known share, so
 * there is a limit of the score that costs no division. Where it is below the worst score that is kept, nothing can
 * bring the entry in; what is above it is scored in full. Rounding cannot make the limit too low: it is a little more
 * than what it stands for.
 */
import type { SmartSettings } from '../../model/search-profile.ts'
import { createBestItems } from '../best.ts'
import { clearBit, countBits, hasBit, keepAccepted, takePositions } from '../bits.ts'
import { BLOCK, type SmartData } from './smart-index.ts'
import { findEntry, type ScoredText, type Scorer, shareOfAsked, type TextRecords } from './text-scores.ts'
import type { UseEvidence } from './uses.ts'

export interface ScoredSentence {
  sentence: string
  text: ScoredText
}

/** What a query means under some settings: all that its explanation needs beside the settings. */
export interface Plan {
  /** Bonuses are shares of its best score. */
  whole: ScoredText
  sentences: ScoredSentence[]
  /** The highest score without names. */
  highest: number
  /** How surely the query names an entry, see NameMatch. */
  names: Map<number, number>
  uses: Map<number, UseEvidence>
  /** Null: everything is searched. */
  within: ((item: number) => boolean) | null
}

const NAMES = 4

/** So much that no other points reach it, and that a surer name stands above a less sure one. */
export function pointsOfName(sureness: number, highest: number): number {
  return (NAMES - sureness) * (highest + 1)
}

export interface Collection {
  /** The best first, ties by id. */
  hits: { item: number; score: number }[]
  /** How many accepted entries match. */
  total: number
  /** Whether any entry matches, accepted or not. */
  fits: boolean
  /** The highest score without names; of no meaning where nothing is named. */
  highest: number
}

/** Null: everything is. */
export type AcceptTest = ((item: number) => boolean) | null

/**
 * Keeps the best `most` of what is accepted. `records` are of the whole query and of its sentences, `fitting` has a bit
 * for each entry that has enough of any of them, and is used up.
 */
export type Collect = (
  plan: Omit<Plan, 'highest'>,
  records: readonly TextRecords[],
  fitting: Int32Array,
  most: number,
  accepted: AcceptTest,
) => Collection

export function createCollector(
  { entries, ranks, titles }: SmartData,
  settings: SmartSettings,
  scorer: Scorer,
): Collect {
  const { leastMatch } = settings
  const found = new Uint16Array(BLOCK)
  /** By position in the block: limits of the score and of the bonus. */
  const limits = new Float64Array(BLOCK)
  const bonuses = new Float64Array(BLOCK)

  /** Takes what a text found in the block that starts with this entry; `bonus` null: it is the whole query. */
  function take(
    { text, items, points, matched }: TextRecords,
    from: number,
    start: number,
    bonus: number | null,
  ): number {
    const { least, more } = scorer.limitOf(text.worth)
    const share = bonus === null ? 0 : bonus / text.best
    let at = from
    for (; at < items.length; at++) {
      const position = (items[at] ?? 0) - start
      if (position >= BLOCK) break
      const limit = (points[at] ?? 0) * (least + more * (matched[at] ?? 0))
      if (bonus === null) limits[position] = limit
      else if (limit * share > (bonuses[position] ?? 0)) bonuses[position] = limit * share
    }
    return at
  }

  /** What a text gives for one of its records, with the title; `number`: the text's. */
  function scoreRecord({ text, items, points, matched }: TextRecords, at: number, number: number): number {
    const lowered = (points[at] ?? 0) * scorer.lower(text.worth, matched[at] ?? 0)
    return lowered + scorer.lift(text.cutoff, items[at] ?? 0, lowered, number)
  }

  /** The score of an entry without names and use: its points, its title, and its best bonus for one of the sentences. */
  function scoreFully(records: readonly TextRecords[], item: number): number {
    let total = 0
    let bonus = 0
    let share = 0
    for (let number = 0; number < records.length; number++) {
      const record = records[number]
      const at = record === undefined ? -1 : findEntry(record.items, item)
      if (record === undefined) continue
      const { best } = record.text
      const score = at < 0 ? 0 : scoreRecord(record, at, number)
      if (number === 0) {
        total = score
        bonus = settings.sentences * best
      } else if (at >= 0) share = Math.max(share, bonus * (score / best))
    }
    return total + share
  }

  /** The share of what is asked for that an entry has. */
  function fitOf(records: readonly TextRecords[], item: number): number {
    return records.reduce((most, record) => {
      const at = findEntry(record.items, item)
      return at < 0 ? most : Math.max(most, shareOfAsked(record.matched[at] ?? 0, record.text.asked))
    }, 0)
  }

  /** What is named or was used: score and share of what is asked for, with all that this adds. */
  function scoreSpecials(
    { whole, uses, names }: Omit<Plan, 'highest'>,
    records: readonly TextRecords[],
    highestOfOthers: number,
  ) {
    const scored = new Map<number, { score: number; fit: number }>()
    for (const item of new Set([...uses.keys(), ...names.keys()]))
      scored.set(item, { score: scoreFully(records, item), fit: fitOf(records, item) })
    for (const [item, { evidence }] of uses) {
      const one = scored.get(item)
      if (one === undefined) continue
      one.score += settings.usage * whole.best * evidence
      one.fit = Math.max(one.fit, shareOfAsked(evidence, 1))
    }
    let highest = highestOfOthers
    for (const { score } of scored.values()) highest = Math.max(highest, score)
    for (const [item, sureness] of names) {
      const one = scored.get(item)
      if (one === undefined) continue
      one.score += pointsOfName(sureness, highest)
      one.fit = Math.max(one.fit, 1)
    }
    return { scored, highest }
  }

  /** Leaves the bits of what is accepted; `fits`: whether there were any. */
  function countFitting(fitting: Int32Array, accepted: AcceptTest): { total: number; fits: boolean } {
    const total = countBits(fitting)
    if (accepted === null || total === 0) return { total, fits: total > 0 }
    keepAccepted(fitting, accepted)
    return { total: countBits(fitting), fits: true }
  }

  /** The same as below for a query of one sentence that names nothing: what it found is in order already. */
  function collectOne(
    record: TextRecords,
    fitting: Int32Array,
    most: number,
    accepted: AcceptTest,
  ): Collection {
    const { text, items, points, matched } = record
    const { least, more } = scorer.limitOf(text.worth)
    const kept = createBestItems(most, ranks)
    const counted = countFitting(fitting, accepted)
    titles.mark(text.meant, 0)
    for (let at = 0; at < items.length; at++) {
      if ((points[at] ?? 0) * (least + more * (matched[at] ?? 0)) < kept.least()) continue
      const item = items[at] ?? 0
      if (hasBit(fitting, item)) kept.offer(item, scoreRecord(record, at, 0))
    }
    titles.unmark(text.meant)
    return { hits: kept.sorted(), ...counted, highest: 0 }
  }

  /** By position in the block of which limits and bonuses are here. */
  const limitAt = (position: number): number => (limits[position] ?? 0) + (bonuses[position] ?? 0)

  /** The highest score so far, and in this block: what is named stands above all others, whether they fit or not. */
  function highestWith(records: readonly TextRecords[], start: number, before: number): number {
    let highest = before
    for (let position = 0; position < BLOCK; position++)
      if (limitAt(position) > highest) highest = Math.max(highest, scoreFully(records, start + position))
    return highest
  }

  /** Keeps what fits and is among the best. */
  function offerBlock(
    kept: ReturnType<typeof createBestItems>,
    records: readonly TextRecords[],
    start: number,
    fitting: Int32Array,
  ): void {
    const count = takePositions(fitting, found, start / 32, Math.min(fitting.length, (start + BLOCK) / 32))
    for (let at = 0; at < count; at++) {
      const position = found[at] ?? 0
      if (limitAt(position) >= kept.least())
        kept.offer(start + position, scoreFully(records, start + position))
    }
  }

  return (plan, records, fitting, most, accepted) => {
    const [only] = records
    if (only !== undefined && records.length === 1 && plan.names.size + plan.uses.size === 0)
      return collectOne(only, fitting, most, accepted)
    const kept = createBestItems(most, ranks)
    const isNamed = plan.names.size > 0
    const bonus = settings.sentences * plan.whole.best
    const places = records.map(() => 0)
    for (const item of [...plan.uses.keys(), ...plan.names.keys()]) clearBit(fitting, item)
    let { total, fits } = countFitting(fitting, accepted)
    let highest = 0
    for (const [number, { text }] of records.entries()) titles.mark(text.meant, number)
    for (let start = 0; start < entries.length; start += BLOCK) {
      for (const [number, record] of records.entries())
        places[number] = take(record, places[number] ?? 0, start, number === 0 ? null : bonus)
      if (isNamed) highest = highestWith(records, start, highest)
      offerBlock(kept, records, start, fitting)
      limits.fill(0)
      bonuses.fill(0)
    }
    const { scored, highest: top } = scoreSpecials(plan, records, highest)
    for (const [item, { score, fit }] of scored) {
      if (fit < leastMatch) continue
      fits = true
      if (accepted !== null && !accepted(item)) continue
      total++
      kept.offer(item, score)
    }
    for (const { text } of records) titles.unmark(text.meant)
    return { hits: kept.sorted(), total, fits, highest: top }
  }
}
