import { expect, it } from 'vitest'
import { asTheyStood, poolFor, rowsOf } from '../../src/renderer/ui/row-pool.ts'

const range = (startIndex: number, endIndex: number, count = 1000) => ({
  startIndex,
  endIndex,
  count,
  overscan: 3,
})

it('keeps as many rows wherever the table is, so that each that comes takes the place of one that goes [tools.scrolled]', () => {
  let pool = 0
  const places = new Set<number>()
  for (let start = 0; start < 990; start += 1) {
    const here = range(start, Math.min(999, start + 9 + (start % 2)))
    pool = poolFor(here, pool)
    const rows = rowsOf(here, pool, start)
    expect(rows).toHaveLength(pool)
    for (let index = here.startIndex; index <= here.endIndex; index += 1) expect(rows).toContain(index)
    const taken = rows.map((index) => index % pool)
    expect(new Set(taken).size).toBe(pool)
    for (const place of taken) places.add(place)
  }
  expect(places.size).toBe(pool)
})

it('has the row with the focus besides, in its order, and none that there is not [tools.scrolled]', () => {
  expect(rowsOf(range(50, 52), 10, 0)).toEqual([0, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56])
  expect(rowsOf(range(50, 52), 10, 900).at(-1)).toBe(900)
  expect(rowsOf(range(50, 52), 10, 50)).toHaveLength(10)
  expect(rowsOf(range(0, 1, 2), 10, 0)).toEqual([0, 1])
  expect(rowsOf(range(0, 0, 0), 10, 0)).toEqual([])
})

it('moves no row while it is scrolled [tools.scrolled]', () => {
  const rows = [{ key: 1 }, { key: 2 }, { key: 0 }, { key: 'new' }]
  expect(asTheyStood(rows, [0, 1, 2]).map(({ key }) => key)).toEqual([0, 1, 2, 'new'])
})
