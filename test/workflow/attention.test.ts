import { describe, expect, it } from 'vitest'
import { type EndedItem, hasteOf, hintsOf, measure } from '../../src/main/workflow/attention.ts'

const item = (
  outcome: EndedItem['outcome'],
  at = 0,
  tookMs = 1000,
  lookedMs: number | null = 5000,
): EndedItem => ({
  key: 'k',
  outcome,
  askedAt: at,
  decided: outcome === 'expired' ? null : { by: 'human:anna', at: at + tookMs, lookedMs },
})
const many = (count: number, make: (index: number) => EndedItem) =>
  Array.from({ length: count }, (_, index) => make(index))
const hints = (items: EndedItem[], days = 30) => hintsOf(measure(items), days)

describe('figures of decisions [attention.report]', () => {
  it('count outcomes, the middle of the times, and haste where it is known', () => {
    const items = [
      item('approved', 0, 1000, 500),
      item('approved', 0, 3000, null),
      item('refused', 0, 9000, 1999),
      item('expired'),
    ]
    expect(measure(items)).toEqual({
      decided: 3,
      approved: 2,
      refused: 1,
      expired: 1,
      medianMs: 3000,
      hasty: 2,
    })
    expect(measure([])).toMatchObject({ decided: 0, medianMs: null })
    expect(measure([item('approved', 0, 1000), item('approved', 0, 2000)]).medianMs).toBe(1500)
    expect(measure([3000, 1000, 2000].map((at) => item('approved', 0, at))).medianMs).toBe(2000)
  })
})

describe('hints [attention.hints]', () => {
  it('come only past their thresholds', () => {
    expect(hints(many(19, () => item('approved')))).toEqual([])
    expect(hints(many(20, () => item('approved')))).toHaveLength(1)
    expect(hints(many(98, () => item('approved')))).toEqual(['Approved 98 of 98 in 30 days: loosen it?'])
    expect(hints([...many(98, () => item('approved')), item('refused')])).toEqual([])
    expect(hints([...many(98, () => item('approved')), item('other')])).toEqual([])
    expect(hints([...many(26, () => item('approved')), ...many(14, () => item('expired'))], 1)).toEqual([
      'Approved 26 of 26 in a day: loosen it?',
      '14 of 40 were not decided in time: is the deadline too short?',
    ])
    expect(hints(many(4, () => item('approved', 0, 1, 10)))).toEqual([])
    expect(hints(many(5, () => item('approved', 0, 1, 10)))).toHaveLength(1)
    expect(hints(many(5, () => item('approved', 0, 1, 2000)))).toEqual([])
    const expired = (count: number) => [
      ...many(20 - count, () => item('refused')),
      ...many(count, () => item('expired')),
    ]
    expect([3, 4].map((count) => hints(expired(count)).length)).toEqual([0, 1])
    expect(hints([...expired(4), item('refused')])).toEqual([])
  })

  it('name the densest moment of one person', () => {
    const quick = many(12, (index) => item('approved', index * 1000))
    expect(hasteOf(quick)).toEqual({ by: 'human:anna', count: 12, at: 12_000 })
    expect(hasteOf(quick.slice(1))).toBeNull()
    expect(hasteOf(many(12, (index) => item('approved', index * 2000)))).toBeNull()
    const within = (ms: number) => hasteOf(many(12, (index) => item('approved', index === 0 ? 0 : ms)))
    expect([within(20_000)?.count, within(20_001)]).toEqual([12, null])
    expect(hasteOf(many(12, (index) => item('refused', index)))).toBeNull()
  })
})
