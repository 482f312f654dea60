/** Guards the order of magnitude; `npm run bench` prints the figures. */
import { expect, it } from 'vitest'
import { makeQueries, makeToolEntries } from '../bench/tool-catalog.ts'
import { measureProcessorTime } from '../support/processor-time.ts'
import { createRandom } from '../support/random.ts'
import { createClassicIndex } from './samples.ts'

it('ten thousand items are indexed and searched in time [search.fast]', () => {
  const random = createRandom(1).next
  const entries = makeToolEntries(10_000, random)
  const queries = makeQueries(300, 3, random)
  expect(
    Math.min(...[1, 2, 3].map(() => measureProcessorTime(() => createClassicIndex(entries)))),
  ).toBeLessThan(1000)
  const index = createClassicIndex(entries)
  const search = (query: string) => index.search(query, { limit: 10, offset: 0 })
  for (const query of queries.slice(0, 100)) search(query)
  const total = measureProcessorTime(() => {
    for (const query of queries) search(query)
  })
  expect(total / queries.length).toBeLessThan(4)
})
