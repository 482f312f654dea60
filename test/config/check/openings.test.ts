/** What lets through more than whoever reads the file expects, and what looks like it and is well meant. */
import { describe, expect, it } from 'vitest'
import { expectProblems, type Row } from '../expect-problems.ts'
import { flow, V } from '../flow.ts'
import { inOneLine, loadText } from '../write-configuration.ts'

const AT = 'workflows.w.states.a.transitions.go'
const go = (step: string) => flow(`a:\n  transitions:\n    go: { target: b, ${step} }\nb: {}`)
const run = 'executor: { kind: cli, command: wipe }'
const guarded = (guard: string, more = '') => go(`${more}guards: [${guard}], ${run}`)
const expr = (text: string) => `{ kind: expr, expr: ${JSON.stringify(text)} }`
const SERVER = 'connections: { s: { kind: mcp, command: server } }\n'
const importing = (more: string) => `${V}${SERVER}proxy: { import: [{ connection: s, ${more} }] }\n`

describe('a condition that holds whatever it reads [config.openings]', () => {
  const ALWAYS = 'This holds whatever the values are, so it stops nothing.'
  it.each<Row>([
    [
      'not one or not the other',
      guarded(expr("$.arguments.env != 'prod' || $.arguments.env != 'live'")),
      [['warning', `${AT}.guards[0]`, `${ALWAYS} Where a value must be none of several`]],
    ],
    [
      'the same as guards',
      guarded(
        `{ kind: anyOf, guards: [${expr("$.arguments.env != 'prod'")}, ${expr("$.arguments.env != 'live'")}] }`,
      ),
      [['warning', `${AT}.guards[0]`, ALWAYS]],
    ],
    [
      'both at once, denied',
      guarded(`{ kind: not, guard: ${expr("$.arguments.env == 'prod' && $.arguments.env == 'live'")} }`),
      [['warning', `${AT}.guards[0]`, ALWAYS]],
    ],
    [
      'in the exception of a gate',
      `${V}connections:
  s: { kind: mcp, command: server, approval: { except: { when: [${expr("$.call.tool != 'a' || $.call.tool != 'b'")}], until: 2099-01-01T00:00:00Z } } }
proxy: { import: [{ connection: s }] }
`.replace('2099-01-01T00:00:00Z', new Date(Date.now() + 86_400_000).toISOString()),
      [['warning', 'connections.s.approval.except.when[0]', ALWAYS]],
    ],
    [
      'of a branch',
      go(
        `${run}, branches: [{ when: ${expr('$.output.exitCode >= 0 || !($.output.exitCode >= 0)')}, target: b }]`,
      ),
      [['warning', `${AT}.branches[0].when`, ALWAYS]],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))

  it.each([
    ["$.arguments.env != 'prod' && $.arguments.env != 'live'"],
    ["$.arguments.env != 'prod' || $.arguments.force == true"],
    ["!($.arguments.env matches '^prod')"],
    ["!($.arguments.env starts_with 'prod')"],
    ["!('prod' in $.arguments.envs)"],
    ['$.arguments.n < 0.5 || $.arguments.n > 0.6'],
    ['true'],
  ])('not %s', (text) => expectProblems(guarded(expr(text)), []))
})

describe('a beginning that leads elsewhere [config.openings]', () => {
  it.each<Row>([
    [
      'out of a folder',
      guarded(expr("$.arguments.path starts_with '/notes/'")),
      [['warning', `${AT}.guards[0]`, 'Add: && !($.arguments.path contains "..").']],
    ],
    [
      'out of a folder that is named from here',
      guarded(expr("$.arguments.file starts_with 'notes/'")),
      [['warning', `${AT}.guards[0]`, '‘notes/../…’ begins with ‘notes/’, too']],
    ],
    [
      'round what is forbidden',
      guarded(expr("!($.arguments.path starts_with '/etc/')")),
      [['warning', `${AT}.guards[0]`, 'leads out of that folder']],
    ],
    [
      'to another server',
      guarded(expr("$.arguments.url starts_with 'https://example.com'")),
      [['warning', `${AT}.guards[0]`, 'Write a slash at its end: "https://example.com/".']],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))

  it.each([
    [
      'where it is held in the same condition',
      expr(`$.arguments.path starts_with '/notes/' && !($.arguments.path contains "..")`),
    ],
    [
      'where it is held in another one',
      `${expr("$.arguments.path starts_with '/notes/'")}, ${expr("!($.arguments.path matches '[.][.]')")}`,
    ],
    ['of a branch', expr("$.arguments.branch starts_with 'feature/'")],
    ['of an address that is closed', expr("$.arguments.url starts_with 'https://example.com/'")],
  ])('not %s', (_, guards) => expectProblems(guarded(guards), []))
})

describe('a comparison that a text opens [config.openings]', () => {
  const schema = (type: string) =>
    `inputSchema: { type: object, required: [n], properties: { n: { type: ${type} } } }, `
  const said = '‘$.arguments.n’ may be a text, or missing, which is neither more nor less than 100'
  it.each<Row>([
    [
      'denied in its expression',
      guarded(expr('!($.arguments.n > 100)')),
      [['warning', `${AT}.guards[0]`, said]],
    ],
    [
      'denied by a guard',
      guarded(`{ kind: not, guard: ${expr('100 < $.arguments.n')} }`),
      [['warning', `${AT}.guards[0].guard`, said]],
    ],
    [
      'where a schema allows both',
      guarded(expr('!($.arguments.n > 100)'), schema('[number, string]')),
      [['warning', `${AT}.guards[0]`, said]],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))

  it.each([
    ['of a number', guarded(expr('!($.arguments.n > 100)'), schema('integer'))],
    ['that must hold', guarded(expr('$.arguments.n <= 100'))],
    [
      'of what the workflow counts',
      guarded(expr('!($.context.n > 100)')).replace('states:', 'initialContext: { n: 0 }\n    states:'),
    ],
  ])('not %s', (_, text) => expectProblems(text, []))
})

describe('a place that an argument takes over [config.openings]', () => {
  const API = 'connections: { api: { kind: rest, baseUrl: "https://example.org" } }\n'
  const paying = (step: string, place = '{account}') =>
    `${go(`${step}executor: { kind: rest, connection: api, method: POST, path: "/pay/${place}" }`).replace('states:', 'initialContext: { account: "1" }\n    states:')}${API}`
  it.each<Row>([
    [
      'without a schema',
      paying(''),
      [['warning', `${AT}.executor.path`, 'and not what the context has. Write ‘{context.account}’.']],
    ],
    [
      'with one that is open',
      paying('inputSchema: { type: object, properties: { note: {} } }, '),
      [
        [
          'warning',
          `${AT}.executor.path`,
          '‘{account}’ is the argument ‘account’ wherever an agent gives one',
        ],
      ],
    ],
    [
      'on the card',
      paying('summary: "Pay {account}", ', '{context.account}'),
      [['warning', `${AT}.summary`, 'Write ‘{context.account}’.']],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))

  it.each([
    [
      'where nothing else may be given',
      'inputSchema: { type: object, additionalProperties: false }, ',
      '{account}',
    ],
    ['where it is declared', 'inputSchema: { type: object, properties: { account: {} } }, ', '{account}'],
    ['where a person fires it', 'actor: human, ', '{account}'],
    ['where it says of what', '', '{context.account}'],
  ])('not %s', (_, step, place) => expectProblems(paying(step, place), []))
})

describe('names that are none, and addresses [config.openings]', () => {
  const pattern = 'is the name of no tool, and patterns are not read here. List the tools by their names.'
  it.each<Row>([
    [
      'what is left out',
      importing('exclude: ["delete_*"]'),
      [['warning', 'proxy.import[0].exclude[0]', pattern]],
    ],
    [
      'what is included',
      importing('include: ["read_?"]'),
      [['warning', 'proxy.import[0].include[0]', pattern]],
    ],
    [
      'what is held',
      importing('toolApproval: { "delete_*": { required: true } }'),
      [['warning', 'proxy.import[0].toolApproval.delete_*', pattern]],
    ],
    [
      'what only reads',
      importing('toolReadOnly: { "*": true }'),
      [['warning', 'proxy.import[0].toolReadOnly.*', pattern]],
    ],
    [
      'two people',
      `${V}people: { ada: {}, Ada: {} }\n`,
      [['warning', 'people.Ada', '‘Ada’ and ‘ada’ differ in capitals only']],
    ],
    [
      'two states',
      flow('a: { transitions: { go: { target: Done }, on: { target: done } } }\ndone: {}\nDone: {}'),
      [['warning', 'workflows.w.states.Done', 'Rename one of them.']],
    ],
    [
      'one header twice',
      `${V}connections: { api: { kind: rest, baseUrl: "https://example.org", headers: { X-Mode: dry, x-mode: real } } }
proxy: { expose: [{ name: x, executor: { kind: rest, connection: api, path: /x } }] }\n`,
      [['error', 'connections.api.headers.x-mode', '‘x-mode’ and ‘X-Mode’ are one header']],
    ],
    [
      'a header by which every read may be a write',
      `${V}connections: { api: { kind: rest, baseUrl: "https://example.org", headers: { X-HTTP-Method-Override: DELETE } } }
proxy: { expose: [{ name: x, executor: { kind: rest, connection: api, path: /x } }] }\n`,
      [
        [
          'error',
          'connections.api.headers.X-HTTP-Method-Override',
          'may be another than its ‘method’ says. Put it into the ‘headers’ of the requests',
        ],
      ],
    ],
    [
      'a user name that looks like a server',
      importing('prefix: s').replace('command: server', 'url: "https://example.com@example.org/mcp"'),
      [['warning', 'connections.s.url', 'is a user name: the server is ‘example.org’.']],
    ],
    [
      'a queue whose rule does not count',
      `${V}people: { ada: { roles: [lead] }, bob: { roles: [dev] } }
approvals: { queues: { q: { role: lead } } }
proxy: { expose: [{ name: x, executor: { kind: cli, command: x }, approval: { queue: q, by: { role: dev } } }] }
`,
      [['warning', 'proxy.expose[0].approval.by', 'what the queue ‘q’ asks for does not count.']],
    ],
    [
      'milliseconds that were meant as seconds',
      go('actor: human, risk: high, undoMs: 8'),
      [['warning', `${AT}.undoMs`, 'These are 8 thousandths of a second']],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))

  const TOKEN = 'tok-1'
  const sent = (url: string) =>
    loadText(
      importing('prefix: s').replace(
        'command: server',
        `url: "${url}", headers: { Authorization: "Bearer $\{TOKEN}" }`,
      ),
      { TOKEN },
    )
  it('a secret that anybody on the way can read', async () => {
    const { problems } = await sent('http://mcp.example.org/mcp')
    expect(problems.map(inOneLine)).toEqual([
      expect.stringContaining('warning connections.s.url: ‘TOKEN’ is sent to ‘mcp.example.org’ over http'),
    ])
  })

  it.each([
    ['https://mcp.example.org/mcp'],
    ['http://localhost:8080/mcp'],
    ['http://192.168.1.4/mcp'],
    ['http://tickets/mcp'],
    ['http://nas.local/mcp'],
  ])('a secret may go to %s', async (url) => {
    expect((await sent(url)).problems).toEqual([])
  })
})
