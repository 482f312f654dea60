import { describe, expect, it } from 'vitest'
import { expectProblems, type Row } from './expect-problems.ts'
import { flow, V } from './flow.ts'
import { loadText } from './write-configuration.ts'

const PEOPLE = 'people:\n  ada: { roles: [editor] }\n  bob: {}\n'
const API = 'connections:\n  api: { kind: rest, baseUrl: "https://example.org" }\n'
const go = (transition: string, more = '') =>
  flow(`a:\n  transitions:\n    go: { target: b, ${transition} }\nb: {}`) + more
const expose = (entry: string, more = '') => `${V}${more}proxy:\n  expose:\n    - { name: x, ${entry} }\n`
const rest = (keys: string) => expose(`executor: { kind: rest, connection: api, ${keys} }`, API)
const capabilities = (text: string) => `capabilities:\n${text}`
const AT = 'workflows.w.states.a.transitions.go'
const X = 'proxy.expose[0]'

describe('gates [config.gates] [R5.4]', () => {
  it.each<Row>([
    ['seed 001’s spelling', go('auto_approve: false'), []],
    [
      'a contradiction',
      go('auto_approve: true, approval: { required: true }'),
      [['error', `${AT}.auto_approve`, 'say the opposite']],
    ],
    [
      'a role that nobody has',
      go('approval: { by: { role: editr } }', PEOPLE),
      [['warning', `${AT}.approval`, 'Did you mean ‘editor’?']],
    ],
    [
      'a role, and nobody declared',
      go('approval: { by: { role: editor } }'),
      [['warning', `${AT}.approval`, 'nobody can decide this']],
    ],
    [
      'more than there are',
      go('approval: { quorum: 3 }', PEOPLE),
      [['warning', `${AT}.approval`, 'only 2 are in ‘people’']],
    ],
    [
      'more than have the role',
      go('approval: { quorum: 2, by: { role: editor } }', PEOPLE),
      [['warning', `${AT}.approval`, 'only 1 can decide this']],
    ],
    ['as many as there are', go('approval: { quorum: 2 }', PEOPLE), []],
    [
      'a misspelt queue',
      go(
        'approval: { queue: publishin }',
        `${PEOPLE}approvals: { queues: { publishing: { role: editor } } }\n`,
      ),
      [['warning', `${AT}.approval.queue`, 'Did you mean ‘publishing’?']],
    ],
    [
      'a queue of an executor',
      go('executor: { kind: human, queue: x }', 'approvals: { queues: { y: {} } }\n'),
      [['warning', `${AT}.executor.queue`, 'has no ‘x’']],
    ],
    [
      'a queue of an executor, and none is declared',
      go('executor: { kind: human, queue: desk }'),
      [
        [
          'warning',
          `${AT}.executor.queue`,
          'anybody at the desk may decide in it. Declare it: ‘approvals: { queues: { desk: { role: ROLE } } }’',
        ],
      ],
    ],
    [
      'a queue of a human transition, and none is declared',
      go('actor: human, approval: { queue: desk }'),
      [['warning', `${AT}.approval.queue`, 'has no ‘desk’']],
    ],
    [
      'a queue where the gate says who decides',
      go('approval: { queue: desk, by: { role: editor } }', PEOPLE),
      [],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

describe('where an executor may stand [config.placing] [R2.7]', () => {
  const inside = (executor: string) =>
    go(`executor: { kind: parallel, branches: { one: ${executor}, two: { kind: noop } } }`)
  const instead = (executor: string) =>
    go(`executor: { kind: noop }, reliability: { fallback: { executors: [${executor}] } }`)
  const FALLBACK = `${AT}.reliability.fallback.executors[0]`
  it.each<Row>([
    [
      'a person in a branch',
      inside('{ kind: human }'),
      [['error', `${AT}.executor.branches.one`, 'cannot wait for a person']],
    ],
    [
      'a workflow in a branch',
      inside('{ executor: { kind: workflow, definitionId: w } }'),
      [
        ['error', `${AT}.executor.branches.one.executor`, 'cannot start another workflow'],
        ['warning', `${AT}.executor.branches.one.executor.definitionId`, 'starts itself'],
      ],
    ],
    ['a group in a branch', inside('{ kind: parallel, branches: { x: { kind: noop } } }'), []],
    ['a person in a fallback', instead('{ kind: human }'), [['error', FALLBACK, 'cannot wait for a person']]],
    [
      'a workflow in a fallback',
      instead('{ kind: workflow, definitionId: w }'),
      [['warning', `${FALLBACK}.definitionId`, 'starts itself']],
    ],
    [
      'a workflow in the fallback of a branch',
      inside(
        '{ executor: { kind: noop }, reliability: { fallback: { executors: [{ kind: workflow, definitionId: w }] } } }',
      ),
      [
        [
          'error',
          `${AT}.executor.branches.one.reliability.fallback.executors[0]`,
          'cannot start another workflow',
        ],
        [
          'warning',
          `${AT}.executor.branches.one.reliability.fallback.executors[0].definitionId`,
          'starts itself',
        ],
      ],
    ],
    [
      'a group in a fallback',
      instead('{ kind: parallel, branches: { x: { kind: noop } } }'),
      [['error', FALLBACK, 'cannot be ‘parallel’']],
    ],
    [
      'a person when a state is entered',
      flow('a: { onEnter: { executor: { kind: human } } }'),
      [['error', 'workflows.w.states.a.onEnter.executor', 'cannot wait for a person']],
    ],
    [
      'a person when the time is up',
      flow('a: {}', '    timeoutMs: 9\n    onTimeout: { target: a, executor: { kind: human } }\n'),
      [['error', 'workflows.w.onTimeout.executor', 'cannot wait for anything']],
    ],
    [
      'an unknown workflow',
      go('executor: { kind: workflow, definitionId: ww }'),
      [['error', `${AT}.executor.definitionId`, 'Did you mean ‘w’?']],
    ],
    [
      'a workflow that starts itself',
      go('executor: { kind: workflow, definitionId: w }'),
      [['warning', `${AT}.executor.definitionId`, 'starts itself']],
    ],
    [
      'a condition of the engine on a role',
      inside('{ executor: { kind: noop }, when: { kind: role, role: r } }'),
      [['error', `${AT}.executor.branches.one.when`, 'has no roles or permissions']],
    ],
    [
      'a condition that does not parse',
      inside('{ executor: { kind: noop }, when: { kind: expr, expr: "1 =" } }'),
      [['error', `${AT}.executor.branches.one.when.expr`, 'is wrong at its character']],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

describe('repetition [R4.7] [R2.7]', () => {
  const retried = (executor: string) => `${go(`executor: ${executor}, reliability: { retry: {} }`)}${API}`
  const RETRY = `${AT}.reliability.retry`
  const call = (more: string) => `{ kind: rest, connection: api, method: POST, path: /x${more} }`
  it.each<Row>([
    ['an effect', retried(call('')), [['warning', RETRY, 'may be done twice']]],
    ['an effect with a key', retried(call(', idempotencyKey: true')), []],
    ['an effect that may be repeated', retried(call(', idempotent: true')), []],
    ['a read', retried('{ kind: rest, connection: api, path: /x }'), []],
    [
      'a group with an effect in it',
      retried(`{ kind: parallel, branches: { one: ${call('')} } }`),
      [['warning', RETRY, 'may be done twice']],
    ],
    ['one attempt', `${go(`executor: ${call('')}, reliability: { retry: { maxAttempts: 1 } }`)}${API}`, []],
    [
      'a person',
      go('executor: { kind: human }, reliability: { timeoutMs: 5 }'),
      [['warning', `${AT}.reliability`, 'neither repeated nor cut short']],
    ],
    [
      'a key with an unknown place',
      rest('method: POST, path: /x, idempotencyKey: "{workflowID}"'),
      [
        ['error', `${X}.executor.idempotencyKey`, 'Did you mean ‘workflowId’?'],
        ['warning', `${X}.executor.idempotencyKey`, 'the same for every run'],
      ],
    ],
    [
      'a key with a path',
      rest('method: POST, path: /x, idempotencyKey: "$.arguments.x"'),
      [['error', `${X}.executor.idempotencyKey`, 'has no paths']],
    ],
    [
      'a key that never changes',
      rest('method: POST, path: /x, idempotencyKey: "once"'),
      [['warning', `${X}.executor.idempotencyKey`, 'the same for every run']],
    ],
    [
      'a key of all parts',
      rest('method: POST, path: /x, idempotencyKey: "{workflowId}/{transition}/{correlationId}"'),
      [],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

describe('requests [R7.1] [R2.6]', () => {
  const input = 'inputSchema: { type: object, properties: { id: {} } }'
  const typed = (keys: string) => expose(`${input}, executor: { kind: rest, connection: api, ${keys} }`, API)
  it.each<Row>([
    [
      'an address of its own',
      rest('path: "https://evil.example/x"'),
      [['error', `${X}.executor.path`, 'an address of its own']],
    ],
    [
      'another server',
      rest('path: "//evil.example/x"'),
      [['error', `${X}.executor.path`, 'an address of its own']],
    ],
    ...['path: "/a/../b"', 'path: "/%2e%2E/b?x=1"'].map(
      (keys): Row => [
        `a part that is only dots: ${keys}`,
        rest(keys),
        [['warning', `${X}.executor.path`, 'only dots']],
      ],
    ),
    ['dots in a query', rest('path: "/a?x=../b"'), []],
    [
      'a place with a strange name',
      rest('path: "/x/{a b}"'),
      [['error', `${X}.executor.path`, 'A path cannot hold']],
    ],
    ['a body of a read', rest('path: /x, body: { a: 1 }'), [['error', `${X}.executor.body`, 'has no body']]],
    [
      'a header that is none',
      rest('path: /x, headers: { "a b": c }'),
      [['error', `${X}.executor.headers.a b`, 'cannot be the name of a header']],
    ],
    [
      'a header of the gateway',
      rest('path: /x, headers: { Host: c }'),
      [['error', `${X}.executor.headers.Host`, 'set by Countersign itself']],
    ],
    [
      'a place without a value',
      `${flow('a:\n  transitions:\n    go: { target: b, inputSchema: { type: object, properties: { id: {} } }, executor: { kind: rest, connection: api, path: "/x/{idd}" } }\nb: {}', '    inputSchema: { type: object, properties: {} }\n')}${API}`,
      [['warning', `${AT}.executor.path`, 'Did you mean ‘id’?']],
    ],
    [
      'a place where there is none',
      typed('path: "/x", query: { a: "{id}" }'),
      [['warning', `${X}.executor.query.a`, 'Write ‘$.arguments.id’']],
    ],
    ['braces that are no place', typed('method: POST, path: "/x", body: "{other}"'), []],
    [
      'a base that is no address',
      `${V}connections:\n  api: { kind: rest, baseUrl: "ftp://x" }\nproxy: { expose: [{ name: x, executor: { kind: rest, connection: api } }] }\n`,
      [['error', 'connections.api.baseUrl', 'begins with http:// or https://']],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

describe('capabilities by name in executors [config.references]', () => {
  const named = (text: string, executor: string) => `${go(`executor: ${executor}`)}${capabilities(text)}`
  it.each<Row>([
    [
      'a misspelt one',
      named('  echo: { executor: { kind: noop } }\n', '{ capability: ecco }'),
      [['error', `${AT}.executor.capability`, 'Did you mean ‘echo’?']],
    ],
    [
      'with its kind',
      named('  echo: { executor: { kind: noop } }\n', '{ kind: capability, capability: echo }'),
      [],
    ],
    [
      'without its name',
      go('executor: { kind: capability }'),
      [['error', `${AT}.executor`, 'needs ‘capability’']],
    ],
    [
      'a circle',
      `${V}${capabilities('  a: { executor: { capability: b } }\n  b: { executor: { capability: a } }\n')}`,
      [
        ['error', 'capabilities.a.executor.capability', '‘b’ calls ‘a’ calls ‘b’'],
        ['error', 'capabilities.b.executor.capability', '‘a’ calls ‘b’ calls ‘a’'],
      ],
    ],
    [
      'an argument that is not given',
      named(
        '  e: { executor: { kind: noop }, inputSchema: { type: object, required: [x], properties: { x: {} } } }\n',
        '{ capability: e, map: { y: 1 } }',
      ),
      [['error', `${AT}.executor.map`, 'needs the argument ‘x’']],
    ],
    [
      'a gate when a state is entered',
      `${flow('a: { onEnter: { executor: { capability: e } } }')}${capabilities('  e: { executor: { kind: noop }, auto_approve: false }\n')}`,
      [
        [
          'error',
          'workflows.w.states.a.onEnter.executor.capability',
          'an approval gate, which entering a state cannot ask',
        ],
      ],
    ],
    [
      'a person behind a name, in a branch',
      `${go('executor: { kind: parallel, branches: { one: { capability: e } } }')}${capabilities('  e: { executor: { kind: human } }\n')}`,
      [['error', `${AT}.executor.branches.one`, 'cannot wait for a person']],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))

  it('come to a bounded number of executors', async () => {
    const levels = Array.from({ length: 20 }, (_, level) => {
      const next = level === 19 ? '{ kind: noop }' : `{ capability: c${level + 1} }`
      return `  c${level}: { executor: { kind: parallel, branches: { a: ${next}, b: ${next}, c: ${next} } } }`
    })
    const { problems } = await loadText(
      `${go('executor: { capability: c0 }')}${capabilities(`${levels.join('\n')}\n`)}`,
    )
    expect(problems.map(({ message }) => message).join()).toContain('more than 2000 executors')
  })
})

describe('steps [config.steps]', () => {
  it.each<Row>([
    [
      'beside states, which would be left out',
      `${V}workflows:\n  w:\n    initialState: b\n    steps: [{ name: a, executor: { kind: noop } }]\n    states: { b: {} }\n`,
      [
        ['error', 'workflows.w.initialState', 'Keep one of them'],
        ['error', 'workflows.w.states', 'Keep one of them'],
      ],
    ],
    [
      'without work',
      `${V}workflows:\n  w:\n    steps: [{ name: a }]\n`,
      [['error', 'workflows.w.steps[0]', 'does nothing']],
    ],
    [
      'shown where they are written',
      `${V}workflows:\n  w:\n    steps:\n      - { name: a, executor: { kind: noop }, when: { kind: expr, expr: "1 =" } }\n`,
      [['error', 'workflows.w.steps[0]', 'is wrong at its character']],
    ],
    [
      'a shell in a member',
      `${V}workflows:\n  w:\n    steps:\n      - { name: a, parallel: [{ name: b, executor: { kind: cli, command: sh, args: [-c, $.input.x] } }] }\n`,
      [['error', 'workflows.w.steps[0].parallel[0].executor.args[1]', 'program text']],
    ],
    [
      'that write over what became of the steps',
      `${V}workflows:\n  w:\n    steps:\n      - { name: a, executor: { kind: noop }, output: { steps: 1 } }\n`,
      [['error', 'workflows.w.steps[0].output.steps', 'what became of each step']],
    ],
    [
      'that are tried again, alone or as a group',
      `${V}workflows:\n  w:\n    steps:\n      - { name: a, onFailure: retry, executor: { kind: cli, command: one } }\n      - { name: b, onFailure: retry, parallel: [{ name: c, executor: { kind: cli, command: two } }] }\n      - { name: d, onFailure: retry, executor: { kind: cli, command: one, idempotent: true } }\n`,
      [
        ['warning', 'workflows.w.steps[0].onFailure', 'may be done twice'],
        ['warning', 'workflows.w.steps[1].onFailure', 'may be done twice'],
      ],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

describe('a prefix under which another server is imported [connections.import-clash]', () => {
  const imports = (rules: string) =>
    `${V}connections:\n  a: { kind: mcp, command: x }\n  b: { kind: mcp, command: y }\nproxy: { import: [${rules}] }\n`
  it.each<Row>([
    [
      'may be shared by tools of one name',
      imports('{ connection: a, prefix: p }, { connection: b, prefix: p. }'),
      [['warning', 'proxy.import[1].prefix', 'The tools of ‘a’ are imported under the prefix ‘p’, too.']],
    ],
    [
      'also where there is none',
      imports('{ connection: a }, { connection: b, include: [x] }'),
      [['warning', 'proxy.import[1]', 'imported without a prefix, too']],
    ],
    [
      'is none of the same server',
      imports('{ connection: a, prefix: p }, { connection: a, prefix: p }, { connection: b, prefix: q }'),
      [],
    ],
    [
      'is well where they have no tool in common',
      imports('{ connection: a, include: [x] }, { connection: b, include: [y] }'),
      [],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})
