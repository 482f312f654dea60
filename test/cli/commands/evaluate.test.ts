import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatEvaluation } from '../../../src/main/cli/searching/evaluation-text.ts'
import { measureProfile, sortQueries } from '../../../src/main/cli/searching/measure-profile.ts'
import { createProfileBook } from '../../../src/main/desk/lab/profile-book.ts'
import { keepJudgedQueries } from '../../../src/main/gateway/search/judged-queries.ts'
import type { SearchFigures } from '../../../src/main/model/search-figures.ts'
import { createSystemClock } from '../../../src/main/runtime/system.ts'
import { evaluateInSlices, meanFigures } from '../../../src/main/search/lab/evaluate.ts'
import { readJudgedLines, readToolLines } from '../../../src/main/search/lab/json-lines.ts'
import { buildSearchIndex } from '../../../src/main/search/search-index.ts'
import { finish } from '../../../src/main/search/slicer.ts'
import { openSqliteStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { makeFolder } from '../../support/folders.ts'
import { run } from '../processes.ts'

const TOOLS = resolve('resources/examples/search/tools.jsonl')
const QUERIES = resolve('resources/examples/search/queries.jsonl')

let folder: ReturnType<typeof makeFolder>
beforeEach(() => {
  folder = makeFolder('evaluate')
})
afterEach(() => folder.remove())

const evaluate = async (...args: string[]) => run(['evaluate', ...args])
interface Report {
  queries: number
  unanswered: number
  missing: number
  formless: number
  profile: { name: string; figures: SearchFigures; empty: number; weak: number; doubted: number }
  against?: { name: string; figures: SearchFigures }
  differences?: Record<keyof SearchFigures, { difference: number; low: number; high: number }>
  rows: {
    line: number
    qid: string
    first: number | null
    figures: SearchFigures
    against?: { figures: SearchFigures }
  }[]
}
const report = async (...args: string[]): Promise<Report> => {
  const { code, stdout, stderr } = await evaluate('--tools', TOOLS, '--queries', QUERIES, '--json', ...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Report
}

async function read() {
  const tools = readToolLines(await readFile(TOOLS, 'utf8'))
  const judged = readJudgedLines(await readFile(QUERIES, 'utf8'))
  if (!tools.ok || !judged.ok) throw new Error('the sample has a wrong line')
  return { tools: tools.lines, judged: judged.lines }
}

/** A few tools and queries whose figures can be worked out by hand. */
async function writeSmall(...queries: object[]) {
  const [tools, judged] = [join(folder.path, 'tools.jsonl'), join(folder.path, 'queries.jsonl')]
  await writeFile(tools, ['apple', 'pear', 'plum'].map((id) => `${JSON.stringify({ id })}\n`).join(''))
  await writeFile(judged, queries.map((query) => `${JSON.stringify(query)}\n`).join(''))
  return ['--tools', tools, '--queries', judged]
}

describe('countersign evaluate', () => {
  it('gives the mean of the measures over all queries that have an answer there [search.evaluate]', async () => {
    const { profile, queries, unanswered } = await report('--profile', 'classic')
    const { tools, judged } = await read()
    const answerable = judged.filter(({ grades }) => Object.values(grades).some((grade) => grade > 0))
    const ranking = finish(buildSearchIndex(tools, ['classic'])).rank({ ranking: 'classic' })
    const rows = finish(evaluateInSlices(ranking, answerable)).flatMap((row) =>
      row === null ? [] : [row.figures],
    )
    expect(profile).toMatchObject({ name: 'classic', figures: meanFigures(rows) })
    expect(queries).toBe(answerable.length)
    expect(unanswered).toBe(judged.length - answerable.length)
  })

  it('writes a table of them, and what the means do not count [search.evaluate]', async () => {
    const files = await writeSmall(
      { qid: 'q1', query: 'apple', relevant: ['apple'] },
      { qid: 'q2', query: 'pear', relevant: ['plum'] },
      { qid: 'q3', query: 'fig', relevant: ['fig'] },
      { qid: 'q4', query: 'fish', relevant: [] },
    )
    const { code, stdout, stderr } = await evaluate(...files, '--profile', 'classic', '--worst', '5')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(`classic: 2 queries, 3 items

nDCG@10    0.500
MRR        0.500
recall@1   0.500
recall@5   0.500
recall@10  0.500

1 query that nothing answers: 1 found nothing, as it should be.
1 query not counted: none of the right answers is in the catalog.

What reaches least, by nDCG@10:
0.000  q2  pear  not among 50  → plum
`)
  })

  it('says so where there is nothing to search in [search.evaluate]', () => {
    const queries = sortQueries(
      [
        { qid: 'q1', query: 'apple', grades: { apple: 3 } },
        { qid: 'q2', query: 'fish', grades: {} },
      ],
      'query',
      new Set(),
    )
    const ranking = finish(buildSearchIndex([], ['smart'])).rank({ ranking: 'smart' })
    const after = measureProfile('smart', ranking, queries)
    expect(formatEvaluation({ field: 'query', items: 0, queries, after, before: null }, 5)).toBe(
      'smart: 0 queries, 0 items\n\nNo query can be measured: there is nothing to search in.\n',
    )
  })

  it('counts what is told of a query that nothing answers, and what is doubted in vain [search.evaluate-none]', async () => {
    const files = await writeSmall(
      { qid: 'q1', query: 'apple', relevant: ['apple'] },
      { qid: 'q2', query: 'day trip train opera ticket apple', relevant: ['apple'] },
      { qid: 'q3', query: 'museum opera concert hotel flight plum', relevant: [] },
      { qid: 'q4', query: 'xyzzyqq', relevant: [] },
    )
    const { stdout, stderr } = await evaluate(...files, '--profile', 'smart')
    expect(stderr).toBe('')
    expect(stdout.split('\n').slice(-3)).toEqual([
      '2 queries that nothing answers: 1 found nothing, 1 nothing that fits well, as it should be.',
      'Told that nothing fits well, although the first result is right: 1 of the 2 queries.',
      '',
    ])
    const { stdout: json } = await evaluate(...files, '--profile', 'smart', '--json')
    const { profile } = JSON.parse(json) as Report
    expect(profile).toMatchObject({ empty: 1, weak: 1, doubted: 1 })
  })

  it('takes the wanted form of each query [search.evaluate-forms]', async () => {
    const queries = [
      { qid: 'q1', query: 'pear', kw: 'apple', relevant: ['apple'] },
      { qid: 'q2', query: 'plum', relevant: ['plum'] },
    ]
    const files = await writeSmall(...queries)
    const keywords = await evaluate(...files, '--field', 'kw', '--profile', 'classic')
    expect(keywords.stdout).toMatch(/^classic: 1 query \(kw\), 3 items\n\nnDCG@10 {4}1\.000$/m)
    expect(keywords.stdout).toContain('1 query not counted: without ‘kw’.')
    expect((await evaluate(...files, '--field', 'typo', '--profile', 'classic')).stdout).toContain(
      'No query can be measured.',
    )
  })

  it('compares two profiles query by query [search.evaluate-compare]', async () => {
    const compared = await report('--profile', 'smart', '--against', 'classic')
    const alone = await report('--profile', 'smart')
    expect(compared.profile).toEqual(alone.profile)
    expect(compared.against?.name).toBe('classic')
    const { difference, low, high } = compared.differences?.ndcg10 ?? { difference: 0, low: 0, high: 0 }
    const before = compared.against?.figures.ndcg10 ?? 0
    expect(difference).toBeCloseTo(compared.profile.figures.ndcg10 - before, 10)
    expect(low).toBeLessThanOrEqual(difference)
    expect(high).toBeGreaterThanOrEqual(difference)
    expect(compared.rows).toHaveLength(compared.queries)
    const text = await evaluate(
      ...[
        '--tools',
        TOOLS,
        '--queries',
        QUERIES,
        '--profile',
        'smart',
        '--against',
        'classic',
        '--worst',
        '3',
      ],
    )
    expect(text.stdout).toMatch(/^smart against classic: /)
    expect(text.stdout).toMatch(/^nDCG@10 +0\.\d{3} +0\.\d{3} +\S+ +\S+ to \S+$/m)
  })

  it('measures what a workspace has [search.evaluate]', async () => {
    const queries = join(folder.path, 'queries.jsonl')
    await writeFile(queries, '{"query":"proofread","relevant":["content_review"]}\n')
    const sample = ['--config', resolve('resources/sample/countersign.yaml'), '--queries', queries]
    const { stdout, stderr } = await evaluate(...sample)
    expect(stdout).toMatch(/^nDCG@10 +1\.000$/m)
    expect(stderr).toContain('The tools of ‘files’ were not searched')
  })

  it('measures the judged queries of a desk, under a profile that it keeps [search.evaluate-desk, search.command-profile]', async () => {
    const named = ['--config', resolve('resources/sample/countersign.yaml'), '--data', folder.path]
    const nobody = await evaluate(...named)
    expect(nobody).toMatchObject({ code: 1, stdout: '' })
    expect(nobody.stderr).toContain('Nobody has judged a query at this desk yet.')
    const store = await openSqliteStore({ file: join(folder.path, 'countersign.db') })
    const clock = createSystemClock()
    const judged = keepJudgedQueries({ store, clock, changed() {} })
    await judged.save({
      qid: null,
      query: 'proofread',
      grades: { content_review: 3 },
      before: null,
      from: 'person',
    })
    const profile = { ranking: 'smart' as const, weights: { aliases: 9 } }
    const at = new Date(clock.now()).toISOString()
    await createProfileBook({ store }).save({ name: 'Aliases first', profile, at }, new Map(), null)
    // The store is open all the while, as beside a gateway.
    const { code, stdout } = await evaluate(...named, '--profile', 'Aliases first', '--against', 'classic')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Aliases first against classic: 1 query, \d+ items$/m)
    const unknown = await evaluate(...named, '--profile', 'Tags first')
    expect(unknown.stderr).toContain('There is no profile ‘Tags first’')
    expect(unknown.stderr).toContain('The desk keeps ‘Aliases first’.')
    await store.close()
  })

  it('takes over no line if one is wrong [search.lines-told]', async () => {
    const files = await writeSmall({ query: 'apple', relevant: ['apple'] }, { query: 'pear' })
    const wrong = await evaluate(...files)
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toMatch(/queries\.jsonl:2 ‘relevant’ is missing/)
    expect((await evaluate('--tools', TOOLS)).stderr).toContain('countersign evaluate needs --queries')
  })
})
