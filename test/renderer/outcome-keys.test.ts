import { describe, expect, it } from 'vitest'
import { assignKeys } from '../../src/renderer/features/inbox/dock/outcome-keys.ts'

function keysOf(...tones: ('approve' | 'refuse' | 'neutral')[]): string[] {
  const outcomes = tones.map((tone, index) => ({ name: `outcome ${index}`, tone }))
  const keys = assignKeys(outcomes)
  return outcomes.map((outcome) => keys.get(outcome.name) ?? '')
}

describe('keys of outcomes', () => {
  it('are A and R for two, wherever they stand [window.keys]', () => {
    expect(keysOf('approve', 'refuse')).toEqual(['A', 'R'])
    expect(keysOf('refuse', 'approve')).toEqual(['R', 'A'])
  })

  it('are A and R beside others, where exactly one approves and one refuses [window.keys]', () => {
    expect(keysOf('approve', 'refuse', 'neutral')).toEqual(['A', 'R', '3'])
  })

  it('are digits for all otherwise, so that no verb is guessed [window.keys]', () => {
    expect(keysOf('neutral', 'neutral')).toEqual(['1', '2'])
    expect(keysOf('approve', 'approve')).toEqual(['1', '2'])
    expect(keysOf('approve', 'neutral')).toEqual(['1', '2'])
    expect(keysOf('approve', 'refuse', 'refuse')).toEqual(['1', '2', '3'])
  })

  it('are never given twice, and end at nine [window.keys]', () => {
    const keys = keysOf(...Array.from({ length: 12 }, () => 'neutral' as const))
    const given = keys.filter(Boolean)
    expect(given).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    expect(new Set(given).size).toBe(given.length)
  })
})
