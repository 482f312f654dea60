import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CountedItem,
  countFacets,
  createFacetCounts,
} from '../../../src/main/desk/inbox/facet-counts.ts'
import { runs } from '../../support/effort.ts'

const name = fc.constantFrom('a', 'b', 'c')
const entry: fc.Arbitrary<CountedItem> = fc.record({
  id: fc.uuid(),
  kind: name,
  queue: fc.option(name),
  definitionId: fc.constantFrom('', 'letters', 'deploy'),
  client: name,
  requestedAt: fc.integer({ min: 0, max: 9 }).map((minute) => `2026-01-01T00:0${minute}:00.000Z`),
})

describe('the counts of what waits', () => {
  it('says after any coming and going what counting anew would say [inbox.fresh]', () => {
    const step = fc.record({ entry, leaves: fc.boolean(), which: fc.nat() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(5), (steps, hidden) => {
        const counts = createFacetCounts<CountedItem>()
        let here: CountedItem[] = []
        for (const { entry, leaves, which } of steps) {
          const leaving = here[which % Math.max(1, here.length)]
          if (leaves && leaving !== undefined) {
            counts.remove(leaving)
            here = here.filter((other) => other !== leaving)
          } else {
            counts.add(entry)
            here.push(entry)
          }
          const without = here.slice(0, hidden)
          const rest = here.slice(hidden)
          expect(counts.facets(without)).toEqual(countFacets(rest))
          const oldest = rest.find(({ id }) => id === counts.oldest(without))
          const soonest = rest.map(({ requestedAt }) => requestedAt).sort()[0]
          expect(oldest?.requestedAt).toBe(soonest)
          expect(new Set(counts.examples().map(({ definitionId }) => definitionId))).toEqual(
            new Set(here.map(({ definitionId }) => definitionId)),
          )
        }
      }),
      { numRuns: runs(100, 2000) },
    )
  })
})
