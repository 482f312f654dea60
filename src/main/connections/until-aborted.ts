/** What work answers, or null if the signal comes first: then nobody waits for it any more. May import: nothing. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result | null> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(null)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
