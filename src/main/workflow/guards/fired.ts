/** `fired`: a step that the run has taken before. Pure. */
import { ownOf } from '../../model/json.ts'
import { humanName } from '../../model/principal.ts'
import { sayInUtc } from '../wording/in-utc.ts'
import { quoteName } from '../wording/quote.ts'
import { type GuardKind, PLAIN, verdictOf } from './kind.ts'

export const fired: GuardKind<'fired'> = {
  ...PLAIN,
  asksCaller: false,
  asksStore: true,
  needsApproval: () => false,
  text: ({ step }) => `fired ${step}`,
  steps: ({ step }) => [step],
  evaluate({ step }, { stored, unknown }) {
    const last = ownOf(stored.fired ?? {}, step)
    // What was fired stays so; what was not may still be.
    const known = last !== undefined || (stored.fired !== null && unknown?.stored !== true)
    if (last === undefined)
      return verdictOf(known ? false : null, `‘${step}’ has not been fired in this run.`)
    const { times, by, at } = last
    const often = times === 1 ? 'once' : `${times} times, last`
    return verdictOf(true, `‘${step}’ was fired ${often} by ${quoteName(humanName(by.id))}, ${sayInUtc(at)}.`)
  },
}
