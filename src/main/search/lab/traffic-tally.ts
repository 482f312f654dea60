/** Counts what agents searched, and what came of it. Pure; in small steps, for there may be many searches. */
import type { KeptSearch } from '../../model/kept-search.ts'
import { findHunts, type Hunt, needOf, type SearchGoal, sameWordsKey } from './hunts.ts'

export interface TrafficCount {
  id: string
  count: number
}

export interface SearchedQuery {
  /** As it was last asked. */
  query: string
  count: number
  lastAt: string
  /** What it found when it was last asked without kind and tags; with them, where it was never asked without. */
  total: number
  /** Not even the best of these fitted well. */
  weak: boolean
  described: TrafficCount[]
  started: TrafficCount[]
}

export interface ClientHunt extends Omit<Hunt, 'at'> {
  client: string
  at: string
  sure: boolean
}

export interface Tally {
  searches: number
  clients: number
  followed: number
  queries: SearchedQuery[]
  hunts: ClientHunt[]
}

export interface TrafficTally {
  /** The last kept first. */
  add(searches: readonly KeptSearch[]): Generator<void, void>
  finish(): Generator<void, Tally>
}

/** The commonest queries, and besides them so many that found nothing, or nothing that fits, at last: the newest. */
const MOST_QUERIES = 500
const MOST_WITHOUT_RESULTS = 200
const MOST_HUNTS = 200
const MOST_COUNTED = 10

interface Group extends Omit<SearchedQuery, 'described' | 'started'> {
  /** `total` and `weak` are of a search without kind and tags. */
  isWhole: boolean
  described: Map<string, number>
  started: Map<string, number>
}

interface SearchedSession {
  client: string
  sure: boolean
  /** Newest first. */
  searches: Omit<SearchGoal, 'need'>[]
}

export function createTrafficTally(): TrafficTally {
  const groups = new Map<string, Group>()
  const sessions = new Map<string, SearchedSession>()
  const clients = new Set<string>()
  let searches = 0
  let followed = 0

  function addOne(search: KeptSearch): void {
    searches += 1
    if (search.started.length > 0) followed += 1
    clients.add(JSON.stringify([search.client, search.label]))
    const key = sameWordsKey(search.query)
    if (key === '') return
    const group = groups.get(key) ?? {
      query: search.query,
      count: 0,
      lastAt: search.at,
      total: search.total,
      weak: search.weak === true,
      isWhole: isUnfiltered(search),
      described: new Map(),
      started: new Map(),
    }
    groups.set(key, group)
    if (!group.isWhole && isUnfiltered(search))
      Object.assign(group, { total: search.total, weak: search.weak === true, isWhole: true })
    group.count += 1
    for (const id of search.described) increase(group.described, id)
    for (const { id } of search.started) increase(group.started, id)
    const session = sessions.get(search.session) ?? { client: search.label, sure: search.sure, searches: [] }
    sessions.set(search.session, session)
    session.searches.push({
      at: Date.parse(search.at),
      query: search.query,
      followed: search.started.length > 0,
      results: search.results,
    })
  }

  function* listHunts(): Generator<void, ClientHunt[]> {
    const hunts: ClientHunt[] = []
    for (const { client, sure, searches } of sessions.values()) {
      const sought: SearchGoal[] = []
      for (const search of searches.toReversed()) {
        sought.push({ ...search, need: needOf(search.query) })
        if (sought.length % 50 === 0) yield
      }
      for (const { at, ...hunt } of yield* findHunts(sought))
        hunts.push({ client, sure, at: new Date(at).toISOString(), ...hunt })
      yield
    }
    return hunts.sort(newestFirst((hunt) => hunt.at)).slice(0, MOST_HUNTS)
  }

  return {
    *add(more) {
      for (const [index, search] of more.entries()) {
        addOne(search)
        if (index % 50 === 49) yield
      }
    },
    *finish() {
      const hunts = yield* listHunts()
      const shown = yield* chooseGroups(groups.values())
      return {
        searches,
        clients: clients.size,
        followed,
        queries: shown.map(({ isWhole: _, ...group }) => ({
          ...group,
          described: mostCounted(group.described),
          started: mostCounted(group.started),
        })),
        hunts,
      }
    },
  }
}

function isUnfiltered({ filters: { kind, tags = [] } }: KeptSearch): boolean {
  return kind === undefined && tags.length === 0
}

/** `groups`: the newest first, and so are those of one count; there may be as many as searches. */
function* chooseGroups(groups: Iterable<Group>): Generator<void, Group[]> {
  const byCount = new Map<number, Group[]>()
  const without: Group[] = []
  let index = 0
  for (const group of groups) {
    const same = byCount.get(group.count) ?? []
    if (same.length < MOST_QUERIES) same.push(group)
    byCount.set(group.count, same)
    if ((group.total === 0 || group.weak) && without.length < MOST_QUERIES + MOST_WITHOUT_RESULTS)
      without.push(group)
    index += 1
    if (index % 500 === 0) yield
  }
  const counts = [...byCount.keys()].sort((one, other) => other - one)
  const common = new Set(counts.flatMap((count) => byCount.get(count) ?? []).slice(0, MOST_QUERIES))
  return [...common, ...without.filter((group) => !common.has(group)).slice(0, MOST_WITHOUT_RESULTS)]
}

function increase(counts: Map<string, number>, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1)
}

function mostCounted(counts: Map<string, number>): TrafficCount[] {
  return [...counts]
    .map(([id, count]) => ({ id, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_COUNTED)
}

function newestFirst<Item>(timeOf: (item: Item) => string): (one: Item, other: Item) => number {
  return (one, other) => (timeOf(one) < timeOf(other) ? 1 : timeOf(one) > timeOf(other) ? -1 : 0)
}
