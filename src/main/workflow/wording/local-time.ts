const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/**
 * The last instant that the clock of this computer calls as it does the given one, which is the first: where clocks are
 * set back, a local time comes twice. Pure but for the zone of the machine.
 */
export function lastOfName(first: Date): Date {
  const setBack = new Date(first.getTime() + DAY_MS).getTimezoneOffset() - first.getTimezoneOffset()
  const again = new Date(first.getTime() + setBack * MINUTE_MS)
  const isAgain =
    again > first && again.getHours() === first.getHours() && again.getMinutes() === first.getMinutes()
  return isAgain ? again : first
}
