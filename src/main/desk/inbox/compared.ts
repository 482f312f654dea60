/** What the same has looked like before: prefilled, approved, refused. */

import type { Earlier, InboxDetail } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { Definition, Transition } from '../../model/definition.ts'
import type { Decision, InboxItem, RunItem } from '../../model/item.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import type { Run } from '../../model/run.ts'
import { humanTransitions, transitionOf } from '../../workflow/advance.ts'
import { equals } from '../../workflow/expression/comparison.ts'
import {
  argumentsOf,
  heldOf,
  holdsStep,
  isChoice,
  isOfRun,
  originOf,
  stepOf,
  workflowOf,
} from '../../workflow/items/items.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { prefillOf } from '../../workflow/respond.ts'
import { followPath } from '../../workflow/scope.ts'
import { isAbridged, presentedContext, presentedSchema } from '../../workflow/wording/presented.ts'
import { itemView, pressedOf } from '../items/items.ts'
import type { Button } from '../items/kind.ts'

type Comparison = InboxDetail['compared']

/** Of a busy step, so many decisions are looked through for one of the same run or client. */
const LOOKED_THROUGH = 50
/** The same again so soon may well be a slip; of another day it is a routine. */
const REPEATED_WITHIN_MS = 86_400_000
const NOTHING_BEFORE: Comparison = {
  prefill: null,
  lastApproved: null,
  lastRefused: null,
  repeats: null,
  again: false,
  presented: {},
  presentedSchema: null,
}

export async function compareWithEarlier(
  gateway: Pick<Gateway, 'store'>,
  approval: InboxItem,
  { run, definition }: { run: Run | null; definition: Definition | null },
): Promise<Comparison> {
  if (!itemView(approval).isCompared || !isOfRun(approval) || run === null || definition === null)
    return NOTHING_BEFORE
  const decided = await decidedBefore(gateway, approval, definition)
  const presented = presentedOf(approval) ?? presentNow(approval, run, definition)
  const about = subjectOf(approval, definition, run, presented)
  const comparable: Past[] = []
  for (const past of decided)
    if (await isAboutSame(gateway, past.item, approval, definition, about)) comparable.push(past)
  const approved = pick(comparable, approval, 'approve')
  const refused = pick(comparable, approval, 'refuse')
  const [last] = comparable.filter((past) => isSame(past.item, approval))
  return {
    prefill: prefillAt(approval, run, definition),
    lastApproved: approved && describeEarlier(approved),
    lastRefused: refused && describeEarlier(refused),
    repeats: await repeatedOf(gateway, { decided, approval, run, definition, presented }),
    again: last !== undefined && last.pressed.tone !== 'approve',
    presented,
    presentedSchema: presentedSchema(definition, Object.keys(presented)),
  }
}

interface Past {
  item: InboxItem
  decision: Decision
  pressed: Button
}

/** Newest first; only what took effect, and before this item's own decision. */
async function decidedBefore(
  gateway: Pick<Gateway, 'store'>,
  approval: RunItem,
  definition: Definition,
): Promise<Past[]> {
  const { definitionId, state, workflowId } = approval
  const transition = stepOf(approval)?.transition ?? null
  const [anywhere, own] = await Promise.all([
    gateway.store.decidedAt({ definitionId, state, transition }, LOOKED_THROUGH),
    gateway.store.approvals({ workflowId, order: 'newest' }, { limit: LOOKED_THROUGH }),
  ])
  const here = own.items.filter(
    (item) => originOf(item).state === state && (stepOf(item)?.transition ?? null) === transition,
  )
  const items = new Map([...anywhere, ...here].map((item) => [item.id, item]))
  const before = approval.decision?.at ?? null
  return [...items.values()]
    .flatMap((item) => {
      const { decision, status, id } = item
      const took = (status === 'approved' || status === 'refused') && itemView(item).isCompared
      const isEarlier = decision !== null && (before === null || decision.at < before)
      if (!took || !isEarlier || id === approval.id) return []
      return [{ item, decision, pressed: pressedOf(item, definition) }]
    })
    .toSorted((one, other) => (one.decision.at < other.decision.at ? 1 : -1))
}

/** Of the same run first, then of the same client, then anybody's; of these the newest. */
function pick(decided: readonly Past[], approval: RunItem, tone: 'approve' | 'refuse'): Past | null {
  const found = decided.filter(({ pressed }) => (pressed.tone === 'approve') === (tone === 'approve'))
  return (
    found.find(({ item }) => isSame(item, approval)) ??
    found.find(({ item }) => item.client === approval.client) ??
    found[0] ??
    null
  )
}

/**
 * Another text of another run is no earlier version of this one: what a card compares with is of the same run, or about
 * the same subject.
 */
async function isAboutSame(
  gateway: Pick<Gateway, 'store'>,
  item: InboxItem,
  approval: RunItem,
  definition: Definition,
  about: string | null,
): Promise<boolean> {
  // A session of single calls is about nothing; the very same call again is.
  if (isSingleCall(approval.definitionId)) {
    if (isSame(item, approval) && equals(whatRan(item), whatRan(approval))) return true
  } else if (workflowOf(item) === approval.workflowId) return true
  return about !== null && (await pastSubjectOf(gateway, item, definition)) === about
}

/** What an item was about that was decided before. `args`: what it is judged by. */
async function pastSubjectOf(
  gateway: Pick<Gateway, 'store'>,
  item: InboxItem,
  definition: Definition,
  args = argumentsOf(item),
): Promise<string | null> {
  if (!isOfRun(item)) return null
  const run = leadingOf(item, definition)?.subject?.startsWith('$.input.')
    ? await gateway.store.run(item.workflowId)
    : null
  return subjectOf(item, definition, run, presentedOf(item) ?? {}, args)
}

/** Names of arguments that say what a call is about: `path`, `accountId`, `email_addresses`; not `valid` or `bid`. */
function saysWhich(name: string): boolean {
  const words = name.split(/[^a-zA-Z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
  return /(?:paths?|address(?:es)?)$|^ids?$/.test(words.at(-1)?.toLowerCase() ?? '')
}

/** All of them, wherever they stand, each with the way to it: what differs in one of them is about something else. */
function findWhich(args: JsonObject, way: string[] = []): [string, JsonValue][] {
  return Object.entries(args).flatMap(([name, value]) => {
    const here = [...way, name]
    if (saysWhich(name) && isNamed(value)) return [[here.join('.'), value]]
    return [value]
      .flat()
      .flatMap((each, place) =>
        isJsonObject(each) ? findWhich(each, Array.isArray(value) ? [...here, String(place)] : here) : [],
      )
  })
}

function isNamed(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isNamed)
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}

/** As declared, else the paths, ids and addresses among the arguments; null: nothing says what it is about. */
function subjectOf(
  item: RunItem,
  definition: Definition,
  run: Run | null,
  context: JsonObject,
  args = argumentsOf(item),
): string | null {
  const declared = leadingOf(item, definition)?.subject
  if (declared !== undefined) {
    const { workflowId: id, state } = item
    const scope = { arguments: args, context, input: run?.input ?? {}, workflow: { id, state } }
    const value = followPath(declared, scope) ?? null
    return value === null || value === '' ? null : JSON.stringify(value)
  }
  const named = findWhich(args)
  return named.length === 0 ? null : JSON.stringify(named.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The step that is asked for; of a choice the first that says what it is about. */
function leadingOf(item: RunItem, definition: Definition): Transition | null {
  const step = stepOf(item)
  if (step !== null) return transitionOf(definition, item.state, step.transition)
  const choices = humanTransitions(definition, item.state).map(([, transition]) => transition)
  return choices.find(({ subject }) => subject !== undefined) ?? null
}

/**
 * Asked for again although it was approved: whoever approves it has it happen twice. The same values about something
 * else are not the same.
 */
async function repeatedOf(
  gateway: Pick<Gateway, 'store'>,
  {
    decided,
    approval,
    run,
    definition,
    presented,
  }: {
    decided: readonly Past[]
    approval: RunItem
    run: Run
    definition: Definition
    presented: JsonObject
  },
): Promise<Comparison['repeats']> {
  const { requestedAt } = approval
  const holds = holdsStep(approval)
  const now = holds ? whatRan(approval) : presented
  if (isAbridged(now)) return null
  // A step of a workflow that shows no values says nothing of what it is about.
  if (Object.keys(now).length === 0 && !isSingleCall(approval.definitionId)) return null
  const about = subjectOf(approval, definition, run, presented, whatRan(approval))
  for (const { item, decision, pressed } of decided) {
    const before = holds ? whatRan(item) : (presentedOf(item) ?? {})
    const age = Date.parse(requestedAt) - Date.parse(decision.at)
    if (pressed.tone !== 'approve' || age >= REPEATED_WITHIN_MS || !equals(before, now)) continue
    if ((await pastSubjectOf(gateway, item, definition, whatRan(item))) !== about) continue
    const by = [...(heldOf(item)?.votes ?? []).map((vote) => vote.by), decision.by]
    return { id: item.id, at: decision.at, by: [...new Set(by)] }
  }
  return null
}

function whatRan(item: InboxItem): JsonObject {
  return heldOf(item)?.edited?.arguments ?? argumentsOf(item)
}

function presentedOf(item: InboxItem): JsonObject | undefined {
  return isChoice(item) ? item.presented : undefined
}

/** A session of single calls is left and begun at will: there, what counts is who calls. */
function isSame(item: InboxItem, approval: RunItem): boolean {
  return isSingleCall(approval.definitionId)
    ? item.client === approval.client
    : workflowOf(item) === approval.workflowId
}

function describeEarlier({ item, decision, pressed }: Past): Earlier {
  return {
    id: item.id,
    at: decision.at,
    by: decision.by,
    comment: decision.comment,
    label: pressed.label,
    tone: pressed.tone,
    arguments: item.status === 'approved' ? whatRan(item) : argumentsOf(item),
    context: presentedOf(item) ?? {},
  }
}

/** Of an item that an earlier version has asked. */
function presentNow(approval: RunItem, run: Run, definition: Definition): JsonObject {
  const isNow = isChoice(approval) && approval.version === run.version
  return isNow ? presentedContext(definition, run) : {}
}

/** As it was when the agent was offered it: a run that has moved on would fill in something else. */
function prefillAt(approval: RunItem, run: Run, definition: Definition): JsonObject | null {
  const step = stepOf(approval)
  if (step === null || approval.version !== run.version) return null
  const transition = transitionOf(definition, approval.state, step.transition)
  if (transition === null) return null
  const filled = prefillOf(run, transition)
  return Object.keys(filled).length === 0 ? null : filled
}
