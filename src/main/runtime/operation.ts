/** One call of the runtime and what it gathers on its way. May import: model, workflow. */
import type { AuditEntry, AuditEventType } from '../model/audit-event.ts'
import type { NewEvidence } from '../model/call.ts'
import type { Definition } from '../model/definition.ts'
import type { Evidence, Instance } from '../model/instance.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Principal } from '../model/principal.ts'
import type { ChainStep, ContentBlock } from '../model/response.ts'
import type { GuardResult } from '../workflow/guards.ts'
import type { Catalog, Change, Clock, CrashPoint, Executors, Ids, Store } from './ports.ts'
import type { CallOptions } from './runtime.ts'

export interface RuntimeParts {
  store: Store
  clock: Clock
  ids: Ids
  catalog: Catalog
  /** Pinned definitions that were read, by content hash: parsed once, and so are the schemas in them. */
  definitions: Map<string, Definition>
  executors: Executors
  /** Whether a principal may see a workflow or capability at all (tag limits, R1.6). */
  visible(who: Principal, id: string): boolean
  /** Milliseconds. */
  settings(): { holdMs: number }
  hashDefinition(definition: Definition): string
  /** SHA-256 over canonical JSON. */
  hash(value: JsonValue): string
  publish(change: Change): void
  onChange(listener: (change: Change) => void): () => void
  /** Resolves when the tools of all connections are known, or have had their time to become so. */
  toolsKnown(): Promise<void>
  /** Aborted when the gateway begins nothing new: held calls are answered with how things stand. */
  draining: AbortSignal
  crashPoint: CrashPoint
  /** Writes a bug to the log, findable by the correlation id. */
  fault(error: unknown, correlationId: string): void
}

/** The instance with all that its rules read. */
export interface Loaded {
  instance: Instance
  definition: Definition
  evidence: Evidence[]
}

export interface Operation {
  parts: RuntimeParts
  who: Principal
  correlationId: string
  options: CallOptions
  /** Automatic steps of this call, in order. */
  chain: ChainStep[]
  /** Evidence recorded by this call. */
  recorded: Evidence[]
  /** Content blocks of downstream results (R4.11). */
  content: ContentBlock[]
}

export function beginOperation(parts: RuntimeParts, who: Principal, options: CallOptions = {}): Operation {
  return { parts, who, correlationId: parts.ids.next('co'), options, chain: [], recorded: [], content: [] }
}

export function auditEntry(
  operation: Operation,
  eventType: AuditEventType,
  workflowId: string | null,
  payload: JsonObject,
  actor: string = operation.who.id,
): AuditEntry {
  const { ids, clock } = operation.parts
  return {
    id: ids.next('au'),
    timestamp: new Date(clock.now()).toISOString(),
    workflowId,
    correlationId: operation.correlationId,
    actor,
    eventType,
    payload,
  }
}

export function auditGuards(
  operation: Operation,
  workflowId: string | null,
  results: GuardResult[],
): AuditEntry[] {
  return results.map((result) =>
    auditEntry(operation, 'guard.evaluated', workflowId, {
      guard: result.guard,
      passed: result.passed,
      reason: result.reason,
      saw: result.saw,
    }),
  )
}

export function recordEvidence(
  operation: Operation,
  instance: Instance,
  found: NewEvidence[],
  by: string = operation.who.id,
): Evidence[] {
  const { ids, clock } = operation.parts
  return found.map((evidence) => ({
    id: ids.next('ev'),
    workflowId: instance.id,
    kind: evidence.kind,
    summary: evidence.summary,
    by,
    at: new Date(clock.now()).toISOString(),
    version: instance.version,
    data: evidence.data,
  }))
}
