/** A time as somebody writes it into a command: a day, a minute or a second, of this computer unless it says of which place. */

const TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** The first and the last millisecond that are meant, as ISO times; null: it is no time. Pure but for the time zone. */
export function readTime(text: string): { first: string; last: string } | null {
  const [, year, month, day, hour, minute, second, fraction, zone = ''] = TIME.exec(text.trim()) ?? []
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return null
  if (hour === undefined)
    return span(
      new Date(Number(year), Number(month) - 1, Number(day)),
      new Date(Number(year), Number(month) - 1, Number(day) + 1),
    )
  const first = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second ?? '00'}.${fraction ?? '0'}${zone}`,
  )
  if (Number.isNaN(first.getTime())) return null
  const length = fraction !== undefined ? 1 : second !== undefined ? 1000 : 60_000
  return span(first, new Date(first.getTime() + length))
}

function isDay(year: number, month: number, day: number): boolean {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day
}

function span(first: Date, next: Date): { first: string; last: string } {
  return { first: first.toISOString(), last: new Date(next.getTime() - 1).toISOString() }
}
