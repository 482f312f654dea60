const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** “5 minutes”, “1 hour 30 minutes”; milliseconds in, the two largest units that are not zero. Pure. */
export function sayDuration(milliseconds: number): string {
  let rest = Math.max(0, milliseconds)
  const parts: string[] = []
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  if (parts.length === 0) return `${Math.round(rest)} milliseconds`
  return parts.slice(0, 2).join(' ')
}
