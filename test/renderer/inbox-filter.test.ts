import { describe, expect, it } from 'vitest'
import { fieldTime, sayUntil, snoozeTimes } from '../../src/renderer/features/inbox/later/snooze-times.ts'
import {
  chipsOf,
  isFiltered,
  readFilter,
  readInboxView,
  requestOf,
  sameFilter,
  writeFilter,
} from '../../src/renderer/features/inbox/list/filter.ts'

describe('the filter of the inbox', () => {
  it('is kept with the window’s other filters, and nothing is asked for that is empty [inbox.filter]', () => {
    const kept = writeFilter({ 'runs.text': 'a' }, { text: ' two words ', kind: 'gate', queue: '' })
    expect(kept).toMatchObject({ 'runs.text': 'a', 'inbox.kind': 'gate' })
    const filter = readFilter(kept)
    expect(filter).toEqual({ text: ' two words ', kind: 'gate' })
    expect(requestOf('pending', filter)).toEqual({ status: 'you', text: 'two words', kind: 'gate' })
    expect(requestOf('decided', { assigned: 'me' })).toEqual({ status: 'decided', assigned: 'me' })
    expect(requestOf('pending', { assigned: 'whoever' })).toEqual({ status: 'you' })
    expect([isFiltered(filter), isFiltered(readFilter({}))]).toEqual([true, false])
    expect(readInboxView({ 'inbox.view': 'snoozed' })).toBe('snoozed')
    expect(readInboxView({ 'inbox.view': 'elsewhere' })).toBe('pending')
  })

  it('is said in the words of the configuration and of the desk [inbox.filter]', () => {
    const facets = {
      kind: [],
      queue: [],
      client: [],
      definitionId: [{ value: 'letter', label: 'Letters', count: 2 }],
    }
    const filter = { text: 'x ', kind: 'gate', definitionId: 'letter', assigned: 'me' }
    expect(chipsOf(filter, facets).map(({ text }) => text)).toEqual([
      'Text: “x”',
      'Kind: Call to approve',
      'Workflow: Letters',
      'Taken on: by me',
    ])
    expect(chipsOf({ definitionId: 'other' }, undefined)).toEqual([
      { field: 'definitionId', text: 'Workflow: other' },
    ])
    expect(sameFilter({ kind: 'gate', text: '' }, { kind: 'gate' })).toBe(true)
  })
})

describe('the times of a snooze', () => {
  it('are half an hour, two hours, tomorrow and Monday at nine of this machine [inbox.snooze]', () => {
    const friday = new Date(2026, 10, 20, 14, 10)
    expect(snoozeTimes(friday).map(({ at }) => sayUntil(at, friday))).toEqual([
      '14:40',
      '16:10',
      'tomorrow at 09:00',
      'Mon 23 Nov at 09:00',
    ])
    const monday = new Date(2026, 10, 23, 8, 0)
    expect(snoozeTimes(monday).at(-1)?.at).toEqual(new Date(2026, 10, 30, 9, 0))
    // Tomorrow is Monday: there is one of them.
    expect(snoozeTimes(new Date(2026, 10, 22, 12, 0))).toHaveLength(3)
    expect(snoozeTimes(new Date(2026, 10, 22, 23, 50))[0]?.at).toEqual(new Date(2026, 10, 23, 0, 20))
    expect(fieldTime(friday)).toBe('2026-11-20T14:10')
  })
})
