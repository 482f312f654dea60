/** How long search takes by size of the catalog, against the literal scan of every item in the same run. */
import type { CatalogEntry } from '../../src/main/search/catalog.ts'
import { scanLiterally } from '../search/literal-scan.ts'
import { createClassicIndex } from '../search/samples.ts'
import { against, type Bench, type Group, median, percentile } from './figure.ts'
import { makeQueries, makeRandom, makeToolEntries } from './tool-catalog.ts'

const SIZES = [100, 1000, 10_000]
const QUERIES = 400
/** The scan of 10,000 items takes seconds; it is timed until this much time has passed, at least three times. */
const SCAN_BUDGET_MS = 2000

export const search: Group = {
  name: 'search',
  figures: ['search index build', 'search p50, keywords', 'search p99, keywords', 'search p50, sentences'],
  withinSeconds: 35,
  run: benchSearch,
}

async function benchSearch({ print }: Bench): Promise<void> {
  for (const items of SIZES) {
    const random = makeRandom(items)
    const entries = makeToolEntries(items, random)
    const keywords = makeQueries(QUERIES, 3, random)
    const sentences = makeQueries(QUERIES, 18, random)
    const { build, keyword, sentence } = measureIndex(entries, keywords, sentences)
    const scan = {
      name: 'literal scan, keywords, p50',
      value: median(timeScans(entries, keywords)),
      unit: 'ms',
    }
    print({ figure: 'search index build', ...against(build, scan), items })
    print({ figure: 'search p50, keywords', ...against(percentile(keyword, 0.5), scan), items })
    print({ figure: 'search p99, keywords', ...against(percentile(keyword, 0.99), scan), items })
    print({ figure: 'search p50, sentences', ...against(percentile(sentence, 0.5), scan), items })
    // Lets what else runs in this process have its turn.
    await new Promise(setImmediate)
  }
}

/** All in milliseconds, one for each query. */
function measureIndex(
  entries: CatalogEntry[],
  keywords: string[],
  sentences: string[],
): { build: number; keyword: number[]; sentence: number[] } {
  const build = median([1, 2, 3].map(() => time(() => createClassicIndex(entries))))
  const index = createClassicIndex(entries)
  const find = (query: string) => index.search(query, { limit: 10, offset: 0 })
  for (const query of keywords.slice(0, 100)) find(query)
  return {
    build,
    keyword: keywords.map((query) => time(() => find(query))),
    sentence: sentences.map((query) => time(() => find(query))),
  }
}

function timeScans(entries: CatalogEntry[], queries: string[]): number[] {
  const times: number[] = []
  let spent = 0
  for (const query of queries) {
    if (times.length >= 3 && spent > SCAN_BUDGET_MS) break
    const took = time(() => scanLiterally(entries, query))
    times.push(took)
    spent += took
  }
  return times
}

function time(run: () => unknown): number {
  const started = performance.now()
  run()
  return performance.now() - started
}
