const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEPS = [
  ['second', 1, MINUTE],
  ['minute', MINUTE, HOUR],
  ['hour', HOUR, 2 * DAY],
  ['day', DAY, 60 * DAY],
] as const

// Making one takes a hundred times as long as using it, and a list shows dozens of times.
const distances = new Intl.RelativeTimeFormat('en', { style: 'short', numeric: 'always' })
const days = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric' })
const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' })

/** “just now”, “4 min ago”, “in 2 h”. Both times in milliseconds since the epoch. Pure. */
export function describeDistance(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  const distance = Math.abs(seconds)
  if (distance < 10) return seconds > 0 ? 'in a moment' : 'just now'
  for (const [unit, length, until] of STEPS) {
    if (distance >= until) continue
    // English abbreviates with a full stop, which reads like the end of a sentence.
    return distances.format(Math.trunc(seconds / length), unit).replace('.', '')
  }
  return days.format(at)
}

/** The exact time, with seconds and zone. Pure but for the zone of the machine. */
export function describeExactly(at: number): string {
  return moments.format(at)
}

/** Machines sleep, and clocks are set: however far away a change is, it is looked at again after so many milliseconds. */
const LONGEST_MS = 5 * 60_000

/** How long until the text of `describeDistance` changes, in milliseconds; for seconds it may stay the same then. Pure. */
export function nextChange(at: number, now: number): number {
  const left = (at - now) / 1000
  const distance = Math.abs(left)
  const length = STEPS.find(([, , until]) => Math.abs(Math.round(left)) < until)?.[1] ?? DAY
  if (length === 1) return 1000
  // The text follows whole seconds, rounded, so it changes half a second before the full unit.
  const into = (distance + 0.5) % length
  const seconds = left > 0 ? into : length - into
  return Math.min(seconds * 1000 + 1, LONGEST_MS)
}

/** `now`: less than a minute is left; `soon`: less than five. */
export type Haste = 'none' | 'soon' | 'now'

const HASTE = [
  ['now', MINUTE * 1000],
  ['soon', 5 * MINUTE * 1000],
] as const

/** Pure. */
export function hasteOf(at: number, now: number): Haste {
  return HASTE.find(([, within]) => at - now < within)?.[0] ?? 'none'
}

/** Milliseconds until it is another, as far as a timer may reach; null: it stays. Pure. */
export function nextHaste(at: number, now: number): number | null {
  const left = at - now
  const next = HASTE.map(([, within]) => left - within).filter((wait) => wait >= 0)
  return next.length === 0 ? null : Math.min(Math.min(...next) + 1, LONGEST_MS)
}
