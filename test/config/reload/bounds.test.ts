/** Bounds of numbers and counts of evidence in conditions: stricter ones are no loss, and looser ones are named with both. */
import { describe, expect, it } from 'vitest'
import { comparePair } from './compare-pair.ts'

const SERVERS = 'connections: { db: { kind: mcp, command: db-server } }\n'
const flow = (guard: string) => `${SERVERS}workflows:
  w: { initialState: a, states: { a: { transitions: { note: { target: a, evidence: [{ kind: t }] }, go: { target: b, guards: [${guard}], executor: { kind: mcp, connection: db, tool: wipe } } } }, b: {} } }
`
const expr = (text: string) => `{ kind: expr, expr: "${text}" }`
const evidence = (text: string) => `{ kind: evidence, requires: ${text} }`

describe('a condition whose number is another one [weaker.bounds]', () => {
  it.each<[string, string, string, string]>([
    [
      'a bound',
      expr('$.arguments.n < 10'),
      expr('$.arguments.n < 100'),
      'checks “expr $.arguments.n < 100” instead of “expr $.arguments.n < 10”.',
    ],
    [
      'a bound that takes its end in',
      expr('$.arguments.n > 10'),
      expr('10 <= $.arguments.n'),
      'checks “expr 10 <= $.arguments.n” instead of “expr $.arguments.n > 10”.',
    ],
    [
      'one of several bounds',
      expr('$.arguments.n > 1 && $.arguments.n < 10'),
      expr('$.arguments.n < 10 && $.arguments.n > -1'),
      'checks “expr $.arguments.n < 10 && $.arguments.n > -1” instead of “expr $.arguments.n > 1 && $.arguments.n < 10”.',
    ],
    [
      'a count',
      evidence('{ kind: t, count: 5 }'),
      evidence('{ kind: t }'),
      'checks “evidence t” instead of “evidence t × 5”.',
    ],
    [
      'a count of people',
      evidence('{ kind: approval, count: 2, distinct: true }'),
      evidence('{ kind: approval, count: 2 }'),
      'checks “evidence approval × 2” instead of “evidence approval × 2 by different people”.',
    ],
  ])(
    'is named with both where it is looser, and not the other way round: %s',
    async (_, one, other, said) => {
      const { weaker, risk } = await comparePair(flow(one), [[one, other]])
      expect(weaker).toEqual([`‘go’ in state ‘a’ ${said}`])
      expect(risk?.level).toBe('high')
      const back = await comparePair(flow(other), [[other, one]])
      expect(back.weaker).toEqual([])
      expect(back.risk?.level).toBe('low')
    },
  )

  it.each<[string, string, string]>([
    ['of another value', expr('$.arguments.n < 10'), expr('$.arguments.m < 5')],
    ['that is a text now', expr('$.arguments.n < 10'), expr("$.arguments.n < '5'")],
    ['beside another way', expr('$.arguments.n < 10'), expr('$.arguments.n < 5 || $.arguments.m == 1')],
    ['that is denied', expr('!($.arguments.n > 100)'), expr('!($.arguments.n > 200)')],
    [
      'that is denied as a whole',
      `{ kind: not, guard: ${evidence('{ kind: t }')} }`,
      `{ kind: not, guard: ${evidence('{ kind: t, count: 5 }')} }`,
    ],
    [
      'of people, of which fewer count',
      evidence('{ kind: t, count: 3 }'),
      evidence('{ kind: t, count: 2, distinct: true }'),
    ],
    ['of something else', evidence('{ kind: t }'), evidence('{ kind: approval, count: 9 }')],
  ])('is gone where nothing shows that it is the same or stricter: one %s', async (_, one, other) => {
    const { weaker } = await comparePair(flow(one), [[one, other]])
    expect(weaker).toEqual([expect.stringMatching(/^‘go’ in state ‘a’ no longer checks “/)])
  })

  it('counts in exceptions, too: what they let through is less', async () => {
    const gated = SERVERS.replace(
      'db-server',
      `db-server, approval: { except: { when: [${expr('$.call.arguments.n < 10')}], until: "2027-01-31" } }`,
    )
    expect((await comparePair(gated, [['n < 10', 'n < 5']])).weaker).toEqual([])
    expect((await comparePair(gated, [['n < 10', 'n < 50']])).weaker).toEqual([
      'The server ‘db’: its approval is left out until 2027-01-31 (UTC) where “expr $.call.arguments.n < 50”.',
    ])
  })

  it('is named where the engine goes on by itself: what does not happen lets something else happen', async () => {
    const own = `${SERVERS}workflows:
  w: { initialState: a, states: { a: { transitions: { go: { target: b, actor: deterministic, guards: [${expr('$.input.n < 10')}], executor: { kind: mcp, connection: db, tool: wipe } }, stop: { target: c, actor: deterministic, guards: [${expr('$.input.n >= 10')}] } } }, b: {}, c: {} } }
`
    expect((await comparePair(own, [['n < 10', 'n < 5']])).weaker).toHaveLength(1)
  })
})
