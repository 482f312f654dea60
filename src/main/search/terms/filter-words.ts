/** What a search was narrowed to, in words. */
import { shorten } from '../../model/shorten.ts'
export interface Filters {
  kind?: string | undefined
  tags?: readonly string[] | undefined
  source?: string | undefined
}

/** Longer ones, and more of them, would hide what a sentence says. */
const LONGEST_VALUE = 60
const MOST_TAGS = 4

export function isFiltered({ kind, tags = [], source }: Filters): boolean {
  return kind !== undefined || source !== undefined || tags.length > 0
}

/** `of the kind "workflow" with the tags "mail" and "send" from "github"`; empty: nothing is left out. */
export function sayFilters({ kind, tags = [], source }: Filters): string {
  return [
    kind === undefined ? null : `of the kind ${quote(kind)}`,
    tags.length === 0 ? null : `with the ${tags.length === 1 ? 'tag' : 'tags'} ${listTags(tags)}`,
    source === undefined ? null : `from ${quote(source)}`,
  ]
    .filter((part) => part !== null)
    .join(' ')
}

/** `this filter`, or `these filters`. */
export function sayThese({ kind, tags = [], source }: Filters): string {
  const count = tags.length + (kind === undefined ? 0 : 1) + (source === undefined ? 0 : 1)
  return count === 1 ? 'this filter' : 'these filters'
}

function listTags(tags: readonly string[]): string {
  const named = tags.slice(0, MOST_TAGS).map(quote)
  if (tags.length > MOST_TAGS) return `${named.join(', ')} and ${tags.length - MOST_TAGS} more`
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}

function quote(value: string): string {
  return `"${shorten(value, LONGEST_VALUE)}"`
}
