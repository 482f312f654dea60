/** What can be approved later than before is named with both times, and is of medium risk: a person decides all the same. */
import { expect, it } from 'vitest'
import { comparePair } from './compare-pair.ts'

const ASKED = (minutes: string) =>
  `{ required: true${minutes === '' ? '' : `, timeoutMs: ${Number(minutes) * 60_000}`} }`
const FLOW = (
  usual: number,
  own: { step?: string; tool?: string; tools?: string; server?: string; capability?: string },
) => `
approvals: { timeoutMs: ${usual * 60_000} }
connections:
  db: { kind: mcp, command: db-server, approval: ${ASKED(own.server ?? '')} }
  other: { kind: mcp, command: other-server }
proxy:
  import: [{ connection: other, prefix: other, approval: ${ASKED(own.tools ?? '')}, toolApproval: { ${own.tool === undefined ? '' : `wipe: ${ASKED(own.tool)}`} } }]
capabilities:
  look: { title: Look, executor: { kind: cli, command: look }, approval: ${ASKED(own.capability ?? '')} }
workflows:
  w: { initialState: a, states: { a: { transitions: { go: { target: b, approval: ${ASKED(own.step ?? '')}, executor: { kind: cli, command: wipe } } } }, b: {} } }
`

it.each<[string, string, string, string]>([
  [
    'the usual time',
    FLOW(5, {}),
    FLOW(60, {}),
    'An approval can be given for 1 hour instead of 5 minutes before it is refused.',
  ],
  [
    'of a step',
    FLOW(5, { step: '1' }),
    FLOW(5, { step: '2' }),
    '‘go’ in state ‘a’ of ‘w’: its approval can be given for 2 minutes instead of 1 minute before it is refused.',
  ],
  [
    'of a step, from the usual one',
    FLOW(5, {}),
    FLOW(5, { step: '10' }),
    '‘go’ in state ‘a’ of ‘w’: its approval can be given for 10 minutes instead of 5 minutes before it is refused.',
  ],
  [
    'of a step, to the usual one',
    FLOW(5, { step: '1' }),
    FLOW(5, {}),
    '‘go’ in state ‘a’ of ‘w’: its approval can be given for 5 minutes instead of 1 minute before it is refused.',
  ],
  [
    'of a connection',
    FLOW(5, { server: '1' }),
    FLOW(5, { server: '2' }),
    'The server ‘db’: its approval can be given for 2 minutes instead of 1 minute before it is refused.',
  ],
  [
    'of a tool',
    FLOW(5, { tool: '1' }),
    FLOW(5, { tool: '2' }),
    'The tool “wipe” of the server ‘other’: its approval can be given for 2 minutes instead of 1 minute before it is refused.',
  ],
  [
    'of a tool, from that of all',
    FLOW(5, { tools: '1' }),
    FLOW(5, { tools: '1', tool: '2' }),
    'The tool “wipe” of the server ‘other’: its approval can be given for 2 minutes instead of 1 minute before it is refused.',
  ],
  [
    'of a tool, to that of all',
    FLOW(5, { tools: '2', tool: '1' }),
    FLOW(5, { tools: '2' }),
    'The tool “wipe” of the server ‘other’: its approval can be given for 2 minutes instead of 1 minute before it is refused.',
  ],
  [
    'of all tools of an import',
    FLOW(5, { tools: '1' }),
    FLOW(5, { tools: '2' }),
    'Each tool of the server ‘other’: its approval can be given for 2 minutes instead of 1 minute before it is refused.',
  ],
  [
    'of a capability',
    FLOW(5, { capability: '1' }),
    FLOW(5, { capability: '2' }),
    'The tool ‘look’: its approval can be given for 2 minutes instead of 1 minute before it is refused.',
  ],
  [
    'by less than a minute',
    FLOW(5, { step: '1' }),
    FLOW(5, { step: '1.5' }),
    '‘go’ in state ‘a’ of ‘w’: its approval can be given for 90000 instead of 60000 milliseconds before it is refused.',
  ],
])(
  'a longer time to approve is named, and a shorter one is not: %s [weaker.deadlines]',
  async (_, short, long, said) => {
    const longer = await comparePair(short, [[short, long]])
    expect(longer.weaker).toEqual([said])
    expect(longer.risk).toEqual({ level: 'medium', reason: said })
    const shorter = await comparePair(long, [[long, short]])
    expect(shorter.weaker).toEqual([])
  },
)

it.each<[string, [string, string][], string]>([
  [
    'a state',
    [
      ['states: { a:', 'states: { z:'],
      ['initialState: a', 'initialState: z'],
    ],
    '‘go’ in state ‘z’',
  ],
  ['a step', [['transitions: { go:', 'transitions: { on:']], '‘on’ in state ‘a’'],
  ['a workflow', [['  w: {', '  other: {']], '‘go’ in state ‘a’'],
])('is named where %s is called otherwise, too [weaker.deadlines]', async (_, renamed, where) => {
  const { weaker, risk } = await comparePair(FLOW(5, { step: '1' }), [
    ...renamed,
    ['timeoutMs: 60000', 'timeoutMs: 120000'],
  ])
  const [said = '', ...others] = weaker
  expect(said).toContain(where)
  expect(said).toContain('its approval can be given for 2 minutes instead of 1 minute before it is refused.')
  expect({ others, risk: risk?.level }).toEqual({ others: [], risk: 'medium' })
})

const BESIDE = (own: string, server = '') =>
  `
connections: { db: { kind: mcp, command: db-server, approval: ${ASKED(server)} } }
proxy:
  expose: [{ name: look, title: Look, executor: { kind: mcp, connection: db, tool: look }CAPABILITY }]
  import: [{ connection: db, prefix: db, include: [other]IMPORT }]
workflows:
  w: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: mcp, connection: db, tool: wipe }STEP } } }, b: {} } }
`
    .replace(own, `, approval: ${ASKED(server === '' ? '1' : '')}`)
    .replaceAll(/STEP|CAPABILITY|IMPORT/g, '')

it.each<[string, string]>([
  ['STEP', '‘go’ in state ‘a’ of ‘w’'],
  ['CAPABILITY', 'The tool ‘look’'],
  ['IMPORT', 'Each tool of the server ‘db’'],
])('is named where that of a connection is all that is left: %s [weaker.deadlines]', async (own, what) => {
  for (const [server, times] of [
    ['', '5 minutes instead of 1 minute'],
    ['10', '10 minutes instead of 5 minutes'],
  ]) {
    const [before, after] = [BESIDE(own, server), BESIDE('NOWHERE', server)]
    const { weaker, risk } = await comparePair(before, [[before, after]])
    expect(weaker).toEqual([`${what}: its approval can be given for ${times} before it is refused.`])
    expect(risk?.level).toBe('medium')
    // The first that is over refuses.
    const sooner = BESIDE(own, '0.5')
    expect((await comparePair(sooner, [[sooner, BESIDE('NOWHERE', '0.5')]])).weaker).toEqual([])
  }
})
