/** What an agent is told when people did not let it through (gateway.md §4.6). Pure. */
import type { Approval } from '../model/approval.ts'

export function denial(item: Approval): string {
  const comment = item.decision?.comment.trim() ?? ''
  const reason = comment === '' ? 'No reason was given.' : `Reason: ${comment}`
  return `${item.decision?.by.replace(/^human:/, '') ?? 'A person'} refused ‘${item.transition ?? ''}’. ${reason}`
}

export function timeoutMessage(transition: string): string {
  return `Nobody at the desk decided about ‘${transition}’ in time, so it was refused and did not run. It may be submitted again.`
}

/** The deadline of the whole run came first. */
export function runTimeoutMessage(transition: string): string {
  return `The workflow timed out before anybody at the desk decided about ‘${transition}’, which did not run.`
}
