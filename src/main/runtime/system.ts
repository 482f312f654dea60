/** The real clock and the real randomness behind the ports. */
import { randomBytes } from 'node:crypto'
import type { Clock, Ids } from './ports.ts'

/** Timers of Node hold 31 bits of milliseconds; longer waits are made of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** So soon an appointment is kept by a clock that was set. */
const LOOK_AGAIN_MS = 15_000
/** So soon it is noticed that a clock was set, where somebody wants to know; less than that is drift. */
const LOOK_EVERY_MS = 1000
/** A timer that is so late has waited for a process that stood still. */
const STOOD_STILL_MS = 200
/** What came meanwhile is heard within that time. */
const HEAR_MS = 1000

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
    onSet(callback) {
      const origin = () => Date.now() - performance.now()
      let before = origin()
      const timer = setInterval(() => {
        const now = origin()
        if (Math.abs(now - before) < LOOK_EVERY_MS) return
        before = now
        callback()
      }, LOOK_EVERY_MS)
      timer.unref()
      return { cancel: () => clearInterval(timer) }
    },
  }
}

/**
 * Calls back, never at once, when nothing is left. Where the process stood still until long after that, what people and
 * agents have sent in time is heard first: timers would come before it.
 */
function ring(left: () => number, atMost: number, callback: () => void): { cancel(): void } {
  let timer: NodeJS.Timeout
  let hasHeard = false
  const arm = (milliseconds: number) => {
    const wait = Math.min(Math.max(milliseconds, 0), atMost)
    const due = performance.now() + wait
    timer = setTimeout(() => look(performance.now() - due), wait)
    timer.unref()
  }
  const look = (late: number) => {
    if (late > STOOD_STILL_MS && !hasHeard) {
      // Once: where everything is late, it rings all the same.
      hasHeard = true
      return arm(HEAR_MS)
    }
    hasHeard = false
    const rest = left()
    if (rest > 0) arm(rest)
    else callback()
  }
  arm(left())
  return { cancel: () => clearTimeout(timer) }
}

/** Asking the system for randomness costs the same for one id as for hundreds; a call needs ten. */
const POOL_BYTES = 4096
/** So many ids share their first eight digits. */
const NEIGHBOURS = 64
/** The most that an id's next four digits lie beyond those of the one before. */
const STEP = 1023

/**
 * All digits are drawn, but those of ids that are made one after the other lie side by side: an index then writes one page
 * for many of them, where each would dirty a page of its own. Nobody may do anything for knowing an id.
 */
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
  let stem = ''
  let neighbours = 0
  let place = 0
  const nearby = () => {
    if (neighbours === 0) {
      stem = hex(4)
      neighbours = NEIGHBOURS
      place = 0
    }
    neighbours -= 1
    place += 1 + (Number.parseInt(hex(2), 16) % STEP)
    return `${stem}${place.toString(16).padStart(4, '0')}`
  }
  return {
    workflow: () => `wf_${nearby()}`,
    next: (prefix) => `${prefix}_${nearby()}${hex(6)}`,
  }
}
