/**
 * Bounds the work of checking a value (R7.2). A schema of a few lines can ask for more steps than there are atoms:
 * every step is therefore counted, and checking is given up once there are too many. Counted, not timed, so that
 * the same value has the same answer on every computer.
 */

/** Some tens of milliseconds at the most: nobody else is answered meanwhile (R3.4). */
const MOST_STEPS = 500_000

export class CheckTooCostly extends Error {}

export interface Budget {
  /** @throws CheckTooCostly */
  spend(steps: number): void
  left(): number
}

export function createBudget(): Budget {
  let left = MOST_STEPS
  return {
    spend(steps) {
      left -= steps
      if (left < 0) throw new CheckTooCostly()
    },
    left: () => left,
  }
}

/** For work that is linear in a value that is there already. */
export const UNBOUNDED: Budget = { spend: () => {}, left: () => Number.POSITIVE_INFINITY }
