import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sameWordsKey } from '../../../src/main/search/lab/hunts.ts'
import { openEvidenceBook } from '../../../src/main/search/lab/learning.ts'
import { runs } from '../../support/effort.ts'

it('counts a pair once a client, whatever the order and case of its words [learning.bounded]', () => {
  const book = openEvidenceBook()
  book.add({ query: 'send mail', id: 'a', client: 'local' })
  book.add({ query: 'Mail: send', id: 'a', client: 'local' })
  book.add({ query: '', id: 'a', client: 'local' })
  expect(book.uses()).toEqual([{ query: 'send mail', id: 'a' }])
  for (const client of ['one', 'two', 'three']) book.add({ query: 'send mail', id: 'a', client })
  expect(book.uses()).toHaveLength(3)
})

it('lets no client have more than its share, of all and of one item [learning.bounded]', () => {
  const evidence = fc.record({
    query: fc.integer({ min: 0, max: 30 }).map((word) => `word${word}`),
    id: fc.constantFrom('a', 'b', 'c'),
    client: fc.constantFrom('one', 'two'),
  })
  const bounds = { all: 12, client: 6, item: 4, alike: 2 }
  fc.assert(
    fc.property(fc.array(evidence, { maxLength: 80 }), (all) => {
      const book = openEvidenceBook(bounds)
      const taken: typeof all = []
      for (const one of all) {
        const before = book.uses().length
        book.add(one)
        if (book.uses().length > before) taken.push(one)
      }
      const most = (keyOf: (one: (typeof all)[number]) => string) =>
        Math.max(0, ...Object.values(Object.groupBy(taken, keyOf)).map((group) => group?.length ?? 0))
      expect(taken.length).toBeLessThanOrEqual(bounds.all)
      expect(most(({ client }) => client)).toBeLessThanOrEqual(bounds.client)
      expect(most(({ client, id }) => `${client} ${id}`)).toBeLessThanOrEqual(bounds.item)
      expect(most(({ query, id }) => `${sameWordsKey(query)} ${id}`)).toBeLessThanOrEqual(bounds.alike)
      expect(book.isFull).toBe(taken.length === bounds.all)
    }),
    { numRuns: runs(200, 5000) },
  )
})
