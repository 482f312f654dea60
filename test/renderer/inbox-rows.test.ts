import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countRows,
  indexOf,
  type ListRow,
  rowAt,
  stepPlace,
} from '../../src/renderer/features/inbox/list/rows.ts'
import { runs } from '../support/effort.ts'

function rowsOf(list: { total: number; due: number }): ListRow[] {
  return Array.from({ length: countRows(list) }, (_, index) => rowAt(index, list))
}

describe('the list of the inbox', () => {
  it('has a heading before what has a deadline, and one before the rest [window.urgency]', () => {
    const named = rowsOf({ total: 4, due: 2 }).map((row) => (row.kind === 'group' ? row.name : row.place))
    expect(named).toEqual(['due', 0, 1, 'waiting', 2, 3])
    expect(rowsOf({ total: 2, due: 2 }).map(({ kind }) => kind)).toEqual(['group', 'item', 'item'])
  })

  it('needs no headings where nothing has a deadline [window.urgency]', () => {
    expect(rowsOf({ total: 2, due: 0 })).toEqual([
      { kind: 'item', place: 0 },
      { kind: 'item', place: 1 },
    ])
    expect(rowsOf({ total: 0, due: 0 })).toEqual([])
  })

  it('finds each item again by its place, whatever has a deadline [window.urgency]', () => {
    const list = fc
      .tuple(fc.nat(40), fc.nat(40))
      .map(([total, due]) => ({ total, due: Math.min(total, due) }))
    fc.assert(
      fc.property(list, (counts) => {
        for (let place = 0; place < counts.total; place += 1) {
          expect(rowAt(indexOf(place, counts), counts)).toEqual({ kind: 'item', place })
        }
        expect(rowsOf(counts).filter(({ kind }) => kind === 'item')).toHaveLength(counts.total)
      }),
      { numRuns: runs(50, 500) },
    )
  })

  it('is walked step by step and stays at its ends [inbox.keys]', () => {
    const two = { total: 2 }
    expect(stepPlace(two, null, 1)).toBe(0)
    expect(stepPlace(two, { place: 0, gone: false }, 1)).toBe(1)
    expect(stepPlace(two, { place: 1, gone: false }, 1)).toBe(1)
    expect(stepPlace(two, { place: 0, gone: false }, -1)).toBe(0)
    expect(stepPlace({ total: 0 }, { place: 0, gone: false }, 1)).toBeNull()
    expect(stepPlace({ total: 900 }, { place: 5, gone: false }, 1_000_000)).toBe(899)
  })

  it('goes on where an item was that has left: to what came after it, or before it [inbox.keys]', () => {
    const three = { total: 3 }
    expect(stepPlace(three, { place: 1, gone: true }, 1)).toBe(1)
    expect(stepPlace(three, { place: 1, gone: true }, -1)).toBe(0)
    expect(stepPlace(three, { place: 3, gone: true }, 1)).toBe(2)
  })
})
