import { expect, it } from 'vitest'
import {
  compareMeans,
  evaluateInSlices,
  meanFigures,
  measureAnswers,
} from '../../../src/main/search/lab/evaluate.ts'
import { finish } from '../../../src/main/search/slicer.ts'
import { makeEntry } from '../samples.ts'
import { rankSmart } from '../smart-samples.ts'

it('the first right answer, the places of all, and their share are measured [smart.figures]', () => {
  const measured = measureAnswers(['x', 'a', 'y', 'b'], { a: 1, b: 1, c: 1 })
  const ideal = 1 + 1 / Math.log2(3) + 1 / Math.log2(4)
  expect(measured?.first).toBe(2)
  expect(measured?.figures.ndcg10).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(5)) / ideal, 12)
  expect(measured?.figures).toMatchObject({ mrr: 0.5, recall1: 0, recall5: 2 / 3, recall10: 2 / 3 })
})

it('a better grade gains more, and grade 0 is wrong [smart.figures]', () => {
  const grades = { best: 3, good: 1, wrong: 0 }
  expect(measureAnswers(['best', 'good'], grades)?.figures.ndcg10).toBe(1)
  const swapped = measureAnswers(['good', 'best'], grades)?.figures
  expect(swapped?.ndcg10).toBeCloseTo((1 + 7 / Math.log2(3)) / (7 + 1 / Math.log2(3)), 12)
  expect(measureAnswers(['wrong'], grades)).toMatchObject({ first: null, figures: { mrr: 0, recall10: 0 } })
})

it('nothing is measured where no answer is right [smart.figures]', () => {
  expect(measureAnswers(['a'], {})).toBeNull()
  expect(measureAnswers(['a'], { a: 0 })).toBeNull()
  expect(meanFigures([])).toBeNull()
})

it('queries are measured in their order, and only ten places count for nDCG [smart.figures]', () => {
  const entries = Array.from({ length: 12 }, (_, at) =>
    makeEntry(`tool_${String(at).padStart(2, '0')}`, { title: 'same words' }),
  )
  const [far, none, near] = finish(
    evaluateInSlices(rankSmart(entries), [
      { query: 'words', grades: { tool_11: 2 } },
      { query: 'words', grades: {} },
      { query: 'words', grades: { tool_00: 1 } },
    ]),
  )
  expect(far).toMatchObject({ first: 12, figures: { ndcg10: 0, recall10: 0 } })
  expect(none).toBeNull()
  expect(near).toMatchObject({ first: 1, figures: { ndcg10: 1, mrr: 1, recall1: 1 } })
})

it('an interval holds the difference, and is the same for the same seed [smart.figures]', () => {
  const before = Array.from({ length: 200 }, (_, at) => (at % 5) / 5)
  const after = before.map((value, at) => value + (at % 3 === 0 ? 0.1 : 0))
  const interval = compareMeans(before, after)
  expect(interval.difference).toBeCloseTo(0.0335, 3)
  expect(interval.low).toBeLessThan(interval.difference)
  expect(interval.high).toBeGreaterThan(interval.difference)
  expect(interval.low).toBeGreaterThan(0)
  expect(compareMeans(before, after)).toEqual(interval)
  expect(compareMeans(before, before)).toEqual({ difference: 0, low: 0, high: 0 })
})
