/** Cuts a byte stream into lines, one JSON-RPC message each, in time linear in the stream's length. */
import { answerInstead, createMessageCollector, WHOLE_BYTES } from './long-message.ts'

export interface LineCutter {
  /**
   * @returns the lines completed by this chunk, an answer too long to be read replaced by one that says so; null once a
   * line exceeds the limit, or was a message that nothing can stand for.
   */
  append(chunk: Buffer): string[] | null
}

/** @param wholeBytes up to which a line is read whole */
export function createLineCutter(limitBytes: number, wholeBytes = WHOLE_BYTES): LineCutter {
  const line = createMessageCollector(wholeBytes)
  return {
    append(chunk) {
      const lines: string[] = []
      let start = 0
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        line.add(chunk.subarray(start, end))
        if (line.length > limitBytes) return null
        const message = line.take()
        if (message.isWhole) lines.push(message.bytes.toString('utf8').replace(/\r$/, ''))
        else {
          const instead = answerInstead(message)
          if (instead !== null) lines.push(instead)
          else if (message.head.startsWith('{')) return null
        }
        start = end + 1
      }
      if (start < chunk.length) line.add(chunk.subarray(start))
      return line.length > limitBytes ? null : lines
    },
  }
}
