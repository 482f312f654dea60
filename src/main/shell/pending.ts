/** What waits for the person, asked for in the same way as the window asks. */
import type { InboxItem, Paged, RequestOf } from '../../preload/contract.ts'
import type { DispatchReply } from '../desk/dispatch.ts'

/** Oldest first. @throws Error if the desk does not answer */
export async function listPending(
  dispatch: (name: string, request: unknown) => Promise<DispatchReply>,
  limit: number,
): Promise<InboxItem[]> {
  const request: RequestOf<'inbox.list'> = { status: 'pending', limit }
  const reply = await dispatch('inbox.list', request)
  if (!reply.ok) throw new Error(reply.error.message)
  return (reply.value as Paged<InboxItem>).items
}
