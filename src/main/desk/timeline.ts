/** Audit events as a person reads them: one plain sentence each. May import: model, workflow, preload/contract. */
import type { TimelineEntry } from '../../preload/contract.ts'
import type { AuditEvent } from '../model/audit-event.ts'
import { type Definition, PROXY_DEFINITION } from '../model/definition.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { ENGINE } from '../model/principal.ts'
import { RETRY_ON_ENTER, RETRY_ON_TIMEOUT } from '../workflow/advance.ts'
import { endsRefused } from '../workflow/ending.ts'
import { stateTitle, transitionTitle } from '../workflow/sentence.ts'
import { EVENT_TEXTS } from './event-texts.ts'

/** What the sentence calls workflows, states and transitions; a name that it does not know stays as it is. */
export interface EventTitles {
  /** Of a workflow; those of others that it runs stay as they are. */
  definition(name: string): string
  state(name: string): string
  transition(name: string): string
  /** Whether a final state stands for a no. */
  refuses(state: string): boolean
}

const UNTITLED: EventTitles = {
  definition: (name) => name,
  state: (name) => name,
  transition: (name) => name,
  refuses: () => false,
}

export function describeEvent(event: AuditEvent, titles: EventTitles = UNTITLED): TimelineEntry {
  const refused = event.eventType === 'workflow.completed' && titles.refuses(String(event.payload.state))
  const titledPayload = { ...event.payload, ...titled(event.payload, titles) }
  const shown = { ...event, payload: refused ? { ...titledPayload, refused } : titledPayload }
  const { text, quote = null, tone = 'neutral', quiet = false } = EVENT_TEXTS[event.eventType](shown)
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
  if (definition === null) return UNTITLED
  const transitions = new Map(
    Object.values(definition.states).flatMap((state) =>
      Object.entries(state.transitions).map(([name, transition]) => [
        name,
        transitionTitle(transition, name),
      ]),
    ),
  )
  return {
    definition: (name) => (isOwn(definition, name) ? definition.title : name),
    state: (name) => (Object.hasOwn(definition.states, name) ? stateTitle(definition, name) : name),
    transition: (name) => transitions.get(name) ?? name,
    refuses: (name) => endsRefused(definition, name),
  }
}

/** What single calls run in is no workflow of anybody's, and its sentences know it by its id. */
function isOwn(definition: Definition, id: string): boolean {
  return id === definition.id && id !== PROXY_DEFINITION
}

const STEP_SPEAKS = /^(?:executor|fallback|sub_workflow|chain)\./
const GATEWAY_SPEAKS = /^(?:guard|config|capability)\.|^transition\.rejected$|\.(?:expired|withdrawn)$/

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
  const put = (keys: string[], title: (name: string) => string): [string, JsonValue][] =>
    keys.flatMap((key) => {
      const name = payload[key]
      return typeof name === 'string' && name !== '' ? [[key, title(name)]] : []
    })
  return Object.fromEntries([
    ...put(['definitionId'], titles.definition),
    ...put(['state', 'fromState', 'toState', 'target'], titles.state),
    ...put(['transition', 'outcome'], (name) => OWN_STEPS[name] ?? titles.transition(name)),
  ])
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
