const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** “just now”, “4 min ago”, “in 2 h”. Both times in milliseconds since the epoch. Pure. */
export function describeDistance(at: number, now: number, locale = 'en'): string {
  const seconds = Math.round((at - now) / 1000)
  const distance = Math.abs(seconds)
  const format = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'always' })
  if (distance < 10) return seconds > 0 ? 'in a moment' : 'just now'
  if (distance < MINUTE) return format.format(seconds, 'second')
  if (distance < HOUR) return format.format(Math.trunc(seconds / MINUTE), 'minute')
  if (distance < 2 * DAY) return format.format(Math.trunc(seconds / HOUR), 'hour')
  if (distance < 60 * DAY) return format.format(Math.trunc(seconds / DAY), 'day')
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric' }).format(at)
}

/** The exact time, with seconds and zone. Pure but for the zone of the machine. */
export function describeExactly(at: number, locale = 'en'): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }).format(at)
}

/** How long until the text of `describeDistance` may change, in milliseconds. */
export function nextChange(at: number, now: number): number {
  const distance = Math.abs(at - now) / 1000
  if (distance < MINUTE) return 1000
  if (distance < HOUR) return 15_000
  return 5 * 60_000
}
