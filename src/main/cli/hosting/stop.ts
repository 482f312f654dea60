/** Ends a process in order: once, whatever asks for it, and in any case soon. */
import { messageOf } from '../../model/error.ts'

/** How long an orderly end may take, in milliseconds. */
const END_WITHIN_MS = 20_000

/**
 * Calls `close` on the first signal and exits with 0; a second signal ends the process at once. `reload`: what a hang-up
 * asks for where there is no terminal that could hang up, as of a service.
 */
export function createStop(close: () => Promise<void>, reload?: () => void): (reason: string) => void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), END_WITHIN_MS).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${messageOf(error)}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && reload !== undefined && !hasTerminal()) return reload()
      if (stopping) process.exit(130)
      stop()
    })
  }
  return stop
}

function hasTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
}
