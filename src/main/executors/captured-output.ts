/** What a program printed, up to a limit; what is left out is said. */

import type { Readable } from 'node:stream'
import { cutToBytes } from '../model/shorten.ts'

export const OUTPUT_LIMIT_BYTES = 1024 * 1024
/** Read beyond the limit so that a secret that lies across it is recognised before the cut. */
export const MARGIN_BYTES = 64 * 1024

export interface CapturedOutput {
  /** Redacted. */
  text(): string
  /** The same up to the limit; last lines say how much was left out, and that some of it is no text. */
  told(): string
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
  const read = () => {
    const bytes = Buffer.concat(chunks)
    return { text: redact(bytes.toString('utf8')), isText: isText(bytes, 'utf-8', kept === printed) }
  }
  return {
    isComplete: () => printed <= OUTPUT_LIMIT_BYTES,
    text: () => read().text,
    told() {
      const { text, isText } = read()
      const isCut = printed > OUTPUT_LIMIT_BYTES
      return [
        isCut ? cutToLimit(text, kept === printed) : text,
        ...(isCut ? [`[cut after 1 MiB; ${printed - OUTPUT_LIMIT_BYTES} more bytes are left out]`] : []),
        ...(isText ? [] : [sayNoText('utf-8')]),
      ].join('\n')
    },
  }
}

/** Whether all of it is text in this encoding; what is not becomes � when it is read. */
export function isText(bytes: Buffer, encoding: string, isComplete: boolean): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isComplete })
    return true
  } catch {
    return false
  }
}

export function sayNoText(encoding: string): string {
  return `[some bytes are no ${encoding.toUpperCase()} text; each stands as �]`
}

/**
 * As much of a redacted text as fits into the limit. Not `isWhole`: reading ended beyond the margin, perhaps within a secret;
 * marks may be so much shorter than what they stand for that this lies within the limit by now.
 */
export function cutToLimit(text: string, isWhole: boolean): string {
  const sure = Buffer.byteLength(text) - (isWhole ? 0 : MARGIN_BYTES)
  return cutToBytes(text, Math.max(0, Math.min(OUTPUT_LIMIT_BYTES, sure)))
}
