/** New connections to what another one reaches, new exceptions, and words on cards of steps that others hold. */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

const KEY = `{ key: "\${secret:ADMIN}" }`
const SERVERS = `
connections:
  shell: { kind: cli, command: sh-like, sandbox: noNetwork }
  db: { kind: mcp, url: "https://db.example/mcp" }
  api: { kind: rest, baseUrl: "https://api.example.com" }
  admin: { kind: rest, baseUrl: "https://api.example.com", headers: ${KEY}, approval: { quorum: 2 } }
`
const over = (connection: string) => ({
  shell: `{ kind: cli, connection: ${connection}, args: ["wipe"] }`,
  db: `{ kind: mcp, connection: ${connection}, tool: wipe }`,
  api: `{ kind: rest, connection: ${connection}, method: POST, path: /pay }`,
  look: `{ kind: rest, connection: ${connection}, method: GET, path: /pay }`,
})
const expose = (name: string, call: string, more = '') =>
  `{ name: ${name}, title: ${name}, ${more}executor: ${call} }`
const FREE = `${SERVERS}proxy: { expose: [${[
  expose('wipe', over('shell').shell),
  expose('clean', over('db').db, 'readOnly: true, '),
  expose('pay', over('api').api),
  expose('look', over('api').look),
  expose('settle', over('admin').api),
].join(', ')}] }\n`
const withNew = (connection: string, call: string): Edits => [
  ['connections:\n', `connections:\n  more: ${connection}\n`],
  ['expose: [', `expose: [${expose('x', call)}, `],
]

describe('a new connection that is given anything else is another one, although it reaches the same [weaker.elsewhere]', () => {
  it.each<[string, string, keyof ReturnType<typeof over>]>([
    ['another file of that name', '{ kind: cli, command: /tmp/sh-like, sandbox: noNetwork }', 'shell'],
    [
      'another environment',
      '{ kind: cli, command: sh-like, sandbox: noNetwork, env: { LD_PRELOAD: x } }',
      'shell',
    ],
    [
      'another folder',
      '{ kind: cli, command: sh-like, sandbox: noNetwork, workingDirectory: /prod }',
      'shell',
    ],
    ['no sandbox', '{ kind: cli, command: sh-like }', 'shell'],
    ['no limit of calls', '{ kind: cli, command: sh-like, sandbox: noNetwork, concurrency: 9 }', 'shell'],
    ['a header', '{ kind: rest, baseUrl: "https://api.example.com", headers: { role: admin } }', 'api'],
    [
      'a header, for what only reads',
      '{ kind: rest, baseUrl: "https://api.example.com", headers: { role: admin } }',
      'look',
    ],
    [
      'the secret of another one',
      `{ kind: rest, baseUrl: "https://api.example.com", headers: ${KEY} }`,
      'api',
    ],
    ['a header of a server', '{ kind: mcp, url: "https://db.example/mcp", headers: { role: admin } }', 'db'],
    ['a query of a server', '{ kind: mcp, url: "https://db.example/mcp?tenant=all" }', 'db'],
    [
      'other rights at a server',
      '{ kind: mcp, url: "https://db.example/mcp", auth: { kind: oauth, scopes: [all] } }',
      'db',
    ],
  ])('%s', async (_, connection, kind) => {
    const { freed, risk } = await comparePair(FREE, withNew(connection, over('more')[kind]))
    expect(freed).toEqual([
      expect.stringMatching(/^Agents can now run “.*more: .*” without asking a person: tool ‘x’\.$/),
    ])
    expect(risk?.level).toBe('high')
  })

  it.each<[string, string, keyof ReturnType<typeof over>]>([
    ['the same program', '{ kind: cli, command: sh-like, sandbox: noNetwork, title: More }', 'shell'],
    ['the same address', '{ kind: rest, baseUrl: "https://api.example.com/" }', 'api'],
  ])('and one that is given the same is not: %s', async (_, connection, kind) => {
    const { freed, risk } = await comparePair(FREE, withNew(connection, over('more')[kind]))
    expect(freed).toEqual([])
    expect(risk?.level).toBe('medium')
  })

  it.each([
    ['by what it is given', KEY],
    ['by any of those that reach the same', '{ key: other }'],
  ])('and it is held against the one that asks most, %s', async (_, headers) => {
    const one = `{ kind: rest, baseUrl: "https://api.example.com", headers: ${headers}, approval: { required: true } }`
    const { freed } = await comparePair(FREE, withNew(one, over('more').api))
    expect(freed).toEqual([
      'Agents can now run “POST more: /pay” where fewer or other people decide before it than did: tool ‘x’.',
    ])
  })
})

describe('a connection that nobody asks for lends its freedom to no stricter one that reaches the same [weaker.elsewhere]', () => {
  const ONE = 'approval: { required: true }'
  const FEWER = 'where fewer or other people decide before it than did: '
  const taking = (name: string, connection: string) =>
    expose(
      name,
      `{ kind: cli, connection: ${connection}, args: [deploy, $.arguments.x] }`,
      'inputSchema: { type: object, properties: { x: { type: string } } }, ',
    )
  const fixed = (name: string, connection: string) =>
    expose(name, `{ kind: cli, connection: ${connection}, args: [deploy, now] }`)
  const both = (...tools: string[]) => `
connections:
  free: { kind: cli, command: sh-like }
  strict: { kind: cli, command: sh-like, env: { AT: prod }, approval: { quorum: 2 } }
proxy: { expose: [${tools.join(', ')}] }
`
  const more = (given: string, call: string): Edits => [
    ['connections:\n', `connections:\n  more: { kind: cli, command: sh-like, ${given}${ONE} }\n`],
    ['expose: [', `expose: [${call}, `],
  ]
  const PROD = 'env: { AT: prod }, '
  it.each<[string, string, Edits]>([
    [
      'where both take values',
      both(taking('f', 'free'), taking('s', 'strict')),
      more(PROD, fixed('x', 'more')),
    ],
    [
      'where it has the very values, and the strict one takes them',
      both(fixed('f', 'free'), taking('s', 'strict')),
      more(PROD, fixed('x', 'more')),
    ],
    [
      'where the new call takes values, as it does',
      both(taking('f', 'free'), fixed('s', 'strict')),
      more(PROD, taking('x', 'more')),
    ],
    [
      'where the new one is given what neither is',
      both(taking('f', 'free'), taking('s', 'strict')),
      more('env: { AT: test }, ', fixed('x', 'more')),
    ],
    [
      'where a call over it gives itself what the strict one gives',
      both(fixed('f', 'free'), fixed('s', 'strict')),
      [
        [
          'expose: [',
          `expose: [${expose('x', '{ kind: cli, connection: free, args: [deploy, now], env: { AT: prod } }', `${ONE}, `)}, `,
        ],
      ],
    ],
    [
      'where a program without a connection does',
      both(fixed('s', 'strict')),
      [
        [
          'expose: [',
          `expose: [${expose('x', '{ kind: cli, command: sh-like, args: [deploy, now], env: { AT: prod } }', `${ONE}, `)}, `,
        ],
      ],
    ],
    [
      'where a path over it leads below the address of the strict one',
      `
connections:
  free: { kind: rest, baseUrl: "https://api.example.com" }
  strict: { kind: rest, baseUrl: "https://api.example.com/v1", approval: { quorum: 2 } }
proxy: { expose: [${expose('s', over('strict').api)}] }
`,
      [['expose: [', `expose: [${expose('x', over('free').api.replace('/pay', '/v1/pay'), `${ONE}, `)}, `]],
    ],
    [
      'where each call says its program',
      `
connections:
  strict: { kind: cli, env: { AT: prod }, approval: { quorum: 2 } }
proxy: { expose: [${expose('s', '{ kind: cli, connection: strict, command: kubectl, args: [wipe] }')}] }
`,
      [
        ['connections:\n', 'connections:\n  more: { kind: cli, env: { AT: prod } }\n'],
        [
          'expose: [',
          `expose: [${expose('x', '{ kind: cli, connection: more, command: kubectl, args: [wipe] }', `${ONE}, `)}, `,
        ],
      ],
    ],
    [
      'where one that was there before is given the same',
      both(fixed('s', 'strict')).replace('sh-like }', 'sh-like, env: { AT: prod } }'),
      [['expose: [', `expose: [${fixed('x', 'free').replace('executor', `${ONE}, executor`)}, `]],
    ],
  ])('%s', async (_, yaml, edits) => {
    const { freed, risk } = await comparePair(yaml, edits)
    expect(freed).toEqual([expect.stringContaining(`${FEWER}tool ‘x’.`)])
    expect(risk?.level).toBe('high')
  })

  it('and where it is given what the free one is, nothing is lost', async () => {
    const { freed, risk } = await comparePair(
      both(taking('f', 'free'), taking('s', 'strict')),
      more('', fixed('x', 'more')),
    )
    expect({ freed, risk: risk?.level }).toEqual({ freed: [], risk: 'medium' })
  })

  it.each<[string, string, string, string]>([
    ['', ', approval: { quorum: 2 }', '', `, ${ONE}`],
    [' by their connection', '', ', approval: { quorum: 2 }', `, ${ONE}`],
    [
      ', by whom',
      ', approval: { by: { role: lead } }',
      '',
      ', approval: { required: true, by: { role: clerk } }',
    ],
    [', unless they only read', `, ${ONE}`, '', ', approval: { required: unlessReadOnly }'],
  ])('and so are all tools of a server that are imported once more%s', async (_, asked, own, now) => {
    const URL = 'kind: mcp, url: "https://db.example/mcp"'
    const yaml = `connections:\n  db: { ${URL}${own} }\nproxy: { import: [{ connection: db, prefix: db${asked} }] }\n`
    const { freed, risk } = await comparePair(yaml, [
      ['connections:\n', `connections:\n  more: { ${URL} }\n`],
      ['import: [', `import: [{ connection: more, prefix: more${now} }, `],
    ])
    expect(freed).toEqual([`Agents can now run the tools of ‘more’ ${FEWER.replace(/: $/, '')}.`])
    expect(risk?.level).toBe('high')
  })
})

describe('an exception that is new lets run what is new without a person [weaker.freed]', () => {
  const except = (when: string) =>
    `approval: { except: { when: [{ kind: expr, expr: '${when}' }], until: "2027-01-31" } }`
  const WIPE = over('shell').shell
  it.each<[string, Edits, string]>([
    [
      'of a new connection, and always holds',
      withNew(`{ kind: cli, command: evil, ${except('1 == 1')} }`, over('more').shell),
      '“more: wipe”',
    ],
    [
      'of a new connection, for this very call',
      withNew(
        `{ kind: rest, baseUrl: "https://x.example", ${except('$.call.path == "/pay"')} }`,
        over('more').api,
      ),
      '“POST more: /pay”',
    ],
    [
      'of a new tool that nobody is offered',
      [
        [
          'connections:\n',
          `capabilities: { hush: { executor: ${WIPE.replace('wipe', 'boom')}, ${except('1 == 1')} } }\nconnections:\n`,
        ],
        ['expose: [', `expose: [${expose('x', WIPE.replace('wipe', 'boom'))}, `],
      ],
      '“shell: boom”',
    ],
  ])('%s', async (_, edits, call) => {
    const { freed, risk } = await comparePair(FREE, edits)
    expect(freed).toEqual([
      `Agents can now run ${call} without asking a person where an exception holds: tool ‘x’.`,
    ])
    expect(risk?.level).toBe('high')
  })
})

describe('the first summary of a step on whose card there was none [weaker.unproven]', () => {
  const step = (more = '') => `
workflows:
  w: { initialState: a, states: { a: { transitions: { go: { target: b, executor: ${over('db').db} } } }, b: {} } }
${more}`
  const SUMMARY: Edits = [['target: b, executor', 'target: b, summary: Read the weather, executor']]
  const asked = (approval: string) => SERVERS.replace('/mcp" }', `/mcp", approval: { ${approval} } }`)
  it.each([
    ['its connection', `${asked('required: true')}${step()}`],
    ['its connection, unless it only reads', `${asked('required: unlessReadOnly')}${step()}`],
    [
      'an import',
      `${SERVERS}${step('proxy: { import: [{ connection: db, approval: { required: true } }] }\n')}`,
    ],
    [
      'a tool',
      `${SERVERS}${step(`proxy: { expose: [${expose('x', over('db').db, 'approval: { required: true }, ')}] }\n`)}`,
    ],
  ])('is named where people decided because of %s', async (_, yaml) => {
    const { weaker, risk } = await comparePair(yaml, SUMMARY)
    expect(weaker).toEqual([
      'May loosen: ‘w’ › state ‘a’ › step ‘go’ › ‘summary’ is new: "Read the weather".',
    ])
    expect(risk?.level).toBe('high')
  })

  it('and not where nobody did', async () => {
    expect((await comparePair(`${SERVERS}${step()}`, SUMMARY)).weaker).toEqual([])
  })
})
