import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { SearchProfile } from '../../src/main/model/search-profile.ts'
import { meanFigures, measureAnswers } from '../../src/main/search/lab/evaluate.ts'
import { type JudgedLine, readJudgedLines, readToolLines } from '../../src/main/search/lab/json-lines.ts'
import { buildSearchIndex } from '../../src/main/search/search-index.ts'
import { finish } from '../../src/main/search/slicer.ts'

const FOLDER = 'resources/examples/search'

async function read() {
  const tools = readToolLines(await readFile(`${FOLDER}/tools.jsonl`, 'utf8'))
  const judged = readJudgedLines(await readFile(`${FOLDER}/queries.jsonl`, 'utf8'))
  if (!tools.ok || !judged.ok) throw new Error('the sample has a wrong line')
  return { tools: tools.lines, judged: judged.lines }
}

const { tools, judged } = await read()
const index = finish(buildSearchIndex(tools, ['classic', 'smart']))

/** Every query in one form with what was found for it. */
function answer(ranking: SearchProfile['ranking'], form: 'query' | 'kw' | 'typo') {
  const ranked = index.rank({ ranking })
  return judged.flatMap((line: JudgedLine) => {
    const query = line[form]
    if (query === undefined) return []
    const ids = ranked.search(query, { limit: 50, offset: 0 }).hits.map(({ entry }) => entry.id)
    return [{ kind: line.kind ?? '', ids, measured: measureAnswers(ids, line.grades) }]
  })
}
const quality = (answers: ReturnType<typeof answer>) =>
  meanFigures(answers.flatMap(({ measured }) => (measured === null ? [] : [measured.figures])))?.ndcg10 ?? 0

describe('the judged sample', () => {
  it('means items that it has, in every kind of query [search.sample]', () => {
    const ids = new Set(tools.map(({ id }) => id))
    const named = judged.flatMap(({ grades }) => Object.keys(grades))
    expect(named.filter((id) => !ids.has(id))).toEqual([])
    expect(new Set(judged.map(({ query }) => query)).size).toBe(judged.length)
    expect(new Set(judged.map(({ kind }) => kind))).toEqual(
      new Set([
        'plain',
        'forms',
        'alias',
        'tag',
        'example',
        'state',
        'parameter',
        'name',
        'source',
        'two',
        'none',
      ]),
    )
  })

  it.each([
    ['smart', 'query', 0.88],
    ['smart', 'kw', 0.91],
    ['smart', 'typo', 0.66],
    ['classic', 'query', 0.44],
    ['classic', 'kw', 0.73],
    ['classic', 'typo', 0.47],
  ] as const)(
    'is found by %s as %s with an nDCG@10 of at least %f [search.sample]',
    (ranking, form, least) => {
      expect(quality(answer(ranking, form))).toBeGreaterThanOrEqual(least)
    },
  )

  // How many of how many in the form of the query come first; the floors stand below what was measured.
  it.each([
    ['alias', 22],
    ['tag', 6],
    ['example', 11],
    ['parameter', 10],
    ['state', 7],
    ['name', 7],
    ['source', 5],
  ])('is found first by smart where only the %s says it [search.sample]', (kind, least) => {
    const answers = answer('smart', 'query').filter((each) => each.kind === kind)
    const first = answers.filter(({ measured }) => measured?.first === 1).length
    expect(first).toBeGreaterThanOrEqual(least)
  })

  it('has requests for two things, both of which smart finds among five [search.sample]', () => {
    const answers = answer('smart', 'query').filter(({ kind }) => kind === 'two')
    const both = answers.filter(({ measured }) => measured?.figures.recall5 === 1)
    expect(both.length).toBeGreaterThanOrEqual(6)
  })

  it('has queries that nothing answers, of which smart finds more empty than classic [search.sample]', () => {
    const empty = (ranking: SearchProfile['ranking']) =>
      answer(ranking, 'query').filter(({ kind, ids }) => kind === 'none' && ids.length === 0).length
    expect(empty('smart')).toBeGreaterThan(empty('classic'))
  })
})
