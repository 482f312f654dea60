/** Pairs of configurations whose difference is easily overlooked: what gets weaker is named, what does not is not. */
import { describe, expect, it } from 'vitest'
import { comparePair as compare } from './compare-pair.ts'

const SERVERS = `
connections:
  shell: { kind: cli, command: sh-like }
  db: { kind: mcp, command: db-server }
`
const WIPE = '{ kind: cli, connection: shell, args: ["wipe"] }'

const flow = (states: string, more = '') => `${SERVERS}
workflows:
  w: { ${more}initialState: a, states: { ${states}, b: {} } }
`
const exceptWhere = (guard: string) =>
  `approval: { required: true, except: { when: [${guard}], until: 2027-01-31 } }`
const DECIDED = '{ kind: evidence, requires: { kind: human_decision, count: 1 } }'
const APPROVED = '{ kind: evidence, requires: { kind: approval, count: 1 } }'
const CALL = '{ kind: mcp, connection: db, tool: wipe }'

const TEST = 'test: { executor: { kind: cli, connection: shell, args: [test] } }'
const SHIP = 'ship: { executor: { kind: cli, connection: shell, args: [ship] } }'
const GROUP = flow(
  `a: { transitions: { go: { target: b, executor: { kind: parallel, limit: 1, branches: { ${TEST}, ${SHIP} } } } } }`,
)
const CHAIN = flow(
  `a: { transitions: { go: { target: x } } }, x: { transitions: { on: { target: y, actor: deterministic } } },
    y: { transitions: { lock: { target: b, actor: system }, edit: { target: b, executor: ${WIPE} } } }`,
  'maxChainDepth: 5, ',
)
const RISKY = `${flow('a: { transitions: { go: { target: b, actor: human, risk: high, guards: [{ kind: role, role: lead }] } } }')}
approvals: { undoMs: 60000 }
people: { anna: { roles: [lead] } }
`
const STATED = flow(`draft: { transitions: { go: { target: b, executor: ${CALL} } } }`)
  .replace('initialState: a', 'initialState: draft')
  .replace(
    'command: db-server',
    `command: db-server, ${exceptWhere(`{ kind: expr, expr: '$.workflow.state == "checked"' }`)}`,
  )
const COUNTED = flow(`a: { transitions: { look: { target: a }, go: { target: b, executor: ${CALL} } } }`)
const STARTED = `${flow('a: { transitions: { go: { target: b } } }')}
proxy: { expose: [{ name: x, executor: { kind: workflow, definitionId: w }, ${exceptWhere(`{ kind: expr, expr: '$.call.definitionId == "v"' }`)} }] }
`
const IMPORTED = `${SERVERS}
proxy:
  import:
    - { connection: db, prefix: db, include: [read], approval: { quorum: 2 } }
    - { connection: db, prefix: db, include: [write], approval: { quorum: 2 } }
`
const ANSWERED = `${flow(
  `a: { transitions: { ask: { target: c, executor: { kind: human }, branches: [{ when: { kind: expr, expr: "$.output.decision == 'approved'" }, target: b }] } } },
    c: { transitions: { ship: { target: b, actor: deterministic, executor: ${WIPE} } } }`,
)}
approvals: { timeoutMs: 300000 }
`
const CLIENT = `${SERVERS}
clients: { ci: { roles: [intern], tags: [ops] } }
proxy:
  import: [{ connection: db, prefix: db, approval: { required: unlessReadOnly } }]
  expose: [{ name: x, title: X, tags: [], executor: ${CALL}, guards: [{ kind: not, guard: { kind: role, role: intern } }] }]
`

describe('a change that is easily overlooked is named [weaker.unproven]', () => {
  it.each<[string, string, [string, string][], string]>([
    [
      'branches of a group that begin in another order',
      GROUP,
      [[`${TEST}, ${SHIP}`, `${SHIP}, ${TEST}`]],
      'May loosen: ‘w’ › state ‘a’ › step ‘go’ › ‘executor’ › ‘branches’ was {"test"',
    ],
    [
      'a chain that ends where an agent can go on',
      CHAIN,
      [['maxChainDepth: 5', 'maxChainDepth: 1']],
      'May loosen: ‘w’ › ‘maxChainDepth’ was 5 and is 1.',
    ],
    [
      'less time to take back than approvals give',
      RISKY,
      [['risk: high', 'risk: high, undoMs: 8000']],
      '‘go’ in state ‘a’ can be taken back for a shorter time.',
    ],
    [
      'less time to take back, beside a guard that is gone',
      RISKY,
      [[', guards: [{ kind: role, role: lead }]', ', undoMs: 0']],
      '‘go’ in state ‘a’ can be taken back for a shorter time.',
    ],
    ...[
      `connections: { db: { kind: mcp, command: x, approval: { risk: high } } }\nproxy: { import: [{ connection: db }] }\n`,
      `${SERVERS}proxy: { import: [{ connection: db, approval: { risk: high } }] }\n`,
      `${SERVERS}proxy: { import: [{ connection: db, toolApproval: { wipe: { risk: high } } }] }\n`,
      `${SERVERS}proxy: { expose: [{ name: x, title: X, executor: ${WIPE}, approval: { risk: high } }] }\n`,
      flow(`a: { transitions: { go: { target: b, executor: ${WIPE}, approval: { risk: high } } } }`),
    ].map((text): [string, string, [string, string][], string] => [
      `an approval that is not of high risk any more: ${text.slice(0, 70)}`,
      text,
      [['{ risk: high }', '{ required: true }']],
      'its approval is no longer of high risk: it takes no second gesture, no proof, and no time to take it back.',
    ]),
    [
      'a lower risk, beside a guard that is gone',
      RISKY.replace('risk: high', 'risk: medium'),
      [
        [', guards: [{ kind: role, role: lead }]', ''],
        ['medium', 'low'],
      ],
      '‘risk’ was "medium" and is "low".',
    ],
    [
      'a state that gets the name for which an exception waits',
      STATED,
      [
        ['initialState: draft', 'initialState: checked'],
        ['draft: {', 'checked: {'],
      ],
      'May loosen: ‘w’ › ‘initialState’ was "draft" and is "checked".',
    ],
    [
      'a decision more that opens an exception of a connection',
      COUNTED.replace('command: db-server', `command: db-server, ${exceptWhere(DECIDED)}`),
      [['look: { target: a }', 'look: { target: a, actor: human }']],
      '‘look’ › ‘actor’ was "agent" and is "human".',
    ],
    [
      'a decision more that opens an exception of a step',
      COUNTED.replace(`executor: ${CALL}`, `executor: ${CALL}, ${exceptWhere(DECIDED)}`),
      [['look: { target: a }', 'look: { target: a, actor: human }']],
      '‘look’ › ‘actor’ was "agent" and is "human".',
    ],
    [
      'an approval more that opens what a guard holds',
      flow(
        `a: { transitions: { ask: { target: a, executor: ${WIPE}, approval: { quorum: 2 } }, look: { target: a, executor: ${CALL} }, go: { target: b, guards: [${APPROVED}] } } }`,
      ),
      [['command: db-server', 'command: db-server, approval: { required: true }']],
      'May loosen: server ‘db’ › ‘approval’ is new',
    ],
    [
      'a workflow that gets the name for which an exception waits',
      STARTED,
      [
        ['  w:', '  v:'],
        ['definitionId: w', 'definitionId: v'],
      ],
      '‘definitionId’ was "w" and is "v".',
    ],
    [
      'an argument that is called like what a rename changes',
      `${SERVERS}
workflows:
  one: { initialState: a, states: { a: { transitions: { go: { target: b } } }, b: {} } }
  w: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: mcp, connection: db, tool: run, map: { definitionId: one } } } } }, b: {} } }
`,
      [
        ['  one:', '  two:'],
        ['definitionId: one', 'definitionId: two'],
      ],
      '‘map’ › ‘definitionId’ was "one" and is "two".',
    ],
    [
      'the approval of a second import under the same prefix',
      IMPORTED,
      [['[write], approval: { quorum: 2 }', '[write], approval: { required: true }']],
      'Each tool of the server ‘db’: its approval takes 1 instead of 2 people.',
    ],
    [
      'a claim to read only, beside another sentence about its capability',
      CLIENT,
      [['title: X, tags: []', 'title: X, readOnly: true, tags: [ops]']],
      'The tool ‘x’ counts as read-only now',
    ],
    [
      'a role that is lost, beside one that is gained',
      CLIENT,
      [['roles: [intern]', 'roles: [other]']],
      '‘roles’ was ["intern"] and is ["other"].',
    ],
    [
      'a needed name of a schema that is a word elsewhere',
      flow(
        'a: { transitions: { go: { target: b } } }',
        'inputSchema: { type: object, properties: { a: { type: string }, title: { type: string } }, dependencies: { a: [title], title: [a] } }, ',
      ),
      [[', title: [a]', '']],
      '‘dependencies’ › ‘title’ is gone',
    ],
  ])('%s', async (_, yaml, edits, said) => {
    const { weaker, sameHash, risk } = await compare(yaml, edits)
    expect(sameHash).toBe(false)
    expect(weaker.join('\n')).toContain(said)
    expect(risk?.level).toBe('high')
  })
})

describe('what is new and runs without a person is named, although the same call ran before [weaker.freed]', () => {
  const GUARDED = `${SERVERS}
proxy:
  expose:
    - { name: wipe, title: Wipe, guards: [{ kind: role, role: admin }], inputSchema: { type: object, properties: { t: { enum: [tmp] } } }, executor: { kind: cli, connection: shell, args: ["wipe", "$.arguments.t"] } }
clients: { ci: { roles: [admin] } }
`
  const FREE = '{ kind: cli, connection: shell, args: ["wipe", "$.arguments.t"] }'
  it.each<[string, string, [string, string][], string]>([
    [
      'a capability without the guards and the schema',
      GUARDED,
      [['expose:\n', `expose:\n    - { name: free, title: Free, executor: ${FREE} }\n`]],
      'Agents can now run “shell: wipe $.arguments.t” without asking a person: tool ‘free’.',
    ],
    [
      'a workflow without the guards and the schema',
      GUARDED,
      [
        [
          'proxy:',
          `workflows: { v: { initialState: a, states: { a: { transitions: { go: { target: b, executor: ${FREE} } } }, b: {} } } }\nproxy:`,
        ],
      ],
      'Agents can now run “shell: wipe $.arguments.t” without asking a person: workflow ‘v’',
    ],
    [
      'a workflow whose values come from an agent',
      flow(
        'a: { transitions: { go: { target: b, executor: { kind: cli, connection: shell, args: ["$.context.t"] } } } }',
        'initialContext: { t: tmp }, ',
      ),
      [
        [
          'workflows:\n',
          'workflows:\n  v: { initialState: a, states: { a: { transitions: { set: { target: c, output: { t: "$.arguments.t" } } } }, c: { transitions: { go: { target: b, executor: { kind: cli, connection: shell, args: ["$.context.t"] } } } }, b: {} } }\n',
        ],
      ],
      'Agents can now run “shell: $.context.t” without asking a person: workflow ‘v’',
    ],
    [
      'a workflow that brings an exception of a gate about',
      SERVERS.replace(
        'command: db-server',
        `command: db-server, ${exceptWhere("{ kind: expr, expr: '$.context.safe == true' }")}`,
      ),
      [
        [
          'connections:',
          `workflows: { v: { initialState: a, initialContext: { safe: true }, states: { a: { transitions: { go: { target: b, executor: ${CALL} } } }, b: {} } } }\nconnections:`,
        ],
      ],
      'Agents can now run “db: wipe” without asking a person where an exception holds: workflow ‘v’',
    ],
    [
      'a call that only the change itself says to read',
      flow(`a: { transitions: { go: { target: b, executor: ${CALL} } } }`).replace(
        'command: db-server',
        'command: db-server, approval: { required: unlessReadOnly }',
      ),
      [
        [
          'workflows:\n',
          `proxy: { expose: [{ name: x, title: X, readOnly: true, executor: ${CALL} }] }\nworkflows:\n`,
        ],
      ],
      'Agents can now run “db: wipe” without asking a person: workflow ‘w’',
    ],
    [
      'a server that starts any program',
      SERVERS,
      [['  db:', '  more: { kind: mcp, command: bash, args: ["-c", "./own | sh"] }\n  db:']],
      'The server ‘more’ now starts a program: “bash -c ./own | sh”.',
    ],
  ])('%s', async (_, yaml, edits, said) => {
    const { weaker, risk } = await compare(yaml, edits)
    expect(weaker.join('\n')).toContain(said)
    expect(risk).toEqual({ level: 'high', reason: weaker[0] })
  })

  it('and is not where anybody could run it anyhow', async () => {
    const open = `${SERVERS}proxy: { expose: [{ name: wipe, title: Wipe, executor: ${WIPE} }] }\n`
    const { weaker, risk } = await compare(open, [
      ['expose: [', `expose: [{ name: other, title: Other, executor: ${WIPE} }, `],
    ])
    expect(weaker).toEqual(['The tool ‘other’ is new.'])
    expect(risk?.level).toBe('medium')
  })
})

describe('a change that takes nothing away is not named [weaker.renamed]', () => {
  const GATED = `capabilities: { x: { title: X, description: It wipes, executor: ${WIPE}, approval: { by: { role: lead } } } }\n`
  it.each<[string, string, [string, string][]]>([
    [
      'rights in another order',
      'clients: { ci: { roles: [a, b], tags: [x, y] } }\n',
      [
        ['[a, b]', '[b, a]'],
        ['[x, y]', '[y, x]'],
      ],
    ],
    [
      'less sight',
      'clients: { ci: { tags: [x, y], sees: all } }\n',
      [
        ['[x, y]', '[x]'],
        ['sees: all', 'sees: own'],
      ],
    ],
    [
      'tools in another order',
      `${SERVERS}proxy: { import: [{ connection: db, prefix: x, include: [p, q] }] }\n`,
      [['[p, q]', '[q, p]']],
    ],
    [
      'needed names in another order',
      flow(
        'a: { transitions: { go: { target: b, inputSchema: { type: object, required: [x, y], properties: { x: {}, y: {} } } } } }',
      ),
      [['[x, y]', '[y, x]']],
    ],
    [
      'an approval that one more condition holds',
      `connections: { db: { kind: mcp, command: x, approval: { by: { role: a } } } }\napprovals: { queues: { q: { role: a } } }\n`,
      [
        ['by: { role: a }', 'by: { role: a, permission: b }'],
        ['q: { role: a }', 'q: { role: a, permission: b }'],
      ],
    ],
    [
      'a capability that is declared apart',
      `${SERVERS}proxy: { expose: [{ name: x, title: X, executor: ${WIPE}, approval: { by: { role: lead } } }] }\n`,
      [
        [`{ name: x, title: X, executor: ${WIPE}, approval: { by: { role: lead } } }`, '{ capability: x }'],
        ['proxy:', `${GATED}proxy:`],
      ],
    ],
    [
      'approvals in another order, and one more',
      `${SERVERS}
capabilities: { x: { title: X, executor: ${WIPE}, approval: { quorum: 2 } }, y: { wraps: x, approval: { by: { role: lead } } } }
proxy: { expose: [{ capability: y }] }
`,
      [
        ['y: { wraps: x, approval: { by: { role: lead } } }', 'y: { wraps: z, approval: { quorum: 2 } }'],
        ['{ x:', `{ z: { title: X, executor: ${WIPE}, approval: { by: { role: lead } } }, x:`],
      ],
    ],
    [
      'an exception that asks for more',
      `connections: { db: { kind: mcp, command: x, ${exceptWhere('{ kind: role, role: a }')} } }\n`,
      [['{ kind: role, role: a }', '{ kind: role, role: a }, { kind: role, role: b }']],
    ],
    [
      'a gated capability called otherwise',
      `${SERVERS}${GATED}proxy: { expose: [{ capability: x }] }\n`,
      [
        ['capabilities: { x:', 'capabilities: { y:'],
        ['capability: x', 'capability: y'],
      ],
    ],
    [
      'a capability that is no longer exposed',
      `${SERVERS}${GATED}proxy: { expose: [{ capability: x }] }\n`,
      [['proxy: { expose: [{ capability: x }] }\n', '']],
    ],
    [
      'a name and words at once',
      `${SERVERS}proxy: { expose: [{ name: x, title: X, executor: ${WIPE}, approval: { quorum: 2 } }] }\n`,
      [['name: x, title: X', 'name: y, title: Y, description: It wipes, aliases: [x]']],
    ],
    [
      'a workflow called otherwise, beside an argument that is not',
      `${SERVERS}
workflows:
  one: { initialState: a, states: { a: { transitions: { go: { target: b } } }, b: {} } }
  w: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: mcp, connection: db, tool: run, map: { definitionId: one } } } } }, b: {} } }
`,
      [['  one:', '  two:']],
    ],
    [
      'a workflow that starts itself, called otherwise with its states and steps',
      flow(
        `a: { transitions: { go: { target: b, executor: { kind: workflow, definitionId: w } }, wipe: { target: b, executor: ${WIPE} } } }`,
      ),
      [
        ['  w:', '  v:'],
        ['initialState: a', 'initialState: x'],
        ['a: { transitions: { go:', 'x: { transitions: { on:'],
        ['definitionId: w', 'definitionId: v'],
      ],
    ],
    ['less time to answer: what nobody decides does not happen', ANSWERED, [['300000', '1000']]],
    ['more time to take back', RISKY, [['risk: high', 'risk: high, undoMs: 90000']]],
  ])('%s', async (_, yaml, edits) => {
    expect((await compare(yaml, edits)).weaker).toEqual([])
  })

  it('the words of a capability that is gated and not exposed need nobody [live.words]', async () => {
    const { wordsOnly } = await compare(`${SERVERS}${GATED}`, [['It wipes', 'It cleans']])
    expect(wordsOnly).toBe(true)
  })
})
