/**
 * How well judged queries find their answers, under each ranking. Public sets are not part of this repository: they
 * are read from the folder below if it is there, else the project's own sample is measured.
 */

import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { SearchFigures } from '../../src/main/model/search-figures.ts'
import type { SearchProfile } from '../../src/main/model/search-profile.ts'
import { evaluateInSlices, meanFigures } from '../../src/main/search/lab/evaluate.ts'
import {
  type JudgedLine,
  type LinesRead,
  readJudgedLines,
  readToolLines,
} from '../../src/main/search/lab/json-lines.ts'
import type { SearchIndex } from '../../src/main/search/ranking.ts'
import { buildSearchIndex } from '../../src/main/search/search-index.ts'
import { finish } from '../../src/main/search/slicer.ts'
import { against, type Bench, type Group } from './figure.ts'

const PUBLIC_SETS = resolve(import.meta.dirname, '../../../shared/data/search')
const OWN_SET = resolve(import.meta.dirname, '../../resources/examples/search')
const FORMS = { sentences: 'query', keywords: 'kw', 'keywords with a typo': 'typo' } as const
const RANKINGS = ['classic', 'smart'] as const

export const searchQuality: Group = {
  name: 'search quality',
  figures: ['search quality, nDCG@10', 'search quality, MRR', 'search quality, recall@10'],
  withinSeconds: 150,
  run: benchQuality,
}

interface JudgedSet {
  name: string
  index: SearchIndex
  queries: JudgedLine[]
}

async function benchQuality({ print }: Bench): Promise<void> {
  const sets = await findSets()
  for (const [form, field] of Object.entries(FORMS)) {
    const measured: Partial<Record<SearchProfile['ranking'], SearchFigures>> = {}
    for (const ranking of RANKINGS) {
      const means: SearchFigures[] = []
      for (const set of sets) {
        means.push(measure(set, field, ranking))
        // Lets what else runs in this process have its turn.
        await new Promise(setImmediate)
      }
      const mean = meanFigures(means)
      if (mean === null) throw new Error('There is no judged set.')
      measured[ranking] = mean
      const details = {
        form,
        profile: ranking,
        ...Object.fromEntries(sets.map(({ name }, at) => [name, means[at]?.ndcg10 ?? 0])),
      }
      const figureOf = (key: keyof SearchFigures) => {
        const classic = measured.classic
        if (ranking === 'classic' || classic === undefined) return { value: mean[key], unit: 'of 1' }
        return against(mean[key], { name: 'classic', value: classic[key], unit: 'of 1' })
      }
      print({ figure: 'search quality, nDCG@10', ...figureOf('ndcg10'), ...details })
      print({ figure: 'search quality, MRR', ...figureOf('mrr'), form, profile: ranking })
      print({ figure: 'search quality, recall@10', ...figureOf('recall10'), form, profile: ranking })
    }
  }
}

/** The mean over the queries of the set that have this form. */
function measure(
  { index, queries }: JudgedSet,
  field: 'query' | 'kw' | 'typo',
  ranking: SearchProfile['ranking'],
): SearchFigures {
  const asked = queries.flatMap(({ [field]: query, grades }) =>
    query === undefined ? [] : [{ query, grades }],
  )
  const rows = finish(evaluateInSlices(index.rank({ ranking }), asked))
  const mean = meanFigures(rows.flatMap((row) => (row === null ? [] : [row.figures])))
  if (mean === null) throw new Error('A judged set has no query that can be measured.')
  return mean
}

async function findSets(): Promise<JudgedSet[]> {
  const names = await readdir(PUBLIC_SETS).catch(() => [])
  if (names.length > 0) return Promise.all(names.sort().map((name) => readSet(name, join(PUBLIC_SETS, name))))
  process.stderr.write(`  no public sets in ${PUBLIC_SETS}: the project's own sample is measured instead\n`)
  return [await readSet('own sample', OWN_SET)]
}

async function readSet(name: string, folder: string): Promise<JudgedSet> {
  const readIn = (file: string): Promise<string> => readFile(join(folder, file), 'utf8')
  const [tools, queries] = await Promise.all([
    readIn('tools.jsonl'),
    readIn('queries.dev.jsonl').catch(() => readIn('queries.jsonl')),
  ])
  const entries = linesOf(name, readToolLines(tools))
  return {
    name,
    index: finish(buildSearchIndex(entries, RANKINGS)),
    queries: linesOf(name, readJudgedLines(queries)),
  }
}

function linesOf<Line>(name: string, read: LinesRead<Line>): Line[] {
  if (read.ok) return read.lines
  const [first] = read.problems
  throw new Error(`${name}, line ${first?.line}: ${first?.message}`)
}
