import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scoreLabel } from '../../src/renderer/ui/palette-score.ts'
import { shortenId } from '../../src/renderer/ui/text/short-id.tsx'
import { describeDistance, hasteOf, nextChange, nextHaste } from '../../src/renderer/ui/text/time-text.ts'
import { runs } from '../support/effort.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const MINUTE = 60_000

describe('times', () => {
  it('are told as distances, both ways [window.times]', () => {
    expect(describeDistance(NOW - 3000, NOW)).toBe('just now')
    expect(describeDistance(NOW + 3000, NOW)).toBe('in a moment')
    expect(describeDistance(NOW - 42_000, NOW)).toBe('42 sec ago')
    expect(describeDistance(NOW - 4 * MINUTE, NOW)).toBe('4 min ago')
    expect(describeDistance(NOW + 38.9 * MINUTE, NOW)).toBe('in 38 min')
    expect(describeDistance(NOW - 26 * 60 * MINUTE, NOW)).toBe('26 hr ago')
    expect(describeDistance(NOW - 5 * 24 * 60 * MINUTE, NOW)).toBe('5 days ago')
    expect(describeDistance(NOW - 90 * 24 * 60 * MINUTE, NOW)).toBe('Aug 23, 2026')
  })

  it('of a deadline look like haste in the last five minutes, and otherwise in the last one [window.haste]', () => {
    expect([53 * 60, 299, 59, 17, -5].map((left) => hasteOf(NOW + left * 1000, NOW))).toEqual([
      'none',
      'soon',
      'now',
      'now',
      'now',
    ])
    for (const left of [6 * 60, 299, 61])
      expect(hasteOf(NOW + left * 1000, NOW + (nextHaste(NOW + left * 1000, NOW) ?? 0))).not.toBe(
        hasteOf(NOW + left * 1000, NOW),
      )
    expect(nextHaste(NOW + 17_000, NOW)).toBeNull()
  })

  it('never promise a deadline more time than there is [window.times]', () => {
    expect(describeDistance(NOW + 119_000, NOW)).toBe('in 1 min')
  })

  it('are looked at again when they change, and not before [window.times]', () => {
    expect(nextChange(NOW, NOW + 5000)).toBe(1000)
    const distance = fc.integer({ min: MINUTE, max: 3 * 24 * 60 * MINUTE })
    fc.assert(
      fc.property(distance, fc.boolean(), (apart, ahead) => {
        const at = ahead ? NOW + apart : NOW - apart
        const pause = nextChange(at, NOW)
        const before = describeDistance(at, NOW)
        expect(pause).toBeGreaterThan(0)
        expect(describeDistance(at, NOW + pause - 3)).toBe(before)
        if (pause < 5 * MINUTE) expect(describeDistance(at, NOW + pause)).not.toBe(before)
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('ids', () => {
  it('stay whole while they are short and keep both ends when they are not [window.times]', () => {
    expect(shortenId('wf_a1b2c3d4e5f6')).toBe('wf_a1b2c3d4e5f6')
    const short = shortenId('0123456789abcdef0123456789abcdef')
    expect(short).toBe('0123456789a…abcdef')
    expect(short).toHaveLength(18)
  })
})

describe('the palette', () => {
  it('finds labels by words and beginnings of words, in any order [window.palette]', () => {
    expect(scoreLabel('Use the dark theme', 'dark')).toBeGreaterThan(0)
    expect(scoreLabel('Use the dark theme', 'theme dar')).toBeGreaterThan(0)
    expect(scoreLabel('Runs', 'ru')).toBeGreaterThan(scoreLabel('Interrupted run', 'ru'))
    expect(scoreLabel('Use the dark theme', '')).toBe(1)
  })

  it('does not count letters scattered over a sentence [window.palette]', () => {
    expect(scoreLabel('Publish the draft and ask the reviewers kindly', 'dark')).toBe(0)
    expect(scoreLabel('Use the dark theme', 'dark inbox')).toBe(0)
  })
})
