/** What a program printed, up to a limit; what is left out is said. */

import type { Readable } from 'node:stream'
import { cutText } from '../connections/tools/tool-result.ts'

export const OUTPUT_LIMIT_BYTES = 1024 * 1024
/** Read beyond the limit so that a secret that lies across it is recognised before the cut. */
export const MARGIN_BYTES = 64 * 1024

export interface CapturedOutput {
  /** Redacted; a last line says how much was left out. */
  text(): string
  /** Whether `text` is all that was printed. */
  isComplete(): boolean
}

export function captureOutput(stream: Readable, redact: (text: string) => string): CapturedOutput {
  const chunks: Buffer[] = []
  let kept = 0
  let printed = 0
  stream.on('data', (chunk: Buffer) => {
    printed += chunk.length
    const room = OUTPUT_LIMIT_BYTES + MARGIN_BYTES - kept
    if (room <= 0) return
    const part = chunk.subarray(0, room)
    chunks.push(part)
    kept += part.length
  })
  stream.on('error', () => {})
  return {
    isComplete: () => printed <= OUTPUT_LIMIT_BYTES,
    text() {
      const text = redact(Buffer.concat(chunks).toString('utf8'))
      if (printed <= OUTPUT_LIMIT_BYTES) return text
      return `${cutToLimit(text)}\n[cut after 1 MiB; ${printed - OUTPUT_LIMIT_BYTES} more bytes are left out]`
    },
  }
}

/** As much of a text as fits into the limit. */
export function cutToLimit(text: string): string {
  return cutText(text, OUTPUT_LIMIT_BYTES)
}
