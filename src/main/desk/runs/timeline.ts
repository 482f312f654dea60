/** Audit events as a person reads them: one plain sentence each. May import: model, workflow, preload/contract. */
import type { TimelineEntry } from '../../../preload/contract.ts'
import type { AuditEvent } from '../../model/audit-event.ts'
import type { Definition } from '../../model/definition.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { ENGINE } from '../../model/principal.ts'
import { RETRY_ON_ENTER, RETRY_ON_TIMEOUT } from '../../workflow/advance.ts'
import { endsRefused } from '../../workflow/ending.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { stateTitle, transitionTitle } from '../../workflow/wording/sentence.ts'
import { sayEvent } from '../events/texts.ts'
import { ownButton } from '../items/items.ts'

/** What its author calls workflows, states and transitions; null: that is not known, and a name is only quoted. */
export interface EventTitles {
  /** Of a workflow; not of others that it runs. */
  definition(name: string): string | null
  state(name: string): string | null
  transition(name: string): string | null
  /** Whether a final state stands for a no. */
  refuses(state: string): boolean
}

const UNTITLED: EventTitles = {
  definition: () => null,
  state: () => null,
  transition: () => null,
  refuses: () => false,
}

export function describeEvent(event: AuditEvent, titles: EventTitles = UNTITLED): TimelineEntry {
  const refused = event.eventType === 'workflow.completed' && titles.refuses(String(event.payload.state))
  const found = titled(event.payload, titles)
  const payload = { ...event.payload, ...found }
  const shown = { ...event, payload, titled: new Set(Object.keys(found)), refused }
  const { text, quote = null, tone = 'neutral', quiet = false } = sayEvent(shown)
  return {
    id: event.id,
    at: event.timestamp,
    actor: event.actor,
    eventType: event.eventType,
    text,
    quote: quote === '' ? null : quote,
    quoteBy: speakerOf(event),
    tone,
    quiet,
    raw: rawOf(event),
  }
}

/** The author's titles instead of names, for a run whose definition is known. */
export function titlesOf(definition: Definition | null): EventTitles {
  // What single calls are called is their servers' choice.
  if (definition === null || isSingleCall(definition.id)) return UNTITLED
  const transitions = new Map(
    Object.values(definition.states).flatMap((state) =>
      Object.entries(state.transitions).map(([name, transition]) => [
        name,
        transitionTitle(transition, name),
      ]),
    ),
  )
  return {
    definition: (name) => (name === definition.id ? definition.title : null),
    state: (name) => (Object.hasOwn(definition.states, name) ? stateTitle(definition, name) : null),
    transition: (name) => transitions.get(name) ?? null,
    refuses: (name) => endsRefused(definition, name),
  }
}

const STEP_SPEAKS = /^(?:executor|fallback|sub_workflow|chain)\./
const GATEWAY_SPEAKS = /^(?:guard|gate|config|capability)\.|^transition\.rejected$|\.(?:expired|withdrawn)$/

/** An agent that asked for a step has not said what the step answered. */
function speakerOf({ eventType, actor }: AuditEvent): TimelineEntry['quoteBy'] {
  if (STEP_SPEAKS.test(eventType)) return 'step'
  return GATEWAY_SPEAKS.test(eventType) || actor === ENGINE.id ? 'gateway' : 'actor'
}

/** What the engine does by itself, and no author has named. */
const OWN_STEPS: Partial<Record<string, string>> = {
  [RETRY_ON_ENTER]: 'What entering the state does',
  [RETRY_ON_TIMEOUT]: 'What is done when the time is up',
}

function titled(payload: JsonObject, titles: EventTitles): JsonObject {
  const put = (keys: string[], titleOf: (name: string) => string | null): [string, JsonValue][] =>
    keys.flatMap((key) => {
      const name = payload[key]
      const title = typeof name === 'string' && name !== '' ? titleOf(name) : null
      return title === null ? [] : [[key, title]]
    })
  return Object.fromEntries([
    ...put(['definitionId'], titles.definition),
    ...put(['state', 'fromState', 'toState', 'target'], titles.state),
    ...put(['transition'], (name) => OWN_STEPS[name] ?? titles.transition(name)),
    ...put(['outcome'], (name) => (isButton(payload, name) ? null : titles.transition(name))),
  ])
}

function isButton({ kind }: JsonObject, outcome: string): boolean {
  return ownButton(outcome, typeof kind === 'string' ? kind : undefined) !== undefined
}

function rawOf(event: AuditEvent): JsonObject {
  const {
    sequence,
    id,
    timestamp,
    workflowId,
    correlationId,
    actor,
    eventType,
    payload,
    previousHash,
    hash,
  } = event
  return { sequence, id, timestamp, workflowId, correlationId, actor, eventType, payload, previousHash, hash }
}
