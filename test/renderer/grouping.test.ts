import { describe, expect, it } from 'vitest'
import type { InboxItem } from '../../src/preload/contract.ts'
import {
  arrangeRows,
  itemsOf,
  selectionAfter,
  stepSelection,
} from '../../src/renderer/features/inbox/grouping.ts'

function item(
  id: string,
  deadlineAt: string | null = null,
  status: InboxItem['status'] = 'pending',
): InboxItem {
  return {
    id,
    deadlineAt,
    status,
    kind: 'transition',
    sentence: [],
    because: '',
    risk: 'low',
    riskReason: '',
    workflowId: '',
    definitionId: '',
    definitionTitle: '',
    state: '',
    queue: null,
    client: '',
    requestedBy: '',
    requestedAt: '2026-11-21T10:00:00.000Z',
    votes: null,
    deciders: null,
    assignedTo: null,
    snoozedUntil: null,
    alike: null,
    decision: null,
    returned: null,
  }
}

describe('the list of the inbox', () => {
  it('has what ends soonest on top, the rest in the order of the gateway [window.urgency]', () => {
    const rows = arrangeRows([
      item('plain 1'),
      item('late', '2026-11-21T12:00:00.000Z'),
      item('plain 2'),
      item('soon', '2026-11-21T11:00:00.000Z'),
    ])
    expect(rows.map((row) => (row.kind === 'group' ? row.name : row.item.id))).toEqual([
      'due',
      'soon',
      'late',
      'waiting',
      'plain 1',
      'plain 2',
    ])
    expect(itemsOf(rows)).toHaveLength(4)
  })

  it('needs no groups without deadlines, or where all is decided [window.urgency]', () => {
    expect(arrangeRows([item('one'), item('two')]).every((row) => row.kind === 'item')).toBe(true)
    const decided = arrangeRows([item('one', '2026-11-21T11:00:00.000Z', 'approved')])
    expect(decided.map((row) => row.kind)).toEqual(['item'])
  })

  it('goes on to what follows, at the end to what precedes [window.urgency]', () => {
    expect(selectionAfter(['a', 'b', 'c'], 'b')).toBe('c')
    expect(selectionAfter(['a', 'b', 'c'], 'c')).toBe('b')
    expect(selectionAfter(['a'], 'a')).toBeNull()
  })

  it('is walked step by step and stays at its ends [window.urgency]', () => {
    const ids = ['a', 'b']
    expect(stepSelection(ids, null, 1)).toBe('a')
    expect(stepSelection(ids, 'a', 1)).toBe('b')
    expect(stepSelection(ids, 'b', 1)).toBe('b')
    expect(stepSelection(ids, 'a', -1)).toBe('a')
    expect(stepSelection(ids, 'gone', -1)).toBe('a')
    expect(stepSelection([], 'a', 1)).toBeNull()
  })
})
