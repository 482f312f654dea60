/** How long search takes by size of the catalog and by ranking, what its index costs, and the literal scan beside it. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { SearchProfile } from '../../src/main/model/search-profile.ts'
import type { CatalogEntry } from '../../src/main/search/catalog.ts'
import type { Ranking, SearchIndex } from '../../src/main/search/ranking.ts'
import { buildSearchIndex } from '../../src/main/search/search-index.ts'
import { scanLiterally } from '../search/literal-scan.ts'
import { against, type Bench, type Group, median, percentile } from './figure.ts'
import { createCatalogMaker, type RealisticCatalog } from './realistic-catalog.ts'

const SIZES = [100, 1000, 10_000, 100_000]
const QUERIES = 240
/** The scan of 10,000 items takes seconds: it is timed until this much time has passed, at least once. */
const SCAN_BUDGET_MS = 800
const SCANNED = 10_000
const SLIDER_ITEMS = 1000
const PROFILES: readonly SearchProfile[] = [{ ranking: 'classic' }, { ranking: 'smart' }]

export const search: Group = {
  name: 'search',
  figures: [
    'search index build',
    'search index, longest step',
    'search index, memory',
    'search p50, keywords',
    'search p99, keywords',
    'search p50, sentences',
    'search p99, sentences',
    'search under a moved slider',
  ],
  withinSeconds: 60,
  run: benchSearch,
}

async function benchSearch({ print, signal }: Bench): Promise<void> {
  const makeCatalog = createCatalogMaker(QUERIES)
  for (const items of SIZES) {
    const catalog = makeCatalog(items)
    const scan = items > SCANNED ? null : median(timeScans(catalog.entries, catalog.keywords))
    for (const profile of PROFILES) {
      // Lets what else runs in this process have its turn, and the index before be collected.
      await new Promise(setImmediate)
      if (signal.aborted) return
      measureProfile(catalog, profile, scan, print)
    }
  }
}

/** `scan`: the literal scan's p50 of keywords, in milliseconds. */
function measureProfile(
  catalog: RealisticCatalog,
  profile: SearchProfile,
  scan: number | null,
  print: Bench['print'],
): void {
  const items = catalog.entries.length
  const detail = { items, profile: profile.ranking, madeOf: catalog.madeOf }
  const compare = (value: number) =>
    scan === null
      ? { value, unit: 'ms' }
      : against(value, { name: 'literal scan, keywords, p50', value: scan, unit: 'ms' })
  const { index, build, longest, bytes } = measureBuild(catalog.entries, profile)
  const ranking = index.rank(profile)
  const { keywords, sentences } = measureQueries(ranking, catalog)
  print({ figure: 'search index build', ...compare(build), ...detail })
  print({ figure: 'search index, longest step', value: longest, unit: 'ms', ...detail })
  // Of a ranking that has been used: what it keeps of words counts.
  print({ figure: 'search index, memory', value: bytes() / 2 ** 20, unit: 'MiB', ...detail })
  for (const [name, times] of Object.entries({ keywords, sentences })) {
    print({ figure: `search p50, ${name}`, ...compare(percentile(times, 0.5)), ...detail })
    print({ figure: `search p99, ${name}`, ...compare(percentile(times, 0.99)), ...detail })
  }
  if (profile.ranking === 'smart' && items === SLIDER_ITEMS) {
    const value = median(measureSlider(index, catalog.sentences))
    print({ figure: 'search under a moved slider', value, unit: 'ms', ...detail })
  }
  // Until here, so that it was in memory when that was measured.
  ranking.search('', { limit: 1, offset: 0 })
}

/** `longest`: of the steps between which the gateway is free. `bytes`: beyond the items, whenever it is asked. */
function measureBuild(entries: readonly CatalogEntry[], { ranking }: SearchProfile) {
  const before = usedBytes()
  const building = buildSearchIndex(entries, [ranking])
  const began = performance.now()
  let longest = 0
  let index: SearchIndex | undefined
  while (index === undefined) {
    const stepBegan = performance.now()
    const step = building.next()
    longest = Math.max(longest, performance.now() - stepBegan)
    if (step.done === true) index = step.value
  }
  return { index, build: performance.now() - began, longest, bytes: () => usedBytes() - before }
}

/** In milliseconds, one for each query; the first ones are not timed. */
function measureQueries(ranking: Ranking, { keywords, sentences }: RealisticCatalog) {
  const find = (query: string) => ranking.search(query, { limit: 10, offset: 0 })
  for (const query of [...keywords.slice(0, 60), ...sentences.slice(0, 60)]) find(query)
  return {
    keywords: keywords.map((query) => time(() => find(query))),
    sentences: sentences.map((query) => time(() => find(query))),
  }
}

/** From settings that nobody has had yet to ten results with their explanations. */
function measureSlider(index: SearchIndex, queries: readonly string[]): number[] {
  return queries.map((query, number) =>
    time(() => {
      const ranking = index.rank({ ranking: 'smart', weights: { title: 1 + (number % 100) / 10 } })
      const { hits } = ranking.search(query, { limit: 10, offset: 0 })
      for (const { entry } of hits) ranking.explain(query, entry)
    }),
  )
}

function timeScans(entries: readonly CatalogEntry[], queries: readonly string[]): number[] {
  const times: number[] = []
  let spent = 0
  for (const query of queries) {
    if (times.length >= 1 && spent > SCAN_BUDGET_MS) break
    const took = time(() => scanLiterally(entries, query))
    times.push(took)
    spent += took
  }
  return times
}

function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function time(run: () => unknown): number {
  const started = performance.now()
  run()
  return performance.now() - started
}
