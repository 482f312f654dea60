import type { Clock } from '../ports.ts'

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
