/** Which records a filter means, without a database. May import: model, runtime/ports. */

import type { AuditEvent } from '../../model/audit-event.ts'
import { PROXY_DEFINITION } from '../../model/definition.ts'
import type { InboxItem } from '../../model/item.ts'
import type { Run } from '../../model/run.ts'
import type { AskedFrom, AuditFilter, DecidedPlace, InstanceFilter, ItemFilter } from '../../runtime/ports.ts'
import { canonicalJson } from '../audit/audit-chain.ts'
import { compareText, containsText, normalTime } from '../sqlite/paging.ts'

export function matchesInstance(
  item: Run,
  filter: InstanceFilter,
  waits: (workflowId: string) => boolean,
): boolean {
  const searched = (): string =>
    [item.id, item.definitionId, JSON.stringify(item.input), JSON.stringify(item.context)].join('\n')
  return (
    same(filter.owner, item.owner) &&
    same(filter.definitionId, item.definitionId) &&
    !(filter.workflowsOnly && item.definitionId === PROXY_DEFINITION) &&
    !(filter.children && item.parent === null) &&
    among(filter.status, item.status) &&
    (filter.attention !== 'failed' || item.failure !== null || item.interrupted) &&
    (filter.attention !== 'person' || waits(item.id)) &&
    (filter.updatedUntil === undefined ||
      compareText(item.updatedAt, normalTime(filter.updatedUntil)) <= 0) &&
    contains(searched, filter.text)
  )
}

export function matchesApproval(item: InboxItem, filter: ItemFilter): boolean {
  return (
    among(filter.status, item.status) &&
    same(filter.workflowId, item.workflowId) &&
    among(filter.kind, item.kind) &&
    same(filter.client, item.client) &&
    (filter.from === undefined || isFrom(item, filter.from)) &&
    same(filter.key, item.key) &&
    contains(() => JSON.stringify(item), filter.text)
  )
}

function isFrom(item: InboxItem, { requestedBy, connection }: AskedFrom): boolean {
  return item.requestedBy === requestedBy || (connection !== null && item.connection === connection)
}

export function wasDecidedAt(item: InboxItem, place: DecidedPlace): boolean {
  return (
    item.decision !== null &&
    item.definitionId === place.definitionId &&
    item.state === place.state &&
    item.transition === place.transition
  )
}

export function matchesAudit(event: AuditEvent, filter: AuditFilter): boolean {
  const searched = (): string =>
    [
      event.id,
      event.workflowId ?? '',
      event.correlationId ?? '',
      event.actor,
      event.eventType,
      canonicalJson(event.payload),
    ].join('\n')
  return (
    same(filter.workflowId, event.workflowId) &&
    among(filter.workflowIds, event.workflowId ?? '') &&
    same(filter.correlationId, event.correlationId) &&
    same(filter.actor, event.actor) &&
    among(filter.eventTypes, event.eventType) &&
    (filter.from === undefined || compareText(event.timestamp, normalTime(filter.from)) >= 0) &&
    (filter.to === undefined || compareText(event.timestamp, normalTime(filter.to)) <= 0) &&
    contains(searched, filter.text)
  )
}

function same(wanted: string | undefined, value: string | null): boolean {
  return wanted === undefined || wanted === value
}

function among(wanted: readonly string[] | undefined, value: string): boolean {
  return wanted === undefined || wanted.includes(value)
}

function contains(hay: () => string, needle: string | undefined): boolean {
  return needle === undefined || needle === '' || containsText(hay(), needle)
}
