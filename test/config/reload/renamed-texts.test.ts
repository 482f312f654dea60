/** Whole files in which one thing is called otherwise everywhere: that alone is no loss, and hides none. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import { runs } from '../../support/effort.ts'
import { loadText } from './load-text.ts'

const expr = (text: string) => ({ kind: 'expr', expr: text })
const call = fc.constantFrom<object>(
  { kind: 'cli', connection: 'git', args: ['push', '$.context.tag'] },
  { kind: 'cli', connection: 'sh', args: ['wipe'] },
  { kind: 'mcp', connection: 'srv', tool: 'write', map: { path: '$.context.path' } },
  { kind: 'rest', connection: 'api', method: 'POST', path: '/pay', idempotencyKey: true },
  { capability: 'pay', map: { to: '$.context.path' } },
)
const guard = fc.constantFrom<object>(
  expr('$.context.sure == true'),
  { kind: 'role', role: 'boss' },
  { kind: 'permission', permission: 'audit' },
)
const step = fc.record({
  actor: fc.constantFrom('agent', 'human'),
  executor: call,
  guards: fc.array(guard, { maxLength: 1 }),
  approval: fc.constantFrom<object>(
    { required: false },
    { quorum: 2, by: { role: 'boss' } },
    { queue: 'ops' },
  ),
  risk: fc.constantFrom('medium', 'high'),
})
const kept = fc.constantFrom<object>({}, { how: '$.output.workflow.state' }, { all: '$.output' })
const when = fc.constantFrom(
  "$.context.steps.one.status == 'success'",
  "$.context.steps.one.output.workflow.state == 'shipped'",
)

/** `kid` is run by two others: one keeps what it is given, one asks how it ended. */
const file = fc.record({ first: step, second: step, kept, when }).map(({ first, second, kept, when }) => ({
  approvals: { queues: { ops: { role: 'boss' } } },
  people: { kim: { roles: ['boss'], permissions: ['audit'] }, lee: { roles: ['boss'] }, bo: {} },
  connections: {
    git: { kind: 'cli', command: 'git-like' },
    sh: { kind: 'cli', command: 'sh-like', approval: { queue: 'ops' } },
    srv: { kind: 'mcp', command: 'srv-like', approval: { required: 'unlessReadOnly' } },
    api: { kind: 'rest', baseUrl: 'https://api.example.com' },
  },
  capabilities: {
    pay: {
      inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
      executor: {
        kind: 'rest',
        connection: 'api',
        method: 'POST',
        path: '/pay',
        body: { to: '$.arguments.to' },
      },
      approval: { quorum: 2, by: { role: 'boss' } },
    },
  },
  proxy: { expose: [{ capability: 'pay' }], import: [{ connection: 'srv', prefix: 'srv' }] },
  workflows: {
    kid: {
      initialContext: { tag: '', path: '', sure: false },
      initialState: 'begun',
      states: {
        begun: {
          transitions: { go: { target: 'between', ...first }, stop: { target: 'refused', actor: 'human' } },
        },
        between: {
          transitions: {
            on: { target: 'shipped', ...second },
            off: { target: 'refused', guards: [{ kind: 'permission', permission: 'audit' }] },
          },
        },
        shipped: {},
        refused: {},
      },
    },
    outer: {
      initialState: 'open',
      states: {
        open: {
          transitions: {
            run: { target: 'closed', executor: { kind: 'workflow', definitionId: 'kid' }, output: kept },
          },
        },
        closed: {},
      },
    },
    asking: {
      steps: [
        { name: 'one', executor: { kind: 'workflow', definitionId: 'kid' } },
        { name: 'two', when: expr(when), executor: { kind: 'cli', connection: 'git', args: ['tag'] } },
      ],
    },
  },
}))

const RENAMES = [
  ['kid', 'lad'],
  ['refused', 'declined'],
  ['between', 'middle'],
  ['go', 'start'],
  ['boss', 'chief'],
  ['audit', 'check'],
  ['ops', 'desk'],
  ['pay', 'payment'],
] as const
/** In the text: what each takes away, and what is left. */
const LOOSENED = [
  ['"actor":"human"', '"actor":"agent"'],
  ['"quorum":2', '"quorum":1'],
  ['"role":"boss"', '"role":"anybody"'],
  ['"bo":{}', '"bo":{"roles":["boss"]}'],
  ['"risk":"high"', '"risk":"low"'],
  ['"push"', '"force-push"'],
  ['"queue":"ops"', '"queue":"others"'],
] as const
const LOAD_LIMIT_MS = 120_000

/** JSON is YAML: its members, one a line. */
const load = async (text: string) =>
  await loadText(
    Object.entries(JSON.parse(text))
      .map(([key, part]) => `${key}: ${JSON.stringify(part)}`)
      .join('\n'),
  )

it(
  'calling one thing otherwise is no loss, and hides none [weaker.renamed] [weaker.renamed-rights]',
  async () => {
    let hidden = 0
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.constantFrom(...RENAMES),
        fc.constantFrom(...LOOSENED),
        async (declared, [was, is], [from, to]) => {
          const text = JSON.stringify(declared)
          const rename = (each: string) => each.replaceAll(`"${was}"`, `"${is}"`)
          const before = await load(text)
          const losses = async (each: string) => {
            const { weaker, risk } = compareConfigurations(before, await load(each))
            return { risk, weaker: weaker.filter((sentence) => !sentence.includes(' everywhere now: ')) }
          }
          expect((await losses(rename(text))).weaker, `${was} → ${is}`).toEqual([])
          const loosened = text.replace(from, to)
          const plain = await losses(loosened)
          if (plain.weaker.length === 0) return
          hidden += 1
          const both = await losses(rename(loosened))
          expect(both.weaker, `${was} → ${is}, ${from} → ${to}`).not.toEqual([])
          expect(both.risk?.level).toBe(plain.risk?.level)
        },
      ),
      { numRuns: runs(60, 2000) },
    )
    expect(hidden).toBeGreaterThan(20)
  },
  LOAD_LIMIT_MS,
)
