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
const distances = keepPerLocale(
  (locale) => new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'always' }),
)
const days = keepPerLocale(
  (locale) => new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric' }),
)
const moments = keepPerLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }),
)

function keepPerLocale<Format>(make: (locale: string) => Format): (locale: string) => Format {
  const made = new Map<string, Format>()
  return (locale) => {
    const format = made.get(locale) ?? make(locale)
    made.set(locale, format)
    return format
  }
}

/** “just now”, “4 min ago”, “in 2 h”. Both times in milliseconds since the epoch. Pure. */
export function describeDistance(at: number, now: number, locale = 'en'): string {
  const seconds = Math.round((at - now) / 1000)
  const distance = Math.abs(seconds)
  if (distance < 10) return seconds > 0 ? 'in a moment' : 'just now'
  for (const [unit, length, until] of STEPS) {
    if (distance >= until) continue
    // English abbreviates with a full stop, which reads like the end of a sentence.
    return distances(locale)
      .format(Math.trunc(seconds / length), unit)
      .replace('.', '')
  }
  return days(locale).format(at)
}

/** The exact time, with seconds and zone. Pure but for the zone of the machine. */
export function describeExactly(at: number): string {
  return moments('en').format(at)
}

/** How long until the text of `describeDistance` may change, in milliseconds. */
export function nextChange(at: number, now: number): number {
  const distance = Math.abs(at - now) / 1000
  if (distance < MINUTE) return 1000
  if (distance < HOUR) return 15_000
  return 5 * 60_000
}
