/**
 * Whether a press counts: never within the first moments of an item, never by the first key
 * press on an item that was not in focus, never without the second gesture where one is asked for. Pure.
 */

/** Milliseconds after the appearance of an item in which no input counts. */
export const TOO_SOON_MS = 400

export interface Press {
  source: 'key' | 'pointer'
  /** The item has been on screen, unchanged, for longer than `TOO_SOON_MS`, and nothing is being sent. */
  ready: boolean
  /** The focus was inside the item before this press, or an earlier press armed this very outcome. */
  focused: boolean
  /** All that the outcome would run was in view to its end, or it runs nothing. */
  seen: boolean
  /** The person's values for this outcome are complete. */
  complete: boolean
  /** The outcome wants a second, different gesture. */
  confirm: boolean
}

/** `ignore` nothing · `read` what it would run · `arm` focus the outcome · `complete` go to the missing values · `confirm` ask again · `decide`. */
export type Verdict = 'ignore' | 'read' | 'arm' | 'complete' | 'confirm' | 'decide'

export function judgePress(press: Press): Verdict {
  if (!press.ready) return 'ignore'
  if (press.source === 'key' && !press.focused) return 'arm'
  if (!press.complete) return 'complete'
  if (!press.seen) return 'read'
  return press.confirm ? 'confirm' : 'decide'
}
