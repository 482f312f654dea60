/**
 * What a filter leaves of what waits, kept for when it is asked again: only what has changed since then is looked at,
 * so that one more item does not have ten thousand searched. Pure. May import: nothing of the gateway.
 */
import { placeIn, type Urgency } from './urgency.ts'

export interface Changes {
  /** A point in time, in changes. */
  now(): number
  /** Ids of what came, went or changed since that point; null: too much, or nobody knows any more. */
  since(point: number): string[] | null
}

export interface ChangeLog extends Changes {
  note(id: string): void
  /** Everything may have changed. */
  forget(): void
}

const MOST_CHANGES = 1000
const MOST_FILTERS = 12

export function createChangeLog(most = MOST_CHANGES): ChangeLog {
  let began = 0
  let ids: string[] = []
  function forget(): void {
    began += ids.length + 1
    ids = []
  }
  return {
    now: () => began + ids.length,
    since: (point) => (point < began ? null : [...new Set(ids.slice(point - began))]),
    note(id) {
      if (ids.length === most) forget()
      ids.push(id)
    },
    forget,
  }
}

export interface FilteredList<Entry extends Urgency> {
  /**
   * All of `source` that `pick` picks, in its order. `key` says what `pick` looks for; whether it picks an entry may
   * change only with what `changes` tells.
   */
  of(
    source: Source<Entry>,
    key: string,
    pick: (entries: readonly Entry[]) => Promise<Entry[]>,
  ): Promise<readonly Entry[]>
}

export interface Source<Entry extends Urgency> {
  /** The most urgent first. */
  readonly sorted: readonly Entry[]
  readonly changes: Changes
  find(id: string): Entry | undefined
}

export function createNarrowed<Entry extends Urgency>(): FilteredList<Entry> {
  const kept = new Map<string, { point: number; found: readonly Entry[] }>()
  return {
    async of(source, key, pick) {
      // Both before anything is awaited: what changes meanwhile is looked at the next time.
      const point = source.changes.now()
      const before = kept.get(key)
      const changed = before === undefined ? null : source.changes.since(before.point)
      const found =
        before === undefined || changed === null
          ? await pick(source.sorted)
          : await bringUp(source, before.found, changed, pick)
      kept.delete(key)
      kept.set(key, { point, found })
      const [oldest] = kept.keys()
      if (kept.size > MOST_FILTERS && oldest !== undefined) kept.delete(oldest)
      return found
    },
  }
}

async function bringUp<Entry extends Urgency>(
  source: Source<Entry>,
  found: readonly Entry[],
  changed: readonly string[],
  pick: (entries: readonly Entry[]) => Promise<Entry[]>,
): Promise<readonly Entry[]> {
  if (changed.length === 0) return found
  const looked = new Set(changed)
  const picked = await pick(changed.flatMap((id) => source.find(id) ?? []))
  const now = found.filter(({ id }) => !looked.has(id))
  for (const entry of picked) now.splice(placeIn(now, entry), 0, entry)
  return now
}
