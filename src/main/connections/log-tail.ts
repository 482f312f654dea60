/** The newest lines that a program wrote to its standard error. */
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

const LINES = 200
const LINE_LENGTH = 2000

export interface LogTail {
  follow(stream: Readable): void
  /** Adds a line that came by another way. */
  keep(line: string): void
  /** Oldest first. */
  lines(): string[]
  last(): string | null
}

export function createLogTail(redact: (text: string) => string): LogTail {
  let kept: string[] = []
  const keep = (line: string) => {
    if (line.trim() === '') return
    kept = [...kept.slice(1 - LINES), redact(line).slice(0, LINE_LENGTH)]
  }
  return {
    follow(stream) {
      const decoder = new StringDecoder('utf8')
      let rest = ''
      stream.on('data', (chunk: Buffer) => {
        const lines = (rest + decoder.write(chunk)).split(/\r?\n/)
        // A program that never ends its line must not fill our memory.
        rest = (lines.pop() ?? '').slice(-10 * LINE_LENGTH)
        for (const line of lines) keep(line)
      })
      stream.once('end', () => keep(rest))
      stream.on('error', () => {})
    },
    keep,
    lines: () => [...kept],
    last: () => kept.at(-1) ?? null,
  }
}
