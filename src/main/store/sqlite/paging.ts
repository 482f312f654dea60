/** What lists share: cursors, text search, times. May import: model. */
import { GatewayError } from '../../model/error.ts'

/** A cursor names the last item that was seen, by the keys that the list is sorted by. */
export function writeCursor(keys: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

/** @throws GatewayError INVALID_ARGUMENTS if it is not a cursor of this kind of list. */
export function readCursor(cursor: string, kinds: readonly ('string' | 'number')[]): (string | number)[] {
  const keys = parseKeys(cursor)
  if (keys?.length !== kinds.length || !keys.every((key, index) => typeof key === kinds[index])) {
    throw new GatewayError(
      'INVALID_ARGUMENTS',
      'The cursor is not one that this list gave out. Leave it out.',
    )
  }
  return keys
}

function parseKeys(cursor: string): (string | number)[] | null {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(keys) ? keys : null
  } catch {
    return null
  }
}

/** Case-insensitive; what a person types is found in JSON text as it is and as JSON escapes it. */
export function containsText(hay: string, needle: string): boolean {
  const folded = hay.toLowerCase()
  const wanted = needle.toLowerCase()
  if (folded.includes(wanted)) return true
  const escaped = JSON.stringify(wanted).slice(1, -1)
  return escaped !== wanted && folded.includes(escaped)
}

/** ISO times compare as text only in one spelling: UTC with milliseconds. Anything else stays as it is. */
export function normalTime(time: string): string {
  const parsed = Date.parse(time)
  return Number.isNaN(parsed) ? time : new Date(parsed).toISOString()
}

/** Whether two lists hold the same ids, in any order; neither holds one twice. */
export function sameIds(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id))
}
