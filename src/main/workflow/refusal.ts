/** What an agent is told when people did not let it through (gateway.md §4.6). Pure. */
import type { Approval } from '../model/approval.ts'

export function denial(item: Approval): string {
  const comment = item.decision?.comment.trim() ?? ''
  const reason = comment === '' ? 'No reason was given.' : `Reason: ${comment}`
  return `${item.decision?.by.replace(/^human:/, '') ?? 'A person'} refused ‘${item.transition ?? ''}’. ${reason}`
}

export function timeoutMessage(transition: string): string {
  return `Nobody at the desk decided about ‘${transition}’ in time, so it was refused. Nothing ran. It may be submitted again.`
}
