/** Searches that look for the same; hunts, which do so again and again in one session and start nothing. Pure. */
import { ASKING_WORDS, COMMON_WORDS } from '../../workflow/search-profile/search-words.ts'
import { tokenize } from '../words.ts'

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

/** What a search looks for. */
export interface Need {
  /** What is to be done, as far as a word says so. */
  actions: ReadonlySet<string>
  /** What with: the words that are left. */
  things: ReadonlySet<string>
}

/** Words of a line mean the same here: an agent that rephrases takes the next one. */
const ACTIONS = new Map(
  [
    'send deliver forward transmit dispatch',
    'create make add new generate write compose insert',
    'delete remove erase drop clear',
    'update edit change modify set rename',
    'get read fetch retrieve show view open find search list lookup check query load',
    'start run execute launch',
    'stop cancel end abort',
  ].flatMap((line) => {
    const words = line.split(' ')
    return words.map((word) => [word, String(words[0])] as const)
  }),
)

/** They only ask. */
const EMPTY_WORDS = new Set([...COMMON_WORDS, ...ASKING_WORDS])

export function needOf(query: string): Need {
  const words = tokenize(query)
  const actions = words.flatMap((word) => ACTIONS.get(word) ?? [])
  const others = words.filter((word) => !ACTIONS.has(word))
  const telling = others.filter((word) => !EMPTY_WORDS.has(word))
  // Where nothing tells anything, what there is has to do.
  const things = telling.length === 0 && actions.length === 0 ? others : telling
  return { actions: new Set(actions), things: new Set(things.map(singular)) }
}

/**
 * Said of less rather than more, for people are told so: more than half of the things of the shorter one are in both, and both, if they say what to do, say the same. Never
 * true of a query without words.
 */
export function isSameNeed(one: Need, other: Need): boolean {
  const actions = countShared(one.actions, other.actions)
  if (one.things.size === 0 && other.things.size === 0) return actions > 0
  if (one.actions.size > 0 && other.actions.size > 0 && actions === 0) return false
  return countShared(one.things, other.things) * 2 > Math.min(one.things.size, other.things.size)
}

function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const word of one) if (other.has(word)) shared += 1
  return shared
}

/** Light: `mails` and `mail` are one word, `status` and `access` stay. */
function singular(word: string): string {
  return word.length > 3 && /[^siu]s$/u.test(word) ? word.slice(0, -1) : word
}

/** Queries with the same key have the same words, in whatever order and writing. Empty: it has none. */
export function sameWordsKey(query: string): string {
  return [...new Set(tokenize(query))].sort().join(' ')
}
