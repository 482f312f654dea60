/** What to do when nothing matches, or nothing well: words for a model or a person. */

import type { Points } from '../model/search-points.ts'
import type { SearchProfile } from '../model/search-profile.ts'
import { shorten } from '../model/shorten.ts'
import { listWith } from '../workflow/wording/listing.ts'
import type { EntryTest, Ranking, SearchHits } from './ranking.ts'

export interface Hint {
  hint: string
  nearestTerms: string[]
}

const NEAREST = 3
const NOTHING_THERE = 'The catalog is empty: there is nothing to search in.'

/** For a query that matches nothing under the filters. `rank` makes a ranking of settings; `accept`: without them. */
export function findHint(
  rank: (profile: SearchProfile) => Ranking,
  profile: SearchProfile,
  query: string,
  filters: Filters = {},
  accept?: EntryTest,
): Hint {
  const options = { limit: 1, offset: 0, ...(accept === undefined ? {} : { accept }) }
  const ranking = rank(profile)
  const { total } = ranking.search(query, options)
  if (total > 0 && isFiltered(filters)) return makeFilteredHint(query, filters, total)
  if (ranking.search('', options).total === 0) return { hint: NOTHING_THERE, nearestTerms: [] }
  const isStrict = profile.ranking === 'smart'
  const weak = isStrict ? rank({ ...profile, leastMatch: 0 }).search(query, options).total : 0
  return makeHint(query, ranking.nearestTerms(query, NEAREST, accept), weak)
}

/** @param total how many items match without them. */
function makeFilteredHint(query: string, filters: Filters, total: number): Hint {
  const without = `without ${sayThese(filters)}`
  const hint =
    query === ''
      ? `There is no item ${sayFilters(filters)}; ${without} there ${total === 1 ? 'is one' : `are ${total}`}.`
      : `Nothing ${sayFilters(filters)} matches "${query}"; ${without} ${total === 1 ? 'one item matches' : `${total} items match`}.`
  return { hint, nearestTerms: [] }
}

/** @param weak how many items share something with the query, and too little to be shown. */
export function makeHint(query: string, nearestTerms: string[], weak = 0): Hint {
  if (weak > 0) {
    const items = weak === 1 ? 'One item has' : `${weak} items have`
    const words = nearestTerms.length === 0 ? '' : ` Words that are known: ${nearestTerms.join(', ')}.`
    return {
      hint: `Nothing matches "${query}" well enough: ${items} a small part of it. Ask for one thing in two to five keywords; if that finds nothing either, there is no such item.${words}`,
      nearestTerms,
    }
  }
  if (nearestTerms.length === 0) {
    const hint = `Nothing matches "${query}", and no known word is near it. Try other words, or list everything.`
    return { hint, nearestTerms }
  }
  return {
    hint: `Nothing matches "${query}". The nearest known words: ${nearestTerms.join(', ')}.`,
    nearestTerms,
  }
}

const MOST_MISSING = 6

/** For results of which not even the best fits well; null: it does. `accept`: without the filters. */
export function findWeakHint(
  ranking: Ranking,
  query: string,
  { hits, weak }: Pick<SearchHits, 'hits' | 'weak'>,
  filters: Filters = {},
  accept?: EntryTest,
): Hint | null {
  if (weak === undefined) return null
  const options = { limit: 1, offset: 0, ...(accept === undefined ? {} : { accept }) }
  if (isFiltered(filters) && ranking.search(query, options).weak === undefined) {
    return {
      hint: `Nothing ${sayFilters(filters)} matches well; without ${sayThese(filters)} better items are found.`,
      nearestTerms: [],
    }
  }
  const nearestTerms = hits[0] === undefined ? [] : listHit(ranking.explain(query, hits[0].entry))
  return { hint: makeWeakHint(weak.missing, nearestTerms), nearestTerms }
}

/** Words of the catalog that the query met, what counted most first. What only resembles a missing word is no help. */
function listHit(points: readonly Points[]): string[] {
  const hit = points.filter(({ field, term }) => field !== null && term !== '')
  const sorted = hit.sort((left, right) => right.points - left.points)
  return [...new Set(sorted.map(({ word }) => word))].slice(0, NEAREST)
}

function makeWeakHint(missing: readonly string[], nearestTerms: readonly string[]): string {
  const named = missing.slice(0, MOST_MISSING).join(', ')
  const more = missing.length > MOST_MISSING ? ` and ${missing.length - MOST_MISSING} more` : ''
  const lack = missing.length === 0 ? '' : ` The best of them has nothing of: ${named}${more}.`
  const near = nearestTerms.length === 0 ? '' : ` Known words that come near: ${nearestTerms.join(', ')}.`
  return `Nothing matches well; these items only come nearest.${lack} Read one before you start it, or search for one thing in two to five other words; if that finds nothing better, there is no such item.${near}`
}

/** What a search was narrowed to, in words. */
interface Filters {
  kind?: string | undefined
  tags?: readonly string[] | undefined
  source?: string | undefined
}

/** Longer ones, and more of them, would hide what a sentence says. */
const LONGEST_VALUE = 60
const MOST_TAGS = 4

function isFiltered({ kind, tags = [], source }: Filters): boolean {
  return kind !== undefined || source !== undefined || tags.length > 0
}

/** `of the kind "workflow" with the tags "mail" and "send" from "github"`; empty: nothing is left out. */
function sayFilters({ kind, tags = [], source }: Filters): string {
  return [
    kind === undefined ? null : `of the kind ${quote(kind)}`,
    tags.length === 0 ? null : `with the ${tags.length === 1 ? 'tag' : 'tags'} ${listTags(tags)}`,
    source === undefined ? null : `from ${quote(source)}`,
  ]
    .filter((part) => part !== null)
    .join(' ')
}

/** `this filter`, or `these filters`. */
function sayThese({ kind, tags = [], source }: Filters): string {
  const count = tags.length + (kind === undefined ? 0 : 1) + (source === undefined ? 0 : 1)
  return count === 1 ? 'this filter' : 'these filters'
}

function listTags(tags: readonly string[]): string {
  const named = tags.slice(0, MOST_TAGS).map(quote)
  if (tags.length > MOST_TAGS) return `${named.join(', ')} and ${tags.length - MOST_TAGS} more`
  return listWith('and', named)
}

function quote(value: string): string {
  return `"${shorten(value, LONGEST_VALUE)}"`
}
