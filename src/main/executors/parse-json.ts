/** JSON from outside, no deeper than what the gateway can walk through. */
import type { JsonValue } from '../model/json.ts'

/** Writing, hashing and redacting a value call themselves once a level. */
const DEEPEST = 500

/** How everything that is JSON begins. */
const LIKE_JSON = /^[ \t\r\n]*["[{\d\-tfn]/

/** Undefined for what is not JSON, or too deep. */
export function parseJson(text: string): JsonValue | undefined {
  // Most answers are prose, and an error that is thrown costs more than all else that is done with them.
  if (!LIKE_JSON.test(text)) return undefined
  try {
    const value = JSON.parse(text) as JsonValue
    return isDeeperThan(value, DEEPEST) ? undefined : value
  } catch {
    return undefined
  }
}

function isDeeperThan(value: JsonValue, limit: number): boolean {
  let level: JsonValue[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}
