/** A preview is good for one press, at whichever window: the mark of a call changes when it runs, and when the gateway starts. */
import { createHash, randomUUID } from 'node:crypto'
import type { TrialCall } from '../../../preload/contract.ts'
import { type JsonValue, sortKeys } from '../../model/json.ts'
import { DeskFault } from '../fault.ts'

export interface Presses {
  /** What a preview of this call is bound to, now. */
  markOf(call: TrialCall): string
  /** @throws DeskFault SEEN_CHANGED: it was pressed since */
  use(call: TrialCall, mark: string): void
}

/** Calls that are told apart; an older one takes the mark of all that were pressed before. */
const MOST_MARKS = 1000

export function createPresses(): Presses {
  const start = randomUUID()
  const marks = new Map<string, string>()
  let forgotten = start
  /** The same whatever order its arguments stand in. */
  const keyOf = (call: TrialCall) =>
    createHash('sha256')
      .update(JSON.stringify(sortKeys(call as unknown as JsonValue)))
      .digest('hex')
  const markOf = (call: TrialCall) => marks.get(keyOf(call)) ?? forgotten

  return {
    markOf,
    use(call, mark) {
      if (mark !== markOf(call))
        throw new DeskFault(
          'SEEN_CHANGED',
          'This was run since you looked, here or in another window. Nothing has run again; look again.',
        )
      const key = keyOf(call)
      marks.delete(key)
      marks.set(key, randomUUID())
      const [oldest] = marks
      if (marks.size <= MOST_MARKS || oldest === undefined) return
      marks.delete(oldest[0])
      // Nobody's preview of what is forgotten counts any more.
      forgotten = randomUUID()
    },
  }
}
