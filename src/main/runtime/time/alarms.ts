/**
 * The one queue of timers of the runtime: whoever waits for a time has an alarm, and the soonest of them is a timer of
 * the clock. May import: runtime/ports.
 */
import type { Clock } from '../ports.ts'

interface Alarm {
  /**
   * Rings then, or earlier if something nearer is waited for; also when so much time has passed as it was away, if the
   * clock was set back meanwhile. Milliseconds since 1970; NaN and ∞: nothing is waited for.
   */
  at(time: number): void
  /** Rings not until it is set again. */
  clear(): void
}

export interface Alarms {
  /** `ring`: what is done then. If that fails, it is a fault by this name, and rings again a second later. */
  add(name: string, ring: () => Promise<void>): Alarm
  /** The clock was set: what is due by it now rings at once. */
  lookAgain(): void
  /** The runtime is being closed: what is under way begins nothing more. */
  closed(): boolean
  /** Nothing rings any more. */
  close(): void
}

/** After something went wrong. */
const AGAIN_MS = 1000

export function createAlarms(clock: Clock, fault: (error: unknown, name: string) => void): Alarms {
  /** `over`: when it rings by the clock that nobody can set. */
  const set = new Map<Alarm, { at: number; over: number; ring(): void }>()
  let armed: { at: number; over: number; cancel(): void } | null = null
  let closed = false
  const arm = () => {
    const at = Math.min(...[...set.values()].map((alarm) => alarm.at))
    const over = Math.min(...[...set.values()].map((alarm) => alarm.over))
    if (armed?.at === at && armed.over === over) return
    armed?.cancel()
    armed = Number.isFinite(at) && !closed ? { at, over, ...timers(at, over) } : null
  }
  const timers = (at: number, over: number) => {
    const timer = clock.wakeAt(at, () => wake(at, clock.elapsed()))
    const length = clock.after(over - clock.elapsed(), () => wake(clock.now(), over))
    return {
      cancel() {
        timer.cancel()
        length.cancel()
      },
    }
  }
  const wake = (now: number, passed: number) => {
    armed?.cancel()
    armed = null
    const due = [...set].filter(([, { at, over }]) => at <= now || over <= passed)
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
            over: clock.elapsed() + time - clock.now(),
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
    lookAgain() {
      armed?.cancel()
      armed = null
      arm()
    },
    closed: () => closed,
    close() {
      closed = true
      set.clear()
      arm()
    },
  }
}

/** Resolves when the time is over, or as soon as the signal is aborted. */
export async function pauseFor(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return
  await new Promise<void>((resolve) => {
    const timer = clock.after(milliseconds, () => finish())
    const finish = () => {
      timer.cancel()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    signal.addEventListener('abort', finish, { once: true })
  })
}
