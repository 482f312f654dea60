import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CatalogEntry } from '../../src/main/search/catalog.ts'
import type { Use } from '../../src/main/search/ranking.ts'
import { finish } from '../../src/main/search/slicer.ts'
import { readCatalog } from '../../src/main/search/smart/smart-index.ts'
import { completeProfile } from '../../src/main/workflow/search-profile/search-profile.ts'
import { makeQueries, makeToolEntries } from '../bench/tool-catalog.ts'
import { runs } from '../support/effort.ts'
import { createRandom } from '../support/random.ts'
import { searchPlainly } from './plain-smart.ts'
import { catalog, query, settings } from './smart-cases.ts'
import { rankSmart, type Settings } from './smart-samples.ts'

/** Compares every bit of each score, whole lists and pages, with and without a filter. */
function compare(entries: readonly CatalogEntry[], given: Settings, uses: readonly Use[], queries: string[]) {
  const data = finish(readCatalog(entries))
  const ranking = rankSmart(entries, given, uses)
  const complete = completeProfile({ ranking: 'smart', ...given })
  const isEven = ({ id }: Pick<CatalogEntry, 'id'>) => id.length % 2 === 0
  for (const text of queries) {
    const plain = searchPlainly(data, complete, uses, text)
    for (const accept of [undefined, isEven]) {
      const expected = plain.filter(accept ?? (() => true))
      for (const [limit, offset] of [
        [10, 0],
        [5, 3],
        [entries.length, 0],
      ] as const) {
        const { hits, total } = ranking.search(text, { limit, offset, ...(accept && { accept }) })
        const found = hits.map(({ entry: { id }, score }) => ({ id, score }))
        expect(found).toEqual(expected.slice(offset, offset + limit))
        expect(total).toBe(expected.length)
      }
    }
  }
}

const asked = query.filter((text) => /[a-z]/iu.test(text))

it('scores, order and totals are those of every entry scored by itself [smart.exact]', () => {
  fc.assert(
    fc.property(
      catalog,
      asked,
      settings,
      fc.array(asked, { maxLength: 3 }),
      (entries, text, given, earlier) => {
        const uses = earlier.map((each, at) => ({ query: each, id: entries[at % entries.length]!.id }))
        compare(entries, given, uses, [text, entries[0]!.id, `mail: ${text}`])
      },
    ),
    { numRuns: runs(40) },
  )
})

it('and so they are in a catalog of many blocks [smart.exact]', () => {
  const random = createRandom(7).next
  const entries = makeToolEntries(2600, random)
  const [first = '', second = '', third = '', ...others] = makeQueries(11, 5, random)
  const uses = [first, second].map((each, at) => ({ query: each, id: entries[1300 + 900 * at]!.id }))
  const queries = [first, `${second} and then ${third}. ${first}`, entries[2100]!.title, entries[1023]!.id]
  for (const given of [{}, { usage: 0.5, wholeTitle: 1, leastMatch: 0.3 }])
    compare(entries, given, uses, queries)
  compare(entries, { leastMatch: 0 }, [], others)
})
