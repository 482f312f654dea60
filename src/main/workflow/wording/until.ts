/**
 * When an exception of a gate ends, for whoever reads it in any time zone: `2026-12-31 (UTC)` with the whole of that
 * day, `2026-12-31 18:00 (UTC)`. `until`: ISO time in UTC. Pure.
 */
export function sayUntil(until: string): string {
  const isDay = until.endsWith('T23:59:59.999Z')
  return `${isDay ? until.slice(0, 10) : until.slice(0, 16).replace('T', ' ')} (UTC)`
}
