/**
 * Locks each desk at which nobody has touched anything for as long as people have set. Off until they do; without any
 * PIN there is nothing that would open a lock, so none is closed (R1.4). May import: gateway.ts (types).
 */
import type { Gateway } from '../../gateway.ts'
import type { Seats } from './seats.ts'

export interface AutoLock {
  /** Null: never. Everybody's time begins anew. */
  set(minutes: number | null): void
  close(): void
}

/** How long after its time a desk may still be open, in milliseconds. */
const LOOK_MS = 5000

/** `failed`: a lock that could not be written to the audit log; the desk is locked all the same. */
export function createAutoLock(
  clock: Gateway['clock'],
  seats: Pick<Seats, 'seated' | 'touch' | 'lock' | 'pinsExist'>,
  failed: (fault: unknown) => void,
): AutoLock {
  let minutes: number | null = null
  let alarm: { cancel(): void } | null = null

  async function look(limit: number): Promise<void> {
    if (!(await seats.pinsExist())) return
    const idle = seats.seated().filter(({ untouchedMs }) => untouchedMs >= limit * 60_000)
    const because = `Nobody touched it for ${limit} ${limit === 1 ? 'minute' : 'minutes'}.`
    await Promise.all(idle.map(({ session }) => seats.lock(session, because)))
  }
  function wait(): void {
    alarm = clock.after(LOOK_MS, () => {
      if (minutes === null) return
      wait()
      look(minutes).catch(failed)
    })
  }

  return {
    set(next) {
      alarm?.cancel()
      alarm = null
      minutes = next
      seats.touch(null)
      if (next !== null) wait()
    },
    close() {
      minutes = null
      alarm?.cancel()
    },
  }
}
