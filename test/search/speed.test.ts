/** Guards the order of magnitude; `npm run bench` prints the figures. */
import { expect, it } from 'vitest'
import { measureIndex } from '../bench/search.ts'
import { makeQueries, makeRandom, makeToolEntries } from '../bench/tool-catalog.ts'

it('ten thousand items are indexed and searched in time [search.fast]', () => {
  const random = makeRandom(1)
  const entries = makeToolEntries(10_000, random)
  const { build, keyword } = measureIndex(entries, makeQueries(200, 3, random), [])
  // The promised figures, doubled: the machine may be busy with other tests.
  expect(build).toBeLessThan(1000)
  expect(keyword.p50).toBeLessThan(4)
})
