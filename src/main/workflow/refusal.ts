/** What an agent is told when people did not let it through (gateway.md §4.6). Pure. */
import type { Approval } from '../model/approval.ts'

export function denial(item: Approval): string {
  const comment = item.decision?.comment.trim() ?? ''
  const reason = comment === '' ? 'No reason was given.' : `Reason: ${comment}`
  return `${item.decision?.by.replace(/^human:/, '') ?? 'A person'} refused ‘${item.transition ?? ''}’. ${reason}${triedBefore(item)}`
}

export function timeoutMessage(item: Approval): string {
  const refused = `Nobody at the desk decided about ‘${item.transition ?? ''}’ in time, so it was refused`
  const before = triedBefore(item)
  return before === '' ? `${refused} and did not run. It may be submitted again.` : `${refused}.${before}`
}

/** Only what was asked for has not run: calls before it have, and must not be taken for nothing. */
function triedBefore({ held }: Approval): string {
  return held?.tried === undefined ? '' : ` What was tried before that has failed: ${held.tried.message}`
}

/** The deadline of the whole run came first. */
export function runTimeoutMessage(transition: string): string {
  return `The workflow timed out before anybody at the desk decided about ‘${transition}’, which did not run.`
}
