import { type Case, flow } from './flow.ts'

export const GRAPH: Case[] = [
  {
    name: 'an initial state',
    text: flow('aa: {}'),
    problems: [
      '4:19 error workflows.w.initialState: The workflow is to start in the state ‘a’, which it does not have. Did you mean ‘aa’?',
    ],
  },
  {
    name: 'an initial state that is like none',
    text: flow('begin: { transitions: { go: { target: done } } }\ndone: {}'),
    problems: [
      '4:19 error workflows.w.initialState: The workflow is to start in the state ‘a’, which it does not have. It has ‘begin’ and ‘done’.',
    ],
  },
  {
    name: 'a dangling target',
    text: flow('a:\n  transitions:\n    go: { target: doen }\ndone: {}'),
    problems: [
      '8:25 error workflows.w.states.a.transitions.go.target: The transition ‘go’ leads to the state ‘doen’, which does not exist. Did you mean ‘done’?',
    ],
  },
  {
    name: 'a dangling branch',
    text: flow(
      "a:\n  transitions:\n    go:\n      target: b\n      branches:\n        - { when: { kind: expr, expr: 'true' }, target: c }\nb: {}",
    ),
    problems: [
      '11:63 error workflows.w.states.a.transitions.go.branches[0].target: The transition ‘go’ leads to the state ‘c’, which does not exist. Did you mean ‘a’?',
    ],
  },
  {
    name: 'an unreachable state',
    text: flow('a: {}\nb: {}'),
    problems: [
      '7:7 error workflows.w.states.b: The state ‘b’ can never be reached from ‘a’. Lead a transition to it, or remove it.',
    ],
  },
  {
    name: 'a terminal with transitions',
    text: flow('a:\n  terminal: true\n  transitions:\n    go: { target: a }'),
    problems: [
      '7:19 error workflows.w.states.a.terminal: The state ‘a’ is terminal and has transitions. Remove its transitions, if runs end here; else ‘terminal’.',
    ],
  },
  {
    name: 'a dead end',
    text: flow('a:\n  transitions: { go: { target: b }, end: { target: c } }\nb: { terminal: false }\nc: {}'),
    problems: [
      '8:7 error workflows.w.states.b: The state ‘b’ is a dead end: it is not terminal and has no transitions. Give it one, or remove ‘terminal: false’: then runs end here.',
    ],
  },
  {
    name: 'a state that the engine leaves by itself',
    text: flow('a:\n  transitions: { go: { target: b, actor: system } }\nb: {}'),
    problems: [],
  },
  {
    name: 'a state that the engine may never leave',
    text: flow(
      "a:\n  transitions:\n    go: { target: b, actor: system, guards: [{ kind: expr, expr: '$.input.x == 1' }] }\nb: {}",
    ),
    problems: [
      '6:7 warning workflows.w.states.a: The state ‘a’ can be left by ‘system’ transitions only, and all have guards: if none passes when it is entered, nothing moves it on any more. Leave the guards out of one, or add a transition for an agent or a person.',
    ],
  },
  {
    name: 'a trap',
    text: flow(
      'a:\n  transitions: { go: { target: b }, end: { target: c } }\nb:\n  transitions: { again: { target: b } }\nc: {}',
    ),
    problems: [
      '8:7 error workflows.w.states.b: From the state ‘b’ no terminal state can be reached: a run that comes here never ends. Give it, or a state behind it, a transition to a state that ends it.',
    ],
  },
  {
    name: 'a workflow without an end',
    text: flow('a:\n  transitions: { again: { target: a } }'),
    problems: [
      '3:3 warning workflows.w: This workflow has no terminal state: a run of it only ends when a person cancels it. Lead a transition to a state without transitions, such as ‘done: {}’.',
    ],
  },
  {
    name: 'two open deterministic transitions',
    text: flow(
      'a:\n  transitions:\n    go: { target: b, actor: deterministic }\n    or: { target: b, actor: deterministic }\nb: {}',
    ),
    problems: [
      '6:7 error workflows.w.states.a: The state ‘a’ is ambiguous: exactly one of its deterministic transitions may pass its guards, but ‘go’ and ‘or’ have none and always pass. Keep one of them, or give them guards of which one passes.',
    ],
  },
  {
    name: 'one open, one guarded',
    text: flow(
      "a:\n  transitions:\n    go: { target: b, actor: deterministic }\n    or: { target: b, actor: deterministic, guards: [{ kind: expr, expr: '$.input.x == 1' }] }\nb: {}",
    ),
    problems: [
      '6:7 error workflows.w.states.a: The state ‘a’ is ambiguous: exactly one of its deterministic transitions may pass its guards, but ‘go’ has none and passes whenever ‘or’ does. Give it the opposite guard.',
    ],
  },
  {
    name: 'a deterministic transition beside others',
    text: flow(
      'a:\n  transitions:\n    go: { target: b, actor: deterministic }\n    or: { target: b }\nb: {}',
    ),
    problems: [
      '8:11 warning workflows.w.states.a.transitions.go: The deterministic transition ‘go’ never runs: the state ‘a’ also has transitions for others, and waits for them. Make it ‘actor: agent’ or ‘human’, or give it a state of its own.',
    ],
  },
  {
    name: 'a timeout round a person',
    text: flow(
      'a:\n  transitions: { approve: { target: b, actor: human } }\nb: {}',
      '    timeoutMs: 1000\n    onTimeout: { target: b }\n',
    ),
    problems: [
      "6:26 error workflows.w.onTimeout.target: When the time is up the workflow would go to ‘b’, which otherwise needs a person's decision: a timeout must not approve. Add a state for this end, such as ‘expired: {}’, and lead there; or say ‘allowUnapproved: true’.",
    ],
  },
  {
    name: 'a timeout round a person, with a step between',
    text: flow(
      'a:\n  transitions: { approve: { target: b, actor: human } }\nb: {}\nlate:\n  transitions: { on: { target: b, actor: deterministic } }',
      '    timeoutMs: 1000\n    onTimeout: { target: late }\n',
    ),
    problems: [
      "6:26 error workflows.w.onTimeout.target: When the time is up the workflow would go to ‘late’, from where the engine goes on to ‘b’, which otherwise needs a person's decision: a timeout must not approve. Add a state for this end, such as ‘expired: {}’, and lead there; or say ‘allowUnapproved: true’.",
    ],
  },
  {
    name: 'a timeout round a person, with a step of the engine in a state that somebody else may leave',
    text: flow(
      'a:\n  transitions: { approve: { target: b, actor: human } }\nb: {}\nlate:\n  transitions: { back: { target: a }, on: { target: b, actor: system } }',
      '    timeoutMs: 1000\n    onTimeout: { target: late }\n',
    ),
    problems: [
      "6:26 error workflows.w.onTimeout.target: When the time is up the workflow would go to ‘late’, from where the engine goes on to ‘b’, which otherwise needs a person's decision: a timeout must not approve. Add a state for this end, such as ‘expired: {}’, and lead there; or say ‘allowUnapproved: true’.",
    ],
  },
  {
    name: 'an allowed timeout',
    text: flow(
      'a:\n  transitions: { approve: { target: b, actor: human } }\nb: {}',
      '    timeoutMs: 1000\n    onTimeout: { target: b, allowUnapproved: true }\n',
    ),
    problems: [],
  },
  {
    name: 'a target without a time',
    text: flow('a: {}\nb: {}', '    onTimeout: { target: b }\n'),
    problems: [
      '5:5 warning workflows.w.onTimeout: ‘onTimeout’ never happens: the workflow has no ‘timeoutMs’. Add it, or remove ‘onTimeout’.',
      '8:7 error workflows.w.states.b: The state ‘b’ can never be reached from ‘a’. Lead a transition to it, or remove it.',
    ],
  },
  {
    name: 'an endless workflow whose time is up one day',
    text: flow('a:\n  transitions: { again: { target: a } }', '    timeoutMs: 1000\n'),
    problems: [],
  },
]
