/** What waits for the person, asked for in the same way as the window asks. */
import type { InboxPage, ItemCard, Notice, ReplyOf, RequestOf } from '../../preload/contract.ts'
import type { DispatchReply } from '../desk/dispatch.ts'

type Ask = (name: string, request: unknown) => Promise<DispatchReply>

/** So many are known one by one; of more, only their number. */
const MOST = 500

/** The most urgent first. @throws Error if the desk does not answer */
export async function listPending(
  ask: Ask,
): Promise<{ items: ItemCard[]; total: number; oldestAt: string | null }> {
  const { items, total, oldest } = await listInbox(ask, { limit: MOST })
  const known = items.find(({ id }) => id === oldest)
  const [found] = oldest === null || known !== undefined ? [known] : await findPending(ask, [oldest])
  return { items, total, oldestAt: found?.requestedAt ?? null }
}

/** Those of these that wait. @throws Error if the desk does not answer */
export async function findPending(ask: Ask, ids: string[]): Promise<ItemCard[]> {
  return (await listInbox(ask, { ids, limit: MOST })).items
}

/** Of a desk at which nobody sits; null: nothing is to be told. @throws Error if the desk does not answer */
export async function findLockedNotice(ask: Ask, ids: string[]): Promise<Notice | null> {
  const reply = await ask('inbox.noticeLocked', { ids })
  if (!reply.ok) throw new Error(reply.error.message)
  return (reply.value as ReplyOf<'inbox.noticeLocked'>).notice
}

/** The id of what has waited longest; null: nothing waits. @throws Error if the desk does not answer */
export async function findOldest(ask: Ask): Promise<string | null> {
  return (await listInbox(ask, { limit: 1 })).oldest
}

async function listInbox(ask: Ask, request: RequestOf<'inbox.list'>): Promise<InboxPage> {
  const reply = await ask('inbox.list', { status: 'you', ...request })
  if (!reply.ok) throw new Error(reply.error.message)
  return reply.value as InboxPage
}
