import type { InboxItem } from '../../../preload/contract.ts'

export type ListRow = { kind: 'group'; name: 'due' | 'waiting' } | { kind: 'item'; item: InboxItem }

/** Rows as they are shown: what has a deadline first, the soonest on top; the rest as the gateway orders it. Pure. */
export function arrangeRows(items: readonly InboxItem[]): ListRow[] {
  const due = items
    .filter((item) => item.status === 'pending' && item.deadlineAt !== null)
    .sort((one, other) => (one.deadlineAt ?? '').localeCompare(other.deadlineAt ?? ''))
  if (due.length === 0) return items.map((item) => ({ kind: 'item', item }))
  const rest = items.filter((item) => !due.includes(item))
  return [
    { kind: 'group', name: 'due' },
    ...due.map((item): ListRow => ({ kind: 'item', item })),
    ...(rest.length > 0 ? [{ kind: 'group', name: 'waiting' } as const] : []),
    ...rest.map((item): ListRow => ({ kind: 'item', item })),
  ]
}

export function itemsOf(rows: readonly ListRow[]): InboxItem[] {
  return rows.flatMap((row) => (row.kind === 'item' ? [row.item] : []))
}

/** Where the selection goes when `id` leaves the list: to what follows it, else to what precedes it. Pure. */
export function selectionAfter(ids: readonly string[], id: string): string | null {
  const place = ids.indexOf(id)
  return ids[place + 1] ?? ids[place - 1] ?? null
}

/** One step up or down; from nowhere to the first. Stays at the ends. Pure. */
export function stepSelection(ids: readonly string[], id: string | null, step: 1 | -1): string | null {
  const place = id === null ? -1 : ids.indexOf(id)
  if (place === -1) return ids[0] ?? null
  return ids[Math.min(ids.length - 1, Math.max(0, place + step))] ?? null
}
