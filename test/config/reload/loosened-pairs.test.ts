/** Pairs of configurations that were made so that what they loosen is overlooked, and ordinary ones that loosen nothing. */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

const SERVERS = `
connections:
  shell: { kind: cli, command: sh-like }
  db: { kind: mcp, command: db-server }
  api: { kind: rest, baseUrl: "https://api.example.com" }
`
const ASKING = SERVERS.replace(
  'command: db-server',
  'command: db-server, approval: { required: unlessReadOnly, quorum: 2 }',
)
const CALL = '{ kind: mcp, connection: db, tool: wipe }'
const WIPE = '{ kind: cli, connection: shell, args: ["wipe"] }'
const IMPORTED = 'proxy: { import: [{ connection: db }] }\n'
const flow = (states: string, more = '') => `${SERVERS}
workflows:
  w: { ${more}initialState: a, states: { ${states}, b: {} } }
`
const PAYING = (name: string, schema = '') => `${SERVERS}
workflows:
  ${name}: { initialState: a, states: { a: { transitions: { go: { target: b, ${schema}executor: { kind: rest, connection: api, method: POST, path: "/pay/{ärger}" }, approval: { required: true } } } }, b: {} } }
`
const TAGGED = `${SERVERS}
clients: { ci: { tags: [open] } }
proxy:
  import:
    - { connection: db, prefix: db, include: [read], tags: [open] }
    - { connection: db, prefix: db, include: [write], tags: [secret] }
`
const referring = (reference: string, schema: string) =>
  flow(
    `a: { transitions: { go: { target: b, executor: ${WIPE} } } }`,
    `inputSchema: { type: object, properties: { t: { $ref: "${reference}" } }, ${schema} }, `,
  )

describe('what would let more happen is named [weaker.unproven]', () => {
  it.each<[string, string, Edits, string]>([
    [
      'a claim to read only of a capability that no agent is offered',
      `${ASKING}${IMPORTED}capabilities: { x: { title: X, executor: ${CALL}, approval: { required: unlessReadOnly } } }\n`,
      [['title: X', 'title: X, readOnly: true']],
      'The tool ‘x’ counts as read-only now',
    ],
    [
      'a claim to read only of a new capability, which asks fewer people than its connection did',
      `${ASKING}${IMPORTED}`,
      [
        [
          'import: [',
          `expose: [{ name: x, title: X, readOnly: true, executor: ${CALL}, approval: { required: true } }], import: [`,
        ],
      ],
      'The tool ‘x’ counts as read-only now',
    ],
    [
      'a claim to read only of a new capability, for a step that asks unless it only reads',
      flow(
        `a: { transitions: { go: { target: b, executor: ${CALL}, approval: { required: unlessReadOnly, quorum: 2 } } } }`,
      ),
      [
        [
          'workflows:',
          `proxy: { expose: [{ name: x, title: X, readOnly: true, executor: ${CALL}, approval: { required: true } }] }\nworkflows:`,
        ],
      ],
      'The tool ‘x’ counts as read-only now',
    ],
    [
      'a tag of the second import under one prefix',
      TAGGED,
      [['tags: [secret]', 'tags: [open]']],
      'The client ‘ci’ gets the sight of every tool of the server ‘db’, by the tag ‘open’.',
    ],
    [
      'a tag of one tool of the second import under one prefix',
      TAGGED,
      [['tags: [secret]', 'tags: [secret], toolTags: { write: [open] }']],
      'The client ‘ci’ gets the sight of the tool ‘write’ of the server ‘db’, by the tag ‘open’.',
    ],
    [
      'a schema whose reference leads into what is a word elsewhere',
      referring('#/examples/0', 'examples: [{ const: tmp }]'),
      [['const: tmp', 'type: string']],
      '‘inputSchema’ › ‘examples’ was [{"const":"tmp"}]',
    ],
    [
      'the same in writing that has to be decoded',
      referring('#/%65xamples/0', 'examples: [{ const: tmp }]'),
      [['const: tmp', 'type: string']],
      '‘inputSchema’ › ‘examples’ was [{"const":"tmp"}]',
    ],
    [
      'a step whose name is all by which the other side knows a call that it has had',
      flow(
        'a: { transitions: { pay: { target: b, executor: { kind: rest, connection: api, method: POST, path: /pay, idempotencyKey: "{transition}" } } } }',
      ),
      [['pay: {', 'settle: {']],
      '‘settle’ in state ‘a’ is new: an agent fires it, it runs “POST api: /pay”',
    ],
    [
      'the same of a fallback in a group',
      flow(
        `a: { transitions: { pay: { target: b, executor: { kind: parallel, limit: 1, branches: { one: { executor: ${WIPE}, reliability: { fallback: { executors: [{ kind: rest, connection: api, method: POST, path: /pay, idempotencyKey: "once-{transition}" }] } } } } } } } }`,
      ),
      [['pay: {', 'settle: {']],
      '‘settle’ in state ‘a’ is new: an agent fires it, it runs “all of [one: shell: wipe, if it fails POST api: /pay]”',
    ],
    [
      'the same of a single call',
      `${SERVERS}proxy: { expose: [{ name: pay, title: Pay, executor: { kind: rest, connection: api, method: POST, path: /pay, idempotencyKey: "{transition}" } }] }
`,
      [['name: pay', 'name: settle']],
      'Agents can now run “POST api: /pay” without asking a person: tool ‘settle’.',
    ],
    [
      'a note that a person makes instead of an agent, where different people are counted',
      flow(
        `a: { transitions: { note: { target: a, evidence: [{ kind: seen }] }, go: { target: b, guards: [{ kind: evidence, requires: { kind: seen, distinct: true } }], executor: ${WIPE} } } }`,
      ),
      [['note: { target: a', 'note: { target: a, actor: human']],
      '‘note’ › ‘actor’ was "agent" and is "human"',
    ],
    [
      'a new workflow that takes whatever value, by a name that begins with no plain letter',
      PAYING('w', 'inputSchema: { type: object, properties: { ärger: { const: x } } }, '),
      [['workflows:', PAYING('v').replace(SERVERS, '').trim()]],
      'Agents can now run “POST api: /pay/{ärger}” where other conditions hold before it, or others give its values',
    ],
    [
      'a state whose name stands in an address',
      flow(
        'a: { transitions: { go: { target: b, executor: { kind: rest, connection: api, method: POST, path: "/x/{workflow.state}" } } } }',
      ),
      [
        ['initialState: a', 'initialState: z'],
        ['a: { transitions', 'z: { transitions'],
      ],
      '‘initialState’ was "a" and is "z"',
    ],
  ])('%s', async (_, yaml, edits, said) => {
    const { weaker, wordsOnly, risk } = await comparePair(yaml, edits)
    expect(wordsOnly).toBe(false)
    expect(weaker.join('\n')).toContain(said)
    expect(risk?.level).toBe('high')
  })
})

describe('what is new and runs without a person is told from what is only written alike [weaker.freed]', () => {
  const free = (call: string) =>
    `${SERVERS}proxy: { expose: [{ name: known, title: Known, executor: ${call} }] }\n`
  const SEARCH = '{ kind: cli, connection: shell, args: ["grep", "$.arguments.q"] }'
  const POST = '{ kind: rest, connection: api, method: POST, path: /x, headers: { mode: dry } }'
  const long = (end: string) =>
    `{ kind: cli, connection: shell, args: ["${'x'.repeat(2100)}", "${end}"], env: {} }`
  it.each<[string, string, string, string]>([
    [
      'by its environment',
      WIPE,
      WIPE.replace('"wipe"]', '"wipe"], env: { LD_PRELOAD: /tmp/x.so }'),
      'Agents can now run “shell: wipe, environment: ["LD_PRELOAD"]” without asking a person: tool ‘new’.',
    ],
    [
      'by values that may be read as options',
      SEARCH,
      SEARCH.replace(' }', ', allowDash: true }'),
      'Agents can now run “shell: grep $.arguments.q, with values that begin with a dash” without',
    ],
    [
      'by the connection whose environment a program gets',
      '{ kind: cli, command: kubectl }',
      '{ kind: cli, connection: shell, command: kubectl }',
      'Agents can now run “kubectl, connection: "shell"” without asking a person: tool ‘new’.',
    ],
    [
      'by the value of a header',
      POST,
      POST.replace('dry', 'real'),
      'Agents can now run “POST api: /x, headers: ["mode"]” without asking a person: tool ‘new’.',
    ],
    [
      'by a header that makes another request of a read',
      '{ kind: rest, connection: api, method: GET, path: /x }',
      '{ kind: rest, connection: api, method: GET, path: /x, headers: { X-HTTP-Method-Override: DELETE } }',
      'without asking a person: tool ‘new’.',
    ],
    ['far behind its beginning', long('a'), long('b'), 'without asking a person: tool ‘new’.'],
  ])('%s', async (_, known, call, said) => {
    const { freed, risk } = await comparePair(free(known), [
      ['expose: [', `expose: [{ name: new, title: New, executor: ${call} }, `],
    ])
    expect(freed.join('\n')).toContain(said)
    expect(risk?.level).toBe('high')
  })

  it.each([
    ['its environment', '"wipe"]', '"wipe"], env: { PAGER: rm }'],
    ['its standard input', '"wipe"]', '"wipe"], stdin: all'],
    ['the connection that it lacks', 'connection: shell', 'command: sh-like'],
  ])('a claim to read only holds for no other call, told by %s', async (_, from, to) => {
    const reads = `${SERVERS}proxy: { expose: [{ name: known, title: Known, readOnly: true, executor: ${WIPE} }] }\n`
    const add = (call: string): Edits => [
      ['expose: [', `expose: [{ name: new, title: New, executor: ${call} }, `],
    ]
    expect((await comparePair(reads, add(WIPE))).freed).toEqual([])
    expect((await comparePair(reads, add(WIPE.replace(from, to)))).freed).toHaveLength(1)
  })

  it('what a capability runs if its own call fails is named, too', async () => {
    const instead = `reliability: { fallback: { executors: [${WIPE}] } }`
    const { freed } = await comparePair(`${SERVERS}proxy: { expose: [] }\n`, [
      [
        'expose: [',
        `expose: [{ name: look, title: Look, executor: { kind: rest, connection: api, method: GET, path: /x }, ${instead} }`,
      ],
    ])
    expect(freed).toEqual([
      'Agents can now run “shell: wipe” without asking a person: tool ‘look’, if what comes before fails.',
    ])
  })

  it('and what is tried after a call that people let through is not', async () => {
    const gated = `${ASKING.replace('unlessReadOnly', 'true')}proxy: { expose: [] }\n`
    const { freed } = await comparePair(gated, [
      [
        'expose: [',
        `expose: [{ name: x, title: X, executor: ${CALL}, reliability: { fallback: { executors: [${WIPE}] } } }`,
      ],
    ])
    expect(freed).toEqual([])
  })
})

describe('words by which people decide count beside whatever else changes [live.labels] [weaker.risk]', () => {
  const DECIDES = flow(
    `a: { transitions: { approve: { target: c, actor: human }, refuse: { target: b, actor: human } } },
     c: { transitions: { ship: { target: b, actor: deterministic, executor: ${WIPE} } } }`,
  )
  const TITLED = DECIDES.replace('target: c,', 'target: c, title: Approve,').replace(
    'refuse: { target: b,',
    'refuse: { target: b, title: Refuse,',
  )
  const MEDIUM = { level: 'medium', reason: 'It may change words that people decide by.' }
  it.each<[string, string, Edits]>([
    [
      'titles that are exchanged, and one more guard',
      TITLED,
      [
        ['title: Approve', 'title: Refuse, guards: [{ kind: role, role: lead }]'],
        ['title: Refuse, actor', 'title: Approve, actor'],
      ],
    ],
    [
      'buttons that do what the other did',
      TITLED,
      [
        ['approve: { target: c', 'approve: { target: b'],
        ['refuse: { target: b', 'refuse: { target: c'],
      ],
    ],
    [
      'the same where their names are all that is read',
      DECIDES,
      [
        ['approve: { target: c', 'approve: { target: b'],
        ['refuse: { target: b', 'refuse: { target: c'],
      ],
    ],
    ['a button that looks like the one that lets through', TITLED, [['refuse: {', 'first: {']]],
    [
      'the title of a capability, and one more guard',
      `${SERVERS}proxy: { expose: [{ name: x, title: Wipe, approval: { required: true }, executor: ${CALL} }] }\n`,
      [['title: Wipe', 'title: Look, guards: [{ kind: role, role: lead }]']],
    ],
    [
      'the title of a connection, and less sight of a client',
      `${SERVERS}clients: { ci: { sees: all } }\n`.replace(
        'command: db-server',
        'command: db-server, title: Live',
      ),
      [
        ['title: Live', 'title: Test'],
        ['sees: all', 'sees: own'],
      ],
    ],
  ])('%s', async (_, yaml, edits) => {
    const { weaker, risk } = await comparePair(yaml, edits)
    expect(weaker).toEqual([])
    expect(risk).toEqual(MEDIUM)
  })

  it('not where what people read stays, and only names behind it change', async () => {
    const { risk } = await comparePair(TITLED, [
      ['approve: {', 'yes: {'],
      ['refuse: {', 'reject: {'],
      ['ship: {', 'send: { title: Ship,'],
    ])
    expect(risk).toEqual({ level: 'low', reason: 'Agents can do nothing more than before.' })
  })
})

describe('an ordinary edit that loosens nothing is not named [weaker.renamed]', () => {
  const ROLES = `clients: { ci: { roles: [a, c] } }\n`
  const guarded = (guards: string) =>
    `${flow(`a: { transitions: { go: { target: b, guards: [${guards}], executor: ${CALL} } } }`)}${ROLES}`
  const BOTH = '{ kind: allOf, guards: [{ kind: role, role: a }, { kind: role, role: c }] }'
  const APART = '{ kind: role, role: c }, { kind: role, role: a }'
  const DENSE = `{ kind: expr, expr: "$.context.n<3&&$.context.m=='x'" }`
  const WIDE = `{ kind: expr, expr: "$.context.n < 3 && $.context.m == \\"x\\"" }`
  it('a step called otherwise, whose key is another one in each run anyhow', async () => {
    const key = 'idempotencyKey: "{workflowId}/{transition}"'
    const yaml = flow(
      `a: { transitions: { pay: { target: b, executor: { kind: rest, connection: api, method: POST, path: /pay, ${key} } } } }`,
    )
    expect((await comparePair(yaml, [['pay: {', 'settle: {']])).weaker).toEqual([])
  })

  it('a step that takes a second gesture as before, and that one is which no longer does', async () => {
    const yaml = flow('a: { transitions: { go: { target: b, actor: human, confirm: true } } }')
    expect((await comparePair(yaml, [['go: {', 'send: {']])).weaker).toEqual([])
    expect((await comparePair(yaml, [[', confirm: true', '']])).weaker).toEqual([
      '‘go’ in state ‘a’ no longer takes a second gesture.',
    ])
  })

  it.each([
    [
      'its own approval',
      flow(
        `a: { transitions: { go: { target: b, risk: high, executor: ${CALL}, approval: { risk: high } } } }`,
      ),
    ],
    [
      'the approval of its connection',
      flow(`a: { transitions: { go: { target: b, risk: high, executor: ${CALL} } } }`).replace(
        'command: db-server',
        'command: db-server, approval: { risk: high }',
      ),
    ],
  ])('a risk that %s says as well', async (_, yaml) => {
    expect((await comparePair(yaml, [['risk: high, executor', 'executor']])).weaker).toEqual([])
  })

  it('an approval that is declared beside the name under which its capability was called, and stays', async () => {
    const yaml = `${SERVERS}capabilities: { x: { title: X, executor: ${CALL}, approval: { required: true } } }
proxy: { expose: [{ capability: x, as: y }] }
`
    expect((await comparePair(yaml, [['{ capability: x, as: y }', '']])).weaker).toEqual([])
  })

  it('the words of a schema that refers to a part of its own', async () => {
    const yaml = referring('#/$defs/t', 'description: Old, $defs: { t: { type: string } }')
    expect((await comparePair(yaml, [['description: Old', 'description: New']])).weaker).toEqual([])
  })

  it.each([
    [BOTH, APART],
    [APART, BOTH],
    [DENSE, WIDE],
  ])('guards in other writing: %s → %s', async (from, to) => {
    expect((await comparePair(guarded(from), [[from, to]])).weaker).toEqual([])
  })

  it('and of guards that must all hold, that one is named which is gone', async () => {
    const { weaker } = await comparePair(guarded(BOTH), [[', { kind: role, role: c }', '']])
    expect(weaker).toEqual(['‘go’ in state ‘a’ no longer checks “role c”.'])
  })

  it('an expression that says something else in the same letters is', async () => {
    const { weaker } = await comparePair(guarded(DENSE), [["=='x'", "==' x'"]])
    expect(weaker).toHaveLength(1)
  })

  it('and of imported tools, those are named that are new [tools.freed]', async () => {
    const named = `${SERVERS}proxy: { import: [{ connection: db, include: [read] }] }\n`
    const { freed } = await comparePair(named, [['include: [read]', 'include: [read, write]']])
    expect(freed).toEqual(['Agents can now run “write” of ‘db’ without asking a person.'])
  })
})
