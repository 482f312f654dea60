/** What can keep what is written to it: a stream of Node. */
interface Corkable {
  readonly writableCorked: number
  cork(): void
  uncork(): void
}

/**
 * What is written to `stream` until this turn of the thread ends leaves as one piece: for both ends, waking up for each
 * of many short lines costs more than the lines.
 */
export function gatherWrites(stream: Corkable): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
