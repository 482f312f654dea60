/** Cuts a stream of bytes into lines without changing a byte of them. */

/** Calls `onLine` with each whole line, its end included. Returns what to feed the chunks to. */
export function createLineCutter(onLine: (line: Buffer) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  return (chunk) => {
    let rest = chunk
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      parts.push(rest.subarray(0, end + 1))
      const line = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
      parts = []
      rest = rest.subarray(end + 1)
      onLine(line)
    }
    if (rest.length > 0) parts.push(rest)
  }
}
