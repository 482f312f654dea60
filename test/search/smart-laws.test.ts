import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareBytes } from '../../src/main/search/words.ts'
import { runs } from '../support/effort.ts'
import { measureProcessorTime } from '../support/processor-time.ts'
import { makeEntry } from './samples.ts'
import { catalog, query, settings, word } from './smart-cases.ts'
import { rankSmart } from './smart-samples.ts'

it('points add up to the score, in the order of the results [smart.explained] [smart.order]', () => {
  fc.assert(
    fc.property(
      catalog,
      query,
      settings,
      fc.array(query, { maxLength: 3 }),
      (entries, text, given, earlier) => {
        const uses = earlier.map((each, at) => ({ query: each, id: entries[at % entries.length]!.id }))
        const ranking = rankSmart(entries, given, uses)
        const { hits, total } = ranking.search(text, { limit: 50, offset: 0 })
        expect(total).toBe(hits.length)
        const isListed = ranking.search(text, { limit: 50, offset: 0 }).terms.length === 0
        for (const [at, { entry: each, score }] of hits.entries()) {
          const before = hits[at - 1]
          if (before !== undefined)
            expect(before.score - score || -compareBytes(before.entry.id, each.id)).toBeGreaterThan(0)
          if (isListed) continue
          const sum = ranking.explain(text, each).reduce((points, line) => points + line.points, 0)
          expect(Math.abs(sum - score)).toBeLessThanOrEqual(1e-6 * Math.max(1, score))
        }
        const found = new Set(hits.map(({ entry: each }) => each))
        for (const each of entries) if (!found.has(each)) expect(ranking.explain(text, each)).toEqual([])
      },
    ),
    { numRuns: runs(150) },
  )
})

it('the same search gives the same bits, whatever was searched before [smart.order]', () => {
  fc.assert(
    fc.property(catalog, fc.array(query, { minLength: 1, maxLength: 4 }), (entries, queries) => {
      const used = rankSmart(entries)
      for (const text of queries) used.search(text, { limit: 5, offset: 0 })
      const last = queries.at(-1)!
      expect(used.search(last, { limit: 20, offset: 0 })).toEqual(
        rankSmart(entries).search(last, { limit: 20, offset: 0 }),
      )
    }),
    { numRuns: runs(60) },
  )
})

it('the exact id stands first [smart.name-first]', () => {
  fc.assert(
    fc.property(catalog, settings, fc.nat(), (entries, given, at) => {
      const wanted = entries[at % entries.length]!
      const { hits } = rankSmart(entries, given).search(wanted.id, { limit: 1, offset: 0 })
      expect(hits[0]?.entry).toBe(wanted)
    }),
    { numRuns: runs(100) },
  )
})

it('a sentence is not emptied by one more word that nothing has [smart.sentence-law]', () => {
  const sentence = fc.array(word, { minLength: 5, maxLength: 14 })
  fc.assert(
    fc.property(
      catalog,
      sentence,
      fc.nat(),
      fc.constantFrom(0.1, 0.3, 0.6),
      (entries, words, at, leastMatch) => {
        const ranking = rankSmart(entries, { leastMatch })
        const find = (of: string[]) => ranking.search(of.join(' '), { limit: 1, offset: 0 })
        const before = find(words)
        fc.pre(before.terms.length >= 5 && before.total > 0)
        expect(find(words.toSpliced(at % (words.length + 1), 0, 'qqxqqzqq')).total).toBeGreaterThan(0)
      },
    ),
    { numRuns: runs(100) },
  )
})

it('nor is a query with no more unknown words than known ones, even where all items are alike [smart.sentence-law]', () => {
  const known = 'send deliver mail gmail weather forecast city file folder list ticket message'.split(' ')
  const unknown = ['qqxqqzqq', 'zzvzzjzz', 'kkqkkxkk']
  const all = { title: 'Send', description: known.join(' ') }
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.uniqueArray(fc.constantFrom(...known), { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.nat(),
      fc.constantFrom(0.08, 0.3, 0.9),
      (alike, words, lacking, at, leastMatch) => {
        const items = Array.from({ length: alike }, (_, number) => makeEntry(`tool_${number}`, all))
        const query = words.toSpliced(
          at % (words.length + 1),
          0,
          ...unknown.slice(0, lacking % (words.length + 1)),
        )
        const one = rankSmart(items, { leastMatch })
        expect(one.search(query.join(' '), { limit: 1, offset: 0 }).total).toBe(alike)
      },
    ),
    { numRuns: runs(60) },
  )
})

it('hostile queries and items are searched in bounded time [smart.hostile]', () => {
  const entries = Array.from({ length: 300 }, (_, at) =>
    makeEntry(`tool_${at}`, {
      title: 'a '.repeat(50),
      description: 'aaaa'.repeat(5000),
      tags: ['𝔘'.repeat(500)],
    }),
  )
  const ranking = rankSmart(entries)
  const spent = measureProcessorTime(() => {
    for (const text of [
      'a'.repeat(2000),
      'a '.repeat(1000),
      Array.from({ length: 500 }, (_, at) => `w${at}`).join(' '),
      '. '.repeat(1000),
      `${'x'.repeat(20)}. `.repeat(90),
      '\ud800'.repeat(2000),
      '天'.repeat(2000),
      `${"'".repeat(1990)}s`,
      'aB'.repeat(1000),
      `${'a'.repeat(1990)}::::`,
    ]) {
      const { hits } = ranking.search(text, { limit: 10, offset: 0 })
      for (const { entry: each } of hits) ranking.explain(text, each)
      ranking.nearestTerms(text, 3)
    }
  })
  expect(spent).toBeLessThan(5000)
})
