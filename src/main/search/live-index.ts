/**
 * The catalog as it is searched, brought up to date in short slices. While that is under way the indexes before it
 * answer; changes that come meanwhile are taken together, and each round ends with an index, so that a stream of
 * changes cannot keep one from ever being ready.
 */

import type { Principal } from '../model/principal.ts'
import type { SearchProfile } from '../model/search-profile.ts'
import { allowedTags, type CatalogEntry, ENTRY_KINDS, maySee } from './catalog.ts'
import type { Lookup } from './lookup.ts'
import type { SearchIndex } from './ranking.ts'
import { buildSearchIndex } from './search-index.ts'
import type { Slicer } from './slicer.ts'
import { sortIds } from './words.ts'

type RankingName = SearchProfile['ranking']

export interface LiveIndex {
  /** The newest that is ready; waits only while there is none. */
  listing(): Promise<Listing>
  /** The newest that is ready; waits only while there is none. */
  index(ranking: RankingName): Promise<SearchIndex>
  /** Whether it shows what is offered at this moment. */
  isCurrent(index: SearchIndex): boolean
  /** `ranking` is built anew with every change from the first search on; another one when it is asked for. */
  replace(lookup: Lookup, ranking: RankingName): void
}

/** `renewed`: what is searched is another by now, and whoever searched before may search again. */
export function createLiveIndex(
  first: Lookup,
  firstRanking: RankingName,
  slicer: Slicer,
  renewed: () => void,
): LiveIndex {
  let wanted = first
  let live = firstRanking
  let listing: Listing | null = null
  let asked = new Set<RankingName>()
  let isRunning = false
  let run: Promise<void> = Promise.resolve()
  const indexes = new Map<RankingName, SearchIndex>()

  const isReady = (ranking: RankingName): boolean =>
    listing?.lookup === wanted && indexes.get(ranking)?.entries === listing.entries

  function* bringUpToDate(): Generator<void, void> {
    let isAnother = false
    try {
      while (listing?.lookup !== wanted || [...asked].some((ranking) => !isReady(ranking))) {
        const next: Listing = listing?.lookup === wanted ? listing : yield* buildListing(wanted)
        listing = next
        for (const ranking of asked) {
          if (indexes.get(ranking)?.entries === next.entries) continue
          const index = yield* buildSearchIndex(next.entries, [ranking])
          if (!asked.has(ranking)) continue
          isAnother ||= indexes.has(ranking)
          indexes.set(ranking, index)
        }
      }
    } finally {
      isRunning = false
      if (isAnother) renewed()
    }
  }

  /** Sets `run`. Whoever waits for it gets its fault; without anybody who waits, the next search tries again. */
  function catchUp(): void {
    if (isRunning) return
    isRunning = true
    run = slicer.run(bringUpToDate())
    run.catch(() => undefined)
  }

  return {
    async listing() {
      while (listing === null) {
        catchUp()
        await run
      }
      return listing
    },
    async index(ranking) {
      for (;;) {
        asked.add(ranking)
        if (!isReady(ranking)) catchUp()
        const index = indexes.get(ranking)
        if (index !== undefined) return index
        await run
      }
    },
    isCurrent: ({ entries }) => listing?.lookup === wanted && listing.entries === entries,
    replace(lookup, ranking) {
      wanted = lookup
      live = ranking
      if (asked.size > 0) asked = new Set([live])
      for (const built of indexes.keys()) if (!asked.has(built)) indexes.delete(built)
      if (listing !== null) catchUp()
    },
  }
}

/** All that is listed at one moment, in order. */
interface Listing {
  readonly lookup: Lookup
  /** By kind, then by id. */
  readonly entries: readonly CatalogEntry[]
}

function* buildListing(lookup: Lookup): Generator<void, Listing> {
  const entries: CatalogEntry[] = []
  for (const kind of ENTRY_KINDS) {
    const listed = lookup.listed(kind)
    yield
    const order = yield* sortIds(listed.map(({ id }) => id))
    for (const position of order) {
      const entry = listed[position]
      if (entry !== undefined) entries.push(entry)
    }
  }
  return { lookup, entries }
}

/**
 * What clients with limits may see, indexed by itself (R1.6): how rare a word is, what a long text is and which sources
 * there are is told by all that is indexed, so the whole catalog's scores would tell of what is hidden from them.
 */

export interface LimitedIndexes {
  /** The whole index for whoever may see all, and for `classic`, which scores each item by itself. */
  narrow(whole: SearchIndex, ranking: SearchProfile['ranking'], who: Principal): Promise<SearchIndex>
}

interface Part {
  readonly whole: readonly CatalogEntry[]
  /** The newest that is ready: while one is prepared, the one before it answers. */
  index: SearchIndex | null
  run: Promise<void>
}

/** Sets of tags that are kept ready; the one that nobody has asked for longest goes first. */
const MOST_PARTS = 8

export function createLimitedIndexes(slicer: Slicer): LimitedIndexes {
  const parts = new Map<string, Part>()

  function keep(key: string, part: Part): void {
    parts.delete(key)
    parts.set(key, part)
    const [oldest] = parts.keys()
    if (parts.size > MOST_PARTS && oldest !== undefined) parts.delete(oldest)
  }

  return {
    async narrow(whole, ranking, who) {
      const allowed = allowedTags(who)
      if (allowed === null || ranking === 'classic') return whole
      const key = JSON.stringify([...new Set(allowed)].sort())
      let part = parts.get(key)
      if (part?.whole !== whole.entries) {
        part = { whole: whole.entries, index: part?.index ?? null, run: Promise.resolve() }
        part.run = slicer.run(fill(part, who))
        // Whoever waits for it gets its fault; whoever does not is answered by the one before.
        part.run.catch(() => undefined)
      }
      keep(key, part)
      while (part.index === null) await part.run
      return part.index
    },
  }
}

/** Its `entries` are those of the whole catalog: by them it is known whether it is of now. */
function* fill(part: Part, who: Principal): Generator<void, void> {
  const seen = part.whole.filter((entry) => maySee(who, entry))
  yield
  const { rank } = yield* buildSearchIndex(seen, ['smart'])
  part.index = { entries: part.whole, rank }
}
