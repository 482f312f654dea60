/** Cuts a byte stream into lines, one JSON-RPC message each, in time linear in the stream's length. */

export interface LineCutter {
  /** @returns the lines completed by this chunk; null once an unfinished line exceeds the limit. */
  append(chunk: Buffer): string[] | null
}

export function createLineCutter(limitBytes: number): LineCutter {
  let parts: Buffer[] = []
  let length = 0
  return {
    append(chunk) {
      const lines: string[] = []
      let start = 0
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        if (length + end - start > limitBytes) return null
        parts.push(chunk.subarray(start, end))
        lines.push(Buffer.concat(parts).toString('utf8').replace(/\r$/, ''))
        parts = []
        length = 0
        start = end + 1
      }
      if (start < chunk.length) {
        parts.push(chunk.subarray(start))
        length += chunk.length - start
      }
      return length > limitBytes ? null : lines
    },
  }
}
