/** The newest lines that a program wrote to its standard error. */

import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'
import type { ServerLog } from '../model/server-examination.ts'

/** Kept in memory, for as long as the connection is declared as it is: what fits into some megabytes. */
const MOST_LINES = 5000
/** What stands beside the connection. */
const TAIL_LINES = 200
const LINE_LENGTH = 2000
/** Of all lines together. */
const MOST_CHARACTERS = 2 * 1024 * 1024

/** Of what writes no log. */
export const NO_LOG: ServerLog = { lines: [], dropped: 0, most: MOST_LINES }

export interface LogTail {
  /** `hear`: told of each line, as it is kept. */
  follow(stream: Readable, hear: (line: string) => void): void
  /** Adds a line that came by another way. @returns as it is kept */
  keep(line: string): string
  /** The newest, oldest first. */
  lines(): string[]
  whole(): ServerLog
}

export function createLogTail(redact: (text: string) => string): LogTail {
  const kept: string[] = []
  let characters = 0
  let dropped = 0
  /** Many at once: to move all that are kept for each line costs. */
  const dropOldest = () => {
    let gone = Math.min(kept.length - 1, Math.ceil(MOST_LINES / 10))
    while (gone < kept.length - 1 && charactersWithout(gone) > MOST_CHARACTERS) gone += 1
    characters = charactersWithout(gone)
    kept.splice(0, gone)
    dropped += gone
  }
  const charactersWithout = (first: number) => kept.slice(first).reduce((sum, line) => sum + line.length, 0)
  const keep = (line: string): string => {
    // Colours first: what stands in the middle of a secret must not hide it from us.
    const clean = redact(stripVTControlCharacters(line)).slice(0, LINE_LENGTH)
    if (clean.trim() === '') return clean
    kept.push(clean)
    characters += clean.length
    if (kept.length > MOST_LINES || characters > MOST_CHARACTERS) dropOldest()
    return clean
  }
  return {
    follow(stream, hear) {
      const decoder = new StringDecoder('utf8')
      let rest = ''
      stream.on('data', (chunk: Buffer) => {
        const lines = (rest + decoder.write(chunk)).split(/\r?\n/)
        // A program that never ends its line must not fill our memory. Its end may begin within a secret.
        rest = (lines.pop() ?? '').slice(0, 10 * LINE_LENGTH)
        for (const line of lines) hear(keep(line))
      })
      stream.once('end', () => hear(keep(rest)))
      stream.on('error', () => {})
    },
    keep,
    lines: () => kept.slice(-TAIL_LINES),
    whole: () => ({ lines: [...kept], dropped, most: MOST_LINES }),
  }
}
