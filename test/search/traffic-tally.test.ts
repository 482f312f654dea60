import { expect, it } from 'vitest'
import type { KeptSearch } from '../../src/main/model/kept-search.ts'
import { finish } from '../../src/main/search/slicer.ts'
import { createTrafficTally } from '../../src/main/search/traffic-tally.ts'

let number = 0
const asked = (query: string, total: number, filters: KeptSearch['filters'] = {}): KeptSearch => {
  number += 1
  return {
    ...{ id: `se_${number}`, at: new Date(number * 1000).toISOString(), query, total, filters },
    ...{ client: 'local', label: 'test', session: 'one', sure: true, profile: 'smart' },
    ...{ results: [], described: [], started: [] },
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
