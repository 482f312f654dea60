import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CatalogItem } from '../../src/preload/contract.ts'
import {
  addAnswer,
  beginJudging,
  countJudged,
  type Grade,
  gradeOne,
  gradesOf,
  type JudgingState,
  lookAt,
  shuffle,
  skipOne,
  takeBack,
} from '../../src/renderer/features/search/judging/judging.ts'
import { runs } from '../support/effort.ts'

const item = (id: string): CatalogItem => ({
  ...{ id, kind: 'capability', title: id, description: '', tags: [], aliases: [], source: 'files' },
  ...{ used: { count: 0, lastAt: null }, blocked: null },
})
const pool = (grades: Record<string, number | null>) =>
  Object.entries(grades).map(([id, grade]) => ({ item: item(id), grade }))
const look = ({ candidates, at }: JudgingState) => candidates[at]?.item.id

describe('judging [playground.judging]', () => {
  it('begins with what is not judged, and goes on to the next such', () => {
    let judging = beginJudging(pool({ a: 3, b: null, c: 0, d: null }))
    expect(look(judging)).toBe('b')
    judging = gradeOne(judging, judging.at, 2)
    expect(look(judging)).toBe('d')
    judging = skipOne(judging)
    expect(look(judging)).toBe('d')
    judging = gradeOne(judging, judging.at, 0)
    expect(countJudged(judging)).toBe(4)
    expect(gradesOf(judging, {})).toEqual({ a: 3, b: 2, c: 0, d: 0 })
  })

  it('comes round to what was skipped', () => {
    let judging = beginJudging(pool({ a: null, b: null }))
    judging = skipOne(judging)
    expect(look(judging)).toBe('b')
    expect(look(gradeOne(judging, 1, 1))).toBe('a')
  })

  it('takes a grade away that is given twice, and stays there', () => {
    let judging = beginJudging(pool({ a: null, b: null }))
    judging = gradeOne(judging, 0, 3)
    judging = gradeOne(judging, 0, 3)
    expect(look(judging)).toBe('a')
    expect(gradesOf(judging, {})).toEqual({})
  })

  it('leaves judgements of what is no candidate as they are', () => {
    const judging = gradeOne(beginJudging(pool({ a: null })), 0, 1)
    expect(gradesOf(judging, { gone: 3, a: 2 })).toEqual({ gone: 3, a: 1 })
    expect(gradesOf(gradeOne(judging, 0, 1), { gone: 3, a: 2 })).toEqual({ gone: 3 })
  })

  it('adds what the search did not find, once, as exactly right', () => {
    const judging = addAnswer(beginJudging(pool({ a: null })), item('z'))
    expect(gradesOf(judging, {})).toEqual({ z: 3 })
    expect(look(judging)).toBe('z')
    expect(look(addAnswer(judging, item('a')))).toBe('a')
    expect(addAnswer(judging, item('z')).candidates).toBe(judging.candidates)
  })

  it('stays within what there is, also where there is nothing', () => {
    expect(lookAt(beginJudging(pool({ a: null })), 5).at).toBe(0)
    const empty = beginJudging([])
    for (const next of [gradeOne(empty, 0, 3), skipOne(empty), takeBack(empty), lookAt(empty, 1)])
      expect(gradesOf(next, {})).toEqual({})
  })

  it('is undone step by step, to the grades at the beginning', () => {
    const grade = fc.constantFrom<Grade>(0, 1, 2, 3)
    fc.assert(
      fc.property(
        fc.array(fc.option(grade), { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(fc.nat(5), grade), { maxLength: 12 }),
        (before, steps) => {
          const start = beginJudging(before.map((one, place) => ({ item: item(`i${place}`), grade: one })))
          let judging = start
          for (const [place, given] of steps) judging = gradeOne(judging, place, given)
          while (judging.past.length > 0) judging = takeBack(judging)
          expect(gradesOf(judging, {})).toEqual(gradesOf(start, {}))
        },
      ),
      { numRuns: runs(100) },
    )
  })

  it('goes through queries in an order that says nothing, each once', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat()),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (list, chance) => {
          const shuffled = shuffle(list, () => chance.next().value)
          expect([...shuffled].sort()).toEqual([...list].sort())
        },
      ),
      { numRuns: runs(50) },
    )
    expect(shuffle([1, 2, 3], () => 0)).toEqual([2, 3, 1])
  })
})
