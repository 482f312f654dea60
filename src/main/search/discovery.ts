/**
 * The three discovery tools over one catalog that is swapped whole: home, search, describe (gateway.md §1.3–1.5).
 * May import: model, workflow.
 */
import { PROXY_DEFINITION } from '../model/definition.ts'
import type { JsonObject } from '../model/json.ts'
import type { Principal } from '../model/principal.ts'
import { type CatalogEntry, type CatalogSource, nearestIds } from './catalog.ts'
import { type Explanation, explainClassic } from './classic.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { describeEntry } from './describe.ts'
import { makeHint } from './hint.ts'
import { describeHome, orderForHome, type Usage } from './home.ts'
import { checkRequest, matchesFilter, pageSize, restate, type SearchRequest } from './request.ts'
import { takeSnapshot } from './snapshot.ts'
import { allowedTags, maySee } from './visibility.ts'
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
  home(who: Principal): JsonObject
  /** Malformed requests are answered with INVALID_ARGUMENTS that names the field. */
  search(who: Principal, request: SearchRequest): DiscoveryAnswer
  /** CAPABILITY_NOT_FOUND with the three nearest ids if there is no such item for this caller. */
  describe(who: Principal, id: string): DiscoveryAnswer
  /** For the desk's playground: what `search` finds for a caller without limits, each point explained. */
  inspect(query: string, limit: number): Inspection
  /** Every workflow and capability, also those that `discovery.include` keeps out of search. */
  entries(): CatalogEntry[]
  entry(id: string): CatalogEntry | null
  /**
   * Whether this caller may see the item (tags, R1.6). A caller without limits may see any id, known or not;
   * everybody may see `proxy_default`, whose capabilities are judged one by one.
   */
  visible(who: Principal, id: string): boolean
  /** Swaps the catalog in atomically (imports arrived, configuration reloaded). */
  replace(source: CatalogSource, homeLimit?: number): void
}

interface Inspection {
  terms: string[]
  total: number
  hint: string | null
  elapsedMicros: number
  results: { entry: CatalogEntry; score: number; explanation: Explanation[] }[]
}

const NEAREST = 3

/** `now` is monotonic, in microseconds; `usage` counts starts by id. */
export function createDiscovery(options: {
  source: CatalogSource
  homeLimit: number
  usage(): Usage
  now(): number
}): Discovery {
  let catalog = takeSnapshot(options.source)
  let { homeLimit } = options

  function listHome(who: Principal): CatalogEntry[] {
    return orderForHome(
      // The orchestrator's four are found by search; home is for what people have put into the catalog.
      catalog.listed.filter((entry) => entry.capability?.source.kind !== 'engine' && maySee(who, entry)),
      options.usage(),
    )
  }

  function scopeOf(who: Principal, { query, kind, tags }: SearchRequest): string {
    return JSON.stringify([query, kind ?? null, tags ?? [], allowedTags(who), catalog.fingerprint])
  }

  function find(
    request: SearchRequest,
    who: Principal,
    order: 'ranked' | 'home',
    offset: number,
    limit: number,
  ) {
    if (order === 'home') {
      const listed = listHome(who)
      return {
        hits: listed.slice(offset, offset + limit).map((entry) => ({ entry, score: 1 })),
        total: listed.length,
      }
    }
    const accept = (entry: CatalogEntry): boolean => maySee(who, entry) && matchesFilter(request, entry)
    return catalog.index.search(request.query, { limit, offset, accept })
  }

  return {
    home(who) {
      const writeRestCursor = (offset: number): string =>
        writeCursor({ order: 'home', offset }, scopeOf(who, { query: '' }))
      return describeHome(listHome(who), homeLimit, writeRestCursor)
    },

    search(who, request) {
      const rejection = checkRequest(request)
      if (rejection !== null) return rejection
      const scope = scopeOf(who, request)
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
      const { hits, total } = find(request, who, order, offset, limit)
      const end = offset + hits.length
      const nextCursor = end < total ? writeCursor({ order, offset: end }, scope) : null
      const answer = {
        query: request.query,
        results: hits.map(({ entry, score }) => ({ score, item: toResultItem(entry) })),
        total,
      }
      if (nextCursor !== null) {
        const next = makeLink('next', 'Show the next results', 'gateway.search', {
          ...restate(request),
          cursor: nextCursor,
        })
        return { answer: { ...answer, nextCursor, links: [next] }, isError: false }
      }
      if (total > 0) return { answer: { ...answer, links: [] }, isError: false }
      return {
        answer: { ...answer, ...hintFor(request.query, who), links: [...listLinks(), HOME_LINK] },
        isError: false,
      }
    },

    describe(who, id) {
      const entry = catalog.entry(id)
      if (entry !== null && isVisible(who, id)) return { answer: describeEntry(entry), isError: false }
      const visible = catalog.known.filter((known) => maySee(who, known)).map((known) => known.id)
      const nearest = nearestIds(id, visible)
      const advice = nearest.length === 0 ? 'Search for it.' : `The nearest ids: ${nearest.join(', ')}.`
      return reject('CAPABILITY_NOT_FOUND', `There is no item with the id '${id}'. ${advice}`, { nearest }, [
        searchLink(id),
        ...nearest.map((near) =>
          makeLink('describe', `Describe '${near}'`, 'gateway.describe', { id: near }),
        ),
        HOME_LINK,
      ])
    },

    inspect(query, limit) {
      const started = options.now()
      const { hits, total, terms } = catalog.index.search(query, { limit, offset: 0 })
      const elapsedMicros = options.now() - started
      const results = hits.map((hit) => ({ ...hit, explanation: explainClassic(hit.entry, query) }))
      const hint = total === 0 ? makeHint(query, 0, catalog.index.nearestTerms(query, NEAREST)).hint : null
      return { terms, total, hint, elapsedMicros, results }
    },

    entries: () => catalog.known,
    entry: (id) => catalog.entry(id),
    visible: isVisible,
    replace(source, limit = homeLimit) {
      catalog = takeSnapshot(source)
      homeLimit = limit
    },
  }

  function isVisible(who: Principal, id: string): boolean {
    if (allowedTags(who) === null || id === PROXY_DEFINITION) return true
    const bearers = catalog.bearers(id)
    return bearers.length > 0 && bearers.every((entry) => maySee(who, entry))
  }

  function hintFor(query: string, who: Principal) {
    const accept = (entry: CatalogEntry): boolean => maySee(who, entry)
    const { total } = catalog.index.search(query, { limit: 1, offset: 0, accept })
    return makeHint(query, total, total > 0 ? [] : catalog.index.nearestTerms(query, NEAREST, accept))
  }
}
