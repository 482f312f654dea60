/**
 * What clients with limits may see, indexed by itself (R1.6): how rare a word is, what a long text is and which sources
 * there are is told by all that is indexed, so the whole catalog's scores would tell of what is hidden from them.
 */
import type { Principal } from '../model/principal.ts'
import type { SearchProfile } from '../model/search-profile.ts'
import type { CatalogEntry } from './catalog.ts'
import type { SearchIndex } from './ranking.ts'
import { buildSearchIndex } from './search-index.ts'
import type { Slicer } from './slicer.ts'
import { allowedTags, maySee } from './visibility.ts'

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
