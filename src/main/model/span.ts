/** What people ask for until a time: kept with how long that was, so that a clock that is set back makes it last no longer. Pure. */

/** Nobody means to be away, or to hear nothing, for longer by a slip of the hand; in milliseconds. */
export const LONGEST_SPAN_MS = 90 * 86_400_000
/** A clock is corrected by a little all the time. */
const CORRECTION_MS = 3_600_000

/** Whether it is still so. `spanMs`: from when it was said to its end; an earlier version did not keep that. */
export function stillLasts(until: string, spanMs: number | undefined, now: number): boolean {
  const left = Date.parse(until) - now
  return left > 0 && left <= (spanMs ?? LONGEST_SPAN_MS) + CORRECTION_MS
}
