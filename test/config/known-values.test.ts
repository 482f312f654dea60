import { describe, it } from 'vitest'
import { expectProblems, type Row } from './expect-problems.ts'
import { flow, V } from './flow.ts'

const READ = 'workflows.w.states.a.transitions.go.output.x'
const WHEN = 'workflows.w.states.a.transitions.go.guards[0].expr'
const INPUT = 'workflows.w.inputSchema'

const reads = (executor: string, path: string) =>
  flow(`a:\n  transitions:\n    go: { target: b, executor: ${executor}, output: { x: ${path} } }\nb: {}`)
const guarded = (expr: string) =>
  flow(
    `a:\n  transitions:\n    go: { target: b, guards: [{ kind: expr, expr: "${expr}" }] }\nb: {}`,
    '    inputSchema: { type: object, properties: { n: { type: integer }, c: { type: [string, "null"], enum: [x, y] } } }\n',
  )
const withInput = (schema: string) => flow('a: {}', `    inputSchema: ${schema}\n`)
const child = (input: string) => `${V}workflows:
  w:
    initialState: a
    states:
      a: { transitions: { go: { target: b, executor: { kind: workflow, definitionId: c, input: ${input} } } } }
      b: {}
  c:
    inputSchema: { type: object, required: [text, size], properties: { text: {}, size: { default: 1 } }, additionalProperties: false }
    initialState: a
    states: { a: {} }
`
const CHILD = 'workflows.w.states.a.transitions.go.executor.input'
const PARALLEL =
  '{ kind: parallel, branches: { t: { kind: cli, command: t }, s: { executor: { kind: noop }, onFailure: continue } } }'

const RESULTS: Row[] = [
  [
    'of a program',
    reads('{ kind: cli, command: t }', '$.output.exitcode'),
    [['warning', READ, 'the result has no ‘exitcode’. Did you mean ‘exitCode’?']],
  ],
  ['of a program, as it is', reads('{ kind: cli, command: t }', '$.output.json.a.b'), []],
  [
    'of a person',
    reads('{ kind: human }', '$.output.who'),
    [['warning', READ, 'It can have ‘decision’, ‘by’, ‘comment’ or ‘requestId’.']],
  ],
  [
    'of a branch',
    reads(PARALLEL, '$.output.t.txt'),
    [['warning', READ, 'the result has no ‘txt’. Did you mean ‘text’?']],
  ],
  ['of a branch that may fail', reads(PARALLEL, '$.output.t.error.message'), []],
  ['of a branch of which nothing is known', reads(PARALLEL, '$.output.s.anything'), []],
  [
    'of a branch that is not there',
    reads(PARALLEL, '$.output.u'),
    [['warning', READ, 'the result has no ‘u’. Did you mean']],
  ],
  [
    'of a step that is not there',
    `${V}workflows:\n  w:\n    steps:\n      - { name: one, executor: { kind: noop } }\n      - { name: two, executor: { kind: noop }, when: { kind: expr, expr: "$.context.steps.ones.status == 'success'" } }\n`,
    [['warning', 'workflows.w.steps[1]', 'there is no step ‘ones’. Did you mean ‘one’?']],
  ],
]

const COMPARISONS: Row[] = [
  [
    'a number with a text',
    guarded("$.input.n > '3'"),
    [['warning', WHEN, '‘$.input.n’ is a number and is compared with the text "3": that never holds.']],
  ],
  ['a text with a number', guarded('$.workflow.input.c != 3'), [['warning', WHEN, 'that always holds.']]],
  [
    'a text with what it never is',
    guarded("$.input.n == 1 || !('z' == $.input.c)"),
    [['warning', WHEN, '‘$.input.c’ is never "z", says its ‘enum’: that never holds.']],
  ],
  ['what may be', guarded("$.input.n >= 3 && $.input.c == 'x' && $.input.n != null"), []],
]

const PARTS: Row[] = [
  [
    'the end of a file name',
    flow(
      'a:\n  transitions:\n    go: { target: b, inputSchema: { type: object, properties: { name: { type: string }, more: { type: object } } }, executor: { kind: cli, command: x, args: ["out/$.arguments.name.csv", "out/$.arguments.more.csv"] } }\nb: {}',
    ),
    [
      [
        'warning',
        'workflows.w.states.a.transitions.go.executor.args[0]',
        '‘$.arguments.name.csv’ is empty here: ‘name’ is a text, and has no ‘csv’.',
      ],
    ],
  ],
  [
    'a part of a number in a guard',
    guarded('$.input.n.size == 1'),
    [['warning', WHEN, '‘$.input.n.size’ is empty here: ‘n’ is a number, and has no ‘size’.']],
  ],
]

const SCHEMAS: Row[] = [
  [
    'a default of another type',
    withInput('{ type: object, properties: { x: { type: integer, default: one } } }'),
    [['warning', `${INPUT}.properties.x.default`, 'whoever leaves the value out is refused.']],
  ],
  [
    'a default that is no choice, within a list',
    withInput('{ type: object, properties: { l: { type: array, items: { enum: [a, b], default: c } } } }'),
    [['warning', `${INPUT}.properties.l.items.default`, 'does not fit its own schema']],
  ],
  [
    'a required name that is not declared',
    withInput('{ type: object, required: [txt], properties: { text: {} } }'),
    [['warning', `${INPUT}.required[0]`, 'names ‘txt’, which ‘properties’ does not declare. Did you mean']],
  ],
  [
    'what fits',
    withInput('{ type: object, required: [x], properties: { x: { default: 1, enum: [1] } } }'),
    [],
  ],
]

const CHILDREN: Row[] = [
  ['all of it', child('{ text: hello }'), []],
  ['too little', child('{ size: 2 }'), [['warning', CHILD, 'needs the input ‘text’']]],
  [
    'what it does not take',
    child('{ text: hello, sise: 2 }'),
    [['warning', `${CHILD}.sise`, 'takes no input ‘sise’: it cannot be started so. Did you mean ‘size’?']],
  ],
]

describe.each([
  ['a result is read', RESULTS],
  ['what a guard compares', COMPARISONS],
  ['a part of what has none', PARTS],
  ['a schema that contradicts itself', SCHEMAS],
  ['the input of another workflow', CHILDREN],
])('%s [config.check]', (_, rows) => {
  it.each(rows)('%s', async (_what, text, problems) => {
    await expectProblems(text, problems)
  })
})
