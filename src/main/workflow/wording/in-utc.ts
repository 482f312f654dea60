/**
 * A time, for whoever reads it in any time zone: `2026-12-31 18:00 (UTC)`; of what ends with a whole day, that day:
 * `2026-12-31 (UTC)`. `time`: ISO time in UTC. Pure.
 */
export function sayInUtc(time: string): string {
  const isDay = time.endsWith('T23:59:59.999Z')
  return `${isDay ? time.slice(0, 10) : time.slice(0, 16).replace('T', ' ')} (UTC)`
}
