/** `Retry-After`: seconds, or a date (RFC 9110 §10.2.3). */

/** @returns milliseconds from now on; null if nothing usable is said. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null
  const text = value.trim()
  // However long: to come back at once would be the worst answer to "never".
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER)
  // Without letters, `Date.parse` would take all sorts of numbers for a year.
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
