/** Reads the configuration again when its files change. */
import { dirname, join } from 'node:path'
import type { Watch } from '../../config/reload/watch.ts'
import type { Clock } from '../../runtime/ports.ts'
import type { LiveConfiguration } from './live-configuration.ts'

/** Editors write in several steps; so long nothing more must come, in milliseconds. */
const QUIET_MS = 150
/** When is tried again what could not be, in milliseconds: on a full disk nobody can be asked about a change. */
const AGAIN_MS = 2000

/** Begins in the background: what watches is loaded when the start is over, which `begin` says. */
export function watchConfiguration(
  live: Pick<LiveConfiguration, 'consider' | 'files' | 'current' | 'hasMoved'>,
  parts: {
    clock: Clock
    log: { warn(detail: object, message: string): void }
    begin?: Promise<void> | undefined
  },
): { close(): Promise<void> } {
  const { clock, log } = parts
  let closed = false
  let again: { cancel(): void } | null = null
  /** Of what is tried again: it is said once. */
  let failed = ''
  const complain = (error: unknown) => {
    if (!closed) log.warn({ err: error }, 'The configuration cannot be watched or read')
  }
  let giveUp = () => {}
  const closing = new Promise<void>((resolve) => {
    giveUp = resolve
  })
  const begin = async (): Promise<Watch | null> => {
    await Promise.race([parts.begin, closing])
    if (closed) return null
    const { watchFiles } = await import('../../config/reload/watch.ts')
    if (closed) return null
    const watch = watchFiles({
      quietMs: QUIET_MS,
      wakeIn: (ms, callback) => clock.after(ms, callback),
      onChange: () => void considerAgain(),
      onError: complain,
    })
    const follow = () => watch.follow(live.files(), [join(dirname(live.current().path), 'workflows')])
    const considerAgain = async () => {
      again?.cancel()
      again = null
      try {
        await live.consider()
        failed = ''
      } catch (error) {
        const reason = String(error)
        if (reason !== failed) complain(error)
        failed = reason
        if (!closed) again = clock.after(AGAIN_MS, () => void considerAgain())
      }
      if (!closed) await follow()
    }
    await follow()
    // What was saved while nothing watched yet.
    if (!closed && (await live.hasMoved())) await considerAgain()
    return watch
  }
  const watching = begin().catch((error: unknown) => {
    complain(error)
    return null
  })
  return {
    async close() {
      closed = true
      again?.cancel()
      giveUp()
      await (await watching)?.close()
    },
  }
}
