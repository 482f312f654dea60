/**
 * Where an entry's score comes from, line by line: what the ranking adds up, computed again for this entry. And whether
 * the best entry fits its query.
 */
import type { Points } from '../../model/search-points.ts'
import { SEARCH_FIELDS, type SearchField, type SmartSettings } from '../../model/search-profile.ts'
import { type Plan, pointsOfName } from './collect.ts'
import type { Match } from './matches.ts'
import { fieldOfCell, ITEM_SHIFT, type SmartData } from './smart-index.ts'
import { findEntry, type ReadWord, type ScoredText, type Scorer } from './text-scores.ts'
import type { WordTables } from './word-tables.ts'

/** Points of this size are what 32-bit sums leave over: nothing that a person should read. */
const ROUNDING = 1e-5

/** One word of the query in one entry. */
interface Hit {
  match: Match
  points: number
  mentions: Mention[]
}

interface Mention {
  /** Number of the word and of the field. */
  word: number
  field: number
  weight: number
}

interface TextScore {
  /** Of its words alone. */
  points: number
  /** What missing words cost: 0 or less. */
  missing: number
  /** What the title adds. */
  title: number
  /** Share of what the text asks for. */
  fit: number
}

/** Explains entries that a query found, one by one; empty: the entry does not match. */
export function createExplainer(
  { cells, vocabulary, entries, titles }: SmartData,
  settings: SmartSettings,
  tables: WordTables,
  scorer: Scorer,
  plan: Plan,
): (item: number) => Points[] {
  function findMentions(match: Match, item: number): Mention[] {
    const mentions: Mention[] = []
    for (const word of match.words) {
      const end = cells.starts[word + 1] ?? 0
      for (let at = findFirst(cells.all, cells.starts[word] ?? 0, end, item); at < end; at++) {
        const cell = cells.all[at] ?? 0
        if (cell >>> ITEM_SHIFT !== item) break
        const weight = tables.weigh(cell)
        if (weight > 0) mentions.push({ word, field: fieldOfCell(cell), weight })
      }
    }
    return mentions
  }

  /** By word of the query: made with the first hit that is explained. */
  const matched = new Map<string, readonly Match[]>()

  function matchesOf(word: string): readonly Match[] {
    const known = matched.get(word) ?? tables.match(word).matches
    matched.set(word, known)
    return known
  }

  /** The best match, the first of equals, as in the table of the word. */
  function findHit({ word }: ReadWord, item: number): { hit: Hit; fit: number } | null {
    let hit: Hit | null = null
    let fit = 0
    for (const match of matchesOf(word)) {
      const mentions = findMentions(match, item)
      if (mentions.length === 0) continue
      const weight = mentions.reduce((sum, mention) => sum + mention.weight, 0)
      const points = Math.fround(match.share * match.rarity * tables.saturate(weight))
      fit = Math.max(fit, match.fit)
      if (hit === null || points > hit.points) hit = { match, points, mentions }
    }
    return hit === null ? null : { hit, fit }
  }

  function scoreText(text: ScoredText, item: number): TextScore {
    const sums = { points: 0, matched: 0 }
    for (const word of text.words) {
      const found = findHit(word, item)
      if (found === null) continue
      sums.points += word.times * found.hit.points
      sums.matched = Math.fround(sums.matched + word.times * word.table.worth * Math.fround(found.fit))
    }
    if (sums.matched === 0) return { points: 0, missing: 0, title: 0, fit: 0 }
    const lowered = sums.points * scorer.lower(text.worth, sums.matched)
    titles.mark(text.meant, 0)
    const title = scorer.lift(text.cutoff, item, lowered, 0)
    titles.unmark(text.meant)
    return {
      points: sums.points,
      missing: lowered - sums.points,
      title,
      fit: Math.fround(sums.matched / text.asked),
    }
  }

  function explainWord(word: ReadWord, item: number): Points[] {
    const found = findHit(word, item)
    if (found === null) return []
    const { match, points, mentions } = found.hit
    const weight = mentions.reduce((sum, mention) => sum + mention.weight, 0)
    return SEARCH_FIELDS.flatMap((field: SearchField, number) => {
      const here = mentions.filter((mention) => mention.field === number)
      const heaviest = here.toSorted((left, right) => right.weight - left.weight)[0]
      if (heaviest === undefined) return []
      const share = here.reduce((sum, mention) => sum + mention.weight, 0) / weight
      return {
        term: word.word,
        field,
        strategy: match.how,
        word: vocabulary.wordAt(heaviest.word),
        points: word.times * points * share,
      }
    })
  }

  function explainSentences(item: number): { lines: Points[]; fit: number } {
    let top = { sentence: '', bonus: 0 }
    let fit = 0
    for (const { sentence, text } of plan.sentences) {
      const scored = scoreText(text, item)
      fit = Math.max(fit, scored.fit)
      const points = scored.points + scored.missing + scored.title
      const bonus = settings.sentences * plan.whole.best * (points / text.best)
      if (bonus > top.bonus) top = { sentence, bonus }
    }
    const line = {
      term: '',
      field: null,
      strategy: 'sentence',
      word: top.sentence,
      points: top.bonus,
    } as const
    return { lines: top.bonus > 0 ? [line] : [], fit }
  }

  function explainName(item: number): Points[] {
    const sureness = plan.names.get(item)
    const entry = entries[item]
    if (sureness === undefined || entry === undefined) return []
    const field = sureness === 2 ? 'title' : 'id'
    return [
      { term: '', field, strategy: 'name', word: entry[field], points: pointsOfName(sureness, plan.highest) },
    ]
  }

  return (item) => {
    if (plan.within !== null && !plan.within(item) && !plan.names.has(item)) return []
    const isInside = plan.within === null || plan.within(item)
    const name = explainName(item)
    if (!isInside) return name
    const text = scoreText(plan.whole, item)
    const sentences = explainSentences(item)
    const use = plan.uses.get(item)
    const fit = Math.max(text.fit, sentences.fit, Math.fround(use?.evidence ?? 0))
    if (name.length === 0 && (fit === 0 || fit < settings.leastMatch)) return []
    return [
      ...name,
      ...plan.whole.words.flatMap((word) => explainWord(word, item)),
      ...(Math.abs(text.missing) < ROUNDING
        ? []
        : [{ term: '', field: null, strategy: 'coverage', word: '', points: text.missing } as const]),
      ...(text.title === 0
        ? []
        : [
            {
              term: '',
              field: 'title',
              strategy: 'title',
              word: entries[item]?.title ?? '',
              points: text.title,
            } as const,
          ]),
      ...sentences.lines,
      ...(use === undefined
        ? []
        : [
            {
              term: '',
              field: null,
              strategy: 'usage',
              word: use.query,
              points: settings.usage * plan.whole.best * use.evidence,
            } as const,
          ]),
    ]
  }
}

/** Position of the first cell of the item between `low` and `high`, or of what comes after it. */
function findFirst(cells: Uint32Array, low: number, high: number, item: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((cells[middle] ?? 0) >>> ITEM_SHIFT < item) low = middle + 1
    else high = middle
  }
  return low
}

/** How well the best result fits its query: it may only be the nearest thing that there is. */
interface Strength {
  /** No scale: the same whatever the size of the catalog and the length of the query; above 1 for what surely fits. */
  strength: number
  /** Words of the query of which the item has nothing, in their order. */
  missing: string[]
}

type QueryStrength = Pick<Plan, 'whole' | 'names' | 'uses'>

/**
 * The share of the points that the query could give; or, where words stand in fields that count little, the square of
 * the share of what it asks for. Times the root of how many telling words it has: half of two may be chance, half of
 * eight is not. Measured in docs/search.md.
 *
 * @param rarest what a word is worth that no item has.
 */
function measureStrength({ whole, names, uses }: QueryStrength, item: number, rarest: number): Strength {
  const missing: string[] = []
  let asked = 0
  let points = 0
  let matched = 0
  for (const { word, times, table } of whole.words) {
    asked += times * table.worth
    const at = findEntry(table.items, item)
    if (at < 0) {
      missing.push(word)
      continue
    }
    points += times * (table.points[at] ?? 0)
    matched += times * (table.worths[table.kinds?.[at] ?? 0] ?? 0)
  }
  const share = asked === 0 ? 0 : Math.max(points / asked, (matched / asked) ** 2)
  const words = Math.max(1, asked / rarest)
  const named = names.has(item) ? NAMED : 0
  return { strength: Math.max(named, share * Math.sqrt(words), uses.get(item)?.evidence ?? 0), missing }
}

const NAMED = 1

/** Null: the answer is not weak. */
export function findWeakness(
  plan: QueryStrength,
  item: number,
  rarest: number,
  { sureMatch }: SmartSettings,
): { missing: string[] } | null {
  const { strength, missing } = measureStrength(plan, item, rarest)
  return strength < sureMatch ? { missing } : null
}
