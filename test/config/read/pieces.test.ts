import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutIntoBatches, joinPieces } from '../../../src/main/config/read/pieces.ts'
import type { JsonValue } from '../../../src/main/model/json.ts'
import { runs } from '../../support/effort.ts'

function carry(value: JsonValue): JsonValue {
  const joined = joinPieces()
  for (const batch of cutIntoBatches(value)) joined.add(structuredClone(batch))
  return joined.whole()
}

function count(value: JsonValue): number {
  return typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + count(inner), 1)
    : 1
}

const long = fc
  .tuple(fc.jsonValue() as fc.Arbitrary<JsonValue>, fc.integer({ min: 0, max: 9000 }))
  .map(([value, times]): JsonValue => Array.from({ length: times }, () => value))

describe('a value that is cut for its way', () => {
  it('is the same when it is joined again [live.thread]', () => {
    const value = fc.oneof(
      fc.jsonValue() as fc.Arbitrary<JsonValue>,
      long,
      fc.dictionary(fc.string(), long, { maxKeys: 4 }),
    )
    fc.assert(
      fc.property(value, (whole) => {
        expect(carry(whole)).toStrictEqual(structuredClone(whole))
      }),
      { numRuns: runs(100, 2000) },
    )
  })

  it('travels in small batches, however it is nested [live.thread]', () => {
    const flows = Object.fromEntries(
      Array.from({ length: 30_000 }, (_, index) => [`w${index}`, { title: 'x', tags: ['a', 'b'] }]),
    )
    const batches = cutIntoBatches({ configuration: { workflows: flows }, texts: { a: 'x'.repeat(10_000) } })
    expect(batches.length).toBeGreaterThan(20)
    for (const batch of batches) {
      const values = batch.reduce((sum, { value }) => sum + count(value), 0)
      expect(values).toBeLessThanOrEqual(5000)
    }
  })
})
