/** Waiting for a length of time, which a change of the wall clock neither lengthens nor shortens where it can be told. */
import type { Clock } from '../ports.ts'

export function after(clock: Clock, milliseconds: number, callback: () => void): { cancel(): void } {
  return clock.after?.(milliseconds, callback) ?? clock.wakeAt(clock.now() + milliseconds, callback)
}

/** Resolves when the time is over, or as soon as the signal is aborted. */
export async function pauseFor(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return
  await new Promise<void>((resolve) => {
    const timer = after(clock, milliseconds, () => finish())
    const finish = () => {
      timer.cancel()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    signal.addEventListener('abort', finish, { once: true })
  })
}
