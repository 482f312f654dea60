import { type Case, flow, V } from './flow.ts'

export const READS: Case[] = [
  {
    name: 'a context key that nothing writes',
    text: flow(
      "a:\n  transitions:\n    go:\n      target: b\n      output: { testsPassed: true }\n      branches:\n        - { when: { kind: expr, expr: '$.context.tsetsPassed == true' }, target: b }\nb: {}",
    ),
    problems: [
      '12:45 warning workflows.w.states.a.transitions.go.branches[0].when.expr: ‘$.context.tsetsPassed’ is read here, but nothing writes into the context ‘tsetsPassed’. Did you mean ‘testsPassed’?',
    ],
  },
  {
    name: 'a context key in the data of what is recorded',
    text: flow(
      'a:\n  transitions:\n    go:\n      target: b\n      evidence: [{ kind: built, data: { n: $.context.nothing } }]\nb: {}',
    ),
    problems: [
      '10:50 warning workflows.w.states.a.transitions.go.evidence[0].data.n: ‘$.context.nothing’ is read here, but nothing writes into the context ‘nothing’.',
    ],
  },
  {
    name: 'an input that is not declared',
    text: flow(
      'a:\n  transitions:\n    go: { target: b, prefill: { x: $.input.servce } }\nb: {}',
      '    inputSchema: { type: object, properties: { service: {} } }\n',
    ),
    problems: [
      "9:42 warning workflows.w.states.a.transitions.go.prefill.x: ‘$.input.servce’ is read here, but the workflow's ‘inputSchema’ does not declare ‘servce’. Did you mean ‘service’?",
    ],
  },
  {
    name: 'a path among the first values of the context',
    text: flow(
      'a:\n  transitions:\n    go: { target: b }\nb: {}',
      '    initialContext: { service: $.input.service }\n',
    ),
    problems: [
      '5:32 warning workflows.w.initialContext.service: ‘$.input.service’ stays a text here: ‘initialContext’ holds values. Read it where it is needed, or write it with the ‘output’ of a step.',
    ],
  },
  {
    name: 'arguments of the engine',
    text: flow(
      'a:\n  transitions:\n    go: { target: b, actor: deterministic, output: { x: $.arguments.y } }\nb: {}',
    ),
    problems: [
      '8:63 warning workflows.w.states.a.transitions.go.output.x: ‘$.arguments.y’ is empty here: the engine fires this transition, without arguments.',
    ],
  },
  {
    name: 'a result before it is there',
    text: flow(
      'a:\n  transitions:\n    go: { target: b, executor: { kind: cli, command: x, args: [--n=$.output.n] } }\nb: {}',
    ),
    problems: [
      '8:70 warning workflows.w.states.a.transitions.go.executor.args[0]: ‘$.output.n’ is empty here: a result can be read in ‘output’ and in ‘branches’ only. Write it into the context there, and read it from there.',
    ],
  },
  {
    name: 'a path inside a text',
    text: flow("a:\n  transitions:\n    go: { target: b, output: { x: 'PR $.arguments.n' } }\nb: {}"),
    problems: [
      '8:41 warning workflows.w.states.a.transitions.go.output.x: ‘$.arguments.n’ is not filled in here, because the text goes on round it. Write { concat: [ … ] } with the text and the path.',
    ],
  },
  {
    name: 'a path that starts nowhere',
    text: flow('a:\n  transitions:\n    go: { target: b, output: { x: $.ctx.n } }\nb: {}'),
    problems: [
      '8:41 warning workflows.w.states.a.transitions.go.output.x: ‘$.ctx.n’ starts nowhere: paths begin with $.arguments, $.context, $.input, $.workflow or $.output.',
    ],
  },
  {
    name: 'an argument of a program that was meant as a path',
    text: flow(
      'a:\n  transitions:\n    go: { target: b, executor: { kind: cli, command: x, args: [$.ctx.n, "$.workflow.idd", "$5", "$."] } }\nb: {}',
    ),
    problems: [
      '8:70 warning workflows.w.states.a.transitions.go.executor.args[0]: ‘$.ctx.n’ starts nowhere: paths begin with $.arguments, $.context, $.input, $.workflow or $.output. It is handed on as it stands.',
      '8:79 warning workflows.w.states.a.transitions.go.executor.args[1]: ‘$.workflow.idd’: of the workflow there are $.workflow.id, $.workflow.state and $.workflow.input.',
    ],
  },
  {
    name: 'a summary',
    text: flow(
      "a:\n  transitions:\n    go: { target: b, actor: human, inputSchema: { type: object, properties: {} }, summary: 'Publish {titel}' }\nb: {}",
      '    inputSchema: { type: object, properties: { title: {} } }\n',
    ),
    problems: [
      '9:98 warning workflows.w.states.a.transitions.go.summary: ‘{titel}’ is shown as “(not given)”: neither arguments nor context nor input have a ‘titel’. Did you mean ‘title’?',
    ],
  },
]

export const LATER: Case[] = [
  {
    name: 'switching tools off',
    text: `${V}discovery: { enabled: false }\n`,
    problems: ['2:23 warning discovery.enabled: ‘enabled’ is ignored: the tools are always the same seven.'],
  },
]
