import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { ExecutorSchema } from '../../src/main/config/executors/executors.ts'
import { StateSchema, TransitionSchema, WorkflowSchema } from '../../src/main/config/schema/workflow.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/main/model/json.ts'
import { explainDefinition } from '../../src/main/workflow/explain.ts'
import { loadText } from './write-configuration.ts'

/** Every key of a configuration once. */
const WHOLE = `
version: "1.0.0"
include: []
connections:
  files: { kind: mcp, command: x, args: [a], env: { A: b }, workingDirectory: w, approval: { required: unlessReadOnly, queue: q, timeoutMs: 1, quorum: 2, notRequester: true, risk: high, by: { role: r } } }
  remote: { kind: mcp, url: "https://example.org", headers: { A: b } }
  shell: { kind: cli, command: x, workingDirectory: w, env: { A: b }, sandbox: { mode: noNetwork, ifAvailable: true } }
  api: { kind: rest, baseUrl: "https://example.org", headers: { A: b } }
capabilities:
  base: { executor: { kind: noop }, reliability: { timeoutMs: 1, retry: { maxAttempts: 3, backoff: exponential, initialDelayMs: 1, maxDelayMs: 2, jitter: true, retryOn: [timeout, transient_error, rate_limited, connection_error] }, fallback: { strategy: first_success, executors: [] } } }
  outer: { wraps: base, approval: { required: true } }
proxy:
  expose:
    - { name: one, executor: { kind: rest, connection: api, method: POST, path: "/x/{id}", query: { a: 1 }, headers: { A: b }, body: {}, idempotent: true, idempotencyKey: true } }
    - { capability: outer, as: two }
  import:
    - { connection: files, prefix: f, include: [a], exclude: [b], tags: [t], aliases: { a: [c] }, approval: { required: true } }
    - { connection: remote }
workflows:
  long:
    title: T
    description: D
    tags: [t]
    aliases: [a]
    examples: [e]
    version: "2"
    inputSchema: { type: object }
    guards: [{ kind: permission, permission: p }]
    initialState: a
    initialContext: { n: 0 }
    maxChainDepth: 5
    timeoutMs: 1000
    onTimeout: { target: late, executor: { kind: noop }, allowUnapproved: true }
    linkFilter: byGuards
    states:
      a:
        title: A
        description: D
        goal: G
        guidance: U
        onEnter: { executor: { kind: noop, idempotencyKey: true }, output: { x: 1 }, reliability: {} }
        linkFilter: all
        transitions:
          go:
            target: b
            title: Go
            description: D
            actor: agent
            inputSchema: { type: object }
            prefill: { x: "$.context.n" }
            guards: [{ kind: role, role: r }, { kind: evidence, requires: [cli_output] }]
            executor: { kind: cli, connection: shell, args: [a], env: { A: b }, stdin: s, workingDirectory: w, treatNonZeroAsFailure: false, allowDash: true, idempotencyKey: "{workflowId}" }
            output: { y: { add: ["$.context.n", 1] } }
            branches: [{ when: { kind: not, guard: { kind: expr, expr: "$.context.n == 1" } }, target: late }]
            evidence: [report, { kind: other }]
            reliability: {}
            approval: { required: true }
            summary: "Go with {context.n}"
            subject: $.context.n
            risk: high
            confirm: true
            undoMs: 1000
          ask: { target: b, executor: { kind: human, queue: q, timeoutMs: 1 } }
          sub: { target: b, executor: { kind: workflow, definitionId: short, input: {}, idempotent: true, idempotencyKey: true } }
          both: { target: b, executor: { kind: parallel, branches: { one: { kind: noop }, two: { executor: { kind: noop, idempotent: true }, onFailure: continue } }, limit: 2, join: any } }
          test: { target: a, executor: { kind: cli, command: x, idempotent: true } }
          call: { target: b, executor: { kind: mcp, connection: files, tool: t, map: {}, idempotent: true, idempotencyKey: true } }
          press: { target: b, actor: human }
      b: { terminal: true }
      late: {}
  short: { steps: [{ name: a, executor: { kind: noop } }] }
discovery: { index: memory, include: [proxy, workflows, connections], homeLimit: 50, profile: { ranking: smart, typo: 0.5 }, enabled: true }
audit: { sink: stdout, path: a.jsonl }
store: { kind: memory, path: db }
approvals: { timeoutMs: 1, holdMs: 1, undoMs: 1000, queues: { q: {} } }
clients:
  c: { roles: [r], permissions: [p], tags: [t], sees: all, names: underscores }
people:
  p: { roles: [r], permissions: [p] }
  o: { roles: [r] }
`

it('every key of the whole file is recognised, and what comes later says so in its place [config.whole-shape]', async () => {
  const { configuration, problems } = await loadText(WHOLE)
  expect(configuration).not.toBeNull()
  const strange = problems.filter(({ message }) => !/in this version|is ignored/.test(message))
  expect(strange).toEqual([])
  expect(problems.filter(({ severity }) => severity === 'warning').map(({ at }) => at)).toEqual([
    'discovery.enabled',
  ])
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
})

it('holds every key of every kind of executor [config.whole-shape]', () => {
  const { connections: _, ...rest } = parse(WHOLE)
  const written = new Set(keysIn(rest))
  const { oneOf } = ExecutorSchema.else as unknown as { oneOf: { title: string; properties: object }[] }
  const all = oneOf.flatMap(({ title, properties }) =>
    Object.keys(properties).map((key) => `${title}.${key}`),
  )
  // Written without its kind.
  expect(all.filter((key) => !written.has(key) && !key.startsWith('capability.'))).toEqual([])
})

/** Always an error; and a state that nothing leaves is terminal anyway. */
const NOT_KEPT = ['auto_approve', 'terminal']

/** In which parts of it which keys stand. */
const PLACES: { readonly [Part in 'workflow' | 'state' | 'transition']: { keys: object; at: string[] } } = {
  workflow: { keys: WorkflowSchema.properties, at: ['workflows.long', 'workflows.short'] },
  state: { keys: StateSchema.properties, at: ['workflows.long.states.a', 'workflows.long.states.b'] },
  transition: {
    keys: TransitionSchema.properties,
    at: ['go', 'press'].map((name) => `workflows.long.states.a.transitions.${name}`),
  },
}

it.each(Object.entries(PLACES))(
  'holds every key of a %s, and none is lost on the way to what runs [config.whole-shape] [config.kept]',
  async (_, { keys: declared, at }) => {
    const keys = Object.keys(declared).filter((key) => !NOT_KEPT.includes(key))
    const partOf = (document: JsonValue, place: string) =>
      place.split('.').reduce((part, key) => (part as JsonObject)[key] ?? {}, document) as JsonObject
    const written = parse(WHOLE)
    const has = (place: string, key: string) => Object.hasOwn(partOf(written, place), key)
    expect(keys.filter((key) => !at.some((place) => has(place, key)))).toEqual([])
    const compile = async (document: JsonObject) => {
      const { configuration, problems } = await loadText(JSON.stringify(document))
      return problems.some(({ severity }) => severity === 'error') ? null : configuration?.workflows
    }
    const whole = await compile(written)
    const lost: string[] = []
    for (const key of keys) {
      const without = at
        .filter((place) => has(place, key))
        .map((place) => {
          const document = structuredClone(written)
          delete partOf(document, place)[key]
          return compile(document)
        })
      if ((await Promise.all(without)).every((less) => isDeepStrictEqual(less, whole))) lost.push(key)
    }
    expect(lost).toEqual([])
  },
)

/** What decides nothing for whoever is about to start it, or shows in its links. */
const NOT_EXPLAINED = ['tags', 'aliases', 'examples', 'initialContext', 'maxChainDepth', 'linkFilter']

it('an agent that has a workflow explained is told all that it declares, but for what stands on a list [explain.whole]', async () => {
  const { configuration } = await loadText(WHOLE)
  const long = configuration?.workflows.long
  if (long === undefined) throw new Error('The whole file has no such workflow.')
  const { definitionId: id, definitionVersion: version, ...told } = explainDefinition(long)
  const silent = Object.keys(long).filter((key) => !Object.hasOwn({ ...told, id, version }, key))
  expect(silent.toSorted()).toEqual(NOT_EXPLAINED.toSorted())
})

/** Of whatever has a kind, as `kind.key`. */
function keysIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (!isJsonObject(value)) return []
  const own = typeof value.kind === 'string' ? Object.keys(value).map((key) => `${value.kind}.${key}`) : []
  return [...own, ...Object.values(value).flatMap(keysIn)]
}
