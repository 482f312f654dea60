/** The `smart` ranking as its rules read: every entry scored by itself, every title read, everything sorted. */
import { SEARCH_FIELDS, type SmartSettings } from '../../src/main/model/search-profile.ts'
import type { Use } from '../../src/main/search/ranking.ts'
import { createMatcher, tellRarity } from '../../src/main/search/smart/matches.ts'
import { findId } from '../../src/main/search/smart/names.ts'
import { createQueryReader, splitSentences } from '../../src/main/search/smart/query.ts'
import {
  FIELD_COUNT,
  fieldOfCell,
  ITEM_SHIFT,
  MOST_COUNTED,
  type SmartData,
  SPLIT_FLAG,
} from '../../src/main/search/smart/smart-index.ts'
import { readToken, readTokens } from '../../src/main/search/smart/tokens.ts'
import { createUseIndex } from '../../src/main/search/smart/uses.ts'

type Within = ((item: number) => boolean) | null
type Scored = Map<number, { score: number; fit: number }>

interface PlainHit {
  id: string
  score: number
}

export function searchPlainly(
  data: SmartData,
  settings: SmartSettings,
  uses: readonly Use[],
  query: string,
): PlainHit[] {
  const { entries, cells, vocabulary } = data
  const reader = createQueryReader(settings)
  const match = createMatcher(data, settings)
  const wordsOf = (text: string) => reader.read(text).words.map(({ word }) => word)
  const useIndex = createUseIndex(settings.usage > 0 ? uses : [], wordsOf, (word) => match(word).worth)

  const cellsOf = (word: number) => cells.all.subarray(cells.starts[word], cells.starts[word + 1])

  function weigh(cell: number): number {
    if ((cell & SPLIT_FLAG) !== 0 && !settings.splitNames) return 0
    const field = fieldOfCell(cell)
    const length = data.lengths[(cell >>> ITEM_SHIFT) * FIELD_COUNT + field]!
    const fair = 1 - settings.length + (settings.length * length) / data.meanLengths[field]! || 1
    return (settings.weights[SEARCH_FIELDS[field]!] / fair) * ((cell % MOST_COUNTED) + 1)
  }

  /** What each entry gets for a word of the query. */
  function scoreWord(word: string) {
    const { matches, worth } = match(word)
    const scored = new Map<number, { points: number; fit: number }>()
    for (const { words, share, fit, rarity } of matches) {
      const sums = new Map<number, number>()
      for (const each of words) {
        for (const cell of cellsOf(each)) {
          const item = cell >>> ITEM_SHIFT
          sums.set(item, (sums.get(item) ?? 0) + weigh(cell))
        }
      }
      const plain = tellRarity(entries.length, sums.size, settings)
      if (rarity !== plain && rarity !== Math.min(plain, worth)) throw new Error('A rarity is wrong.')
      for (const [item, sum] of sums) {
        if (sum === 0) continue
        const points = share * rarity * (sum / (settings.repeat * 3 + sum))
        const before = scored.get(item) ?? { points: 0, fit: 0 }
        scored.set(item, {
          points: Math.fround(Math.max(points, before.points)),
          fit: Math.fround(Math.max(fit, before.fit)),
        })
      }
    }
    return { scored, worth, isKnown: matches.length > 0, matches }
  }

  /** The share of the title that the text has. */
  function titleShare(item: number, meant: ReadonlySet<string>): number {
    const tells = (word: string): number =>
      Math.fround(Math.log(1 + (entries.length + 0.5) / (cellsOf(vocabulary.find(word)!).length + 0.5)))
    const title = new Set<string>()
    readTokens(entries[item]!.title.slice(0, 200), (token) => {
      for (const word of readToken(token).words) title.add(word)
    })
    const words = [...title]
    const all = words.reduce((sum, word) => sum + tells(word), 0)
    const had = words.reduce((sum, word) => sum + (meant.has(word) ? tells(word) : 0), 0)
    return all === 0 ? 0 : had / all
  }

  function scoreText(text: string, within: Within): { scored: Scored; best: number } {
    const { words } = reader.read(text)
    const read = words
      .slice(0, 120)
      .map(({ word, count }) => ({ ...scoreWord(word), times: Math.min(count, 2) }))
    const worthOf = (of: typeof read) => of.reduce((sum, { times, worth }) => sum + times * worth, 0)
    const known = read.filter(({ isKnown }) => isKnown)
    const worth = worthOf(known)
    const asked = words.length < 5 && known.length < words.length - known.length ? worthOf(read) : worth
    const meant = new Set(
      read.flatMap(({ matches }) =>
        matches.flatMap(({ how, words: of }) => (how === 'part' ? [] : [...of].map(vocabulary.wordAt))),
      ),
    )
    const scored: Scored = new Map()
    for (let item = 0; item < entries.length; item++) {
      if (within !== null && !within(item)) continue
      let points = 0
      let matched = 0
      for (const each of read) {
        const found = each.scored.get(item)
        if (found === undefined) continue
        points += each.times * found.points
        matched = Math.fround(matched + each.times * each.worth * found.fit)
      }
      if (points === 0) continue
      const score = points * (1 - settings.coverage * (1 - Math.min(1, matched / worth)))
      scored.set(item, { score, fit: Math.fround(matched / asked) })
    }
    const highest = Math.max(0, ...[...scored.values()].map(({ score }) => score))
    for (const [item, one] of scored)
      if (one.score >= highest * 0.25) one.score += one.score * settings.wholeTitle * titleShare(item, meant)
    return { scored, best: Math.max(0, ...[...scored.values()].map(({ score }) => score)) }
  }

  function scoreAll(text: string, within: Within): Scored {
    const { scored, best } = scoreText(text, within)
    const all: Scored = new Map([...scored].map(([item, one]) => [item, { ...one }]))
    const reach = (item: number, fit: number) => {
      const one = all.get(item) ?? { score: 0, fit: 0 }
      all.set(item, one)
      one.fit = Math.max(one.fit, fit)
      return one
    }
    const bonuses = new Map<number, number>()
    for (const sentence of settings.sentences === 0 || best === 0 ? [] : splitSentences(text)) {
      const part = scoreText(sentence, within)
      for (const [item, { score, fit }] of part.scored) {
        reach(item, fit)
        const bonus = settings.sentences * best * (score / part.best)
        bonuses.set(item, Math.max(bonuses.get(item) ?? 0, bonus))
      }
    }
    for (const [item, bonus] of bonuses) reach(item, 0).score += bonus
    for (const [id, { evidence }] of useIndex.find(wordsOf(text))) {
      const item = findId(data, id)
      if (item !== null && (within === null || within(item)))
        reach(item, Math.fround(evidence)).score += settings.usage * best * evidence
    }
    const names = new Map<number, number>()
    for (const name of new Set([query, text])) {
      const literal = findId(data, name.trim())
      for (const { item, sureness } of [
        ...(literal === null ? [] : [{ item: literal, sureness: 0 }]),
        ...data.names.find(name),
      ])
        if (name === query || within === null || within(item))
          names.set(item, Math.min(names.get(item) ?? 9, sureness))
    }
    const highest = Math.max(0, ...[...all.values()].map(({ score }) => score))
    for (const [item, sureness] of names) reach(item, 1).score += (4 - sureness) * (highest + 1)
    return all
  }

  const fits = (all: Scored) => [...all].filter(([, { fit }]) => fit >= settings.leastMatch)
  const source = settings.sourceFilter ? data.sources.read(query) : null
  const limited = source === null ? [] : fits(scoreAll(source.rest, source.has))
  return (limited.length > 0 ? limited : fits(scoreAll(query, null)))
    .sort(([left, one], [right, other]) => other.score - one.score || data.ranks[left]! - data.ranks[right]!)
    .map(([item, { score }]) => ({ id: entries[item]!.id, score }))
}
