import { describe, expect, it } from 'vitest'
import { describeEnd } from '../../src/renderer/features/inbox/card/look.ts'
import { warnOf } from '../../src/renderer/features/inbox/dock/confirm-dialog.tsx'
import { RISK_LOOK } from '../../src/renderer/items/risk-line.tsx'
import { readsLikeAnother } from '../../src/renderer/ui/text/visible-text.ts'

const step = { state: 'a', transition: 'b', title: 'c', because: '', approximate: false }

describe('degrees of risk', () => {
  it('share neither colour nor shape [card.risk-look]', () => {
    const looks = Object.values(RISK_LOOK)
    expect(new Set(looks.map(({ tone }) => tone)).size).toBe(3)
    expect(looks.map((look) => 'icon' in look)).toEqual([false, true, false])
  })
})

describe('the words of a decision', () => {
  it('are those of the outcome, coloured only where it clearly approves or refuses [window.urgency]', () => {
    const decision = {
      by: 'human:a',
      at: '',
      outcome: 'defer',
      label: 'Ask later',
      comment: '',
      runsAt: null,
      revision: 2,
    }
    const end = (tone: 'approve' | 'refuse' | 'neutral', kind: 'transition' | 'executor' = 'transition') =>
      describeEnd({ kind, status: 'approved', decision: { ...decision, tone }, votes: null })
    expect(end('neutral')).toEqual({ tone: 'neutral', text: 'Ask later · a' })
    expect(end('approve').tone).toBe('done')
    expect(end('refuse').tone).toBe('refused')
    expect(end('neutral', 'executor').tone).toBe('done')
    const soon = describeEnd({
      kind: 'gate',
      status: 'scheduled',
      decision: { ...decision, tone: 'approve' },
      votes: null,
    })
    expect(soon).toEqual({ tone: 'needs', text: 'In a moment: Ask later' })
    const expired = describeEnd({ kind: 'gate', status: 'expired', decision: null, votes: null })
    expect(expired.text).toBe('Expired')
  })

  it('say who decided: everybody whose approval it took, or whoever refused [window.decided-by]', () => {
    const decision = { at: '', label: '', comment: '', runsAt: null, revision: 2 }
    const given = [{ by: 'human:ada', at: '', comment: '', proven: false }]
    const end = (outcome: 'approve' | 'refuse') =>
      describeEnd({
        ...{ kind: 'gate', status: outcome === 'approve' ? 'approved' : 'refused' },
        decision: { ...decision, by: 'human:ben', outcome, tone: outcome },
        votes: { needed: 2, given },
      })
    expect(end('approve').text).toBe('Approved by ada and ben')
    expect(end('refuse').text).toBe('Refused by ben')
  })

  it('say that it is final only where something runs [window.press]', () => {
    const risky = { risk: 'high', riskReason: 'It deletes files' } as const
    const runs = { call: 'rm x', steps: [], undoMs: 0 }
    const final = 'This cannot be taken back.'
    expect(warnOf('transition', risky, runs)).toContain(final)
    expect(
      warnOf('transition', risky, { ...runs, call: null, steps: [{ ...step, call: 'rm x' }] }),
    ).toContain(final)
    expect(warnOf('transition', risky, { ...runs, call: null, steps: [{ ...step, call: null }] })).toEqual([
      'High risk.',
      'It deletes files.',
    ])
    const window = warnOf('transition', risky, { ...runs, undoMs: 8000 })
    expect(window).not.toContain(final)
    expect(window.join()).toContain('8 seconds')
    expect(warnOf('gate', risky, { ...runs, asksFirst: true })).not.toContain(final)
    expect(warnOf('interrupted', risky, runs)).not.toContain(final)
  })

  it('quote a text that could be taken for another kind of value [window.revealed]', () => {
    const quoted = ['7', '-1.5e3', 'true', 'NULL', 'none', ' padded', ' ']
    expect(quoted.filter((text) => readsLikeAnother(text, ['none']))).toEqual(quoted)
    expect(['billing', '7 days', 'truely'].filter((text) => readsLikeAnother(text, ['none']))).toEqual([])
  })
})
