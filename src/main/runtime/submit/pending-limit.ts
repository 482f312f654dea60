/** No client fills the inbox, on whatever way it asks, nor asks for more than a person can look at (R1.8, R1.9). */
import type { InboxItem } from '../../model/item.ts'
import type { JsonValue } from '../../model/json.ts'
import { LOCAL_CLIENT } from '../../model/principal.ts'
import type { ResponseError } from '../../model/response.ts'
import type { CallContext, RuntimeParts } from '../call-context.ts'
import type { Expectation } from '../ports.ts'

/** Who would ask. Without a token, what came under the same name or through the same connection is one client's. */
interface Asker {
  client: string
  requestedBy: string
  connection: string | null
}

type Below = Extract<Expectation, { kind: 'pendingBelow' }>

/** For a commit that asks people for these, if any: what others ask in the same instant counts too. */
export function mayAsk(
  { who, parts }: Pick<CallContext, 'who' | 'parts'>,
  asked: readonly InboxItem[],
): Expectation[] {
  return who.kind === 'agent' && asked.length > 0 ? belowLimits(parts, askerOf(who)) : []
}

export function belowLimits(parts: Pick<RuntimeParts, 'settings'>, asker: Asker): Below[] {
  const { client, requestedBy, connection } = asker
  const { perClient, withoutToken } = parts.settings().pending
  if (client !== LOCAL_CLIENT) return [{ kind: 'pendingBelow', client, from: null, limit: perClient }]
  return [
    { kind: 'pendingBelow', client, from: { requestedBy, connection }, limit: perClient },
    { kind: 'pendingBelow', client, from: null, limit: withoutToken },
  ]
}

export async function hasTooMany(parts: RuntimeParts, asker: Asker): Promise<boolean> {
  for (const { client, from, limit } of belowLimits(parts, asker)) {
    const filter = { client, status: ['pending' as const], ...(from === null ? {} : { from }) }
    if ((await parts.store.approvals(filter, { limit: 1 })).total >= limit) return true
  }
  return false
}

/** Why an agent may not ask people about this now; null: it may. People may always go on with what they decide. */
export async function refusalToAsk(context: CallContext, about: JsonValue): Promise<ResponseError | null> {
  const { who, parts } = context
  if (who.kind !== 'agent') return null
  const { itemBytes } = parts.settings().pending
  const bytes = Buffer.byteLength(JSON.stringify(about))
  if (bytes > itemBytes) {
    return {
      code: 'INVALID_ARGUMENTS',
      message: `What waits for a person may have at most ${itemBytes} bytes; this has ${bytes}. Ask in smaller parts, or put the content into a file and say where it is.`,
      details: { bytes, limit: itemBytes },
    }
  }
  return (await hasTooMany(parts, askerOf(who))) ? turnAway(context) : null
}

/** The refusal; the desk hears of it too. */
export function turnAway({ who, parts }: CallContext): ResponseError {
  const { perClient, withoutToken } = parts.settings().pending
  parts.turnedAway.note(who.id)
  const isShared = who.kind === 'agent' && who.client === LOCAL_CLIENT
  const message = isShared
    ? `Too many requests already wait for a person: at most ${perClient} of one agent, and ${withoutToken} of all agents without a token. Wait until some are decided.`
    : `${perClient} requests of this client already wait for a person. Wait until some are decided.`
  return { code: 'TOO_MANY_PENDING', message }
}

function askerOf({
  client,
  id,
  connection,
}: {
  client: string
  id: string
  connection?: string | null
}): Asker {
  return { client, requestedBy: id, connection: connection ?? null }
}
