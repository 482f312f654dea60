/** Changes by which nothing more can happen are not named as what may loosen; where something follows them, they are. */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

const RETRIED = 'reliability: { retry: { maxAttempts: 3 } }'
const run = (more = '') => `{ target: b, executor: { kind: mcp, connection: db, tool: run }, ${more} }`
const flow = (step: string, more = '') => {
  const late = `${step}${more}`.includes('late') ? ', late: {}' : ''
  return `
connections:
  db: { kind: mcp, command: db-server }
approvals: { pending: { perClient: 100 } }
clients: { ci: { roles: [runner] } }
proxy:
  expose:
    - { name: look, inputSchema: { type: object, properties: { what: { enum: [1, 2] } } }, executor: { kind: mcp, connection: db, tool: look } }
workflows:
  w: { initialState: a, ${more}states: { a: { transitions: { go: ${step} } }, b: {}${late} } }
`
}
const LATE =
  'timeoutMs: 60000, onTimeout: { target: late, executor: { kind: mcp, connection: db, tool: late } }, '
const FAILS = run('reliability: { fallback: { executors: [{ kind: mcp, connection: db, tool: other }] } }')

const FEWER: [string, string, Edits][] = [
  ['fewer attempts', flow(run(RETRIED)), [['maxAttempts: 3', 'maxAttempts: 2']]],
  ['one attempt alone', flow(run(RETRIED)), [[RETRIED, '']]],
  ['fewer calls at once', flow(run()), [['command: db-server', 'command: db-server, concurrency: 1']]],
  ['fewer items that wait', flow(run()), [['perClient: 100', 'perClient: 50']]],
  [
    'other names of tools for a client',
    flow(run()),
    [['roles: [runner]', 'roles: [runner], names: underscores']],
  ],
  [
    'a client without a right',
    flow(run('guards: [{ kind: role, role: runner }]')),
    [['roles: [runner]', 'roles: []']],
  ],
  [
    'a connection that is left alone sooner, and longer',
    flow(run()).replace('command: db-server', 'command: db-server, breaker: { failures: 5, resetMs: 1000 }'),
    [['failures: 5, resetMs: 1000', 'failures: 2, resetMs: 9000']],
  ],
  ['one value instead of several', flow(run()), [['enum: [1, 2]', 'const: 1']]],
]

describe('a change by which nothing more can happen', () => {
  it.each(FEWER)('is no loss: %s [weaker.unproven]', async (_, yaml, edits) => {
    const { weaker, sameHash } = await comparePair(yaml, edits)
    expect(weaker).toEqual([])
    expect(sameHash).toBe(false)
  })

  it.each<[string, string, Edits]>([
    [
      'a connection that is asked again sooner',
      flow(run()).replace(
        'command: db-server',
        'command: db-server, breaker: { failures: 5, resetMs: 1000 }',
      ),
      [['resetMs: 1000', 'resetMs: 10']],
    ],
    ['more attempts', flow(run(RETRIED)), [['maxAttempts: 3', 'maxAttempts: 4']]],
    [
      'fewer attempts, each with another pause',
      flow(run(RETRIED)),
      [['maxAttempts: 3', 'maxAttempts: 2, initialDelayMs: 1']],
    ],
    [
      'no time for an attempt any more',
      flow(run('reliability: { timeoutMs: 10 }')),
      [['reliability: { timeoutMs: 10 }', '']],
    ],
    ['fewer calls at once, and something follows a failure', flow(FAILS), FEWER[2]?.[2] ?? []],
    ['fewer items that wait, and something follows a failure', flow(FAILS), FEWER[3]?.[2] ?? []],
    ['fewer calls at once, and something runs when time is up', flow(run(), LATE), FEWER[2]?.[2] ?? []],
    ...[
      run('guards: [{ kind: not, guard: { kind: role, role: runner } }]'),
      run('branches: [{ when: { kind: role, role: runner }, target: late }]'),
    ].map((step): [string, string, Edits] => [
      `a client without a right, where ${step}`,
      flow(step),
      [['roles: [runner]', 'roles: []']],
    ]),
    [
      'a client without a right, and something runs when time is up',
      flow(run(), LATE),
      [['roles: [runner]', 'roles: []']],
    ],
    ['another value', flow(run()), [['enum: [1, 2]', 'const: 3']]],
  ])('is one, where more can: %s [weaker.unproven]', async (_, yaml, edits) => {
    const { weaker } = await comparePair(yaml, edits)
    expect(weaker).not.toEqual([])
  })
})
