/** What an agent is told when people did not let it through. Pure. */

import type { InboxItem } from '../../model/item.ts'
import { humanName } from '../../model/principal.ts'
import { asSentence } from '../../model/shorten.ts'
import { heldOf, stepOf } from '../items/items.ts'

export function denial(item: InboxItem): string {
  const comment = item.decision?.comment.trim() ?? ''
  const reason = comment === '' ? 'No reason was given.' : `Reason: ${comment}`
  const before = triedBefore(item)
  const who = item.decision === null ? 'A person' : humanName(item.decision.by)
  return `${who} refused ‘${stepOf(item)?.transition ?? ''}’. ${before === '' ? reason : asSentence(reason)}${before}`
}

/** Who has approved it counts for nothing, but is not nobody. */
export function sayLate(item: InboxItem): string {
  return hasVotes(item) ? 'Too few people approved it in time.' : 'Nobody decided in time.'
}

export function timeoutMessage(item: InboxItem): string {
  const step = `‘${stepOf(item)?.transition ?? ''}’`
  const late = hasVotes(item)
    ? `Too few people at the desk approved ${step} in time`
    : `Nobody at the desk decided about ${step} in time`
  const refused = `${late}, so it was refused`
  const before = triedBefore(item)
  return before === '' ? `${refused} and did not run. It may be submitted again.` : `${refused}.${before}`
}

function hasVotes(item: InboxItem): boolean {
  return (heldOf(item)?.votes.length ?? 0) > 0
}

/** Only what was asked for has not run: calls before it have, and must not be taken for nothing. */
export function triedBefore(item: InboxItem): string {
  const tried = heldOf(item)?.tried
  return tried === undefined ? '' : ` What was tried before that has failed: ${tried.message}`
}

/** The deadline of the whole run came first. */
export function runTimeoutMessage(transition: string): string {
  return `The workflow timed out before anybody at the desk decided about ‘${transition}’, which did not run.`
}
