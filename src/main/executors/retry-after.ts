/** `Retry-After`: seconds, or a date (RFC 9110 §10.2.3). */

/** @returns milliseconds from now on; null if nothing usable is said. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null
  const text = value.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // Without letters, `Date.parse` would take all sorts of numbers for a year.
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
