/** Whether the best result fits its query, or is only the nearest thing that there is. */
import type { SmartSettings } from '../../model/search-profile.ts'
import type { Plan } from './plan.ts'
import type { WordTable } from './tables.ts'

interface Strength {
  /** No scale: the same whatever the size of the catalog and the length of the query; above 1 for what surely fits. */
  strength: number
  /** Words of the query of which the item has nothing, in their order. */
  missing: string[]
}

type QueryStrength = Pick<Plan, 'whole' | 'names' | 'uses'>

/**
 * The share of the points that the query could give; or, where words stand in fields that count little, the square of
 * the share of what it asks for. Times the root of how many telling words it has: half of two may be chance, half of
 * eight is not. Measured in docs/search.md.
 *
 * @param rarest what a word is worth that no item has.
 */
function measureStrength({ whole, names, uses }: QueryStrength, item: number, rarest: number): Strength {
  const missing: string[] = []
  let asked = 0
  let points = 0
  let matched = 0
  for (const { word, times, table } of whole.words) {
    asked += times * table.worth
    const at = placeOf(table, item)
    if (at === null) {
      missing.push(word)
      continue
    }
    points += times * (table.points[at] ?? 0)
    matched += times * (table.worths[table.kinds?.[at] ?? 0] ?? 0)
  }
  const share = asked === 0 ? 0 : Math.max(points / asked, (matched / asked) ** 2)
  const words = Math.max(1, asked / rarest)
  const named = names.has(item) ? NAMED : 0
  return { strength: Math.max(named, share * Math.sqrt(words), uses.get(item)?.evidence ?? 0), missing }
}

const NAMED = 1

function placeOf({ items }: WordTable, item: number): number | null {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((items[middle] ?? 0) < item) low = middle + 1
    else high = middle
  }
  return items[low] === item ? low : null
}

/** Null: the answer is not weak. */
export function findWeakness(
  plan: QueryStrength,
  item: number,
  rarest: number,
  { sureMatch }: SmartSettings,
): { missing: string[] } | null {
  const { strength, missing } = measureStrength(plan, item, rarest)
  return strength < sureMatch ? { missing } : null
}
