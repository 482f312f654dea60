/** The page of the list that an inbox shows first. Pure but for nothing; the same request as the list's own. */
import type { RequestOf } from '../../../../preload/contract.ts'
import { readFilter, readView, requestOf } from '../list/filter.ts'

export const PAGE = 100

/** `page` of a list, counted from 0. */
export function pageOf(request: RequestOf<'inbox.list'>, page: number): RequestOf<'inbox.list'> {
  return { ...request, start: page * PAGE, limit: PAGE }
}

/** `filters` as the window keeps them. */
export function firstRequest(filters: Record<string, string>): RequestOf<'inbox.list'> {
  return pageOf(requestOf(readView(filters), readFilter(filters)), 0)
}
