/** What was running when the gateway stopped, literally. May import: model, workflow, preload/contract. */

import type { InboxDetail } from '../../../preload/contract.ts'
import type { ResolvedCall } from '../../model/call.ts'
import type { InboxItem } from '../../model/item.ts'
import { isJsonObject, type JsonValue } from '../../model/json.ts'
import type { Claim, Run } from '../../model/run.ts'
import { callText } from '../../workflow/executors/wording.ts'
import { isDoubt } from '../../workflow/items/items.ts'

/** Null where nothing was cut off, or a person has said already what came of it. */
export function describeRunning(approval: InboxItem, instance: Run | null): InboxDetail['running'] {
  const claim = instance?.claim ?? null
  if (!isDoubt(approval) || claim === null) return null
  return { call: writeCall(claim.call), since: claim.at, attempt: describeAttempt(claim) }
}

function describeAttempt({ idempotencyKey, from }: Claim): string {
  const fallback = (from ?? 0) > 0 ? 'It was a fallback: what comes before it had failed. ' : ''
  const key =
    idempotencyKey === null
      ? 'Nothing tells the other side that a second call is the same one.'
      : `Its idempotency key is ‘${idempotencyKey}’: the other side can tell a second call from the first by it.`
  return `${fallback}${key}`
}

/** As claims keep it: without the values of environments and headers, which are not shown. */
function writeCall(call: JsonValue): string {
  if (!isJsonObject(call)) return JSON.stringify(call)
  const { url, ...rest } = call
  const none = { env: {}, headers: {}, connection: null, workingDirectory: null, stdin: null }
  const whole = {
    ...none,
    ...rest,
    env: {},
    headers: {},
    ...(typeof url === 'string' ? { baseUrl: url, path: '' } : {}),
  }
  const isPlain =
    call.kind === 'cli' || call.kind === 'mcp' || call.kind === 'rest' || call.kind === 'workflow'
  return (isPlain ? callText(whole as unknown as ResolvedCall) : null) ?? JSON.stringify(call)
}
