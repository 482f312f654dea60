import { expect, it } from 'vitest'
import { placesShown } from '../../src/renderer/values/records-table.tsx'

const rows = (count: number, mark: (place: number) => 'same' | 'changed' | null) =>
  Array.from({ length: count }, (_, place) => ({ mark: mark(place) }))

it('of a long table so many rows are drawn at a time, and what differs beside what is alike at once [card.long-lists]', () => {
  const plain = rows(5000, () => null)
  expect([0, 200, 400, 10_000].map((more) => placesShown(plain, more).size)).toEqual([12, 212, 412, 5000])
  const one = rows(5000, (place) => (place === 4321 ? 'changed' : 'same'))
  expect(placesShown(one, 0).has(4321)).toBe(true)
  expect([placesShown(one, 0).size, placesShown(one, 200).size]).toEqual([13, 213])
  const all = rows(5000, () => 'changed')
  expect([placesShown(all, 0).size, placesShown(all, 200).size]).toEqual([212, 412])
})
