/** What the same has looked like before: prefilled, approved, refused. May import: gateway.ts (types), model, workflow. */
import type { Earlier, InboxDetail } from '../../preload/contract.ts'
import type { Gateway } from '../gateway.ts'
import type { Approval, Decision } from '../model/approval.ts'
import { type Definition, PROXY_DEFINITION } from '../model/definition.ts'
import type { Instance } from '../model/instance.ts'
import type { JsonObject } from '../model/json.ts'
import { transitionOf } from '../workflow/advance.ts'
import { prefillOf } from '../workflow/links.ts'
import { presentedContext, presentedSchema } from '../workflow/presented.ts'
import { type Pressed, pressedOf } from './pressed.ts'

type Compared = InboxDetail['compared']

/** Of a busy step, so many decisions are looked through for one of the same run or client. */
const LOOKED_THROUGH = 50
const COMPARED = ['transition', 'executor', 'gate', 'definition']

const NOTHING_BEFORE: Compared = {
  prefill: null,
  lastApproved: null,
  lastRefused: null,
  again: false,
  presented: {},
  presentedSchema: null,
}

export async function compareWithEarlier(
  gateway: Pick<Gateway, 'store'>,
  approval: Approval,
  { instance, definition }: { instance: Instance | null; definition: Definition | null },
): Promise<Compared> {
  if (!COMPARED.includes(approval.kind) || instance === null || definition === null) return NOTHING_BEFORE
  const decided = await decidedBefore(gateway, approval, definition)
  const approved = pick(decided, approval, 'approve')
  const refused = pick(decided, approval, 'refuse')
  const presented = approval.presented ?? presentNow(approval, instance, definition)
  const [last] = decided.filter((past) => isSame(past.item, approval))
  return {
    prefill: prefillAt(approval, instance, definition),
    lastApproved: approved && describeEarlier(approved, approval),
    lastRefused: refused && describeEarlier(refused, approval),
    again: last !== undefined && last.pressed.tone !== 'approve',
    presented,
    presentedSchema: presentedSchema(definition, Object.keys(presented)),
  }
}

interface Past {
  item: Approval
  decision: Decision
  pressed: Pressed
}

/** Newest first; only what took effect, and before this item's own decision. */
async function decidedBefore(
  gateway: Pick<Gateway, 'store'>,
  approval: Approval,
  definition: Definition,
): Promise<Past[]> {
  const { definitionId, state, transition, workflowId } = approval
  const [anywhere, own] = await Promise.all([
    gateway.store.decidedAt({ definitionId, state, transition }, LOOKED_THROUGH),
    gateway.store.approvals({ workflowId, newestFirst: true }, { limit: LOOKED_THROUGH }),
  ])
  const here = own.items.filter((item) => item.state === state && item.transition === transition)
  const items = new Map([...anywhere, ...here].map((item) => [item.id, item]))
  const before = approval.decision?.at ?? null
  return [...items.values()]
    .flatMap((item) => {
      const { decision, status, kind, id } = item
      const took = (status === 'approved' || status === 'refused') && kind !== 'interrupted'
      const isEarlier = decision !== null && (before === null || decision.at < before)
      if (!took || !isEarlier || id === approval.id) return []
      return [{ item, decision, pressed: pressedOf(item, definition) }]
    })
    .toSorted((one, other) => (one.decision.at < other.decision.at ? 1 : -1))
}

/** Of the same run first, then of the same client, then anybody's; of these the newest. */
function pick(decided: readonly Past[], approval: Approval, tone: 'approve' | 'refuse'): Past | null {
  const found = decided.filter(({ pressed }) => (pressed.tone === 'approve') === (tone === 'approve'))
  return (
    found.find(({ item }) => isSame(item, approval)) ??
    found.find(({ item }) => item.client === approval.client) ??
    found[0] ??
    null
  )
}

/** A session of single calls is left and begun at will: there, what counts is who calls. */
function isSame(item: Approval, approval: Approval): boolean {
  return approval.definitionId === PROXY_DEFINITION
    ? item.client === approval.client
    : item.workflowId === approval.workflowId
}

function describeEarlier({ item, decision, pressed }: Past, approval: Approval): Earlier {
  const isHeld = item.kind !== 'transition'
  const ran = isHeld && item.status === 'approved' ? item.held?.edited?.arguments : undefined
  return {
    id: item.id,
    at: decision.at,
    by: decision.by,
    comment: decision.comment,
    label: pressed.label,
    tone: pressed.tone,
    sameRun: isSame(item, approval),
    arguments: ran ?? item.arguments,
    context: item.presented ?? {},
  }
}

/** Of an item that an earlier version has asked. */
function presentNow(approval: Approval, instance: Instance, definition: Definition): JsonObject {
  const isNow = approval.kind === 'transition' && approval.version === instance.version
  return isNow ? presentedContext(definition, instance) : {}
}

/** As it was when the agent was offered it: a run that has moved on would fill in something else. */
function prefillAt(approval: Approval, instance: Instance, definition: Definition): JsonObject | null {
  if (approval.transition === null || approval.version !== instance.version) return null
  const transition = transitionOf(definition, approval.state, approval.transition)
  if (transition === null) return null
  const filled = prefillOf(instance, transition)
  return Object.keys(filled).length === 0 ? null : filled
}
