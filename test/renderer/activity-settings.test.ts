import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AUDIT_EVENTS } from '../../src/main/model/audit-event.ts'
import {
  joinPieces,
  previousHash,
  requestOf,
  sayEvent,
  sayVerdict,
} from '../../src/renderer/features/activity/look.ts'
import { sayRights } from '../../src/renderer/features/settings/connect/client-table.tsx'
import { sayDuration } from '../../src/renderer/features/settings/workspace/approvals-part.tsx'

describe('the activity', () => {
  it('has a word of its own for every kind of event that the log knows [screens.activity-kinds]', () => {
    const all = Object.values(AUDIT_EVENTS)
    expect(new Set(all).size).toBe(all.length)
    expect(sayEvent('workflow.started')).toBe('Run started')
    expect(sayEvent('something.newer')).toBe('something.newer')
  })

  it('asks only for what is filtered for [screens.activity-kinds]', () => {
    const none = { text: '  ', type: '', workflow: '', correlation: '', from: '', to: 'nonsense' }
    expect(requestOf(none)).toEqual({})
    const all = { ...none, text: ' a ', type: 'chain.step', workflow: 'wf_1', correlation: 'co_1', to: '' }
    expect(requestOf(all)).toEqual({
      text: 'a',
      eventType: 'chain.step',
      workflowId: 'wf_1',
      correlationId: 'co_1',
    })
  })

  it('takes times as the person’s clock has them, the last minute included [screens.activity-kinds]', () => {
    const local = (iso: string) => {
      const at = new Date(iso)
      return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    }
    const [from, to] = [local('2026-03-01T10:00:00Z'), local('2026-03-01T11:30:00Z')]
    expect(requestOf({ text: '', type: '', workflow: '', correlation: '', from, to })).toEqual({
      from: '2026-03-01T10:00:00.000Z',
      to: '2026-03-01T11:30:59.999Z',
    })
  })

  it('ends a time with the last of two minutes of one name, when clocks are set back [screens.activity-kinds]', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    onTestFinished(() => void vi.unstubAllEnvs())
    const bounds = (from: string, to: string) =>
      Object.values(requestOf({ text: '', type: '', workflow: '', correlation: '', from, to }))
    expect(bounds('2026-10-25T02:30', '2026-10-25T02:30')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:59.999Z',
    ])
    // Days of 25 and of 23 hours.
    expect(bounds('2026-10-25T00:00', '2026-10-25T23:59')).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T22:59:59.999Z',
    ])
    expect(bounds('2026-03-29T00:00', '2026-03-29T23:59')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T21:59:59.999Z',
    ])
  })

  it('says whether the log is whole, and where it is not [screens.activity-whole]', () => {
    const whole = { count: 1200, removed: 0, broken: null, lost: null }
    expect(sayVerdict(whole)).toEqual({ whole: true, text: 'The log is whole: 1,200 entries.' })
    expect(sayVerdict({ ...whole, count: 1, removed: 9 }).text).toBe(
      'The log is whole: 1 entry, after 9 that were removed on purpose.',
    )
    expect(sayVerdict({ ...whole, broken: 7 })).toMatchObject({ whole: false })
    expect(sayVerdict({ ...whole, broken: 7 }).text).toContain('broken at entry 7')
    expect(sayVerdict({ ...whole, lost: 8 })).toMatchObject({ whole: false })
    expect(joinPieces('head\n', ['3\n4\n', '1\n2\n'])).toBe('head\n1\n2\n3\n4\n')
  })

  it('finds the hash that an entry is chained to [screens.activity-kinds]', () => {
    expect(previousHash({ raw: { previousHash: 'abc' } })).toBe('abc')
    expect(previousHash({ raw: {} })).toBeNull()
  })
})

describe('the settings', () => {
  it('tell durations in words, the two largest units [screens.settings-words]', () => {
    expect(sayDuration(50_000)).toBe('50 seconds')
    expect(sayDuration(300_000)).toBe('5 minutes')
    expect(sayDuration(61_000)).toBe('1 minute 1 second')
    expect(sayDuration(90 * 60_000 + 5000)).toBe('1 hour 30 minutes')
    expect(sayDuration(86_400_000)).toBe('1 day')
    expect(sayDuration(250)).toBe('250 milliseconds')
    expect(sayDuration(0)).toBe('no time')
  })

  it('tell what a client may do and see in a sentence each [screens.settings-words]', () => {
    expect(sayRights({ roles: ['builder'], permissions: [], tags: null, sees: 'own' })).toBe(
      'Roles: builder. No permissions. Finds everything. Sees its own runs.',
    )
    expect(sayRights({ roles: [], permissions: ['a', 'b'], tags: ['read'], sees: 'all' })).toBe(
      'No roles. Permissions: a, b. Finds only what has a tag of: read. Sees the runs of every client.',
    )
  })
})
