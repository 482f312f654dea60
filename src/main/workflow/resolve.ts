/**
 * From a declaration to the literal call: what a person is shown is what runs (R2.6, R5.2, R7.1). Pure; no
 * secret can appear here, because `${…}` exists in connections only.
 */
import type { Plan, PlannedBranch, PlannedCall, ResolvedCall } from '../model/call.ts'
import type { ExecutorDeclaration, Mapping, Reliability } from '../model/definition.ts'
import type { JsonObject } from '../model/json.ts'
import { ENGINE } from '../model/principal.ts'
import { evaluateGuard } from './guards/guards.ts'
import { isPath, lookup, mapValue } from './mapping.ts'
import { FORBIDDEN_KEYS } from './path.ts'
import { resolveProgram } from './resolve-program.ts'
import { resolveRequest } from './resolve-request.ts'
import type { Moment, Scope } from './scope.ts'

export interface ConnectionLookup {
  /** Command and working directory of a `cli` connection; null if there is none of that name. */
  cliConnection(name: string): { command?: string; workingDirectory?: string } | null
  /** Base address of a `rest` connection, unresolved; null if there is none of that name. */
  restConnection(name: string): { baseUrl: string } | null
}

export type Resolution = { ok: true; call: ResolvedCall } | { ok: false; message: string }
export type PlanResolution = { ok: true; plan: Plan } | { ok: false; message: string }

/** The call and its fallbacks. One that cannot be resolved makes the whole plan impossible: nothing is found out too late. */
export function resolvePlan(
  declaration: ExecutorDeclaration | undefined,
  reliability: Reliability | undefined,
  scope: Moment,
  connections: ConnectionLookup,
): PlanResolution {
  const first = planned(declaration, scope, connections)
  if (!first.ok) return first
  const fallbacks: PlannedCall[] = []
  for (const fallback of reliability?.fallback ?? []) {
    const next = planned(fallback, scope, connections)
    if (!next.ok) return next
    fallbacks.push(next.call)
  }
  return {
    ok: true,
    plan: {
      calls: [first.call, ...fallbacks],
      timeoutMs: reliability?.timeoutMs ?? null,
      retry: reliability?.retry ?? null,
    },
  }
}

function planned(
  declaration: ExecutorDeclaration | undefined,
  scope: Moment,
  connections: ConnectionLookup,
): { ok: true; call: PlannedCall } | { ok: false; message: string } {
  const resolved = resolveCall(declaration, scope, connections)
  if (!resolved.ok) return resolved
  return { ok: true, call: { call: resolved.call, idempotencyKey: keyTemplate(declaration) } }
}

function keyTemplate(declaration: ExecutorDeclaration | undefined): string | null {
  if (declaration === undefined || !('idempotencyKey' in declaration)) return null
  const { idempotencyKey } = declaration
  return idempotencyKey === true ? '{workflowId}:{transition}:{correlationId}' : (idempotencyKey ?? null)
}

/** Without a declaration nothing runs, and the output is the arguments. */
export function resolveCall(
  declaration: ExecutorDeclaration | undefined,
  scope: Moment,
  connections: ConnectionLookup,
): Resolution {
  switch (declaration?.kind) {
    case undefined:
    case 'noop':
      return { ok: true, call: { kind: 'noop', output: scope.arguments } }
    case 'cli':
      return resolveProgram(declaration, scope, connections)
    case 'mcp': {
      const { connection, tool, map } = declaration
      const args = map === undefined ? scope.arguments : mapPresent(map, scope)
      return { ok: true, call: { kind: 'mcp', connection, tool, arguments: args } }
    }
    case 'human':
      return {
        ok: true,
        call: {
          kind: 'human',
          queue: declaration.queue ?? null,
          timeoutMs: declaration.timeoutMs ?? null,
          arguments: scope.arguments,
        },
      }
    case 'rest':
      return resolveRequest(declaration, scope, connections)
    case 'workflow': {
      const { definitionId, input } = declaration
      const given = input === undefined ? scope.arguments : mapPresent(input, scope)
      return { ok: true, call: { kind: 'workflow', definitionId, input: given } }
    }
    case 'parallel':
      return resolveBranches(declaration, scope, connections)
    case 'orchestrator': {
      const { action } = declaration
      return { ok: true, call: { kind: 'orchestrator', action, arguments: scope.arguments } }
    }
  }
}

function resolveBranches(
  declaration: Extract<ExecutorDeclaration, { kind: 'parallel' }>,
  scope: Moment,
  connections: ConnectionLookup,
): Resolution {
  const branches: Record<string, PlannedBranch> = {}
  for (const [name, branch] of Object.entries(declaration.branches)) {
    const { when } = branch
    if (when !== undefined && !evaluateGuard(when, { scope, principal: ENGINE, evidence: [] }).passed)
      continue
    const resolved = resolvePlan(branch.executor, branch.reliability, scope, connections)
    if (!resolved.ok) return { ok: false, message: `Branch ‘${name}’: ${resolved.message}` }
    branches[name] = { ...resolved.plan, onFailure: branch.onFailure }
  }
  return { ok: true, call: { kind: 'parallel', branches, limit: declaration.limit, join: declaration.join } }
}

/** A tool takes an absent argument for its default and null for an error: what is missing is left out. */
export function mapPresent(map: Mapping, scope: Scope): JsonObject {
  const result: JsonObject = {}
  for (const [key, value] of Object.entries(map)) {
    const missing = typeof value === 'string' && isPath(value) && lookup(value, scope) === undefined
    if (!missing && !FORBIDDEN_KEYS.has(key)) result[key] = mapValue(value, scope)
  }
  return result
}

/** Whether running it may change something in the world. */
export function hasEffect(call: ResolvedCall): boolean {
  return call.kind !== 'noop' && call.kind !== 'human'
}
