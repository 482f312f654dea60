/** Pushes as an event stream for one open page. */
import type { Push } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'

/** Well below the silence after which the page says that it is not connected. */
const KEEP_ALIVE_MS = 4000
/** A page that reads this slowly has gone; it asks again for everything when it comes back. */
const MAX_WAITING = 10_000

export interface PushStream {
  readonly body: ReadableStream<Uint8Array>
  end(): void
}

export function openPushStream(
  clock: Gateway['clock'],
  subscribe: (listener: (push: Push) => void) => () => void,
  ended: () => void,
): PushStream {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  let alarm: { cancel(): void } | null = null
  let unsubscribe = (): void => undefined

  function write(text: string): void {
    if (controller === null) return
    controller.enqueue(encoder.encode(text))
    if ((controller.desiredSize ?? 0) < -MAX_WAITING) finish(true)
  }

  function keepAlive(): void {
    write(': here\n\n')
    if (controller !== null) alarm = clock.wakeAt(clock.now() + KEEP_ALIVE_MS, keepAlive)
  }

  function finish(close: boolean): void {
    const open = controller
    if (open === null) return
    controller = null
    alarm?.cancel()
    unsubscribe()
    if (close) open.close()
    ended()
  }

  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened
      unsubscribe = subscribe((push) => write(`data: ${JSON.stringify(push)}\n\n`))
      keepAlive()
    },
    cancel: () => finish(false),
  })
  return { body, end: () => finish(true) }
}
