import { describe, expect, it } from 'vitest'
import { loadConfiguration } from '../../src/main/config/load.ts'
import { expectProblems, type Row } from './expect-problems.ts'
import { flow, V } from './flow.ts'
import { loadText, writeFiles } from './write-configuration.ts'

const AT = 'workflows.w.states.a.transitions.go'
const X = 'proxy.expose[0]'
/** Arguments and context of any shape, so that nothing is said of what is read. */
const go = (transition: string) => flow(`a:\n  transitions:\n    go: { target: b, ${transition} }\nb: {}`)
const output = (value: string) => go(`executor: { kind: cli, command: x }, output: { y: ${value} }`)
const SERVER = 'connections: { s: { kind: mcp, command: server } }\n'
const map = (value: string) =>
  go(`executor: { kind: mcp, connection: s, tool: t, map: { y: ${value} } }`) + SERVER

describe('an operator that is none [config.silent-mistakes]', () => {
  const stays = (key: string, near: string) =>
    `‘${key}’ is no operator, so this stays data: nothing is calculated. Did you mean ‘${near}’?`
  it.each<Row>([
    [
      'a sign before it',
      output('{ $concat: ["a", $.output.text] }'),
      [['warning', `${AT}.output.y`, stays('$concat', 'concat')]],
    ],
    [
      'a misspelt one in what a tool gets',
      map('{ substract: [$.context.n, 1] }').replace(
        'b: {}',
        'b: { onEnter: { executor: { kind: noop }, output: { n: 1 } } }',
      ),
      [['warning', `${AT}.executor.map.y`, stays('substract', 'subtract')]],
    ],
    [
      'two letters changed places, inside another',
      output('{ list: [{ mulitply: [$.output.exitCode, 2] }] }'),
      [['warning', `${AT}.output.y.list[0]`, stays('mulitply', 'multiply')]],
    ],
    [
      'a capital',
      output('{ Add: [$.output.exitCode, 2] }'),
      [['warning', `${AT}.output.y`, stays('Add', 'add')]],
    ],
    [
      'none of ours, where nobody else gets it',
      output('{ $upper: $.output.text }'),
      [
        [
          'warning',
          `${AT}.output.y`,
          'There are ‘add’, ‘subtract’, ‘multiply’, ‘divide’, ‘concat’ and ‘set’.',
        ],
      ],
    ],
    [
      'no list',
      output('{ concat: $.output.text }'),
      [['warning', `${AT}.output.y`, '‘concat’ takes a list of operands']],
    ],
    [
      'in a body',
      `${V}connections: { api: { kind: rest, baseUrl: "https://example.org" } }\nproxy: { expose: [{ name: x, executor: { kind: rest, connection: api, method: POST, path: /x, body: { t: { conct: ["a", $.arguments.t] } } } }] }\n`,
      [['warning', `${X}.executor.body.t`, stays('conct', 'concat')]],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))

  it.each([
    ['one of them', output('{ concat: ["a", $.output.text] }')],
    ['a word near to one', output('{ contact: [$.output.text, $.output.stderr] }')],
    ['another word', output('{ ads: [$.output.text, $.output.stderr] }')],
    ['a list of one', output('{ divided: [$.output.text] }')],
    ['data without a path', output('{ $concat: [a, b] }')],
    ['more than one key', output('{ $concat: [$.output.text], c: 1 }')],
    ['a label to be added', map('{ add: $.input.label }')],
    ['an update in the language of a database', map('{ $set: { status: $.input.status } }')],
    ['a condition in it', map('{ $in: [$.input.a, $.input.b] }')],
    ['a sum in it', map('{ $add: ["$price", $.input.fee] }')],
  ])('is not seen in %s', (_, text) => expectProblems(text, []))
})

describe('a place that only luck fills [config.silent-mistakes]', () => {
  const exposed = (schema: string, path = '/x/{id}') =>
    `${V}connections: { api: { kind: rest, baseUrl: "https://example.org" } }\nproxy: { expose: [{ name: x${schema}, executor: { kind: rest, connection: api, path: "${path}" } }] }\n`
  it.each<Row>([
    [
      'an open schema',
      exposed(', inputSchema: { type: object, properties: { ids: {} }, additionalProperties: true }'),
      [
        [
          'warning',
          `${X}.executor.path`,
          'Declare ‘id’ in the ‘inputSchema’, and require it. Did you mean ‘ids’?',
        ],
      ],
    ],
    [
      'a schema that says nothing, and the place in full',
      exposed(', inputSchema: { type: object }', '/x/{arguments.id}'),
      [['warning', `${X}.executor.path`, '‘{arguments.id}’ has no value unless an agent happens']],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))

  it.each([
    [
      'declared',
      exposed(', inputSchema: { type: object, properties: { id: {} }, additionalProperties: true }'),
    ],
    ['required', exposed(', inputSchema: { type: object, required: [id] }')],
    [
      'perhaps declared elsewhere',
      exposed(', inputSchema: { type: object, anyOf: [{ properties: { id: {} } }] }'),
    ],
    ['without a schema', exposed('')],
    ['of the last result', exposed(', inputSchema: { type: object }', '/x/{lastResult.id}')],
  ])('is fine: %s', (_, text) => expectProblems(text, []))
})

describe('arguments in a command [config.silent-mistakes]', () => {
  const run = (command: string) => go(`executor: { kind: cli, command: "${command}" }`)
  const said = (command: string, instead: string) =>
    `‘${command}’ is looked for as the name of one program, with its blanks. Arguments belong in ‘args’${instead}`
  it.each<Row>([
    [
      'of an executor',
      run('sleep 30'),
      [['warning', `${AT}.executor.command`, said('sleep 30', ': command: sleep, args: ["30"].')]],
    ],
    [
      'of a program by its place',
      run('/bin/sh run.sh  now'),
      [['warning', `${AT}.executor.command`, 'command: /bin/sh, args: ["run.sh", "now"].']],
    ],
    [
      'of a server',
      `${V}connections: { s: { kind: mcp, command: "npx -y server" } }\nproxy: { import: [{ connection: s }] }\n`,
      [['warning', 'connections.s.command', 'command: npx, args: ["-y", "server"].']],
    ],
    [
      'of a connection for programs',
      `${V}connections: { k: { kind: cli, command: "kubectl get" } }\n${go('executor: { kind: cli, connection: k }').slice(V.length)}`,
      [
        [
          'warning',
          'connections.k.command',
          said('kubectl get', ' of the executors that use it: command: kubectl'),
        ],
      ],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))

  it('are not seen in the name of a folder or program', async () => {
    expect((await loadText(run('/opt/My Tools/run'))).problems).toEqual([])
    const main = await writeFiles({ 'main.yaml': run('my program'), 'programs/my program': '' })
    expect((await loadConfiguration(main, {})).problems).toEqual([])
  })
})

describe('what only a risk makes hold [config.silent-mistakes]', () => {
  const single = `${V}connections: { bank: { kind: rest, baseUrl: https://example.com } }
proxy: { expose: [{ name: pay, executor: { kind: rest, connection: bank, method: POST }, approval: { required: true } }] }
`
  const sentence = 'no step and no ‘approval’ here has ‘risk: high’, so nothing can be taken back'
  it.each<Row>([
    [
      'a time to take back, and a single call',
      `${single}approvals: { undoMs: 10000 }\n`,
      [['warning', 'approvals.undoMs', sentence]],
    ],
    [
      'a time to take back, and a step of medium risk',
      `${go('actor: human, risk: medium')}approvals: { undoMs: 10000 }\n`,
      [['warning', 'approvals.undoMs', sentence]],
    ],
    ['a step of high risk', `${go('actor: human, risk: high')}approvals: { undoMs: 10000 }\n`, []],
    [
      'a step of a list, of high risk',
      `${V}workflows: { w: { steps: [{ name: pay, approve: { risk: high } }] } }\napprovals: { undoMs: 10000 }\n`,
      [],
    ],
    [
      'a single call whose approval is of high risk',
      `${single.replace('required: true', 'risk: high')}approvals: { undoMs: 10000 }\n`,
      [],
    ],
    ['none, said so', `${single}approvals: { undoMs: 0 }\n`, []],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

describe('what a group does not have [config.silent-mistakes]', () => {
  it.each(['idempotent: true', 'idempotencyKey: true'])('%s of a parallel group', async (key) => {
    const text = go(
      `executor: { kind: parallel, ${key}, branches: { one: { kind: cli, command: x, ${key} } } }`,
    )
    const { problems } = await loadText(text)
    expect(problems.map(({ severity, at }) => `${severity} ${at}`)).toEqual([
      `error ${AT}.executor.${key.split(':')[0]}`,
    ])
  })
})
