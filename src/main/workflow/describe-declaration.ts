/**
 * Declarations as `workflow.explain` shows them: in the spelling of the configuration, and of environments the
 * names only. Pure.
 */
import type {
  ExecutorDeclaration,
  Gate,
  OnEnter,
  Reliability,
  State,
  Transition,
} from '../model/definition.ts'
import type { Guard } from '../model/guard.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'

export function describeState(state: State): JsonObject {
  const transitions = Object.entries(state.transitions)
  const head = present({
    title: state.title,
    description: state.description,
    goal: state.goal,
    guidance: state.guidance,
    onEnter: state.onEnter === undefined ? undefined : describeOnEnter(state.onEnter),
  })
  if (state.terminal) return { ...head, terminal: true }
  return {
    ...head,
    transitions: transitions.map(([name]) => name),
    actors: Object.fromEntries(transitions.map(([name, transition]) => [name, transition.actor])),
  }
}

function describeOnEnter(onEnter: OnEnter): JsonObject {
  const { executor, output, reliability } = onEnter
  return present({
    executor: describeExecutor(executor),
    reliability: reliability === undefined ? undefined : describeReliability(reliability),
    output,
  })
}

export function describeTransition(state: string, transition: Transition): JsonObject {
  return present({
    state,
    title: transition.title ?? null,
    description: transition.description,
    target: transition.target,
    branches:
      transition.branches.length === 0
        ? undefined
        : transition.branches.map(({ when, target }) => ({ when: declaredGuard(when), target })),
    actor: transition.actor,
    guards: transition.guards.map(declaredGuard),
    inputSchema: transition.inputSchema ?? null,
    prefill: unlessEmpty(transition.prefill),
    executor: transition.executor === undefined ? null : describeExecutor(transition.executor),
    reliability:
      transition.reliability === undefined ? undefined : describeReliability(transition.reliability),
    onFailure: transition.onFailure === undefined ? undefined : { ...transition.onFailure },
    approvals: transition.gates?.map(describeGate),
    output: unlessEmpty(transition.output),
    evidence: transition.evidence?.map(({ kind }) => kind),
    summary: transition.summary,
    risk: transition.risk,
    confirm: transition.confirm,
  })
}

/** As it is declared; a value of an environment might be a secret that somebody wrote down, so names only. */
export function describeExecutor(executor: ExecutorDeclaration): JsonObject {
  switch (executor.kind) {
    case 'noop':
      return { kind: 'noop' }
    case 'cli':
      return present({
        kind: 'cli',
        connection: executor.connection,
        command: executor.command,
        args: executor.args.length === 0 ? undefined : executor.args,
        workingDirectory: executor.workingDirectory,
        env: Object.keys(executor.env).length === 0 ? undefined : Object.keys(executor.env),
        stdin: executor.stdin,
        treatNonZeroAsFailure: executor.treatNonZeroAsFailure ? undefined : false,
        allowDash: executor.allowDash ? true : undefined,
        idempotent: executor.idempotent ? true : undefined,
        idempotencyKey: executor.idempotencyKey,
      })
    case 'mcp':
      return present({
        kind: 'mcp',
        connection: executor.connection,
        tool: executor.tool,
        map: executor.map,
        idempotent: executor.idempotent ? true : undefined,
        idempotencyKey: executor.idempotencyKey,
      })
    case 'rest':
      return present({
        kind: 'rest',
        connection: executor.connection,
        method: executor.method,
        path: executor.path,
        query: unlessEmpty(executor.query),
        headers: Object.keys(executor.headers).length === 0 ? undefined : Object.keys(executor.headers),
        body: executor.body,
        idempotent: executor.idempotent ? true : undefined,
        idempotencyKey: executor.idempotencyKey,
      })
    case 'workflow':
      return present({ kind: 'workflow', definitionId: executor.definitionId, input: executor.input })
    case 'parallel':
      return {
        kind: 'parallel',
        branches: mapEntries(executor.branches, (branch) => describeExecutor(branch.executor)),
        limit: executor.limit,
        join: executor.join,
      }
    case 'orchestrator':
      return { kind: 'orchestrator', action: executor.action }
    case 'human':
      return present({ kind: 'human', queue: executor.queue, timeoutMs: executor.timeoutMs })
  }
}

function describeReliability({ timeoutMs, retry, fallback }: Reliability): JsonObject {
  return present({
    timeoutMs,
    retry: retry === undefined ? undefined : { ...retry },
    fallback: fallback.length === 0 ? undefined : fallback.map(describeExecutor),
  })
}

function describeGate({ required, queue, timeoutMs, quorum, notRequester, by, except }: Gate): JsonObject {
  return present({
    required,
    queue,
    timeoutMs,
    quorum,
    notRequester,
    by: by === undefined ? undefined : { ...by },
    except: except === undefined ? undefined : { when: except.when.map(declaredGuard), until: except.until },
  })
}

/** A guard in the spelling of the configuration. */
export function declaredGuard(guard: Guard): JsonObject {
  switch (guard.kind) {
    case 'evidence':
      return { kind: 'evidence', requires: guard.requires.map((requirement) => ({ ...requirement })) }
    case 'allOf':
    case 'anyOf':
      return { kind: guard.kind, guards: guard.guards.map(declaredGuard) }
    case 'not':
      return { kind: 'not', guard: declaredGuard(guard.guard) }
    case 'permission':
    case 'role':
    case 'expr':
      return { ...guard }
  }
}

function unlessEmpty(mapping: JsonObject): JsonObject | undefined {
  return Object.keys(mapping).length === 0 ? undefined : mapping
}

export function mapEntries<Value>(
  entries: Record<string, Value>,
  convert: (value: Value) => JsonObject,
): JsonObject {
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, convert(value)]))
}

/** Without the entries that are undefined: JSON has no such value. */
export function present(entries: Record<string, JsonValue | undefined>): JsonObject {
  const result: JsonObject = {}
  for (const [key, value] of Object.entries(entries)) {
    if (value !== undefined) result[key] = value
  }
  return result
}
