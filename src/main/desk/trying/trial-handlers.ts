/** Trying: a call that a person makes as an agent would, shown before and bound to what was shown. */
import type { Push, TrialCall } from '../../../preload/contract.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { callAs } from '../people/proof.ts'
import type { Seats } from '../people/seats.ts'
import type { DeskSession } from '../session.ts'
import { createPresses } from './presses.ts'
import { previewTrial } from './preview-trial.ts'
import { createTrials } from './trials.ts'

type Calls = 'trials.preview' | 'trials.begin' | 'trials.get' | 'trials.cancel' | 'trials.list'

export function createTrialHandlers(
  options: Pick<DeskOptions, 'gateway' | 'callTool'>,
  seats: Pick<Seats, 'seatOf'>,
  publish: (push: Push) => void,
): { handlers: Pick<Handlers, Calls>; close(): void } {
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
