/** The real clock and the real randomness behind the ports. */
import { randomBytes } from 'node:crypto'
import type { Clock, Ids } from './ports.ts'

/** Timers of Node hold 31 bits of milliseconds; longer waits are made of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** So soon a clock that was set is noticed. */
const LOOK_AGAIN_MS = 15_000

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    // Somebody may set the clock meanwhile: it is looked at again, and trusted only when it is time.
    wakeAt: (at, callback) => ring(() => at - Date.now(), LOOK_AGAIN_MS, callback),
    after(milliseconds, callback) {
      const until = performance.now() + milliseconds
      return ring(() => Math.ceil(until - performance.now()), LONGEST_TIMER_MS, callback)
    },
  }
}

/** Calls back, never at once, when nothing is left. */
function ring(left: () => number, atMost: number, callback: () => void): { cancel(): void } {
  let timer: NodeJS.Timeout
  const arm = (milliseconds: number) => {
    timer = setTimeout(look, Math.min(Math.max(milliseconds, 0), atMost))
    timer.unref()
  }
  const look = () => {
    const rest = left()
    if (rest > 0) arm(rest)
    else callback()
  }
  arm(left())
  return { cancel: () => clearTimeout(timer) }
}

/** Asking the system for randomness costs the same for one id as for hundreds; a call needs ten. */
const POOL_BYTES = 4096

export function createSystemIds(): Ids {
  let pool = randomBytes(0)
  let used = 0
  const hex = (bytes: number) => {
    if (used + bytes > pool.length) {
      pool = randomBytes(POOL_BYTES)
      used = 0
    }
    used += bytes
    return pool.toString('hex', used - bytes, used)
  }
  return {
    workflow: () => `wf_${hex(6)}`,
    next: (prefix) => `${prefix}_${hex(12)}`,
  }
}
