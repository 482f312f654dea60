/** The index against the literal scan, over catalogs that are made to collide. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CatalogEntry } from '../../../src/main/search/catalog.ts'
import { explainClassic, type Hit } from '../../../src/main/search/classic/classic.ts'
import { BLOCK } from '../../../src/main/search/classic/points.ts'
import { sumOf } from '../../../src/renderer/features/search/trying/explain.ts'
import { runs } from '../../support/effort.ts'
import { scanLiterally } from '../literal-scan.ts'
import { createClassicIndex, makeEntry } from '../samples.ts'

const STEMS = [
  'deploy',
  'deply',
  'dep',
  'pipeline',
  'pipe',
  'release',
  'abcabc',
  'bcabca',
  'aaaa',
  'a',
  'to',
  'İstanbul',
  'straße',
  'ΟΔΟΣ',
  'οδος',
  'ΣΑΣ.Α',
  'да',
  'дб',
  'данные',
  '部署',
  '部署管道',
  '管道',
  '𝔡𝔢𝔭𝔩𝔬𝔶',
  '𐐷𐐷',
  'é',
  'e\u0301',
  'ﬁle',
  '२३',
  'x2',
  '\u{1f600}',
  '\ud800',
  'ffff\uffff',
]
const word = fc.oneof(
  fc.constantFrom(...STEMS),
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'д', 'б'), minLength: 1, maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
const sentence = fc
  .tuple(fc.array(word, { maxLength: 6 }), fc.constantFrom(' ', '_', '.', ', ', '', '\u0307'))
  .map(([words, separator]) => words.join(separator))
const words = fc.array(word, { maxLength: 3 })
const entry: fc.Arbitrary<CatalogEntry> = fc
  .record({
    id: sentence,
    title: sentence,
    tags: words,
    aliases: words,
    description: sentence,
    text: sentence,
    kind: fc.constantFrom('workflow' as const, 'capability' as const),
  })
  .map((parts) => makeEntry(parts.id, parts))
const catalog = fc.array(entry, { maxLength: 25 })

const summary = (hits: Hit[]) => hits.map(({ entry: { id }, score }) => ({ id, score }))

describe('the index', () => {
  it('equals the literal scan to the last bit [search.exact-index]', () => {
    fc.assert(
      fc.property(
        catalog,
        fc.array(sentence, { minLength: 1, maxLength: 5 }),
        fc.record({ limit: fc.integer({ min: 1, max: 12 }), offset: fc.integer({ min: 0, max: 6 }) }),
        (entries, queries, page) => {
          const index = createClassicIndex(entries)
          for (const query of queries) {
            const literal = scanLiterally(entries, query)
            const found = index.search(query, page)
            expect(found.total).toBe(literal.length)
            expect(found.hits).toEqual(literal.slice(page.offset, page.offset + page.limit))
          }
        },
      ),
      { numRuns: runs(600) },
    )
  })

  it('equals it over several blocks, where terms are listed and where they are wide [search.exact-index]', () => {
    const size = 2 * BLOCK + 3
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 12 }),
        fc.array(word, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        (parts, terms, run) => {
          const entries = Array.from({ length: size }, (_, number) => ({
            ...(parts[Math.floor(number / run) % parts.length] ?? makeEntry('')),
            id: `${(number * 7919) % size}`,
          }))
          const query = [...terms, 'ab', ...terms].join(' ')
          const literal = scanLiterally(entries, query)
          const found = createClassicIndex(entries).search(query, { limit: 30, offset: 5 })
          expect(found.total).toBe(literal.length)
          expect(found.hits).toEqual(literal.slice(5, 35))
        },
      ),
      { numRuns: runs(4, 60) },
    )
  })

  it('equals it where each term is in a few entries of each block [search.exact-index]', () => {
    const entries = Array.from({ length: 2 * BLOCK + 3 }, (_, number) =>
      makeEntry(`entry_${number}`, { title: `rare${number % 211}`, description: `seldom${number % 307}` }),
    )
    const index = createClassicIndex(entries)
    for (const query of ['rare5 seldom9', 'rare210', 'seldom306 rare0 rare1']) {
      const literal = scanLiterally(entries, query)
      const found = index.search(query, { limit: 100, offset: 0 })
      expect(found.total).toBe(literal.length)
      expect(found.hits).toEqual(literal.slice(0, 100))
    }
  })

  it('leaves no trace of one search in the next [search.exact-index]', () => {
    fc.assert(
      fc.property(catalog, sentence, sentence, (entries, first, second) => {
        const index = createClassicIndex(entries)
        const before = index.search(second, { limit: 50, offset: 0 })
        index.search(first, { limit: 3, offset: 0, accept: ({ kind }) => kind === 'workflow' })
        index.nearestTerms(first, 3)
        expect(index.search(second, { limit: 50, offset: 0 })).toEqual(before)
      }),
      { numRuns: runs(150) },
    )
  })

  it('filters without changing scores or order, and counts what it accepts [search.filters]', () => {
    fc.assert(
      fc.property(catalog, sentence, (entries, query) => {
        const accept = ({ kind }: CatalogEntry): boolean => kind === 'workflow'
        const literal = scanLiterally(entries, query).filter((hit) => accept(hit.entry))
        const { hits, total } = createClassicIndex(entries).search(query, { limit: 5, offset: 0, accept })
        expect(total).toBe(literal.length)
        expect(hits).toEqual(literal.slice(0, 5))
      }),
      { numRuns: runs(150) },
    )
  })

  it('never scores a prefix, and explains each score in full [search.prefix-tier, search.explained]', () => {
    fc.assert(
      fc.property(catalog, sentence, (entries, query) => {
        const { hits, terms } = createClassicIndex(entries).search(query, { limit: 50, offset: 0 })
        for (const hit of hits) {
          const explanation = explainClassic(hit.entry, query)
          expect(explanation.map(({ strategy }) => strategy)).not.toContain('prefix')
          expect(terms.length === 0 ? 1 : sumOf(explanation)).toBe(hit.score)
        }
      }),
      { numRuns: runs(150) },
    )
  })

  it('orders ties by the bytes of their ids, where UTF-16 would order otherwise [search.ties]', () => {
    const ids = ['b', 'a', 'aa', 'A', '\uffee', '𝔞', 'é', 'z']
    const index = createClassicIndex(ids.map((id) => makeEntry(id, { title: 'same' })))
    const expected = ['A', 'a', 'aa', 'b', 'z', 'é', '\uffee', '𝔞']
    expect(summary(index.search('same', { limit: 50, offset: 0 }).hits)).toEqual(
      expected.map((id) => ({ id, score: 6 })),
    )
    expect(index.search('', { limit: 50, offset: 0 }).hits.map((hit) => hit.entry.id)).toEqual(expected)
  })

  it('lists everything with score 1 for a query without terms; a limit of 0 means ten [search.list]', () => {
    const index = createClassicIndex(Array.from({ length: 12 }, (_, number) => makeEntry(`id${number}`)))
    for (const query of ['', '  ', '?!', '\u{1f600}']) {
      const { hits, total, terms } = index.search(query, { limit: 0, offset: 0 })
      expect({ count: hits.length, total, terms }).toEqual({ count: 10, total: 12, terms: [] })
      expect(hits.every(({ score }) => score === 1)).toBe(true)
    }
  })

  it('offers the nearest words it knows, only those of accepted items [search.hint]', () => {
    const index = createClassicIndex([
      makeEntry('one', { title: 'deploy service' }),
      makeEntry('two', { title: 'depot secret' }),
    ])
    expect(index.nearestTerms('dey', 3)).toEqual(['deploy', 'depot'])
    expect(index.nearestTerms('dey', 3, ({ id }) => id === 'two')).toEqual(['depot'])
    expect(index.nearestTerms('dey secretary', 1)).toEqual(['secret'])
    expect(index.nearestTerms('ж', 3)).toEqual([])
  })
})
