import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../support/effort.ts'
import { openInboxWorld, type Step } from './inbox-world.ts'

const place = fc.nat(3)
const who = fc.constantFrom<0 | 1>(0, 1)
const amount = fc.integer({ min: 1, max: 9 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      transition: fc.constantFrom<'pay' | 'send' | 'close'>('pay', 'pay', 'send', 'close'),
      amount,
    }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'again' }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      place,
      approve: fc.constantFrom(true, true, true, false),
      who,
      edit: fc.option(amount, { freq: 3 }),
      stale: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), place, who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('shelve' as const),
      place,
      who,
      until: fc.constantFrom(5000, 100_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('assign' as const),
      place,
      to: fc.constantFrom('anna' as const, 'bert' as const, null),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1000, 9000, 61_000) }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'cancel' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'restart' }) },
)

it('whatever comes in whatever order, no item is decided twice, none is lost, and none runs without the approval that it needed [inbox.law]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const world = await openInboxWorld()
      try {
        for (const one of steps) {
          await world.take(one)
          expect(await world.faults()).toEqual([])
        }
        await world.take({ do: 'pass', ms: 120_000 })
        expect(await world.faults()).toEqual([])
      } finally {
        await world.close()
      }
    }),
    { numRuns: runs(25) },
  )
}, 300_000)
