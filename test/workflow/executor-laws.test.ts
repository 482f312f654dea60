/** What holds of every kind of executor and of each of its fields: all are asked, so that none can be forgotten. */
import { describe, expect, it } from 'vitest'
import { ExecutorSchema } from '../../src/main/config/executors/executors.ts'
import type { ExecutorDeclaration, ExecutorKinds, ParallelBranch } from '../../src/main/model/executor.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/main/model/json.ts'
import {
  branchesOf,
  effectOf,
  resolveCall,
  templateFields,
} from '../../src/main/workflow/executors/executors.ts'
import { readFields } from '../../src/main/workflow/executors/fields.ts'
import type { FieldPath } from '../../src/main/workflow/executors/kind.ts'
import { declaredInFull, describeExecutor } from '../../src/main/workflow/executors/wording.ts'
import { declareProgram, declareRequest, scopeWith } from './declarations.ts'

const branch: Required<ParallelBranch> = {
  executor: declareProgram('one', ['a']),
  reliability: { timeoutMs: 1, fallback: [declareRequest('/b')] },
  when: { kind: 'expr', expr: '$.arguments.a == 1' },
  onFailure: 'continue',
}

/** One of each kind with everything that it can declare: a kind, or a field of one, that is left out does not compile. */
const WHOLE: { [Kind in keyof ExecutorKinds]: { kind: Kind } & Required<ExecutorKinds[Kind]> } = {
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

const kinds = Object.values<ExecutorDeclaration>(WHOLE).map((executor) => [executor.kind, executor] as const)

/** Whatever stands in it, but for the names of kinds. */
function placesIn(value: JsonValue, at: FieldPath = []): FieldPath[] {
  if (at.at(-1) === 'kind') return []
  if (typeof value !== 'object' || value === null) return [at]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, inner]) => placesIn(inner, [...at, key]))
}

function withValue(executor: ExecutorDeclaration, at: FieldPath, change: (value: JsonValue) => JsonValue) {
  const changeIn = (value: JsonValue, [key, ...rest]: FieldPath): JsonValue => {
    if (key === undefined) return change(value)
    if (Array.isArray(value)) return value.map((each, index) => (index === key ? changeIn(each, rest) : each))
    const holder = isJsonObject(value) ? value : {}
    return { ...holder, [key]: changeIn(holder[key] ?? null, rest) }
  }
  return changeIn(executor as unknown as JsonObject, at) as unknown as ExecutorDeclaration
}

function other(value: JsonValue): JsonValue {
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? value + 1 : `${value}x`
}

/** The places whose value `read` does not read, by kind. */
function unread(read: (executor: ExecutorDeclaration) => unknown): string[] {
  return kinds.flatMap(([kind, executor]) => {
    const before = JSON.stringify(read(executor))
    return placesIn(executor as unknown as JsonObject)
      .filter((at) => JSON.stringify(read(withValue(executor, at, other))) === before)
      .map((at) => `${kind}: ${at.join('.')}`)
  })
}

/** Values of environments and headers, which may be secret. */
const SECRET = /^(?:cli: env|rest: headers)\./
/** How often it may run, and when, and what becomes of it then: nothing of what it does. */
const ROUND_IT = /\b(?:idempotent|idempotencyKey|treatNonZeroAsFailure|timeoutMs|limit|onFailure|when\.expr)$/
/** Nobody is called. */
const CALLS_NOTHING = /^(?:noop|human): /

describe('each field of an executor', () => {
  it('is read by whoever decides whether it may run [kinds.fields]', () => {
    const left = unread(declaredInFull)
    const allowed = [SECRET, ROUND_IT, CALLS_NOTHING]
    expect(left.filter((place) => !allowed.some((pattern) => pattern.test(place)))).toEqual([])
    for (const pattern of allowed) expect(left.some((place) => pattern.test(place))).toBe(true)
  })

  it('is explained, in the spelling of the configuration [kinds.fields]', () => {
    expect(unread(describeExecutor).filter((place) => !SECRET.test(place))).toEqual([])
    for (const [kind, executor] of kinds) {
      const form = FORMS.find(({ title }) => title === kind)
      if (form === undefined) continue
      const strange = Object.keys(describeExecutor(executor)).filter((key) => !(key in form.properties))
      // A `noop` gets what a capability maps to it.
      expect(strange).toEqual(kind === 'noop' ? ['map'] : [])
    }
  })

  it.each(kinds)('is known as one that is filled in where it is: %s [kinds.fields]', (_, executor) => {
    const unknown: string[] = []
    for (const at of placesIn(executor as unknown as JsonObject))
      for (const written of ['$.arguments.given', '/{given}']) {
        const filled = withValue(executor, at, () => written)
        if (countGiven(filled) > countGiven(executor) && !seenAt(filled, written, at))
          unknown.push(`${at.join('.')}: ${written}`)
      }
    expect(unknown).toEqual([])
  })

  it('is listed where names are filled in, as one of its kind [R2.6]', () => {
    const not = () => {}
    for (const [, executor] of kinds) {
      const template = (_: string, at: FieldPath) => expect(templateFields()).toContain(at.at(-1))
      readFields(executor, { text: not, value: not, header: not, template, mapping: not, when: not }, [])
    }
  })
})

it.each(kinds)('an executor says what happens where something runs: %s [kinds.fields]', (_, executor) => {
  const runs = declaredInFull(executor) !== null && Object.keys(branchesOf(executor)).length === 0
  expect(effectOf(executor) !== null).toBe(runs)
})

const { oneOf: FORMS } = ExecutorSchema.else as unknown as { oneOf: { title: string; properties: object }[] }

/** How often the value is in what runs. */
function countGiven(executor: ExecutorDeclaration): number {
  const scope = scopeWith({ arguments: { given: '«value»' } })
  const connections = {
    cliConnection: () => ({ command: 'run' }),
    restConnection: () => ({ baseUrl: 'https://x.example' }),
  }
  return decodeURIComponent(JSON.stringify(resolveCall(executor, scope, connections))).split('«value»').length
}

/** Whether whoever edits or checks its fields is shown the text, at its place or at one that holds it. */
function seenAt(executor: ExecutorDeclaration, written: string, at: FieldPath): boolean {
  let seen = false
  const look = (value: unknown, place: FieldPath) => {
    const holds = place.every((key, index) => key === at[index])
    seen ||= holds && JSON.stringify(value ?? null).includes(written)
  }
  readFields(
    executor,
    { text: look, value: look, header: look, template: look, mapping: look, when: look },
    [],
  )
  return seen
}
