/** Until when an item can be snoozed without typing; in the time of this machine. Pure. */

export interface SnoozeTime {
  name: 'half_hour' | 'two_hours' | 'tomorrow' | 'monday'
  at: Date
}

const MINUTE = 60_000
const MORNING = 9

export function snoozeTimes(now: Date): SnoozeTime[] {
  const monday = daysUntilMonday(now)
  return [
    { name: 'half_hour', at: new Date(now.getTime() + 30 * MINUTE) },
    { name: 'two_hours', at: new Date(now.getTime() + 120 * MINUTE) },
    { name: 'tomorrow', at: morningIn(now, 1) },
    ...(monday === 1 ? [] : [{ name: 'monday' as const, at: morningIn(now, monday) }]),
  ]
}

/** The next one: on a Monday in a week. */
function daysUntilMonday(now: Date): number {
  return (8 - now.getDay()) % 7 || 7
}

function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
}

/** As a field for a date and a time takes it: this machine's time, without a zone. */
export function fieldTime(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** “14:30”, “tomorrow at 09:00”, “Mon 23 Nov at 09:00”. */
export function sayUntil(at: Date, now: Date): string {
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at)
  const days = Math.round((dayOf(at) - dayOf(now)) / (24 * 60 * MINUTE))
  if (days === 0) return time
  if (days === 1) return `tomorrow at ${time}`
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' }).format(
    at,
  )
  // Whether there is a comma depends on the edition of the language's rules.
  return `${day.replace(',', '')} at ${time}`
}

function dayOf(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
}
