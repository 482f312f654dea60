/** One executor of each kind, and what may stand at each of its places: for laws that hold of every kind. */
import { ExecutorSchema } from '../../src/main/config/executors/executors.ts'
import type { ExecutorDeclaration, ExecutorKinds, ParallelBranch } from '../../src/main/model/executor.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/main/model/json.ts'
import type { FieldPath } from '../../src/main/workflow/executors/kind.ts'
import { declareProgram, declareRequest } from './declarations.ts'

const branch: Required<ParallelBranch> = {
  executor: declareProgram('one', ['a']),
  reliability: { timeoutMs: 1, fallback: [declareRequest('/b')] },
  when: { kind: 'expr', expr: '$.arguments.a == 1' },
  onFailure: 'continue',
}

/** One of each kind with everything that it can declare: a kind, or a field of one, that is left out does not compile. */
export const WHOLE: { [Kind in keyof ExecutorKinds]: { kind: Kind } & Required<ExecutorKinds[Kind]> } = {
  noop: { kind: 'noop', map: { a: 'b' }, idempotent: true },
  cli: {
    kind: 'cli',
    connection: 'shell',
    command: 'run',
    args: ['a', { concat: ['b', 'c'] }],
    workingDirectory: '/w',
    env: { A: 'b' },
    stdin: 'in',
    treatNonZeroAsFailure: false,
    allowDash: true,
    idempotent: true,
    idempotencyKey: 'key',
  },
  mcp: {
    kind: 'mcp',
    connection: 'files',
    tool: 'write',
    map: { a: 'b', c: { concat: ['d', 'e'] } },
    idempotent: true,
    idempotencyKey: 'key',
  },
  rest: {
    kind: 'rest',
    connection: 'api',
    method: 'POST',
    path: '/a',
    query: { b: 'c' },
    headers: { D: 'e' },
    body: { f: ['g'] },
    idempotent: true,
    idempotencyKey: 'key',
  },
  workflow: {
    kind: 'workflow',
    definitionId: 'w',
    input: { a: 'b' },
    idempotent: true,
    idempotencyKey: 'key',
  },
  parallel: { kind: 'parallel', branches: { one: branch }, limit: 2, join: 'any' },
  orchestrator: { kind: 'orchestrator', action: 'run_workflow' },
  human: { kind: 'human', queue: 'q', timeoutMs: 1 },
}

export const EACH_EXECUTOR = Object.values<ExecutorDeclaration>(WHOLE).map(
  (executor) => [executor.kind, executor] as const,
)

/** Whatever stands in it, but for the names of kinds. */
export function placesIn(value: JsonValue, at: FieldPath = []): FieldPath[] {
  if (at.at(-1) === 'kind') return []
  if (typeof value !== 'object' || value === null) return [at]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, inner]) => placesIn(inner, [...at, key]))
}

export function withValue(
  executor: ExecutorDeclaration,
  at: FieldPath,
  change: (value: JsonValue) => JsonValue,
) {
  const changeIn = (value: JsonValue, [key, ...rest]: FieldPath): JsonValue => {
    if (key === undefined) return change(value)
    if (Array.isArray(value)) return value.map((each, index) => (index === key ? changeIn(each, rest) : each))
    const holder = isJsonObject(value) ? value : {}
    return { ...holder, [key]: changeIn(holder[key] ?? null, rest) }
  }
  return changeIn(executor as unknown as JsonObject, at) as unknown as ExecutorDeclaration
}

/** Those that they name. */
export const CONNECTIONS = {
  cliConnection: () => ({ command: 'run' }),
  restConnection: () => ({ baseUrl: 'https://x.example' }),
}

/** How each kind is written that can be declared. */
export const { oneOf: EXECUTOR_FORMS } = ExecutorSchema.else as unknown as {
  oneOf: { title: string; properties: object; required: string[] }[]
}
