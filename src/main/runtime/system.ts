/** The real clock and the real randomness behind the ports. */
import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Clock, Ids } from './ports.ts'

/** Timers of Node hold 31 bits of milliseconds; longer waits are made of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** So soon a clock that was set is noticed. */
const LOOK_AGAIN_MS = 15_000

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    wakeAt(at, callback) {
      let timer: NodeJS.Timeout
      const arm = () => {
        const left = at - Date.now()
        // Somebody may set the clock meanwhile: it is looked at again, and trusted only when it is time.
        timer = setTimeout(left <= 0 ? callback : arm, Math.min(Math.max(left, 0), LOOK_AGAIN_MS))
        timer.unref()
      }
      arm()
      return { cancel: () => clearTimeout(timer) }
    },
    after(milliseconds, callback) {
      const until = performance.now() + milliseconds
      let timer: NodeJS.Timeout
      const arm = () => {
        const left = until - performance.now()
        timer = setTimeout(
          left <= 0 ? callback : arm,
          Math.min(Math.max(Math.ceil(left), 0), LONGEST_TIMER_MS),
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
