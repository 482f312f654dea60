import { expect, it } from 'vitest'
import { evidenceRows } from '../../src/renderer/features/inbox/card/item-sections.tsx'

it('one decision stands once, and two that read alike stand twice [card.evidence-once]', () => {
  const chosen = {
    workflowId: 'wf_1',
    summary: 'anna chose ‘approve’',
    by: 'human:anna',
    version: 1,
    at: '2026-01-01T00:00:00.000Z',
    data: null,
  }
  const first = { ...chosen, id: 'ev_1', kind: 'approval' }
  const same = { ...chosen, id: 'ev_2', kind: 'human_request' }
  const later = { ...first, id: 'ev_3', at: '2026-01-01T00:00:05.000Z' }
  const other = { ...first, id: 'ev_4', by: 'human:ben', summary: 'ben chose ‘approve’' }
  expect(evidenceRows([first, same, later, other]).map(({ id }) => id)).toEqual(['ev_1', 'ev_3', 'ev_4'])
})
