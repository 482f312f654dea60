import { it } from 'vitest'
import { expectProblems, type Row } from '../expect-problems.ts'
import { flow } from '../flow.ts'

/** Its deadline leads where `go` leads. */
const late = (go: string) =>
  flow(
    `a:\n  transitions: { go: { target: b, ${go} } }\nb: {}`,
    '    timeoutMs: 1000\n    onTimeout: { target: b }\n',
  )
const through = (child: string) => late(`executor: { kind: workflow, definitionId: ${child} }`)
const ASKING =
  '  person:\n    initialState: p\n    states:\n      p: { transitions: { approve: { target: done, actor: human } } }\n      done: {}\n'
const GATED = 'connections:\n  api: { kind: rest, baseUrl: "https://example.org", approval: {} }\n'
/** Entering `a` asks; `b` is where its transitions, and its deadline, lead. */
const entering = (transitions: string, then = '{}', method = 'POST') =>
  `${flow(
    `a:\n  onEnter: { executor: { kind: rest, connection: api, method: ${method} } }\n  transitions: { ${transitions} }\nb: ${then}\nc: {}`,
    `    timeoutMs: 1000\n    onTimeout: { target: b }\n`,
  )}${GATED}`
const TO_B = 'go: { target: b, actor: deterministic }'
const TO_C = '{ transitions: { on: { target: c, actor: deterministic } } }'
const UNLESS = 'approval: { required: unlessReadOnly }'
const SOON = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const GO = 'workflows.w.states.a.transitions.go'
const REFUSED: Row[2] = [['error', 'workflows.w.onTimeout.target', 'must not approve']]

it.each<Row>([
  ['a gate', late('auto_approve: false'), REFUSED],
  [
    'a gate of a connection',
    `${late('executor: { kind: rest, connection: api }')}connections:\n  api: { kind: rest, baseUrl: "https://example.org", approval: {} }\n`,
    REFUSED,
  ],
  ['a workflow that asks', `${through('person')}${ASKING}`, REFUSED],
  [
    'a workflow within a workflow that asks',
    `${through('outer')}  outer:\n    initialState: o\n    states:\n      o: { transitions: { run: { target: done, actor: deterministic, executor: { kind: workflow, definitionId: person } } } }\n      done: {}\n${ASKING}`,
    REFUSED,
  ],
  [
    'a workflow that may end without asking',
    `${through('either')}  either:\n    initialState: e\n    states:\n      e: { transitions: { ask: { target: done, actor: human }, skip: { target: done } } }\n      done: {}\n`,
    [],
  ],
  ['what entering a state asks', entering(TO_B, TO_C), REFUSED],
  [
    'what entering a state asks, with a step between that others may take',
    entering('go: { target: b, actor: system }, stay: { target: a }', TO_C),
    REFUSED,
  ],
  ['what an agent may leave unasked', entering('go: { target: b }', TO_C), []],
  [
    'what asks again on the way that the deadline sets going',
    `${flow(
      `a: { transitions: { ask: { target: b, actor: human } } }\nlate:\n  onEnter: { executor: { kind: rest, connection: api, method: POST } }\n  transitions: { ${TO_B} }\nb: {}`,
      '    timeoutMs: 1000\n    onTimeout: { target: late }\n',
    )}${GATED}`,
    [],
  ],
  [
    'what asks again on that way, but not always',
    `${flow(
      `a: { transitions: { ask: { target: b, actor: human } } }\nlate: { transitions: { go: { target: b, actor: deterministic, approval: { except: { when: [{ kind: expr, expr: "1 == 1" }], until: ${SOON} } } } } }\nb: {}`,
      '    timeoutMs: 1000\n    onTimeout: { target: late }\n',
    )}`,
    REFUSED,
  ],
  ['what only reads', entering(TO_B, TO_C, 'GET').replace('approval: {}', UNLESS), []],
  ['what may change something', entering(TO_B, TO_C).replace('approval: {}', UNLESS), REFUSED],
  [
    'evidence that somebody has approved',
    late('guards: [{ kind: evidence, requires: [approval] }]'),
    [...REFUSED, ['warning', `${GO}.guards[0].requires`, 'Nothing in this workflow records']],
  ],
  [
    'evidence that somebody has approved, or none',
    late(
      'guards: [{ kind: anyOf, guards: [{ kind: evidence, requires: [approval] }, { kind: expr, expr: "1 == 1" }] }]',
    ),
    [['warning', `${GO}.guards[0].guards[0].requires`, 'Nothing in this workflow records']],
  ],
  [
    'a gate of a capability that makes the same call',
    `${late('executor: { kind: mcp, connection: m, tool: t }')}connections:\n  m: { kind: mcp, url: "https://example.org" }\nproxy:\n  expose: [{ name: e, auto_approve: false, executor: { kind: mcp, connection: m, tool: t } }]\n`,
    REFUSED,
  ],
])('a deadline does not lead round %s [config.gates] [R2.7]', (_, text, problems) =>
  expectProblems(text, problems),
)

const GUARDED = (guard: string) =>
  `  rescue:\n    guards: [${guard}]\n    initialState: r\n    states: { r: { transitions: { on: { target: done } } }, done: {} }\nclients: { ops: { roles: [lead] } }\n`
const rescue = (actor: string, guard = '{ kind: role, role: lead }', more = '') =>
  `${flow(
    `a: { transitions: { go: { target: b } } }\nlate: { transitions: { on: { target: later, actor: ${actor} } } }\nlater: { transitions: { save: { target: b, actor: ${actor}, ${more || 'executor: { kind: workflow, definitionId: rescue }'} } } }\nb: {}`,
    '    timeoutMs: 1000\n    onTimeout: { target: late }\n',
  )}${GUARDED(guard)}`
const SAVE = 'workflows.w.states.later.transitions.save.executor'
const NOBODY: Row[2] = [['warning', SAVE, '‘rescue’ is not started then']]

it.each<Row>([
  ['for somebody with a right', rescue('deterministic'), NOBODY],
  [
    'for somebody with a right, as a fallback',
    rescue(
      'deterministic',
      undefined,
      'executor: { kind: noop }, reliability: { fallback: { executors: [{ kind: workflow, definitionId: rescue }] } }',
    ),
    NOBODY,
  ],
  [
    'for somebody without one',
    rescue('deterministic', '{ kind: not, guard: { kind: role, role: lead } }'),
    [],
  ],
  ['where an agent goes on', rescue('agent'), []],
])('a workflow that is started when the time is up is %s [check.dead-ends]', (_, text, problems) =>
  expectProblems(text, problems),
)
