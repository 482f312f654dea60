/** How long to wait before the next attempt: 1 s, doubling up to 60 s, less up to a half so that nobody retries in step. */

const FIRST_MS = 1000
const LONGEST_MS = 60_000

/** @param failures how many attempts have failed in a row, from 1; @param random 0 to 1 */
export function backoffMs(failures: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
  return Math.max(FIRST_MS, Math.round(full * (1 - random / 2)))
}
