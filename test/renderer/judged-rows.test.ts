import { describe, expect, it } from 'vitest'
import type { EvaluationView, JudgedQuery, SearchFigures } from '../../src/preload/contract.ts'
import {
  combineJudged,
  filterJudged,
  isSameQuery,
  sortJudged,
} from '../../src/renderer/features/search/judging/judged-rows.ts'
import {
  filterTraffic,
  percentOf,
  sortTraffic,
  type TrafficQuery,
} from '../../src/renderer/features/search/traffic/traffic-rows.ts'
import { sayChange, sayFigure } from '../../src/renderer/items/figures.ts'

const judged = (qid: string, grades: Record<string, number> = { a: 3 }): JudgedQuery => ({
  ...{ qid, query: `query ${qid}`, grades, from: 'person', at: `2026-11-0${qid.length}T00:00:00.000Z` },
})
const figures = (ndcg10: number): SearchFigures => ({ ndcg10, mrr: 0, recall1: 0, recall5: 0, recall10: 0 })
const measured = (qid: string, before: number, after: number, firstAfter: number | null = 1) => ({
  ...{
    qid,
    query: `query ${qid}`,
    before: figures(before),
    after: figures(after),
    firstBefore: 1,
    right: 1,
    firstAfter,
  },
  change: after > before ? ('better' as const) : after < before ? ('worse' as const) : ('same' as const),
})

const LIST = ['up', 'down', 'same', 'gone', 'later']
  .map((qid) => judged(qid))
  .concat(judged('open', { a: 0 }))
const EVALUATION: EvaluationView = {
  before: 'live',
  after: 'tried',
  total: null,
  rows: [measured('up', 0.2, 0.5), measured('down', 0.9, 0.1, 30), measured('same', 0.3, 0.3)],
  unanswerable: [{ qid: 'gone', query: 'query gone' }],
}
const qids = (rows: { judged: JudgedQuery }[]) => rows.map((row) => row.judged.qid)

describe('the list of judged queries [playground.judged-list]', () => {
  const rows = combineJudged(LIST, EVALUATION)

  it('says of each what was measured, or why nothing was', () => {
    expect(rows.map(({ judged: { qid }, state }) => [qid, state])).toEqual([
      ['up', 'better'],
      ['down', 'worse'],
      ['same', 'same'],
      ['gone', 'unanswerable'],
      ['later', 'waiting'],
      ['open', 'open'],
    ])
    expect(combineJudged(LIST, undefined).map(({ state }) => state)).toContain('waiting')
  })

  it('puts what becomes worse first, and what is not measured last', () => {
    expect(qids(sortJudged(rows, 'change')).slice(0, 3)).toEqual(['down', 'same', 'up'])
    expect(qids(sortJudged(rows, 'worst')).slice(0, 3)).toEqual(['down', 'same', 'up'])
    expect(qids(sortJudged(rows, 'words'))[0]).toBe('down')
    expect(qids(sortJudged(rows, 'newest'))[0]).toBe('later')
    const alike = { ...EVALUATION, rows: [measured('up', 0.9, 0.9), measured('same', 0.1, 0.1)] }
    expect(qids(sortJudged(combineJudged(LIST, alike), 'change')).slice(0, 2)).toEqual(['same', 'up'])
  })

  it('is filtered by words and by what became of them', () => {
    expect(qids(filterJudged(rows, 'UP query', 'all'))).toEqual(['up'])
    expect(qids(filterJudged(rows, '', 'worse'))).toEqual(['down'])
    expect(qids(filterJudged(rows, '', 'missed'))).toEqual(['down'])
    expect(qids(filterJudged(rows, '', 'unmeasured'))).toEqual(['gone', 'open'])
  })

  it('knows a query again by its words', () => {
    expect(isSameQuery(' Refund  a CUSTOMER', 'refund a customer')).toBe(true)
    expect(isSameQuery('refund', 'refunds')).toBe(false)
  })
})

describe('the queries of agents [playground.traffic]', () => {
  const query = (words: string, count: number, total: number, started: string[] = []): TrafficQuery => ({
    ...{
      query: words,
      count,
      total,
      lastAt: `2026-11-2${count}T00:00:00.000Z`,
      weak: false,
      described: [],
      judged: false,
    },
    started: started.map((id) => ({ id, count: 1 })),
  })
  const queries = [
    query('found and used', 5, 3, ['files.read']),
    query('found', 3, 3),
    query('refund money', 1, 0),
    query('undo payment', 2, 0),
  ]

  it('stand with what finds nothing first, then what nothing was started after', () => {
    expect(sortTraffic(queries, 'empty').map((one) => one.query)).toEqual([
      ...['undo payment', 'refund money', 'found', 'found and used'],
    ])
    expect(sortTraffic(queries, 'often')[0]?.query).toBe('found and used')
    expect(sortTraffic(queries, 'newest')[0]?.query).toBe('found and used')
  })

  it('of which none fits well stand after those, and can be asked for', () => {
    const poor = { ...query('pay rent', 9, 4, ['files.read']), weak: true }
    const all = [...queries, poor]
    expect(sortTraffic(all, 'empty').map((one) => one.query)).toEqual([
      ...['undo payment', 'refund money', 'pay rent', 'found', 'found and used'],
    ])
    expect(filterTraffic(all, '', 'weak')).toEqual([poor])
  })

  it('are filtered by words and by what came of them', () => {
    expect(filterTraffic(queries, 'MONEY', 'all')).toHaveLength(1)
    expect(filterTraffic(queries, '', 'empty')).toHaveLength(2)
    expect(filterTraffic(queries, '', 'unstarted')).toHaveLength(3)
    expect(filterTraffic(queries, '', 'unjudged')).toHaveLength(4)
    expect(percentOf(1, 3)).toBe(33)
    expect(percentOf(0, 0)).toBe(0)
  })
})

describe('figures [playground.figures]', () => {
  it('have the digits that mean something, and no change of nothing', () => {
    expect(sayFigure(0.12345)).toBe('0.12')
    expect(sayFigure(1, 3)).toBe('1.000')
    expect(sayChange(0.1, 0.5)).toBe('+0.40')
    expect(sayChange(0.5, 0.1, 3)).toBe('−0.400')
    expect(sayChange(0.1, 0.1004, 3)).toBe('')
  })
})
