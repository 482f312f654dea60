import { describe, expect, it } from 'vitest'
import { AUDIT_EVENT_TYPES } from '../../src/main/model/audit-event.ts'
import { previousHash, requestOf, sayEvent } from '../../src/renderer/features/activity/look.ts'
import { EVENT_WORDS } from '../../src/renderer/features/activity/words.ts'
import { sayRights } from '../../src/renderer/features/settings/client-table.tsx'
import { sayDuration } from '../../src/renderer/features/settings/say-duration.ts'

describe('the activity', () => {
  it('has a word for every kind of event that the log knows, and for no other [screens.activity-kinds]', () => {
    expect(Object.keys(EVENT_WORDS).sort()).toEqual([...AUDIT_EVENT_TYPES].sort())
    const all = Object.values(EVENT_WORDS)
    expect(new Set(all).size).toBe(all.length)
    expect(sayEvent('workflow.started')).toBe('Run started')
    expect(sayEvent('something.newer')).toBe('something.newer')
  })

  it('asks only for what is filtered for [screens.activity-kinds]', () => {
    expect(requestOf({ text: '  ', type: '', workflow: '', correlation: '' })).toEqual({})
    expect(requestOf({ text: ' a ', type: 'chain.step', workflow: 'wf_1', correlation: 'co_1' })).toEqual({
      text: 'a',
      eventType: 'chain.step',
      workflowId: 'wf_1',
      correlationId: 'co_1',
    })
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
    expect(sayDuration(0)).toBe('0 milliseconds')
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
