/**
 * Finds the best entries for a query, and counts all that match.
 *
 * Every entry that has a word of the query is looked at once, since all that match are counted; what is dear is done
 * only for those that can still be among the best. First each text is scored by itself, without titles, for a title
 * or a sentence counts by the highest score of its text. Then what the texts found is put together, block by block.
 * A title adds at most a known share of the points, so points and that share are a limit of the score. Where it is
 * below the worst score that is kept, no title can bring the entry in, and it is only counted; what is above it is
 * scored in full. Rounding cannot make the limit too low: it is a little more than the sums it stands for.
 */
import type { SmartSettings } from '../model/search-profile.ts'
import { BLOCK, takePositions } from './smart-blocks.ts'
import type { SmartData } from './smart-index.ts'
import { createKept } from './smart-kept.ts'
import { type Plan, pointsOfName } from './smart-plan.ts'
import type { Scorer } from './smart-scores.ts'
import { findRecord, type TextRecords } from './smart-sums.ts'

export interface Collected {
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
export type Accepted = ((item: number) => boolean) | null

export interface Collector {
  /** `records` are of the whole query and of its sentences. */
  collect(
    plan: Omit<Plan, 'highest'>,
    records: readonly TextRecords[],
    most: number,
    accepted: Accepted,
  ): Collected
}

/** Above zero in 32 bits. */
const LEAST_FIT = 1e-30

export function createCollector(
  { entries, ranks, titles }: SmartData,
  settings: SmartSettings,
  scorer: Scorer,
): Collector {
  const { leastMatch } = settings
  const found = new Uint16Array(BLOCK)
  /** By position in the block: what is reached, limits of the score and of the bonus, the share of what is asked for. */
  const reached = new Int32Array(BLOCK / 32)
  const limits = new Float64Array(BLOCK)
  const bonuses = new Float64Array(BLOCK)
  const fits = new Float32Array(BLOCK)

  /** Takes what a text found in the block that starts with this entry; `bonus` null: it is the whole query. */
  function take(
    { text, items, points, matched, end }: TextRecords,
    from: number,
    start: number,
    bonus: number | null,
  ): number {
    const { asked, best } = text
    const { mostLifted } = scorer
    const share = bonus === null ? 0 : bonus / best
    let at = from
    for (; at < end; at++) {
      const position = (items[at] ?? 0) - start
      if (position >= BLOCK) break
      reached[position >>> 5] = (reached[position >>> 5] ?? 0) | (1 << (position & 31))
      const fit = Math.max((matched[at] ?? 0) / asked, LEAST_FIT)
      if (fit > (fits[position] ?? 0)) fits[position] = fit
      const limit = (points[at] ?? 0) * mostLifted
      if (bonus === null) limits[position] = limit
      else bonuses[position] = Math.max(bonuses[position] ?? 0, limit * share)
    }
    return at
  }

  /** The score of an entry without names and use: its points, its title, and its best bonus for one of the sentences. */
  function scoreFully(records: readonly TextRecords[], item: number): number {
    let total = 0
    let bonus = 0
    let share = 0
    for (let number = 0; number < records.length; number++) {
      const record = records[number]
      const at = record === undefined ? -1 : findRecord(record, item)
      if (record === undefined) continue
      const { cutoff, best } = record.text
      const points = at < 0 ? 0 : (record.points[at] ?? 0)
      const score = at < 0 ? 0 : points + scorer.lift(cutoff, item, points, number)
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
      const at = findRecord(record, item)
      return at < 0
        ? most
        : Math.max(most, Math.fround((record.matched[at] ?? 0) / record.text.asked), LEAST_FIT)
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
      one.fit = Math.max(one.fit, Math.fround(evidence), LEAST_FIT)
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

  /** The same as below for a query of one sentence that names nothing: what it found is in order already. */
  function collectOne(record: TextRecords, most: number, accepted: Accepted): Collected {
    const { text, items, points, matched, start, end } = record
    const { asked } = text
    const { mostLifted } = scorer
    const kept = createKept(most, ranks)
    let total = 0
    let isFound = false
    titles.mark(text.meant, 0)
    for (let at = start; at < end; at++) {
      if (Math.fround(Math.max((matched[at] ?? 0) / asked, LEAST_FIT)) < leastMatch) continue
      isFound = true
      const item = items[at] ?? 0
      if (accepted !== null && !accepted(item)) continue
      total++
      const score = points[at] ?? 0
      if (score * mostLifted >= kept.least())
        kept.offer(item, score + scorer.lift(text.cutoff, item, score, 0))
    }
    titles.unmark(text.meant)
    return { hits: kept.sorted(), total, fits: isFound, highest: 0 }
  }

  function collect(
    plan: Omit<Plan, 'highest'>,
    records: readonly TextRecords[],
    most: number,
    accepted: Accepted,
  ): Collected {
    const [only] = records
    if (only !== undefined && records.length === 1 && plan.names.size + plan.uses.size === 0)
      return collectOne(only, most, accepted)
    const kept = createKept(most, ranks)
    const isNamed = plan.names.size > 0
    const bonus = settings.sentences * plan.whole.best
    const places = records.map(({ start }) => start)
    const specials = Uint32Array.from(new Set([...plan.uses.keys(), ...plan.names.keys()])).sort()
    let special = 0
    let highest = 0
    let total = 0
    let isFound = false
    for (const [number, { text }] of records.entries()) titles.mark(text.meant, number)
    for (let start = 0; start < entries.length; start += BLOCK) {
      for (let number = 0; number < records.length; number++) {
        const record = records[number]
        if (record !== undefined)
          places[number] = take(record, places[number] ?? 0, start, number === 0 ? null : bonus)
      }
      for (; (specials[special] ?? Number.POSITIVE_INFINITY) < start + BLOCK; special++) {
        const position = (specials[special] ?? 0) - start
        fits[position] = LATER
      }
      const count = takePositions(reached, found)
      for (let at = 0; at < count; at++) {
        const position = found[at] ?? 0
        const item = start + position
        const fit = fits[position] ?? 0
        const limit = (limits[position] ?? 0) + (bonuses[position] ?? 0)
        fits[position] = 0
        limits[position] = 0
        bonuses[position] = 0
        if (fit === LATER) continue
        if (isNamed && limit >= highest) highest = Math.max(highest, scoreFully(records, item))
        if (fit < leastMatch) continue
        isFound = true
        if (accepted !== null && !accepted(item)) continue
        total++
        if (limit >= kept.least()) kept.offer(item, scoreFully(records, item))
      }
    }
    const { scored, highest: top } = scoreSpecials(plan, records, highest)
    for (const [item, { score, fit }] of scored) {
      fits[item % BLOCK] = 0
      if (fit < leastMatch) continue
      isFound = true
      if (accepted !== null && !accepted(item)) continue
      total++
      kept.offer(item, score)
    }
    for (const { text } of records) titles.unmark(text.meant)
    return { hits: kept.sorted(), total, fits: isFound, highest: top }
  }

  return { collect }
}

/** Counts when names and use have been added. */
const LATER = -1
