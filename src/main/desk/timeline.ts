/** Audit events as a person reads them: one plain sentence each. May import: model, preload/contract. */
import type { TimelineEntry } from '../../preload/contract.ts'
import type { AuditEvent } from '../model/audit-event.ts'
import type { JsonObject } from '../model/json.ts'
import { EVENT_TEXTS } from './event-texts.ts'

export function describeEvent(event: AuditEvent): TimelineEntry {
  const { text, quote = null, tone = 'neutral', quiet = false } = EVENT_TEXTS[event.eventType](event)
  return {
    id: event.id,
    at: event.timestamp,
    actor: event.actor,
    eventType: event.eventType,
    text,
    quote: quote === '' ? null : quote,
    tone,
    quiet,
    raw: rawOf(event),
  }
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
