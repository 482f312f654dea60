import { expect, it } from 'vitest'
import type { KeptSearch } from '../../../src/main/model/kept-search.ts'
import { createTrafficTally } from '../../../src/main/search/lab/traffic-tally.ts'
import { finish } from '../../../src/main/search/slicer.ts'

let number = 0
const asked = (
  query: string,
  total: number,
  filters: KeptSearch['filters'] = {},
  weak = false,
): KeptSearch => {
  number += 1
  return {
    ...{ id: `se_${number}`, at: new Date(number * 1000).toISOString(), query, total, filters },
    ...{ client: 'local', label: 'test', session: 'one', sure: true, profile: 'smart' },
    ...{ results: [], described: [], started: [] },
    ...(weak ? { weak: true } : {}),
  }
}

function count(...searches: KeptSearch[]) {
  const tally = createTrafficTally()
  finish(tally.add(searches.toReversed()))
  return finish(tally.finish()).queries.map(({ query, count: times, total }) => ({ query, times, total }))
}

it('a query that finds something is not said to find nothing because a filter left nothing [traffic.report]', () => {
  expect(
    count(
      asked('customer', 3),
      asked('customer', 4, { tags: [] }),
      asked('customer', 0, { kind: 'connection' }),
      asked('customer', 0, { tags: ['none'] }),
    ),
  ).toEqual([{ query: 'customer', times: 4, total: 4 }])
})

it('what a filter leaves counts where it was never asked without one [traffic.report]', () => {
  expect(count(asked('order', 2, { kind: 'workflow' }), asked('order', 1, { kind: 'connection' }))).toEqual([
    { query: 'order', times: 2, total: 1 },
  ])
  expect(count(asked('gone', 2), asked('gone', 0))).toEqual([{ query: 'gone', times: 2, total: 0 }])
})

it('of which nothing fits well is told of the same search as its items [traffic.report]', () => {
  const weakOf = (...searches: KeptSearch[]) => {
    const tally = createTrafficTally()
    finish(tally.add(searches.toReversed()))
    return finish(tally.finish()).queries.map(({ total, weak }) => ({ total, weak }))
  }
  expect(weakOf(asked('rent', 3), asked('rent', 4, {}, true))).toEqual([{ total: 4, weak: true }])
  expect(weakOf(asked('rent', 4, {}, true), asked('rent', 3))).toEqual([{ total: 3, weak: false }])
  expect(weakOf(asked('rent', 3), asked('rent', 1, { kind: 'workflow' }, true))).toEqual([
    { total: 3, weak: false },
  ])
})

it('of which nothing fits well is shown, however rare, as what finds nothing is [traffic.report]', () => {
  const common = Array.from({ length: 1100 }, (_, at) => asked(`common ${at % 550}`, 1))
  const queries = (() => {
    const tally = createTrafficTally()
    finish(tally.add([...common, asked('rent', 3, {}, true), asked('fax', 0)].toReversed()))
    return finish(tally.finish()).queries
  })()
  expect(queries.slice(500).map(({ query }) => query)).toEqual(['fax', 'rent'])
})
