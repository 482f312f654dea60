/** Many small writes to one stream, as one. */

export interface CorkableStream {
  readonly writableCorked: number
  cork(): void
  uncork(): void
}

/**
 * To be called after a write, which goes out at once: what else is written to the stream until `soon` goes out together.
 * Each write wakes whoever reads, and that takes longer than the write.
 * @param soon calls back when what runs in this turn of the thread has run: `process.nextTick`
 */
export function writeTogether(stream: CorkableStream, soon: (callback: () => void) => void): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  soon(() => stream.uncork())
}
