import type { TrafficView } from '../../../../preload/contract.ts'

export type TrafficQuery = TrafficView['queries'][number]

export const ORDERS = ['empty', 'often', 'newest'] as const
export type Order = (typeof ORDERS)[number]

export const ONLY = ['all', 'empty', 'weak', 'unstarted', 'unjudged'] as const
export type TrafficSelection = (typeof ONLY)[number]

/** What holds every word of the text, and is of the kind that is asked for. Pure. */
export function filterTraffic(
  queries: readonly TrafficQuery[],
  text: string,
  only: TrafficSelection,
): TrafficQuery[] {
  const wanted = text.toLowerCase().split(/\s+/u).filter(Boolean)
  return queries.filter((one) => {
    const query = one.query.toLowerCase()
    return isOf(one, only) && wanted.every((word) => query.includes(word))
  })
}

export function isOf({ total, weak, started, judged }: TrafficQuery, only: TrafficSelection): boolean {
  switch (only) {
    case 'all':
      return true
    case 'empty':
      return total === 0
    case 'weak':
      return weak
    case 'unstarted':
      return started.length === 0
    case 'unjudged':
      return !judged
  }
}

/** `empty`: what finds nothing first, then nothing that fits well, then what nothing was started after; the commonest first within each. Pure. */
export function sortTraffic(queries: readonly TrafficQuery[], order: Order): TrafficQuery[] {
  const often = (one: TrafficQuery, other: TrafficQuery) =>
    other.count - one.count || other.lastAt.localeCompare(one.lastAt) || (one.query < other.query ? -1 : 1)
  const need = ({ total, weak, started }: TrafficQuery) =>
    total === 0 ? 0 : weak ? 1 : started.length === 0 ? 2 : 3
  const compare = {
    empty: (one: TrafficQuery, other: TrafficQuery) => need(one) - need(other) || often(one, other),
    often,
    newest: (one: TrafficQuery, other: TrafficQuery) =>
      other.lastAt.localeCompare(one.lastAt) || often(one, other),
  }[order]
  return [...queries].sort(compare)
}

/** In whole percent, from 0 to 100; 0 of nothing. Pure. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100)
}
