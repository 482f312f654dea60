/** JSON from outside, no deeper than what the gateway can walk through. */
import { isTooDeep, type JsonValue } from '../model/json.ts'

/** How everything that is JSON begins. */
const LIKE_JSON = /^[ \t\r\n]*["[{\d\-tfn]/

/** Undefined for what is not JSON, or too deep. */
export function parseJson(text: string): JsonValue | undefined {
  // Most answers are prose, and an error that is thrown costs more than all else that is done with them.
  if (!LIKE_JSON.test(text)) return undefined
  try {
    const value = JSON.parse(text) as JsonValue
    return isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}
