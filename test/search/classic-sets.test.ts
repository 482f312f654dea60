/** The index against the literal scan of real tools by real queries. */
import { describe, expect, it } from 'vitest'
import { readPublicSets } from '../bench/public-tools.ts'
import { runs } from '../support/effort.ts'
import { scanLiterally } from './literal-scan.ts'
import { createClassicIndex } from './samples.ts'

const sets = readPublicSets()
const reason = sets === null ? ' (skipped: no public sets beside this checkout)' : ''
/** The scan of one sentence takes a second in a large set: a part of the tools stands for all. */
const TOOLS = 150
const QUERIES = runs(4, 60)

describe.skipIf(sets === null)(`the index of public tools${reason}`, () => {
  it.each(sets ?? [])(
    'equals the literal scan of $name to the last bit [search.exact-index]',
    ({ entries, queries }) => {
      const step = Math.max(1, Math.floor(entries.length / TOOLS))
      const tools = entries.filter((_, number) => number % step === 0)
      const index = createClassicIndex(tools)
      const every = Math.max(1, Math.floor(queries.length / QUERIES))
      for (const { sentence, keywords } of queries.filter((_, number) => number % every === 0)) {
        for (const query of [keywords, sentence]) {
          const literal = scanLiterally(tools, query)
          const found = index.search(query, { limit: 50, offset: 0 })
          expect(found.total).toBe(literal.length)
          expect(found.hits).toEqual(literal.slice(0, 50))
        }
      }
    },
    60_000,
  )
})
