/** What the list is narrowed to, as the window keeps it. Pure. */
import type { InboxPage, RequestOf } from '../../../../preload/contract.ts'
import { titleOfKind } from '../kinds.ts'
import { listWords } from './list-words.ts'

/** `pending`: what waits for whoever looks at it. */
export type InboxView = 'pending' | 'others' | 'snoozed' | 'decided'
export const FACETS = ['kind', 'queue', 'definitionId', 'client'] as const
const FIELDS = ['text', ...FACETS, 'assigned'] as const
export type FilterField = (typeof FIELDS)[number]
/** Empty or absent: not narrowed by it. */
export type Filter = Partial<Record<FilterField, string>>

export function readInboxView(filters: Record<string, string>): InboxView {
  const view = filters['inbox.view']
  return view === 'decided' || view === 'snoozed' || view === 'others' ? view : 'pending'
}

export function readFilter(filters: Record<string, string>): Filter {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = filters[`inbox.${field}`] ?? ''
      return value.trim() === '' ? [] : [[field, value]]
    }),
  )
}

/** All of the window's filters, with this one for the inbox. */
export function writeFilter(filters: Record<string, string>, filter: Filter): Record<string, string> {
  return {
    ...filters,
    ...Object.fromEntries(FIELDS.map((field) => [`inbox.${field}`, filter[field] ?? ''])),
  }
}

export function isFiltered(filter: Filter): boolean {
  return Object.keys(filter).length > 0
}

export function sameFilter(one: Filter, other: Filter): boolean {
  return FIELDS.every((field) => (one[field] ?? '') === (other[field] ?? ''))
}

export function requestOf(view: InboxView, { assigned, text, ...rest }: Filter): RequestOf<'inbox.list'> {
  return {
    status: view === 'pending' ? 'you' : view,
    ...rest,
    ...(text === undefined ? {} : { text: text.trim() }),
    ...(assigned === 'me' || assigned === 'nobody' ? { assigned } : {}),
  }
}

/** How many rows a page of what waits has. */
export const PAGE = 100

/** `page` of a list, counted from 0. */
export function pageOf(request: RequestOf<'inbox.list'>, page: number): RequestOf<'inbox.list'> {
  return { ...request, start: page * PAGE, limit: PAGE }
}

/** The page that an inbox shows first; `filters` as the window keeps them. */
export function firstRequest(filters: Record<string, string>): RequestOf<'inbox.list'> {
  return pageOf(requestOf(readInboxView(filters), readFilter(filters)), 0)
}

/** A kind is a word of the desk; everything else is called as the configuration calls it. */
export function labelOf(field: FilterField, value: string, facets: InboxPage['facets'] | undefined): string {
  if (field === 'kind') return titleOfKind(value)
  if (field === 'assigned') return value === 'me' ? listWords.mine : listWords.nobodys
  if (field === 'text') return `“${value.trim()}”`
  return facets?.[field].find((facet) => facet.value === value)?.label ?? value
}

export function chipsOf(
  filter: Filter,
  facets: InboxPage['facets'] | undefined,
): { field: FilterField; text: string }[] {
  return FIELDS.flatMap((field) => {
    const value = filter[field]
    return value === undefined
      ? []
      : [{ field, text: `${listWords.fields[field]}: ${labelOf(field, value, facets)}` }]
  })
}
