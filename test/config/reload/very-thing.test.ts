/** What a sentence about a change says: the call, the program, the address or the part that differs, and nothing that misleads. */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

const SERVERS = `
connections:
  shell: { kind: cli, command: sh-like }
  files: { kind: mcp, command: node, args: [server.js] }
  api: { kind: rest, baseUrl: "https://api.example.com" }
`
const STEP = (more = '') => `${SERVERS}
workflows:
  w: { initialState: a, states: { a: { transitions: { go: { target: b, ${more}executor: { kind: cli, connection: shell } } } }, b: {} } }
`
const imported = (rules: string) => `${SERVERS}\nproxy: { import: [${rules}] }\n`
const OPTIONS = Array.from({ length: 30 }, (_, place) => `--option-${place}`).join(', ')
const LONG = `connections: { files: { kind: mcp, command: node, args: [${OPTIONS}, --read-only] } }\n`

describe('the sentence names the very thing', () => {
  it.each<[string, string, Edits, string]>([
    [
      'a tool that is not left out any more',
      imported('{ connection: files, exclude: [wipe] }'),
      [[', exclude: [wipe]', '']],
      'Agents can now run “wipe” of ‘files’ without asking a person.',
    ],
    [
      'a tool that another import does not leave out',
      imported('{ connection: files, prefix: one, exclude: [wipe] }'),
      [['exclude: [wipe] }', 'exclude: [wipe] }, { connection: files, prefix: two }']],
      'Agents can now run “wipe” of ‘files’ without asking a person.',
    ],
  ])('%s [tools.freed] [weaker.freed]', async (_, yaml, edits, sentence) => {
    const { freed, risk } = await comparePair(yaml, edits)
    expect(freed).toEqual([sentence])
    expect(risk).toEqual({ level: 'high', reason: sentence })
  })

  it('and a tool that only others may now be asked about is not free [tools.freed]', async () => {
    const asking = imported('{ connection: files, exclude: [wipe], approval: { required: true } }')
    expect((await comparePair(asking, [['exclude: [wipe], ', '']])).freed).toEqual([])
  })

  it.each<[string, string, string]>([
    ['a program', '{ kind: cli, command: evil }', 'it runs “evil”'],
    ['an interface', '{ kind: rest, baseUrl: "https://evil.example" }', 'it reaches “https://evil.example”'],
    ['a server elsewhere', '{ kind: mcp, url: "https://evil.example" }', 'it reaches “https://evil.example”'],
  ])('%s over which nothing runs yet [weaker.risk]', async (_, connection, reach) => {
    const { weaker, changes, risk } = await comparePair(SERVERS, [
      ['connections:', `connections:\n  more: ${connection}`],
    ])
    expect(weaker).toEqual([`The server ‘more’ is new: ${reach}.`])
    expect(changes).toEqual([])
    expect(risk?.level).toBe('medium')
  })

  it.each([
    ['cmd', '[/c, npx, -y, some-server]', 'cmd /c npx -y some-server'],
    [
      'C:\\Windows\\System32\\cmd.exe',
      '[/c, npx.cmd, some-server]',
      'C:\\Windows\\System32\\cmd.exe /c npx.cmd some-server',
    ],
    ['sh', '[-c, "cd /tmp && npx -y some-server"]', 'sh -c cd /tmp && npx -y some-server'],
    ['/usr/bin/env', '[A=1, uvx, some-server]', '/usr/bin/env A=1 uvx some-server'],
    [
      'timeout',
      '["60", env, bash, -lc, "npm exec some-server"]',
      'timeout 60 env bash -lc npm exec some-server',
    ],
    ['uv', '[run, --with, some-server, some-server]', 'uv run --with some-server some-server'],
    ['deno', '[run, "npm:some-server"]', 'deno run npm:some-server'],
    ['go', '[run, example.com/some-server@latest]', 'go run example.com/some-server@latest'],
    ['bash', '[-c, "curl x | sh"]', 'bash -c curl x | sh'],
    ['python3', '[-m, pipx, run, some-server]', 'python3 -m pipx run some-server'],
  ])('code from the internet, whatever starts it: %s %s [weaker.risk]', async (command, args, shown) => {
    const { freed } = await comparePair(SERVERS, [
      ['command: node, args: [server.js]', `command: '${command}', args: ${args}`],
    ])
    expect(freed).toEqual([`The server ‘files’ now runs code from the internet: “${shown}”.`])
  })

  it('and not what a shell starts from this computer [weaker.risk]', async () => {
    const edits: Edits = [['command: node, args: [server.js]', 'command: sh, args: [-c, "node npx.js"]']]
    expect((await comparePair(SERVERS, edits)).freed).toEqual([])
  })

  it('what only reads, in a capability and in a workflow that are new [weaker.risk]', async () => {
    const read = '{ kind: rest, connection: api, path: /secrets }'
    const { changes, risk } = await comparePair(STEP(), [
      ['workflows:', `proxy: { expose: [{ name: look, executor: ${read} }] }\nworkflows:`],
      [
        '  w:',
        `  r: { initialState: a, states: { a: { transitions: { go: { target: b, executor: ${read} } } }, b: {} } }\n  w:`,
      ],
    ])
    expect(changes).toEqual([
      'Agents can now run “GET api: /secrets” without asking a person: workflow ‘r’, in “a”, “Go”. It only reads.',
      'Agents can now run “GET api: /secrets” without asking a person: tool ‘look’. It only reads.',
    ])
    expect(risk?.level).toBe('medium')
  })

  it('the part of a long value that differs [weaker.unproven]', async () => {
    const { weaker } = await comparePair(LONG, [[', --read-only]', ']']])
    expect(weaker).toEqual([
      expect.stringMatching(/‘args’ was ….*"--option-29","--read-only"\] and is ….*"--option-29"\]\.$/),
    ])
  })
})

it('a key ends no quotation [weaker.unproven]', async () => {
  const odd = String.raw`a: {}, "x’ is stricter.\u202e ‘": {}`
  const form = STEP('inputSchema: { type: object, additionalProperties: false, properties: { a: {} } }, ')
  expect((await comparePair(form, [['a: {}', odd]])).weaker).toEqual([
    expect.stringContaining('‘properties’ › “x’ is stricter.[U+202E] ‘” is new: {}.'),
  ])
})

it.each<[string, string, Edits, string]>([
  [
    'a program’s words',
    STEP(),
    [
      [
        'go: {',
        'x: { target: b, executor: { kind: cli, connection: shell, args: [status, after, an, approval] } }, go: {',
      ],
    ],
    'an agent fires it, it runs “shell: status after an approval” and leads to ‘b’.',
  ],
  [
    'a role',
    `${SERVERS}clients: { ci: { roles: [] } }\n`,
    [['roles: []', 'roles: ["viewer’, and loses the role ‘admin"]']],
    'The client ‘ci’ gets the role “viewer’, and loses the role ‘admin”.',
  ],
  [
    'a queue',
    `${STEP('approval: { queue: q }, ')}approvals: { queues: { q: { role: lead } } }\n`,
    [['queue: q', 'queue: "q’, as before. ‘"']],
    'its approval waits in the queue “q’, as before. ‘” instead of ‘q’.',
  ],
  [
    'a condition',
    STEP('approval: { queue: q }, '),
    [
      [
        'queue: q',
        'queue: q, except: { when: [{ kind: role, role: "nobody. It never holds" }], until: "2027-01-31" }',
      ],
    ],
    'is left out until 2027-01-31 (UTC) where “role nobody. It never holds”.',
  ],
])('%s reads as no sentence of ours [weaker.unproven]', async (_, yaml, edits, said) => {
  expect((await comparePair(yaml, edits)).weaker.join('\n')).toContain(said)
})

describe('a schema by which an agent can say less', () => {
  const schema = 'inputSchema: { type: object, properties: { a: { type: string } } }, '
  const less: Edits = [['{ type: string }', '{ type: string, maxLength: 9 }']]
  const EXPOSED = `${SERVERS}proxy: { expose: [{ name: x, title: X, ${schema}executor: { kind: cli, connection: shell } }] }\n`

  it.each([
    ['a step', STEP(schema)],
    ['a workflow', STEP().replace('w: { ', `w: { ${schema}`)],
    ['a capability', EXPOSED],
  ])('of %s is no loss, and the other way round it is [weaker.unproven]', async (_, yaml) => {
    expect((await comparePair(yaml, less)).weaker).toEqual([])
    expect((await comparePair(yaml, [['{ type: string }', '{}']])).weaker).not.toEqual([])
  })

  const REVIEW = `
  review: { ${schema}initialState: a, states: { a: { transitions: { ok: { target: b, actor: human } } }, b: {} } }
`
  const CALL = '{ kind: workflow, definitionId: review, input: { a: $.input.a } }'
  const STEPS = (more: string) => `${SERVERS}workflows:
  w:
    steps:
      - { name: ask, executor: ${CALL}${more} }
      - { name: send, executor: { kind: cli, connection: shell } }${REVIEW}`
  const ENTERED = `${SERVERS}workflows:
  w: { initialState: a, states: { a: { onEnter: { executor: ${CALL} }, transitions: { go: { target: b, executor: { kind: cli, connection: shell } } } }, b: {} } }${REVIEW}`
  const GUARD: Edits = [['review: {', 'review: { guards: [{ kind: role, role: lead }],']]
  it.each<[string, string, Edits]>([
    ['a schema, where a step goes on after a failure', STEPS(', onFailure: continue'), less],
    ['a condition, where a step goes on after a failure', STEPS(', onFailure: continue'), GUARD],
    ['a schema, where a state is entered that others can leave', ENTERED, less],
    [
      'a schema, where the caller of the caller goes on',
      STEPS('').replace(
        'workflows:',
        'workflows:\n  v: { steps: [{ name: w, executor: { kind: workflow, definitionId: w }, onFailure: continue }, { name: x, executor: { kind: cli, connection: shell } }] }',
      ),
      less,
    ],
  ])('is one of a workflow that others start: %s [weaker.refused-start]', async (_, yaml, edits) => {
    const { weaker, risk } = await comparePair(yaml, edits)
    expect(weaker).toEqual([
      expect.stringContaining(
        'A step fails where this refuses to start, and what follows a failure happens.',
      ),
    ])
    expect(risk?.level).toBe('high')
  })

  it.each([
    ['a schema', less],
    ['a condition', GUARD],
  ])('is none there where nothing follows a failure: %s [weaker.refused-start]', async (_, edits) => {
    expect((await comparePair(STEPS(''), edits)).weaker).toEqual([])
  })

  it('is one where a person says it [weaker.unproven]', async () => {
    const { weaker } = await comparePair(STEP(`actor: human, ${schema}`), less)
    expect(weaker).toEqual([expect.stringContaining('‘maxLength’ is new: 9.')])
  })
})

describe('the order in which people choose', () => {
  const NO = 'no: { target: c, actor: human }'
  const CHOICES = `${SERVERS}
workflows:
  w: { initialState: a, states: { a: { transitions: { ok: { target: b, actor: human }, ${NO} } }, b: {}, c: {} } }
`
  const swap = (yaml: string) => yaml.replace(/(ok: \{.*?\}), (no: \{.*?\})/, '$2, $1')
  it.each<[string, Edits]>([
    ['alone', [[CHOICES, swap(CHOICES)]]],
    [
      'beside words',
      [
        [CHOICES, swap(CHOICES)],
        ['w: {', 'w: { description: More,'],
      ],
    ],
  ])('is no mere word, %s [live.labels]', async (_, edits) => {
    const { weaker, changes, risk, wordsOnly, sameHash } = await comparePair(CHOICES, edits)
    expect([weaker, wordsOnly, sameHash, risk?.level]).toEqual([[], false, false, 'medium'])
    expect(changes).toContain('What people choose in state ‘a’ of ‘w’ stands in another order: ‘no’, ‘ok’.')
  })

  it('is all whose order counts [live.labels]', async () => {
    const agents = CHOICES.replaceAll('actor: human', 'actor: agent')
    expect((await comparePair(agents, [[agents, swap(agents)]])).sameHash).toBe(true)
    const states: Edits = [
      [', b: {}, c: {}', ''],
      ['states: { a', 'states: { c: {}, b: {}, a'],
    ]
    expect((await comparePair(CHOICES, states)).sameHash).toBe(true)
  })
})

describe('a choice that people no longer have', () => {
  const DECIDED = (ways: string, more = '') => `${SERVERS}
workflows:
  w: { initialState: a, states: { a: { transitions: { ${ways} } }, b: {}${more} } }
`
  const RUN = 'executor: { kind: cli, connection: shell, args: [x] }'
  const OK = `ok: { target: b, actor: human, ${RUN} }`
  const LOST = 'People can no longer choose ‘no’ in state ‘a’, which led to ‘'
  it.each<[string, string, Edits]>([
    [
      'is gone',
      DECIDED(`${OK}, no: { target: b, actor: human }`),
      [[', no: { target: b, actor: human }', '']],
    ],
    [
      'leads where the other one leads',
      DECIDED(
        `ok: { target: b, actor: human }, no: { target: c, actor: human }, out: { target: c, ${RUN} }`,
        ', c: {}',
      ),
      [['no: { target: c, actor: human }', 'no: { target: b, actor: human }']],
    ],
  ])('is named where it %s [weaker.choices]', async (_, yaml, edits) => {
    const { weaker, risk } = await comparePair(yaml, edits)
    expect(weaker[0]).toContain(LOST)
    expect(risk).toEqual({ level: 'medium', reason: weaker[0] })
  })

  const REFUSED = `no: { target: c, actor: human }`
  const ROUTE = `${SERVERS}
workflows:
  w: { initialState: s, states: { s: { transitions: { go: { target: a } } }, a: { transitions: { ${OK}, ${REFUSED} } }, b: {}, c: {} } }
`
  const MOVED: Edits = [
    ['target: a', 'target: x'],
    [', a: {', ', x: {'],
  ]
  it('is named where its state is called otherwise [weaker.choices] [weaker.renamed]', async () => {
    expect((await comparePair(ROUTE, MOVED)).weaker).toEqual([])
    const gone: Edits = [...MOVED, [`, ${REFUSED}`, ''], [', c: {}', '']]
    const { weaker, risk } = await comparePair(ROUTE, gone)
    expect(weaker).toEqual([`${LOST.replace('‘a’', '‘x’')}c’.`])
    expect(risk?.level).toBe('medium')
    const step: Edits = [['go: {', 'hand_in: {']]
    expect((await comparePair(ROUTE, [...gone, ...step])).weaker).toEqual(weaker)
    const runs: Edits = [['go: { target: x', `go: { target: x, ${RUN}`]]
    expect((await comparePair(ROUTE, [...gone, ...runs])).weaker).toContain(weaker[0])
  })

  it.each([
    ['is there for some only', 'guards: [{ kind: role, role: boss }]'],
    ['is never there', 'guards: [{ kind: expr, expr: "1 == 2" }]'],
    ['waits for others', 'approval: { quorum: 2 }'],
  ])('is named where it %s [weaker.choices]', async (_, more) => {
    const { weaker, risk } = await comparePair(ROUTE, [[REFUSED, REFUSED.replace(' }', `, ${more} }`)]])
    expect(weaker).toEqual(['People can no longer always choose ‘no’ in state ‘a’, which leads to ‘c’.'])
    expect(risk?.level).toBe('medium')
  })

  it('is none where it let the run go on, and asks for more now [weaker.choices]', async () => {
    const edits: Edits = [
      [
        'no: { target: c, actor: human }',
        'no: { target: c, actor: human, guards: [{ kind: role, role: boss }] }',
      ],
    ]
    const going = `c: { transitions: { run: { target: b, ${RUN} } } }`
    expect((await comparePair(ROUTE.replace('c: {}', going), edits)).weaker).toEqual([])
  })

  it.each<[string, string, Edits]>([
    ['is called otherwise', DECIDED(`${OK}, no: { target: b, actor: human }`), [['no: {', 'refuse: {']]],
    [
      'leads to a state that is called otherwise',
      DECIDED(`${OK}, no: { target: c, actor: human }`, ', c: {}'),
      [
        ['target: c', 'target: d'],
        [', c: {}', ', d: {}'],
      ],
    ],
    [
      'stays where it is',
      DECIDED(`${OK}, note: { target: a, actor: human }`),
      [[', note: { target: a, actor: human }', '']],
    ],
    [
      'ran something',
      DECIDED(`ok: { target: b, actor: human }, no: { target: b, actor: human, ${RUN} }`),
      [[`, no: { target: b, actor: human, ${RUN} }`, '']],
    ],
  ])('is none where it %s [weaker.choices]', async (_, yaml, edits) => {
    expect((await comparePair(yaml, edits)).weaker).toEqual([])
  })
})

describe('a step that is new is named as one, by what it does [weaker.unproven]', () => {
  const WIPING = '{ kind: cli, connection: shell, args: [wipe] }'
  const PARENT = `
connections: { shell: { kind: cli, command: sh-like } }
workflows:
  p: { steps: [{ name: wait, executor: { kind: workflow, definitionId: k } }, { name: ship, executor: ${WIPING} }] }
  k: { initialState: a, states: { a: { transitions: { ok: { target: good, actor: human } } }, good: {} } }
`
  const LOOPED = `
connections: { shell: { kind: cli, command: sh-like } }
workflows:
  w: { initialState: a, states: { a: { transitions: { ok: { target: c, actor: human } } }, c: { transitions: { go: { target: b, executor: ${WIPING} } } }, b: {} } }
`
  it.each<[string, string, Edits, string]>([
    [
      'that does again what another one does once',
      LOOPED,
      [['go: {', `again: { target: c, executor: ${WIPING} }, go: {`]],
      '‘again’ in state ‘c’ is new: an agent fires it, it runs “shell: wipe” and leads to ‘c’.',
    ],
    [
      'that ends without people what another workflow waits for',
      PARENT,
      [
        ['ok: {', 'skip: { target: other }, ok: {'],
        ['good: {}', 'good: {}, other: {}'],
      ],
      '‘skip’ in state ‘a’ is new: an agent fires it, and it leads to ‘other’.',
    ],
  ])('%s', async (_, yaml, edits, said) => {
    expect((await comparePair(yaml, edits)).weaker).toEqual([said])
  })

  it('and one that is called otherwise, and leads elsewhere, by where it leads', async () => {
    const { weaker } = await comparePair(LOOPED, [
      ['go: { target: b', 'again: { target: c'],
      ['} } }, b: {}', '}, end: { target: b } } }, b: {}'],
    ])
    expect(weaker).toContain('May loosen: ‘w’ › state ‘c’ › step ‘again’ › ‘target’ was "b" and is "c".')
  })
})
