/** Whether two searches look for the same: said of less rather than more, for people are told so. Pure. */
import { ASKING_WORDS, COMMON_WORDS } from '../../workflow/search-profile/search-words.ts'
import { tokenize } from '../terms/words.ts'

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
 * More than half of the things of the shorter one are in both, and both, if they say what to do, say the same. Never
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
