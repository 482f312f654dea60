/**
 * Whether somebody is told that something waits: not while it is paused, not in quiet hours. Pure.
 * May import: preload/contract (types).
 */
import type { PreferencesView } from '../../../preload/contract.ts'

/** Why nobody is told at this time; null: they are. `minute`: of the day, by the clock of whoever is told. */
export function silentBecause(
  {
    notifications,
    pausedUntil,
    quietHours,
  }: Pick<PreferencesView, 'notifications' | 'pausedUntil' | 'quietHours'>,
  now: Date,
  minute = now.getHours() * 60 + now.getMinutes(),
): 'off' | 'paused' | 'quiet' | null {
  if (!notifications) return 'off'
  if (pausedUntil !== null && Date.parse(pausedUntil) > now.getTime()) return 'paused'
  return quietHours !== null && isWithin(quietHours, minute) ? 'quiet' : null
}

/** Hours that end before they begin reach over midnight. The end is not a part of them. */
function isWithin({ from, to }: { from: string; to: string }, minute: number): boolean {
  const [start, end] = [minuteOf(from), minuteOf(to)]
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}
