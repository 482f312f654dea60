/** Compares secrets so that the time it takes tells nothing about how near a guess was. */
import { createHash, timingSafeEqual } from 'node:crypto'

export function sameSecret(presented: string, expected: string): boolean {
  return timingSafeEqual(digest(presented), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
