/**
 * After every change of an instance: what is to run next by itself, under which claim, and, where it rests,
 * what people are asked. Computes a part of the transaction; writes and executes nothing.
 */
import type { Approval } from '../model/approval.ts'
import type { AuditEntry } from '../model/audit-event.ts'
import type { Plan, ResolvedCall } from '../model/call.ts'
import type { OnEnter, Transition } from '../model/definition.ts'
import type { Claim, Failure, Instance, StepKind } from '../model/instance.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { ENGINE } from '../model/principal.ts'
import { nextAutomatic, RETRY_ON_ENTER, scopeOf, stateOf, waitsForPerson } from '../workflow/advance.ts'
import { hasEffect, resolvePlan } from '../workflow/resolve.ts'
import { auditEntry, auditGuards, type Loaded, type Operation } from './operation.ts'
import { isRepeatable } from './repeatable.ts'

/** Something to execute, decided and resolved. */
export interface Work {
  kind: StepKind
  name: string
  /** Null for `onEnter`. */
  transition: Transition | null
  onEnter: OnEnter | null
  arguments: JsonObject
  /** The first call of the plan. */
  call: ResolvedCall
  plan: Plan
  /** The position in the plan at which it begins: not 0 where a person approved a fallback. */
  from: number
  /** In whose name, and with whose rights branches are judged; also when somebody else finishes it. */
  by: { id: string; roles: string[]; permissions: string[] }
}

export interface Settled {
  instance: Instance
  work: Work | null
  approvals: Approval[]
  audit: AuditEntry[]
}

export function settle(operation: Operation, loaded: Loaded): Settled {
  const { instance, definition, evidence } = loaded
  const next = nextAutomatic(definition, instance, evidence, operation.chain.length)
  if (next.kind === 'rest') return rest(operation, loaded)
  if (next.kind === 'stuck') {
    const audit = auditGuards(operation, instance.id, next.guards)
    return stop(operation, loaded, chainFailure(instance, next.transition, next.message), audit)
  }
  const name = next.kind === 'enter' ? RETRY_ON_ENTER : next.name
  const onEnter = next.kind === 'enter' ? (stateOf(definition, instance.state)?.onEnter ?? null) : null
  const transition = next.kind === 'step' ? next.transition : null
  const declared = onEnter ?? transition
  const audit = next.kind === 'step' ? auditGuards(operation, instance.id, next.guards) : []
  const resolved = resolvePlan(
    declared?.executor,
    declared?.reliability,
    scopeOf(instance, {}),
    operation.parts.catalog,
  )
  if (!resolved.ok) return stop(operation, loaded, chainFailure(instance, name, resolved.message), audit)
  const [{ call }] = resolved.plan.calls
  if (call.kind === 'human') {
    const message = `‘${name}’ asks a person (human executor), which a step that runs by itself cannot do.`
    return stop(operation, loaded, chainFailure(instance, name, message), audit)
  }
  const work: Work = {
    kind: next.kind === 'enter' ? 'onEnter' : 'chain',
    name,
    transition,
    onEnter,
    arguments: {},
    call,
    plan: resolved.plan,
    from: 0,
    by: next.kind === 'step' ? ENGINE : operation.who,
  }
  return {
    ...claimFor(operation, instance, work),
    work,
    approvals: [],
    audit: [...audit, ...started(operation, instance, work)],
  }
}

/** Marks the instance as executing, unless the work has no effect and may simply be done again. */
export function claimFor(operation: Operation, instance: Instance, work: Work): { instance: Instance } {
  if (!hasEffect(work.call)) return { instance }
  const claim: Claim = {
    correlationId: operation.correlationId,
    transition: work.name,
    kind: work.kind,
    arguments: work.arguments,
    by: work.by.id,
    roles: [...work.by.roles],
    permissions: [...work.by.permissions],
    at: new Date(operation.parts.clock.now()).toISOString(),
    idempotencyKey: null,
    repeatable: isRepeatable(work.transition?.executor ?? work.onEnter?.executor, operation.parts.catalog),
    call: describeCall(work.call),
  }
  return { instance: { ...instance, claim } }
}

export function started(operation: Operation, instance: Instance, work: Work): AuditEntry[] {
  const call = describeCall(work.call)
  return [
    auditEntry(operation, 'executor.started', instance.id, {
      transition: work.name,
      kind: work.call.kind,
      call,
    }),
  ]
}

/** The call as data, without the values of the environment. */
function describeCall(call: ResolvedCall): JsonObject {
  switch (call.kind) {
    case 'noop':
      return { kind: 'noop' }
    case 'cli':
      return {
        kind: 'cli',
        command: call.command,
        args: call.args,
        ...(call.connection === null ? {} : { connection: call.connection }),
        ...(call.workingDirectory === null ? {} : { workingDirectory: call.workingDirectory }),
      }
    case 'mcp':
      return { kind: 'mcp', connection: call.connection, tool: call.tool, arguments: call.arguments }
    case 'rest':
      return {
        kind: 'rest',
        connection: call.connection,
        method: call.method,
        baseUrl: call.baseUrl,
        path: call.path,
        ...(call.body === undefined ? {} : { body: call.body }),
      }
    case 'workflow':
      return { kind: 'workflow', definitionId: call.definitionId, input: call.input }
    case 'parallel':
      return {
        kind: 'parallel',
        branches: Object.fromEntries(
          Object.entries(call.branches).map(([name, branch]) => [name, describeCall(branch.calls[0].call)]),
        ),
      }
    case 'orchestrator':
      return { kind: 'orchestrator', action: call.action, arguments: call.arguments }
    case 'human':
      return { kind: 'human', queue: call.queue }
  }
}

/** The gateway stops, or the run is being cancelled: what is still to do stays written down, unclaimed (R4.4). */
export function pause(loaded: Loaded): Settled {
  return { instance: loaded.instance, work: null, approvals: [], audit: [] }
}

function rest(operation: Operation, loaded: Loaded): Settled {
  const { instance, definition } = loaded
  const audit: AuditEntry[] = []
  if (operation.chain.length > 0) {
    audit.push(
      auditEntry(
        operation,
        'chain.completed',
        instance.id,
        { steps: operation.chain.length, state: instance.state },
        'engine',
      ),
    )
  }
  if (instance.status === 'completed') {
    audit.push(auditEntry(operation, 'workflow.completed', instance.id, { state: instance.state }))
  }
  const approvals = waitsForPerson(definition, instance) ? [ask(operation, loaded)] : []
  return { instance, work: null, approvals, audit }
}

/** A chain or `onEnter` that cannot go on: what was done stays, and people may still have something to decide. */
export function stop(
  operation: Operation,
  loaded: Loaded,
  failure: Failure,
  before: AuditEntry[] = [],
): Settled {
  const instance: Instance = { ...loaded.instance, claim: null, todo: null, failure }
  const payload: JsonObject = { transition: failure.transition ?? null, message: failure.message }
  const audit = [...before, auditEntry(operation, 'chain.failed', instance.id, payload, 'engine')]
  const approvals = waitsForPerson(loaded.definition, instance)
    ? [ask(operation, { ...loaded, instance })]
    : []
  return { instance, work: null, approvals, audit }
}

export function chainFailure(
  instance: Instance,
  transition: string,
  message: string,
  more: Partial<Failure> = {},
): Failure {
  return {
    code: 'CHAIN_FAILED',
    message,
    transition,
    recovery: { transition, version: instance.version },
    ...more,
  }
}

/** The item of a state with human transitions: one item, one button a transition (§4.6 kind 1). */
export function ask(operation: Operation, loaded: Loaded, details: Partial<Approval> = {}): Approval {
  const { instance } = loaded
  const { ids, clock } = operation.parts
  return {
    id: ids.next('ap'),
    kind: 'transition',
    workflowId: instance.id,
    definitionId: instance.definitionId,
    state: instance.state,
    version: instance.version,
    transition: null,
    arguments: {},
    queue: null,
    // Who asks now, which may be another client than the one that started the run (`sees: all`).
    client: operation.who.kind === 'agent' ? operation.who.client : instance.owner,
    requestedBy: operation.who.kind === 'agent' ? operation.who.id : instance.startedBy,
    requesterRights: rightsOf(operation.who),
    requestedAt: new Date(clock.now()).toISOString(),
    deadlineAt: instance.deadlineAt,
    status: 'pending',
    decision: null,
    held: null,
    subject: {},
    key: null,
    assignedTo: null,
    revision: 1,
    ...details,
  }
}

function rightsOf(who: { roles: readonly string[]; permissions: readonly string[] }): {
  roles: string[]
  permissions: string[]
} {
  return { roles: [...who.roles], permissions: [...who.permissions] }
}

export function requested(operation: Operation, approval: Approval): AuditEntry {
  const payload: Record<string, JsonValue> = {
    approvalId: approval.id,
    kind: approval.kind,
    state: approval.state,
    version: approval.version,
    ...(approval.transition === null ? {} : { transition: approval.transition }),
    ...(approval.queue === null ? {} : { queue: approval.queue }),
  }
  return auditEntry(operation, 'human.approval.requested', approval.workflowId, payload)
}
