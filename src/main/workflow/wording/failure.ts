/** What is said of a step that failed. Pure. */
import { quoteReason } from './quote.ts'

/** Ends the reason of a failure after which nobody knows. */
export const MAY_HAVE = 'It may have taken effect all the same.'
const READ_ON = 'Open the run to read all of it.'

/** Why it failed, at the end of a sentence of ours: quoted and short. That it may have happened is never cut away. */
export function sayFailure(message: string): string {
  const isUncertain = message.endsWith(MAY_HAVE)
  const quoted = quoteReason(isUncertain ? message.slice(0, -MAY_HAVE.length) : message)
  return [quoted, ...(isUncertain ? [MAY_HAVE] : []), ...(quoted.endsWith('…”') ? [READ_ON] : [])].join(' ')
}
