import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { ExecutorSchema } from '../../src/main/config/executors/executors.ts'
import { isJsonObject, type JsonValue } from '../../src/main/model/json.ts'
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
            summary: Go with {n}
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
approvals: { timeoutMs: 1, holdMs: 1, undoMs: 1, queues: { q: {} } }
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

/** Of whatever has a kind, as `kind.key`. */
function keysIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (!isJsonObject(value)) return []
  const own = typeof value.kind === 'string' ? Object.keys(value).map((key) => `${value.kind}.${key}`) : []
  return [...own, ...Object.values(value).flatMap(keysIn)]
}
