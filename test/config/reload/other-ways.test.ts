// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how secrets of a configuration look
/** Other ways to what could be called before: another connection to it, an import of it, another name. */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

const TWO = 'approval: { quorum: 2 }'
const SERVERS = `
connections:
  shell: { kind: cli, command: sh-like }
  db: { kind: mcp, command: db-server }
  web: { kind: mcp, url: "https://example.com/mcp", headers: { X: "\${secret:T}" } }
  api: { kind: rest, baseUrl: "https://api.example.com/v1" }
`
const step = (call: string, asked: string) =>
  `{ initialState: a, states: { a: { transitions: { go: { target: b, executor: ${call}, ${asked} } } }, b: {} } }`
const CALLS = {
  shell: '{ kind: cli, connection: shell, args: [wipe] }',
  web: '{ kind: mcp, connection: web, tool: wipe }',
  api: '{ kind: rest, connection: api, method: DELETE, path: /all }',
}
const asked = (call: string) => `${SERVERS}workflows:\n  w: ${step(call, TWO)}\n`
const connection = (declared: string): readonly [string, string] => [
  'connections:',
  `connections:\n  more: ${declared}`,
]
const workflow = (call: string, approval = 'approval: { required: true }'): readonly [string, string] => [
  'workflows:',
  `workflows:\n  v: ${step(call, approval)}`,
]
const FEWER = 'where fewer or other people decide before it than did'

describe('a new connection to what another one reaches is another way to the same calls [weaker.elsewhere]', () => {
  const WAYS: [string, string, string, string][] = [
    ['a program', CALLS.shell, '{ kind: cli, command: sh-like }', CALLS.shell.replace('shell', 'more')],
    [
      'a program by its path',
      CALLS.shell,
      '{ kind: cli, command: /opt/sh-like }',
      CALLS.shell.replace('shell', 'more'),
    ],
    [
      'a server',
      CALLS.web,
      '{ kind: mcp, url: "https://EXAMPLE.com/mcp/" }',
      CALLS.web.replace('web', 'more'),
    ],
    [
      'an interface',
      CALLS.api,
      '{ kind: rest, baseUrl: "https://api.example.com/v1" }',
      CALLS.api.replace('api', 'more'),
    ],
    [
      'an interface from further above',
      CALLS.api,
      '{ kind: rest, baseUrl: "https://api.example.com" }',
      CALLS.api.replace('api', 'more').replace('/all', '/v1/all'),
    ],
  ]
  it.each(WAYS)('to %s, for fewer people', async (_, call, declared, other) => {
    const { weaker, risk } = await comparePair(asked(call), [connection(declared), workflow(other)])
    expect(weaker[0]).toContain(FEWER)
    expect(risk?.level).toBe('high')
  })

  it.each(WAYS)('to %s, and no loss for as many', async (_, call, declared, other) => {
    const { weaker, risk } = await comparePair(asked(call), [connection(declared), workflow(other, TWO)])
    expect(weaker).toEqual([expect.stringContaining('The server ‘more’ is new'), 'The workflow ‘v’ is new.'])
    expect(risk?.level).toBe('medium')
  })
})

describe('a tool that is imported now is compared with whatever called it [weaker.elsewhere]', () => {
  it.each<[string, string, Edits]>([
    [
      'all tools',
      'web: wipe',
      [
        [
          'workflows:',
          'proxy: { import: [{ connection: web, prefix: w, approval: { required: true } }] }\nworkflows:',
        ],
      ],
    ],
    [
      'one tool',
      'web: wipe',
      [
        [
          'workflows:',
          'proxy: { import: [{ connection: web, include: [wipe], approval: { required: true } }] }\nworkflows:',
        ],
      ],
    ],
    [
      'the tools of another connection to it',
      'more: wipe',
      [
        connection('{ kind: mcp, url: "https://example.com/mcp" }'),
        ['workflows:', 'proxy: { import: [{ connection: more, approval: { required: true } }] }\nworkflows:'],
      ],
    ],
  ])('%s, for fewer people', async (_, call, edits) => {
    const { weaker, risk } = await comparePair(asked(CALLS.web), edits)
    expect(weaker[0]).toBe(`Agents can now run “${call}” ${FEWER}.`)
    expect(risk?.level).toBe('high')
  })

  it('and is as new where its server asks before each call', async () => {
    const yaml = `${SERVERS}  asked: { kind: mcp, url: "https://asked.example/mcp", approval: {} }\nproxy: { import: [] }\n`
    const { risk } = await comparePair(yaml, [['import: []', 'import: [{ connection: asked }]']])
    expect(risk).toEqual({
      level: 'medium',
      reason: 'Agents can find tools of the server ‘asked’ now; a person decides before each call.',
    })
  })

  it('and is no loss where as many decide', async () => {
    const { risk } = await comparePair(asked(CALLS.web), [
      ['workflows:', `proxy: { import: [{ connection: web, ${TWO} }] }\nworkflows:`],
    ])
    expect(risk).toEqual({
      level: 'medium',
      reason: 'Agents can find tools of the server ‘web’ now; a person decides before each call.',
    })
  })
})

describe('the same call with other names of its values is compared by its conditions [weaker.elsewhere]', () => {
  const pay = (name: string, value: string, more = '') =>
    `{ name: ${name}, ${more}executor: { kind: mcp, connection: web, tool: pay, map: { to: $.arguments.${value} } }, approval: { required: true } }`
  const exposed = (first: string) =>
    `${SERVERS}clients: { ci: { tags: [ops] } }\nproxy: { expose: [${first}] }\n`
  const OTHERS = 'where other conditions hold before it, or others give its values, than did'
  it.each([
    ['who has a right', 'guards: [{ kind: role, role: x }], ', ''],
    ['a bound', 'guards: [{ kind: expr, expr: "$.arguments.to < 10" }], ', ''],
    ['who sees it', 'tags: [secret], ', 'tags: [ops], '],
  ])('%s', async (_, first, second) => {
    const before = exposed(pay('one', 'to', first))
    const other = await comparePair(before, [['expose: [', `expose: [${pay('two', 'whom', second)}, `]])
    expect(other.weaker[0]).toContain(OTHERS)
    expect(other.risk?.level).toBe('high')
    const same = await comparePair(before, [['expose: [', `expose: [${pay('two', 'whom', first)}, `]])
    expect(same.risk).toEqual({ level: 'medium', reason: 'The tool ‘two’ is new.' })
  })

  it('and one more import of a connection lets no client see its tools unsaid', async () => {
    const imported = `${SERVERS}clients: { ci: { tags: [ops] } }\nproxy: { import: [{ connection: web, prefix: a, tags: [x], ${TWO} }] }\n`
    const { weaker, risk } = await comparePair(imported, [
      ['import: [', `import: [{ connection: web, prefix: b, tags: [ops], ${TWO} }, `],
    ])
    expect(weaker[0]).toBe(
      'The client ‘ci’ gets the sight of every tool of the server ‘web’, by the tag ‘ops’.',
    )
    expect(risk?.level).toBe('high')
  })
})

describe('what is called otherwise, and loosened in the same change, is compared with what it was [weaker.elsewhere]', () => {
  it('a connection', async () => {
    const before = asked(CALLS.web).replace('web: {', `web: { ${TWO},`)
    const { weaker, changes } = await comparePair(before, [
      ['  web: {', '  site: {'],
      ['connection: web', 'connection: site'],
      [TWO, 'approval: { notRequester: true }'],
    ])
    expect(weaker).toEqual(['The server ‘site’: its approval takes 1 instead of 2 people.'])
    expect(changes).toContain('The server ‘web’ is called ‘site’ now.')
  })

  it('the prefix of imported tools', async () => {
    const imported = `${SERVERS}clients: { ci: { tags: [ops] } }\nproxy: { import: [{ connection: web, prefix: a, tags: [x], ${TWO} }] }\n`
    const renamed = await comparePair(imported, [['prefix: a', 'prefix: b']])
    expect(renamed.changes).toEqual(['The tools of ‘web’ have the prefix ‘b’ now, and had the prefix ‘a’.'])
    expect(renamed.risk).toEqual({ level: 'medium', reason: 'It may change words that people decide by.' })
    const { weaker } = await comparePair(imported, [['prefix: a, tags: [x]', 'prefix: b, tags: [ops]']])
    expect(weaker).toEqual([
      'The client ‘ci’ gets the sight of every tool of the server ‘web’, by the tag ‘ops’.',
    ])
  })
})

describe('a name that a tool of another server may have now is named [weaker.taken-names]', () => {
  const rule = (name: string, more = '') =>
    `    - { connection: ${name}, prefix: x, approval: { required: true }${more} }\n`
  const imports = (...rules: string[]) => `${SERVERS}proxy:\n  import:\n${rules.join('')}`
  it.each<[string, string, string]>([
    ['in another order', imports(rule('web'), rule('db')), imports(rule('db'), rule('web'))],
    ['by an import that comes first', imports(rule('web')), imports(rule('db'), rule('web'))],
  ])('%s', async (_, before, after) => {
    const { weaker, risk } = await comparePair(before, [[before, after]])
    expect(weaker[0]).toBe(
      'A tool of ‘web’ may be one of ‘db’ now, under the same name: both are found under the prefix ‘x’, and ‘db’ comes first.',
    )
    expect(risk?.level).toBe('high')
  })

  const own = (name: string, tool = 'look') =>
    `  expose: [{ name: ${name}, title: Own, executor: { kind: mcp, connection: db, tool: ${tool} } }]\n`
  const exposing = (line: string, ...rules: string[]) =>
    imports(...rules).replace('proxy:\n', `proxy:\n${line}`)
  it.each<[string, string, string, string]>([
    [
      'by a prefix that is called as the one of another import',
      imports(rule('db').replace('prefix: x', 'prefix: y'), rule('web')),
      imports(rule('db'), rule('web')),
      'A tool of ‘web’ may be one of ‘db’ now, under the same name: both are found under the prefix ‘x’, and ‘db’ comes first.',
    ],
    [
      'by a connection that is enabled',
      imports(rule('db'), rule('web')).replace('kind: mcp', 'enabled: false, kind: mcp'),
      imports(rule('db'), rule('web')),
      'A tool of ‘web’ may be one of ‘db’ now, under the same name: both are found under the prefix ‘x’, and ‘db’ comes first.',
    ],
    [
      'by a capability that is called so',
      exposing(own('mine'), rule('web', ', include: [a]')),
      exposing(own('x.a'), rule('web', ', include: [a]')),
      'A tool of ‘web’ may be the tool ‘x.a’ of the settings file now, under the same name: that comes first.',
    ],
    [
      'by a server that was not there, and is asked as much about',
      imports(rule('web')),
      imports(rule('fresh')).replace(
        'connections:',
        'connections:\n  fresh: { kind: mcp, url: "https://other.example/mcp" }',
      ),
      'A tool of ‘web’ may be one of ‘fresh’ now, under the same name: that server is new.',
    ],
  ])('also %s', async (_, before, after, said) => {
    const { weaker, risk } = await comparePair(before, [[before, after]])
    expect(weaker).toContain(said)
    expect(risk?.level).toBe('high')
  })

  it.each<[string, string, string, string]>([
    [
      'an import that no longer takes it',
      imports(rule('web', ', include: [a, b]'), rule('db', ', include: [a]')),
      imports(rule('web', ', include: [b]'), rule('db', ', include: [a]')),
      'A tool of ‘web’ may be one of ‘db’ now, under the same name: ‘web’ does not have it any more.',
    ],
    [
      'an import that has another prefix',
      imports(rule('web'), rule('db')),
      imports(rule('web').replace('prefix: x', 'prefix: y'), rule('db')),
      'A tool of ‘web’ may be one of ‘db’ now, under the same name: ‘web’ does not have it any more.',
    ],
    [
      'a capability that is called otherwise',
      exposing(own('x.a'), rule('web', ', include: [a]')),
      exposing(own('mine'), rule('web', ', include: [a]')),
      'The tool ‘x.a’ may be one of ‘web’ now, under the same name: the settings file has no such tool any more.',
    ],
  ])('and that it is left by %s, of medium risk', async (_, before, after, said) => {
    const { weaker, risk } = await comparePair(before, [[before, after]])
    expect(weaker).toEqual([said])
    expect(risk).toEqual({ level: 'medium', reason: said })
  })

  it('and not by a capability that calls the very tool', async () => {
    const [before, after] = ['mine', 'x.a'].map((name) =>
      exposing(own(name, 'a'), rule('db', ', include: [a]')),
    ) as [string, string]
    expect((await comparePair(before, [[before, after]])).weaker).toEqual([])
  })

  it.each<[string, string, string]>([
    ['that comes last', imports(rule('web')), imports(rule('web'), rule('db'))],
    [
      'of other tools',
      imports(rule('web', ', include: [a]')),
      imports(rule('db', ', include: [b]'), rule('web', ', include: [a]')),
    ],
  ])('and not by one %s', async (_, before, after) => {
    const { weaker } = await comparePair(before, [[before, after]])
    expect(weaker).toEqual([
      'Agents can find tools of the server ‘db’ now, as ‘x.…’; a person decides before each call.',
    ])
  })
})

describe('what a server is given that only others were is named [weaker.given]', () => {
  it.each<[string, Edits, string]>([
    [
      'at another address',
      [['https://example.com/mcp', 'https://example.com.evil.example/mcp']],
      'The secret ‘T’ of ‘web’ is sent to “https://example.com.evil.example” now, by the server ‘web’.',
    ],
    [
      'by a new connection',
      [connection('{ kind: rest, baseUrl: "https://evil.example", headers: { Y: "a ${secret:T}" } }')],
      'The secret ‘T’ of ‘web’ is sent to “https://evil.example” now, by the server ‘more’.',
    ],
    [
      'by a new program',
      [connection('{ kind: mcp, command: other, env: { Y: "${secret:T}" } }')],
      'The secret ‘T’ of ‘web’ is given to “other” now, by the server ‘more’.',
    ],
  ])('%s', async (_, edits, said) => {
    const { weaker, risk } = await comparePair(asked(CALLS.web), edits)
    expect(weaker).toContain(said)
    expect(risk?.level).toBe('high')
  })

  it('and one that nobody was given stands with what is new', async () => {
    const { weaker, risk } = await comparePair(asked(CALLS.web), [
      connection('{ kind: rest, baseUrl: "https://new.example", headers: { Y: "${secret:NEW}" } }'),
    ])
    expect(weaker).toEqual(['The server ‘more’ is new: it reaches “https://new.example”, and gets ‘NEW’.'])
    expect(risk?.level).toBe('medium')
  })

  it('and so is a request without a person to an address that nothing reached, though it only asks', async () => {
    const reading = (name: string) =>
      `proxy: { expose: [{ name: look, executor: { kind: rest, connection: ${name}, method: GET, path: "/{x}" } }] }\nworkflows:`
    const far = await comparePair(asked(CALLS.web), [
      connection('{ kind: rest, baseUrl: "https://evil.example" }'),
      ['workflows:', reading('more')],
    ])
    expect(far.risk).toEqual({
      level: 'high',
      reason: 'Agents can now run “GET more: /{x}” without asking a person: tool ‘look’.',
    })
    const near = await comparePair(asked(CALLS.web), [['workflows:', reading('api')]])
    expect(near.risk?.level).toBe('medium')
  })
})

describe('how often a call may run, and what runs in its place, is said in words [weaker.repeated]', () => {
  it.each<[string, string, string]>([
    [
      'with more tries',
      'reliability: { retry: { maxAttempts: 5 } }, ',
      'now runs up to 5 times if it fails.',
    ],
    [
      'with another call',
      `reliability: { fallback: { executors: [${CALLS.shell}] } }, `,
      'now runs “shell: wipe” if it fails.',
    ],
  ])('%s', async (_, more, said) => {
    const step = await comparePair(asked(CALLS.web), [[TWO, `${more}${TWO}`]])
    expect(step.weaker[0]).toBe(`‘go’ in state ‘a’ ${said}`)
    const exposed = `${SERVERS}proxy: { expose: [{ name: x, executor: ${CALLS.web}, ${TWO} }] }\n`
    const capability = await comparePair(exposed, [[TWO, `${more}${TWO}`]])
    expect(capability.weaker).toContain(`The tool ‘x’ ${said}`)
  })

  it('after its failure', async () => {
    const listed = `${SERVERS}workflows: { w: { steps: [{ name: check, executor: ${CALLS.web} }, { name: pay, executor: ${CALLS.shell} }] } }\n`
    const { weaker } = await comparePair(listed, [['tool: wipe }', 'tool: wipe }, onFailure: continue']])
    expect(weaker).toEqual([
      '‘check’ in state ‘check’ no longer stops the run where it fails: that goes on to ‘pay’.',
    ])
  })

  it('after a crash', async () => {
    const { weaker } = await comparePair(asked(CALLS.web), [
      ['tool: wipe }', 'tool: wipe, idempotent: true }'],
    ])
    expect(weaker[0]).toBe(
      '‘go’ in state ‘a’ may run twice now: after a crash nobody is asked before it runs again.',
    )
  })
})
