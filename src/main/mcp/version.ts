/** Compares versions of Countersign: `1.2.3`, anything after a hyphen left out. */

/** Whether `one` is a later version than `other`. */
export function isNewer(one: string, other: string): boolean {
  const [left, right] = [numbers(one), numbers(other)]
  for (let place = 0; place < 3; place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

function numbers(version: string): number[] {
  return (version.split('-', 1)[0] ?? '').split('.').map((part) => Number.parseInt(part, 10) || 0)
}
