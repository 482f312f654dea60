import { describe, expect, it } from 'vitest'
import { scoreLabel } from '../../src/renderer/ui/palette-score.ts'
import { shortenId } from '../../src/renderer/ui/short-id.tsx'
import { describeDistance, nextChange } from '../../src/renderer/ui/time-text.ts'

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

  it('never promise a deadline more time than there is [window.times]', () => {
    expect(describeDistance(NOW + 119_000, NOW)).toBe('in 1 min')
  })

  it('are looked at again as often as they change [window.times]', () => {
    expect(nextChange(NOW, NOW + 5000)).toBe(1000)
    expect(nextChange(NOW, NOW + 5 * MINUTE)).toBeLessThanOrEqual(MINUTE)
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
