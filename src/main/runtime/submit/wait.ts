/** Waiting for something to become true of a workflow, without polling. */

import type { RuntimeParts } from '../call-context.ts'
import type { CallOptions } from '../runtime.ts'

export interface Wait {
  until(): Promise<boolean>
  workflowId: string
  /** Ids of the items on which `until` depends, too: of others it is not asked, however many calls wait. */
  items: readonly string[]
  milliseconds: number
  signal: AbortSignal | undefined
  progress: CallOptions['progress'] | undefined
  /** What progress says; asked each time. */
  message(): string
}

const PROGRESS_EVERY_MS = 5000

/** Resolves as soon as `until` holds, the time is up, or the caller cancels. */
export async function waitFor(parts: RuntimeParts, wait: Wait): Promise<'met' | 'elapsed' | 'cancelled'> {
  if (await wait.until()) return 'met'
  if (wait.milliseconds <= 0) return 'elapsed'
  return await new Promise((resolve) => {
    const finish = (how: 'met' | 'elapsed' | 'cancelled') => {
      unsubscribe()
      timer.cancel()
      ticker?.cancel()
      wait.signal?.removeEventListener('abort', cancelled)
      parts.draining.removeEventListener('abort', ended)
      resolve(how)
    }
    const look = () => {
      wait.until().then(
        (met) => met && finish('met'),
        () => finish('elapsed'),
      )
    }
    const unsubscribe = parts.onChange((change) => {
      if (change.topic === 'run' && change.id === wait.workflowId) look()
      if (change.topic === 'approval' && wait.items.includes(change.id)) look()
    })
    const timer = parts.clock.after(wait.milliseconds, () => finish('elapsed'))
    let ticker: { cancel(): void } | undefined
    // Counted, and not read from the clock: what a client is told must only rise.
    let told = 0
    const tick = () => {
      wait.progress?.({ progress: told, total: wait.milliseconds, message: wait.message() })
      told += PROGRESS_EVERY_MS
      ticker = parts.clock.after(PROGRESS_EVERY_MS, tick)
    }
    if (wait.progress !== undefined) tick()
    const cancelled = () => finish('cancelled')
    const ended = () => finish('elapsed')
    parts.draining.addEventListener('abort', ended)
    if (parts.draining.aborted) ended()
    wait.signal?.addEventListener('abort', cancelled)
    if (wait.signal?.aborted === true) cancelled()
    // What happened between the first look and the subscription.
    look()
  })
}
