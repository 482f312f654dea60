/** Time and names of a simulated world. Time outlives a crash, timers do not. */
import type { Clock, Ids } from '../../src/main/runtime/ports.ts'

export interface SimulatedClock extends Clock {
  /** Goes to the next timer and calls it; false: there is none. */
  fire(): boolean
  readonly timers: number
  /** The latest time that it has shown. */
  latest(): number
  /** A jump of the wall clock, in milliseconds, also backwards. */
  jump(milliseconds: number): void
  forget(): void
}

export function createSimulatedClock(): SimulatedClock {
  let now = Date.parse('2026-01-01T00:00:00.000Z')
  let timers: { at: number; order: number; callback: () => void }[] = []
  let order = 0
  let latest = now
  return {
    now: () => now,
    latest: () => latest,
    wakeAt(at, callback) {
      order += 1
      const timer = { at, order, callback }
      timers.push(timer)
      return {
        cancel() {
          timers = timers.filter((other) => other !== timer)
        },
      }
    },
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
      latest = Math.max(latest, now)
    },
    forget() {
      timers = []
    },
  }
}

export interface SimulatedIds extends Ids {
  /** At which step of the world an operation began, by its correlation id. */
  begun: Map<string, number>
}

export function createSimulatedIds(step: () => number): SimulatedIds {
  let count = 0
  const begun = new Map<string, number>()
  return {
    begun,
    workflow() {
      count += 1
      return `wf_${count.toString(16).padStart(12, '0')}`
    },
    next(prefix) {
      count += 1
      const id = `${prefix}_${count.toString(16).padStart(12, '0')}`
      if (prefix === 'co') begun.set(id, step())
      return id
    },
  }
}
