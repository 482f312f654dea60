/** No client fills the inbox, on whatever way it asks (R1.8). */
import type { ResponseError } from '../model/response.ts'
import type { Operation } from './operation.ts'
import type { Expectation } from './ports.ts'

/** At most so many items of one client may wait. */
export const PENDING_LIMIT = 100

/** For a commit that asks people something: what others ask in the same instant counts too. */
export function mayAsk({ who }: Pick<Operation, 'who'>): Expectation[] {
  return who.kind === 'agent' ? [belowLimit(who.client)] : []
}

export function belowLimit(client: string): Expectation {
  return { kind: 'pendingBelow', client, limit: PENDING_LIMIT }
}

export async function hasTooManyPending({ who, parts }: Operation): Promise<boolean> {
  if (who.kind !== 'agent') return false
  const page = await parts.store.approvals({ client: who.client, status: ['pending'] }, { limit: 1 })
  return page.total >= PENDING_LIMIT
}

export function tooManyPending(): ResponseError {
  return {
    code: 'TOO_MANY_PENDING',
    message: `${PENDING_LIMIT} requests of this client already wait for a person. Wait until some are decided.`,
  }
}
