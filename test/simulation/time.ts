/** Time and names of a simulated world. Time outlives a crash, timers do not. */
import type { Clock, Ids } from '../../src/main/runtime/ports.ts'

export interface SimulatedClock extends Clock {
  /** Goes to the next timer and calls it; false: there is none. */
  fire(): boolean
  readonly timers: number
  elapsed(): number
  /** The latest time that it has shown. */
  latest(): number
  /** How much had elapsed when it first showed this ISO time; infinite: it never did. */
  shownAt(iso: string): number
  /** Called with each time that somebody reads. */
  onRead(look: (now: number) => void): void
  /** A jump of the wall clock, in milliseconds, also backwards. */
  jump(milliseconds: number): void
  forget(): void
}

export function createSimulatedClock(): SimulatedClock {
  let now = Date.parse('2026-01-01T00:00:00.000Z')
  let timers: { at: number; order: number; isLength: boolean; callback: () => void }[] = []
  let look = (_: number) => {}
  let order = 0
  let latest = now
  /** By how much it was set in all, from 1970 on. */
  let set = now
  const shown = new Map<number, number>()
  const wake = (at: number, isLength: boolean, callback: () => void) => {
    order += 1
    const timer = { at, order, isLength, callback }
    timers.push(timer)
    return {
      cancel() {
        timers = timers.filter((other) => other !== timer)
      },
    }
  }
  return {
    now() {
      look(now)
      if (!shown.has(now)) shown.set(now, now - set)
      return now
    },
    elapsed: () => now - set,
    latest: () => latest,
    shownAt: (iso) => shown.get(Date.parse(iso)) ?? Number.POSITIVE_INFINITY,
    onRead(callback) {
      look = callback
    },
    wakeAt: (at, callback) => wake(at, false, callback),
    after: (milliseconds, callback) => wake(now + milliseconds, true, callback),
    fire() {
      const [next] = [...timers].sort((a, b) => a.at - b.at || a.order - b.order)
      if (next === undefined) return false
      timers = timers.filter((other) => other !== next)
      now = Math.max(now, next.at)
      latest = Math.max(latest, now)
      next.callback()
      return true
    },
    get timers() {
      return timers.length
    },
    jump(milliseconds) {
      now += milliseconds
      set += milliseconds
      latest = Math.max(latest, now)
      // A length of time is not an appointment: it is over when it is over.
      for (const timer of timers) if (timer.isLength) timer.at += milliseconds
    },
    forget() {
      timers = []
    },
  }
}

export interface SimulatedIds extends Ids {
  /** At which step of the world an id was made: an entry of the audit when its transaction was put together. */
  made: Map<string, number>
}

export function createSimulatedIds(step: () => number): SimulatedIds {
  let count = 0
  const made = new Map<string, number>()
  return {
    made,
    workflow() {
      count += 1
      return `wf_${count.toString(16).padStart(12, '0')}`
    },
    next(prefix) {
      count += 1
      const id = `${prefix}_${count.toString(16).padStart(12, '0')}`
      if (prefix === 'au') made.set(id, step())
      return id
    },
  }
}
