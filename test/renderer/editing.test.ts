import { describe, expect, it } from 'vitest'
import type { InboxDetail, Outcome } from '../../src/preload/contract.ts'
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
