/** The real clock and the real randomness behind the ports. */
import { randomBytes } from 'node:crypto'
import type { Clock, Ids } from './ports.ts'

/** Timers of Node hold 31 bits of milliseconds; longer waits are made of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    wakeAt(at, callback) {
      let timer: NodeJS.Timeout
      const arm = () => {
        const left = at - Date.now()
        timer = setTimeout(
          left > LONGEST_TIMER_MS ? arm : callback,
          Math.min(Math.max(left, 0), LONGEST_TIMER_MS),
        )
        timer.unref()
      }
      arm()
      return { cancel: () => clearTimeout(timer) }
    },
  }
}

export function createSystemIds(): Ids {
  return {
    workflow: () => `wf_${randomBytes(6).toString('hex')}`,
    next: (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`,
  }
}
