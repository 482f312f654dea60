/** What the gateway writes down for one call of a capability: the same rows, in two commits, without what decides them. */
import type { AuditEntry, AuditEventType } from '../../src/main/model/audit-event.ts'
import { PROXY_DEFINITION } from '../../src/main/model/definition.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import type { Run } from '../../src/main/model/run.ts'
import { RESTING } from '../../src/main/model/run.ts'
import type { Batch, Store } from '../../src/main/runtime/ports.ts'
import { createSystemIds } from '../../src/main/runtime/system.ts'

const CAPABILITY = 'everything.echo'
const BY = 'agent:bench'
const ids = createSystemIds()

export interface CallRecord {
  /** The run, claimed, and three audit entries. */
  claim(): Promise<void>
  /** The run as it rests, two audit entries and one piece of evidence. */
  outcome(text: string): Promise<void>
}

export function createRecord(store: Store, args: JsonObject): CallRecord {
  const workflowId = ids.workflow()
  const correlationId = ids.next('co')
  const evidence = ids.next('ev')
  const at = new Date().toISOString()
  const call = { kind: 'mcp', connection: 'everything', tool: 'echo', arguments: args } as const
  const entry = (eventType: AuditEventType, payload: JsonObject): AuditEntry => {
    const timestamp = new Date().toISOString()
    return { id: ids.next('au'), timestamp, workflowId, correlationId, actor: BY, eventType, payload }
  }
  const rested = { id: workflowId, owner: 'local', startedBy: BY, startedAt: at, updatedAt: at, ...AT_REST }
  const claim = {
    correlationId,
    transition: CAPABILITY,
    kind: 'transition' as const,
    arguments: args,
    by: { id: BY, roles: [], permissions: [] },
    at,
    idempotencyKey: null,
    repeatable: false,
    call,
  }
  const write = async (batch: Batch) => {
    const written = await store.commit(batch)
    if (!written.ok) throw new Error('The record of a call was not taken.')
  }
  return {
    claim: () =>
      write({
        expect: [{ kind: 'newRun', id: workflowId }],
        runs: [{ ...rested, activity: { kind: 'claimed', claim } }],
        audit: [
          entry('workflow.started', {
            definitionId: PROXY_DEFINITION,
            state: 'ready',
            capability: CAPABILITY,
          }),
          entry('transition.requested', { transition: CAPABILITY, version: 1, arguments: args }),
          entry('executor.started', { transition: CAPABILITY, kind: 'mcp', call }),
        ],
      }),
    outcome: (text) =>
      write({
        expect: [{ kind: 'run', id: workflowId, version: 1, claim: correlationId }],
        runs: [
          { ...rested, version: 2, updatedAt: new Date().toISOString(), context: { lastResult: { text } } },
        ],
        evidence: [
          {
            id: evidence,
            workflowId,
            kind: 'tool_result',
            summary: `${CAPABILITY} answered`,
            by: BY,
            at: new Date().toISOString(),
            version: 1,
            data: { connection: 'everything', tool: 'echo' },
          },
        ],
        audit: [
          entry('executor.succeeded', {
            transition: CAPABILITY,
            kind: 'mcp',
            evidence: [{ id: evidence, kind: 'tool_result', summary: `${CAPABILITY} answered` }],
          }),
          entry('workflow.transitioned', {
            transition: CAPABILITY,
            arguments: args,
            fromState: 'ready',
            toState: 'ready',
            version: 2,
          }),
        ],
      }),
  }
}

const AT_REST = {
  definitionId: PROXY_DEFINITION,
  definitionHash: '',
  definitionVersion: '1',
  state: 'ready',
  version: 1,
  status: 'running',
  input: { capability: CAPABILITY },
  context: {},
  deadlineAt: null,
  activity: RESTING,
  parent: null,
  failure: null,
  personSaid: null,
  endReason: null,
} satisfies Partial<Run>
