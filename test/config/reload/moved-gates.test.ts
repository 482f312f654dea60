/** An approval that moves to the connection of what it held is none that is lost. */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

const SERVERS = `
connections:
  db: { kind: mcp, command: db-server }
  api: { kind: rest, baseUrl: "https://api.example.com" }
  shell: { kind: cli, command: sh-like }
`
const LEAD = 'approval: { by: { role: lead } }'
const onConnection = (name: string, approval: string): readonly [string, string] => [
  `${name}: { kind: ${{ db: 'mcp', api: 'rest', shell: 'cli' }[name]}`,
  `${name}: { ${approval}, kind: ${{ db: 'mcp', api: 'rest', shell: 'cli' }[name]}`,
]
const CALLS = {
  db: '{ kind: mcp, connection: db, tool: wipe }',
  api: '{ kind: rest, connection: api, method: DELETE, path: /x }',
  shell: '{ kind: cli, connection: shell, args: [wipe] }',
}
const exposed = (call: string) =>
  `${SERVERS}proxy: { expose: [{ name: x, title: X, executor: ${call}, ${LEAD} }] }\n`
const step = (call: string, more = '') =>
  `${SERVERS}workflows: { w: { initialState: a, states: { a: { transitions: { go: { target: b, executor: ${call}, ${LEAD}${more} } } }, b: {} } } }\n`

describe('an approval that moves to its connection', () => {
  it.each<[string, string, Edits]>([
    ['from a tool', exposed(CALLS.db), [onConnection('db', LEAD)]],
    ['from a request', exposed(CALLS.api), [onConnection('api', LEAD)]],
    ['from a step', step(CALLS.db), [onConnection('db', LEAD)]],
    ['from a step that runs a program', step(CALLS.shell), [onConnection('shell', LEAD)]],
    [
      'of more people',
      exposed(CALLS.db),
      [onConnection('db', 'approval: { quorum: 2, by: { role: lead } }')],
    ],
  ])('is no loss: %s [weaker.renamed]', async (_, yaml, edits) => {
    expect((await comparePair(yaml, [...edits, [`, ${LEAD} }`, ' }']])).weaker).toEqual([])
  })

  it.each<[string, string, Edits]>([
    ['of other people', exposed(CALLS.db), [onConnection('db', 'approval: { by: { role: intern } }')]],
    ['of anybody', exposed(CALLS.db), [onConnection('db', 'approval: { required: true }')]],
    [
      'that leaves out what only reads',
      exposed(CALLS.db),
      [onConnection('db', 'approval: { required: unlessReadOnly, by: { role: lead } }')],
    ],
    [
      'with an exception',
      step(CALLS.db),
      [
        onConnection(
          'db',
          'approval: { by: { role: lead }, except: { when: [{ kind: expr, expr: "$.context.x == 1" }], until: 2027-01-31 } }',
        ),
      ],
    ],
    ['of another connection', step(CALLS.db), [onConnection('api', LEAD)]],
    // The same program without its connection was held, too.
    ['of a program', exposed(CALLS.shell), [onConnection('shell', LEAD)]],
    [
      'of the connection of another call, which it runs now',
      exposed(CALLS.db),
      [onConnection('api', LEAD), [CALLS.db, CALLS.api]],
    ],
    [
      'before a fallback of another connection',
      step(CALLS.db, `, reliability: { fallback: { executors: [${CALLS.api}] } }`),
      [onConnection('db', LEAD)],
    ],
  ])('is one where it does not hold as much: %s [weaker.unproven]', async (_, yaml, edits) => {
    const { weaker, risk } = await comparePair(yaml, [...edits, [`, ${LEAD}`, '']])
    expect(weaker.join('\n')).toMatch(/no longer waits for an approval/)
    expect(risk?.level).toBe('high')
  })
})

describe('an approval that moves from an import to its connection', () => {
  const WHERE = 'connections:\n'
  const imported = (approval: string, more = '') =>
    `${SERVERS}${more}proxy: { import: [{ connection: db, prefix: db${approval} }] }\n`
  const READS = 'approval: { required: unlessReadOnly, by: { role: lead } }'
  const excepted = (until: string) =>
    `approval: { by: { role: lead }, except: { when: [{ kind: expr, expr: "$.call.tool == 'look'" }], until: ${until} } }`
  const RULE = excepted('2027-01-31')
  const OF_TOOL = 'toolApproval: { wipe: { by: { role: lead } } }'
  it.each<[string, string, Edits]>([
    ['as it is', imported(`, ${LEAD}`), [onConnection('db', LEAD), [`db, ${LEAD}`, 'db']]],
    [
      'as it is, for what does not only read',
      imported(`, ${READS}`),
      [onConnection('db', READS), [`db, ${READS}`, 'db']],
    ],
    ['for each tool', imported(`, ${READS}`), [onConnection('db', LEAD), [`db, ${READS}`, 'db']]],
    ['with its exception', imported(`, ${RULE}`), [onConnection('db', RULE), [`db, ${RULE}`, 'db']]],
    ['from one tool', imported(`, ${OF_TOOL}`), [onConnection('db', LEAD), [`db, ${OF_TOOL}`, 'db']]],
    [
      'with the import',
      imported(`, ${LEAD}`),
      [onConnection('db', LEAD), [`proxy: { import: [{ connection: db, prefix: db, ${LEAD} }] }`, '']],
    ],
  ])('is no loss: %s [weaker.renamed]', async (_, yaml, edits) => {
    expect((await comparePair(yaml, edits)).weaker).toEqual([])
  })

  const COUNTED = `workflows: { w: { initialState: a, states: { a: { transitions: { go: { target: b, guards: [{ kind: evidence, requires: { kind: approval, count: 2 } }], executor: ${CALLS.shell} } } }, b: {} } } }\n`
  it.each<[string, string, Edits]>([
    ['of other people', LEAD, [onConnection('db', 'approval: { by: { role: intern } }')]],
    ['of anybody', LEAD, [onConnection('db', 'approval: { required: true }')]],
    ['that leaves out what only reads', LEAD, [onConnection('db', READS)]],
    [
      'with an exception',
      LEAD,
      [
        onConnection(
          'db',
          `approval: { by: { role: lead }, except: { when: [{ kind: role, role: x }], until: 2027-01-31 } }`,
        ),
      ],
    ],
    ['with an exception for longer', RULE, [onConnection('db', excepted('2027-02-01'))]],
    ['of another connection', LEAD, [onConnection('api', LEAD)]],
    ['from one tool, of anybody', OF_TOOL, [onConnection('db', 'approval: { required: true }')]],
    ['where approvals are counted', LEAD, [onConnection('db', LEAD), [WHERE, `${COUNTED}${WHERE}`]]],
  ])('is one where it does not hold as much: %s [weaker.unproven]', async (_, approval, edits) => {
    const { weaker, risk } = await comparePair(imported(`, ${approval}`), [
      ...edits,
      [`db, ${approval}`, 'db'],
    ])
    expect(weaker.join('\n')).toMatch(/no longer waits for an approval/)
    expect(risk?.level).toBe('high')
  })
})
