/** Trying: a call that a person makes as an agent would, shown before and bound to what was shown. */

import { createHash, randomUUID } from 'node:crypto'
import type { Push, TrialCall } from '../../../preload/contract.ts'
import { type JsonValue, sortKeys } from '../../model/json.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { callAs } from '../people/proof.ts'
import type { Seats } from '../people/seats.ts'
import type { DeskSession } from '../session.ts'
import { previewTrial } from './preview-trial.ts'
import { createTrials } from './trials.ts'

/** A preview is good for one press, at whichever window: the mark of a call changes when it runs, and when the gateway starts. */
interface Presses {
  /** What a preview of this call is bound to, now. */
  markOf(call: TrialCall): string
  /** @throws DeskFault SEEN_CHANGED: it was pressed since */
  use(call: TrialCall, mark: string): void
}

/** Calls that are told apart; an older one takes the mark of all that were pressed before. */
const MOST_MARKS = 1000

function createPresses(): Presses {
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

export function createTrialHandlers(
  options: Pick<DeskOptions, 'gateway' | 'callTool'>,
  seats: Pick<Seats, 'seatOf'>,
  publish: (push: Push) => void,
): { handlers: HandlersOf<'trials'>; close(): void } {
  const { gateway } = options
  const trials = createTrials({ ...options, publish })
  const presses = createPresses()
  /** Its hash ends with the mark of the press that it is good for. */
  async function preview(session: DeskSession, call: TrialCall) {
    const mark = presses.markOf(call)
    const seen = await previewTrial(gateway, session.principal(), call)
    return { ...seen, hash: `${seen.hash} ${mark}` }
  }
  return {
    handlers: {
      'trials.preview': async (session, { call }) => await preview(session, call),
      async 'trials.begin'(session, { call, hash }) {
        const { risk, hash: now } = await preview(session, call)
        const [seen, mark = ''] = hash.split(' ')
        if (now.split(' ')[0] !== seen)
          throw new DeskFault(
            'SEEN_CHANGED',
            'Something changed while you were looking. Nothing has run; look again.',
          )
        return await callAs({ gateway, seats }, session, risk, (who) =>
          trials.begin(who, call, () => presses.use(call, mark)),
        )
      },
      'trials.get': async (session, { id }) => await trials.get(session.principal(), id),
      'trials.cancel': async (session, { id }) => await trials.cancel(session.principal(), id),
      'trials.list': async (session) => trials.list(session.principal()),
    },
    close: trials.close,
  }
}
