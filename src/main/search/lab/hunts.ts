/** Hunts: the same need searched again and again in one session, and nothing started. Pure. */
import { isSameNeed, type Need } from './same-need.ts'

/** What of a kept search tells a hunt; times in milliseconds since 1970. */
export interface SearchGoal {
  at: number
  query: string
  need: Need
  /** Something that it found was started. */
  followed: boolean
  /** Ids of its first results. */
  results: readonly string[]
}

export interface Hunt {
  /** When it was last searched. */
  at: number
  /** In the order in which they were asked, each once. */
  queries: string[]
  /** Ids that the searches found first, the commonest first. */
  seen: string[]
}

const HUNT_SEARCHES = 3
/** A search that comes later than this after the last one is about something else, in milliseconds. */
const PAUSE_MS = 30 * 60_000
/** So many searches back one is compared: a session may last for weeks. */
const LOOK_BACK = 20
const MOST_SEEN = 10

/**
 * The searches of one session, oldest first, become chains: each joins those before it that have the same need. A
 * chain of three or more of which nothing was started is a hunt. In the order of their last searches. In small steps.
 */
export function* findHunts(searches: readonly SearchGoal[]): Generator<void, Hunt[]> {
  const chains: SearchGoal[][] = []
  const recent: { search: SearchGoal; chain: SearchGoal[] }[] = []
  for (const [index, search] of searches.entries()) {
    if (index % 50 === 49) yield
    const before = recent.filter(
      (known) => search.at - known.search.at <= PAUSE_MS && isSameNeed(known.search.need, search.need),
    )
    const [chain = startChain(chains), ...others] = new Set(before.map((known) => known.chain))
    for (const other of others) {
      chain.push(...other.splice(0))
      for (const known of recent) if (known.chain === other) known.chain = chain
    }
    chain.push(search)
    recent.push({ search, chain })
    if (recent.length > LOOK_BACK) recent.shift()
  }
  return chains
    .filter((chain) => chain.length >= HUNT_SEARCHES && !chain.some(({ followed }) => followed))
    .map(describeHunt)
    .sort((one, other) => one.at - other.at)
}

function startChain(chains: SearchGoal[][]): SearchGoal[] {
  const chain: SearchGoal[] = []
  chains.push(chain)
  return chain
}

function describeHunt(chain: SearchGoal[]): Hunt {
  const ordered = chain.toSorted((one, other) => one.at - other.at)
  const counts = new Map<string, number>()
  for (const id of ordered.flatMap(({ results }) => results)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return {
    at: ordered.at(-1)?.at ?? 0,
    queries: [...new Set(ordered.map(({ query }) => query))],
    seen: [...counts]
      .sort(([, one], [, other]) => other - one)
      .slice(0, MOST_SEEN)
      .map(([id]) => id),
  }
}
