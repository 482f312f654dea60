/** Many small writes to one stream, as one. */
import type { Writable } from 'node:stream'

/**
 * To be called before a write: all that is written to the stream until this turn of the thread is over goes out
 * together. Each write wakes whoever reads, and that takes longer than the write.
 */
export function writeTogether(stream: Writable): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
