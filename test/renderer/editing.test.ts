import { describe, expect, it } from 'vitest'
import type { InboxDetail, Outcome } from '../../src/preload/contract.ts'
import { needsOthers } from '../../src/renderer/features/inbox/card/look.ts'
import { findEditable, listChanged } from '../../src/renderer/features/inbox/dock/writing.ts'

const outcome = (more: Partial<Outcome>): Outcome => ({
  name: 'approve',
  label: 'Approve',
  description: null,
  tone: 'approve',
  sentence: [],
  risk: 'low',
  riskReason: '',
  confirm: false,
  undoMs: 0,
  inputSchema: { type: 'object', properties: { count: { title: 'Count' }, name: {} } },
  arguments: {},
  ...more,
})
const asked: InboxDetail['asked'] = { arguments: { count: 1 }, schema: null }

describe('editing what was asked for [decide.edit]', () => {
  it('is possible for what lets the agent’s own values through', () => {
    const refuse = outcome({ name: 'refuse', tone: 'refuse' })
    expect(findEditable({ asked, outcomes: [refuse, outcome({})] })?.name).toBe('approve')
    expect(findEditable({ asked, outcomes: [refuse, outcome({ inputSchema: null })] })).toBeNull()
    // What a person fills in themselves is no edit.
    expect(findEditable({ asked: null, outcomes: [outcome({})] })).toBeNull()
  })

  it('names what differs as the form does, added and removed fields too', () => {
    const before = { count: 1, name: 'a', list: [1, { deep: true }] }
    expect(listChanged(outcome({}), before, structuredClone(before))).toEqual([])
    expect(listChanged(outcome({}), before, { ...before, count: 2 })).toEqual(['Count'])
    expect(listChanged(outcome({}), before, { ...before, list: [1, { deep: false }] })).toEqual(['list'])
    expect(listChanged(outcome({}), before, { count: 1, list: before.list, more: null })).toEqual([
      'name',
      'more',
    ])
  })
})

describe('who is still needed [people.quorum]', () => {
  const given = (...names: string[]) =>
    names.map((name) => ({ by: `human:${name}`, at: '', comment: '', proven: false }))
  it.each([
    [2, [], 'approve', true],
    [2, ['bo'], 'approve', false],
    // Kim’s own approval counts once.
    [2, ['kim'], 'approve', true],
    [3, ['kim', 'bo'], 'approve', true],
    [2, [], 'refuse', false],
  ] as const)('of %i needed, %j given, %s by kim: others are needed: %s', (needed, names, tone, others) => {
    expect(needsOthers({ votes: { needed, given: given(...names) } }, tone, 'kim')).toBe(others)
  })

  it('is nobody where one press decides', () => {
    expect(needsOthers({ votes: null }, 'approve', 'kim')).toBe(false)
  })
})
