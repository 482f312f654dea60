/**
 * The three discovery tools over one catalog that is swapped whole: home, search, describe,
 * and what the desk's playground asks. What is not offered any more is neither found nor shown from that moment on,
 * however long the index takes. May import: model, workflow.
 */

import type { JsonObject } from '../model/json.ts'
import type { Principal } from '../model/principal.ts'
import type { SearchProfile } from '../model/search-profile.ts'
import { isSingleCall } from '../workflow/proxy.ts'
import { allowedTags, type CatalogEntry, type CatalogSource, maySee } from './catalog.ts'
import { findNearestIds } from './closeness.ts'
import { describeEntry, type Surroundings } from './describe.ts'
import { findHint, findWeakHint, type Hint } from './hint.ts'
import { describeHome, type HomeListing, listForHome, type Usage } from './home.ts'
import { type Inspection, type InspectRequest, inspectRanking } from './lab/inspect.ts'
import { createLimitedIndexes, createLiveIndex, type LiveIndex } from './live-index.ts'
import { createLookup, type Lookup } from './lookup.ts'
import type { EntryTest, RankedItem, Ranking, SearchHits, SearchIndex, Use } from './ranking.ts'
import {
  checkRequest,
  createEditions,
  isHomeCursor,
  matchesFilter,
  pageSize,
  readCursor,
  restate,
  type SearchRequest,
  writeCursor,
} from './request.ts'
import { buildSearchIndex } from './search-index.ts'
import { createSlicer } from './slicer.ts'
import {
  type DiscoveryAnswer,
  HOME_LINK,
  listLinks,
  makeLink,
  reject,
  rejectArgument,
  searchLink,
  toResultItem,
} from './wire.ts'

export interface Discovery {
  home(who: Principal): Promise<JsonObject>
  /**
   * Malformed requests are answered with INVALID_ARGUMENTS that names the field. `tried`: a profile instead of the
   * one that is live.
   */
  search(who: Principal, request: SearchRequest, tried?: SearchProfile): Promise<DiscoveryAnswer>
  /** CAPABILITY_NOT_FOUND with the three nearest ids if there is no such item for this caller. */
  describe(who: Principal, id: string): Promise<DiscoveryAnswer>
  /** For the desk's playground: what `search` finds for a caller without limits, each point explained. */
  inspect(request: InspectRequest): Promise<Inspection>
  /** What is live: `discovery.profile`. */
  profile(): SearchProfile
  /**
   * A ranking over what is listed now, for a caller without limits. `changed` stand in for the entries of their kind
   * and id: words can be tried without saving them. `uses` stand in for what was learnt.
   */
  rankingFor(
    profile: SearchProfile,
    options?: { changed?: readonly CatalogEntry[]; uses?: readonly Use[] },
  ): Promise<CatalogRanking>
  /** What was started after which search; replaces what was learnt before. */
  learn(uses: readonly Use[]): void
  /** Every workflow and capability, also those that `discovery.include` keeps out of search. */
  entries(): CatalogEntry[]
  entry(id: string): CatalogEntry | null
  /** What decides whether people are asked before something runs. */
  around(): Surroundings
  /**
   * Whether this caller may see the item (tags, R1.6). A caller without limits may see any id, known or not;
   * everybody may see a session, whose capabilities are judged one by one.
   */
  visible(who: Principal, id: string): boolean
  /** Swaps the catalog in atomically (imports arrived, configuration reloaded). */
  replace(source: CatalogSource, settings?: Partial<DiscoverySettings>): void
}

export interface DiscoverySettings {
  homeLimit: number
  profile: SearchProfile
}

export interface CatalogRanking extends Ranking {
  readonly entries: readonly CatalogEntry[]
}

/**
 * `now` is monotonic, in microseconds; `usage` counts starts by id; `pause` resolves when everything else has had its
 * turn; `mark` is of this process: a cursor of another one is refused.
 */
export function createDiscovery(
  options: DiscoverySettings & {
    source: CatalogSource
    mark: string
    usage(): Usage
    now(): number
    pause(): Promise<void>
    /** A changed catalog is ready for searching. */
    renewed?(): void
  },
): Discovery {
  const slicer = createSlicer(options)
  let lookup = createLookup(options.source)
  let generation = 0
  let { homeLimit, profile } = options
  let learnt: readonly Use[] = []
  const live = createLiveIndex(lookup, profile.ranking, slicer, () => options.renewed?.())
  const limited = createLimitedIndexes(slicer)
  const rankNow = createCurrentRankings({ live, lookup: () => lookup, isLive: (tried) => tried === profile })
  const editionOf = createEditions()

  async function listHome(who: Principal): Promise<HomeListing & { edition: number }> {
    const { entries } = await live.listing()
    const edition = editionOf(entries)
    const present = (entry: CatalogEntry): CatalogEntry | null => {
      const now = lookup.present(entry)
      // The orchestrator's four are found by search; home is for what people have put into the catalog.
      return now !== null && now.capability?.source.kind !== 'engine' && maySee(who, now) ? now : null
    }
    const began = lookup
    const listing = await slicer.run(listForHome(entries, options.usage(), present))
    // A large catalog takes a moment, and something may be gone meanwhile.
    if (lookup === began) return { ...listing, edition }
    return { ...listing, edition, ordered: listing.ordered.flatMap((entry) => present(entry) ?? []) }
  }

  /** `edition`: of what is listed or searched. After a change the one before answers until the next is ready. */
  function scopeOf(
    who: Principal,
    { query, kind, tags }: SearchRequest,
    wanted: SearchProfile,
    edition: number,
  ): string {
    const asked = [query, kind ?? null, tags ?? [], allowedTags(who), wanted]
    return JSON.stringify([...asked, options.mark, generation, edition])
  }

  return {
    async home(who) {
      const listed = await listHome(who)
      const writeRestCursor = (offset: number): string =>
        writeCursor({ order: 'home', offset }, scopeOf(who, { query: '' }, profile, listed.edition))
      return describeHome(listed, homeLimit, writeRestCursor)
    },

    async search(who, request, tried = profile) {
      const rejection = checkRequest(request)
      if (rejection !== null) return rejection
      const index = await limited.narrow(await live.index(tried.ranking), tried.ranking, who)
      const home = isHomeCursor(request.cursor) ? await listHome(who) : null
      const scope = scopeOf(who, request, tried, home?.edition ?? editionOf(index.entries))
      const position =
        request.cursor === undefined
          ? { order: 'ranked' as const, offset: 0 }
          : readCursor(String(request.cursor), scope)
      if (position === null)
        return rejectArgument(
          'cursor',
          'It belongs to another search, or the catalog has changed since. Search again without a cursor.',
          'the nextCursor of a page of the same search',
        )

      const { order, offset } = position
      const limit = pageSize(request)
      const ranking = rankNow(index, tried, learnt)
      const accept = acceptFor(who, request)
      const found: Pick<SearchHits, 'hits' | 'total' | 'weak'> =
        home !== null
          ? {
              hits: home.ordered.slice(offset, offset + limit).map((entry) => ({ entry, score: 1 })),
              total: home.ordered.length,
            }
          : ranking.search(request.query, { limit, offset, ...accept })
      const { hits, total } = found
      const end = offset + hits.length
      const nextCursor = end < total ? writeCursor({ order, offset: end }, scope) : null
      const hint = hintFor(index, tried, { request, who, ranking, found })
      const next = { ...restate(request), cursor: nextCursor }
      return {
        answer: {
          query: request.query,
          // Read before the results: a model that has seen a result may have chosen it.
          ...(found.weak === undefined ? {} : { weak: true, ...hint }),
          results: hits.map(({ entry, score }) => ({ score, item: toResultItem(entry) })),
          total,
          ...(total === 0 ? hint : {}),
          ...(nextCursor === null ? {} : { nextCursor }),
          links: [
            ...(nextCursor === null
              ? []
              : [makeLink('next', 'Show the next results', 'gateway.search', next)]),
            ...(hint === null ? [] : [...listLinks(), HOME_LINK]),
          ],
        },
        isError: false,
      }
    },

    async describe(who, id) {
      const entry = findVisible(who, id)
      if (entry !== null) return { answer: describeEntry(entry, lookup.around), isError: false }
      const sees = (near: string): boolean => findVisible(who, near) !== null
      // A large catalog takes a moment, and something may be gone meanwhile.
      const nearest = (await slicer.run(findNearestIds(id, lookup.ids(), sees))).filter(sees)
      const advice = nearest.length === 0 ? 'Search for it.' : `The nearest ids: ${nearest.join(', ')}.`
      return reject('CAPABILITY_NOT_FOUND', `There is no item with the id '${id}'. ${advice}`, { nearest }, [
        searchLink(id),
        ...nearest.map((near) =>
          makeLink('describe', `Describe '${near}'`, 'gateway.describe', { id: near }),
        ),
        HOME_LINK,
      ])
    },

    async inspect(request) {
      const tried = request.profile ?? profile
      const index = await live.index(tried.ranking)
      const rank = (settings: SearchProfile): Ranking => rankNow(index, settings, learnt)
      return inspectRanking(rank, tried, request, options.now)
    },

    profile: () => profile,

    async rankingFor(wanted, { changed = [], uses } = {}) {
      if (changed.length === 0) {
        const index = await live.index(wanted.ranking)
        return { ...rankNow(index, wanted, uses ?? learnt), entries: index.entries }
      }
      const { entries } = await live.listing()
      const replaced = new Map(changed.map((entry) => [keyOf(entry), entry]))
      const tried = entries.map((entry) => replaced.get(keyOf(entry)) ?? entry)
      const index = await slicer.run(buildSearchIndex(tried, [wanted.ranking]))
      return { ...index.rank(wanted, uses ?? learnt), entries: tried }
    },

    learn(uses) {
      learnt = uses
    },
    entries: () => lookup.known(),
    entry: (id) => lookup.entry(id),
    around: () => lookup.around,
    visible: isVisible,
    replace(source, settings = {}) {
      lookup = createLookup(source)
      generation++
      homeLimit = settings.homeLimit ?? homeLimit
      profile = settings.profile ?? profile
      live.replace(lookup, profile.ranking)
    },
  }

  function findVisible(who: Principal, id: string): CatalogEntry | null {
    const entry = lookup.entry(id)
    return entry !== null && isVisible(who, id) ? entry : null
  }

  function isVisible(who: Principal, id: string): boolean {
    if (allowedTags(who) === null || isSingleCall(id)) return true
    const bearers = lookup.bearers(id)
    return bearers.length > 0 && bearers.every((entry) => maySee(who, entry))
  }

  /** Null: something matches well, or everything is listed. */
  function hintFor(
    index: SearchIndex,
    tried: SearchProfile,
    search: {
      request: SearchRequest
      who: Principal
      ranking: Ranking
      found: Pick<SearchHits, 'hits' | 'total' | 'weak'>
    },
  ): Hint | null {
    const { request, who, ranking, found } = search
    const { query, kind, tags } = request
    const accept: EntryTest = (entry) => maySee(who, entry)
    if (found.total > 0) return findWeakHint(ranking, query, found, { kind, tags }, accept)
    const rank = (settings: SearchProfile): Ranking => rankNow(index, settings, learnt)
    return findHint(rank, tried, query, { kind, tags }, accept)
  }
}

/** Nothing where nothing is left out: a question for each match is not free. */
function acceptFor(who: Principal, request: SearchRequest): { accept?: EntryTest } {
  const { kind, tags = [] } = request
  if (allowedTags(who) === null && kind === undefined && tags.length === 0) return {}
  return { accept: (entry) => maySee(who, entry) && matchesFilter(request, entry) }
}

function keyOf({ kind, id }: CatalogEntry): string {
  return `${kind} ${id}`
}

/** Rankings that show the catalog as it is at each search, however long they are held. */
interface RankingMemo {
  index: SearchIndex
  profile: SearchProfile
  uses: readonly Use[]
  ranking: Ranking
}

function createCurrentRankings(parts: {
  live: Pick<LiveIndex, 'isCurrent'>
  /** What is offered now. */
  lookup(): Lookup
  /** What its settings make of words is kept from one search to the next. */
  isLive(profile: SearchProfile): boolean
}): (index: SearchIndex, profile: SearchProfile, uses: readonly Use[]) => Ranking {
  const live = new WeakMap<SearchIndex, RankingMemo>()
  // One question about a profile that is tried looks several times; what is made for it goes with the question.
  const tried = new WeakMap<SearchProfile, RankingMemo>()

  function rank(index: SearchIndex, profile: SearchProfile, uses: readonly Use[]): Ranking {
    const isLive = parts.isLive(profile)
    const known = isLive ? live.get(index) : tried.get(profile)
    if (known?.index === index && known.profile === profile && known.uses === uses) return known.ranking
    const made = { index, profile, uses, ranking: index.rank(profile, uses) }
    if (isLive) live.set(index, made)
    else tried.set(profile, made)
    return made.ranking
  }

  return (index, profile, uses) => {
    const ranking = rank(index, profile, uses)
    let older: { lookup: Lookup; ranking: Ranking } | null = null
    const current = (): Ranking => {
      if (parts.live.isCurrent(index)) return ranking
      const lookup = parts.lookup()
      if (older?.lookup !== lookup) older = { lookup, ranking: presentRanking(ranking, lookup.present) }
      return older.ranking
    }
    return {
      search: (query, options) => current().search(query, options),
      explain: (query, entry) => current().explain(query, entry),
      nearestTerms: (query, limit, accept) => current().nearestTerms(query, limit, accept),
    }
  }
}

// ── A ranking over an older catalog that shows what is there now: what is not offered any more is not found, and
// what has changed is shown, and judged by the filters, as it is.

/** `present` is what an entry of the ranking is now; null: it is gone. */
function presentRanking(ranking: Ranking, present: (entry: CatalogEntry) => CatalogEntry | null): Ranking {
  const ranked = new Map<CatalogEntry, CatalogEntry>()

  function now(entry: CatalogEntry): CatalogEntry | null {
    const found = present(entry)
    if (found !== null && found !== entry) ranked.set(found, entry)
    return found
  }

  const acceptPresent =
    (accept: ((entry: CatalogEntry) => boolean) | undefined) =>
    (entry: CatalogEntry): boolean => {
      const found = now(entry)
      return found !== null && (accept === undefined || accept(found))
    }

  return {
    search(query, { limit, offset, accept }) {
      const found = ranking.search(query, { limit, offset, accept: acceptPresent(accept) })
      const hits = found.hits.flatMap(({ entry, score }): RankedItem[] => {
        const shown = now(entry)
        return shown === null ? [] : [{ entry: shown, score }]
      })
      return { ...found, hits }
    },
    explain: (query, entry) => ranking.explain(query, ranked.get(entry) ?? entry),
    nearestTerms: (query, limit, accept) => ranking.nearestTerms(query, limit, acceptPresent(accept)),
  }
}
