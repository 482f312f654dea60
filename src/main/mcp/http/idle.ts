/** Ends a gateway that a pipe started once nobody has needed it for a while (R3.2). */
import type { Gateway } from '../../gateway.ts'
import type { Clients } from '../clients.ts'
import type { ActiveCalls } from '../tools/active-calls.ts'

const IDLE_END_MS = 10 * 60_000

/** Something runs: look again after this time. */
const LOOK_AGAIN_MS = 60_000

/** Calls `end` once, ten minutes after the last client, when nothing executes. Returns the function that stops watching. */
export function watchIdle(
  gateway: Pick<Gateway, 'clock' | 'onChange' | 'store'>,
  clients: Clients,
  calls: ActiveCalls,
  end: () => void,
): () => void {
  const { clock } = gateway
  let alarm: { cancel(): void } | null = null
  let stopped = false

  function arm(ms: number): void {
    alarm?.cancel()
    alarm = clock.wakeAt(clock.now() + ms, () => void look())
  }

  function clientsChanged(): void {
    alarm?.cancel()
    alarm = null
    if (clients.list().length === 0) arm(IDLE_END_MS)
  }

  async function look(): Promise<void> {
    if (stopped || clients.list().length > 0) return
    const runs = calls.count > 0 || (await gateway.store.unfinished()).length > 0
    if (stopped || clients.list().length > 0) return
    if (runs) {
      arm(LOOK_AGAIN_MS)
      return
    }
    stop()
    end()
  }

  const unsubscribe = gateway.onChange((change) => {
    if (change.topic === 'clients') clientsChanged()
  })
  clientsChanged()

  function stop(): void {
    stopped = true
    alarm?.cancel()
    unsubscribe()
  }
  return stop
}
