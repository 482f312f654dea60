/** What waits for the person, asked for in the same way as the window asks. */
import type { InboxItem, InboxPage, RequestOf } from '../../preload/contract.ts'
import type { DispatchReply } from '../desk/dispatch.ts'

type Ask = (name: string, request: unknown) => Promise<DispatchReply>

/** The most urgent first. @throws Error if the desk does not answer */
export async function listPending(dispatch: Ask, limit: number): Promise<InboxItem[]> {
  return (await listInbox(dispatch, limit)).items
}

/** The id of what has waited longest; null: nothing waits. @throws Error if the desk does not answer */
export async function findOldest(dispatch: Ask): Promise<string | null> {
  return (await listInbox(dispatch, 1)).oldest
}

async function listInbox(dispatch: Ask, limit: number): Promise<InboxPage> {
  const request: RequestOf<'inbox.list'> = { status: 'pending', limit }
  const reply = await dispatch('inbox.list', request)
  if (!reply.ok) throw new Error(reply.error.message)
  return reply.value as InboxPage
}
