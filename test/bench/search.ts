/** How long search takes by size of the catalog, against the literal scan of every item in the same run. */
import type { CatalogEntry } from '../../src/main/search/catalog.ts'
import { createClassicIndex } from '../../src/main/search/classic-index.ts'
import { scanLiterally } from '../search/literal-scan.ts'
import { makeQueries, makeRandom, makeToolEntries } from './tool-catalog.ts'

interface Figure {
  figure: string
  value: number
  unit: string
  /** How many times `against` is of `value`. */
  ratio?: number
  against?: string
  items?: number
}

const SIZES = [100, 1000, 10_000]
const QUERIES = 400
/** The scan of 10,000 items takes seconds; it is timed until this much time has passed, at least three times. */
const SCAN_BUDGET_MS = 2000

export async function benchSearch(print: (figure: Figure) => void): Promise<void> {
  for (const items of SIZES) {
    const random = makeRandom(items)
    const entries = makeToolEntries(items, random)
    const keywords = makeQueries(QUERIES, 3, random)
    const { build, keyword, sentence } = measureIndex(entries, keywords, makeQueries(QUERIES, 18, random))
    const scan = percentiles(timeScans(entries, keywords)).p50
    print({ figure: 'search index build', value: build, unit: 'ms', items })
    print({
      figure: 'search p50, keywords',
      value: keyword.p50,
      unit: 'ms',
      ratio: scan / keyword.p50,
      against: `literal scan, p50 ${scan.toFixed(1)} ms`,
      items,
    })
    print({ figure: 'search p99, keywords', value: keyword.p99, unit: 'ms', items })
    print({ figure: 'search p50, sentences', value: sentence.p50, unit: 'ms', items })
    // Lets what else runs in this process have its turn.
    await new Promise(setImmediate)
  }
}

interface Measurement {
  build: number
  keyword: { p50: number; p99: number }
  sentence: { p50: number; p99: number }
}

/** All figures in milliseconds. */
export function measureIndex(entries: CatalogEntry[], keywords: string[], sentences: string[]): Measurement {
  const started = performance.now()
  const index = createClassicIndex(entries)
  const build = performance.now() - started
  const search = (query: string) => index.search(query, { limit: 10, offset: 0 })
  for (const query of keywords.slice(0, 100)) search(query)
  return {
    build,
    keyword: percentiles(keywords.map((query) => time(() => search(query)))),
    sentence: percentiles(sentences.map((query) => time(() => search(query)))),
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

function percentiles(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}
