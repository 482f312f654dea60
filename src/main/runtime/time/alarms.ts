/**
 * The one queue of timers of the runtime: whoever waits for a time has an alarm, and the soonest of them is a timer of
 * the clock. May import: runtime/ports.
 */
import type { Clock } from '../ports.ts'

export interface Alarm {
  /** Rings then, or earlier if something nearer is waited for. Milliseconds since 1970; NaN and ∞: nothing is. */
  at(time: number): void
  /** Rings not until it is set again. */
  clear(): void
}

export interface Alarms {
  /** `ring`: what is done then. If that fails, it is a fault by this name, and rings again a second later. */
  add(name: string, ring: () => Promise<void>): Alarm
  /** The runtime is being closed: what is under way begins nothing more. */
  closed(): boolean
  /** Nothing rings any more. */
  close(): void
}

/** After something went wrong. */
const AGAIN_MS = 1000

export function createAlarms(clock: Clock, fault: (error: unknown, name: string) => void): Alarms {
  const set = new Map<Alarm, { at: number; ring(): void }>()
  let armed: { at: number; timer: { cancel(): void } } | null = null
  let closed = false
  const arm = () => {
    const soonest = Math.min(...[...set.values()].map(({ at }) => at))
    if (armed?.at === soonest) return
    armed?.timer.cancel()
    armed = Number.isFinite(soonest) && !closed ? { at: soonest, timer: clock.wakeAt(soonest, wake) } : null
  }
  const wake = () => {
    const until = armed?.at ?? Number.NEGATIVE_INFINITY
    armed = null
    const due = [...set].filter(([, { at }]) => at <= until)
    for (const [alarm] of due) set.delete(alarm)
    arm()
    for (const [, { ring }] of due) ring()
  }
  return {
    add(name, ring) {
      const alarm: Alarm = {
        at(time) {
          if (closed || !Number.isFinite(time) || (set.get(alarm)?.at ?? Number.POSITIVE_INFINITY) <= time)
            return
          set.set(alarm, {
            at: time,
            ring: () =>
              void ring().catch((error: unknown) => {
                fault(error, name)
                alarm.at(clock.now() + AGAIN_MS)
              }),
          })
          arm()
        },
        clear() {
          set.delete(alarm)
          arm()
        },
      }
      return alarm
    },
    closed: () => closed,
    close() {
      closed = true
      set.clear()
      arm()
    },
  }
}
