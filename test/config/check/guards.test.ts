import { describe, expect, it } from 'vitest'
import type { Guard } from '../../../src/main/model/guard.ts'
import { asksCaller } from '../../../src/main/workflow/guards/guards.ts'
import { changesUnseen, EACH } from '../../workflow/each-guard.ts'
import { expectProblems, type Row } from '../expect-problems.ts'
import { flow } from '../flow.ts'
import { loadText } from '../write-configuration.ts'

const PEOPLE = 'people:\n  ada: { roles: [editor] }\n  bob: {}\n'
const go = (transition: string, more = '') =>
  flow(`a:\n  transitions:\n    go: { target: b, ${transition} }\nb: {}`) + more
const AT = 'workflows.w.states.a.transitions.go'

describe('evidence that a workflow records [config.evidence] [config.guards] [R5.7]', () => {
  it.each<Row>([
    ...['approval', 'human_request', 'human_decision'].map(
      (kind): Row => [
        kind,
        go(`evidence: [${kind}]`),
        [['error', `${AT}.evidence[0]`, 'says that a person decided']],
      ],
    ),
    [
      'in the long form',
      go('evidence: { records: [{ kind: approval }] }'),
      [['error', `${AT}.evidence.records[0].kind`, 'says that a person decided']],
    ],
    [
      'what it records itself, after its guards',
      go('evidence: { records: [mine], requires: mine }'),
      [['warning', `${AT}.guards[0].requires`, 'only by this step or after it']],
    ],
    [
      'what another step of its state records, which comes back',
      flow(
        'a:\n  transitions:\n    test: { target: a, evidence: [mine] }\n    go: { target: b, evidence: { requires: mine } }\nb: {}',
      ),
      [],
    ],
    [
      'more of it than there are people, of whoever it is',
      `${flow(
        'a:\n  transitions:\n    test: { target: a, evidence: [mine] }\n    go: { target: b, guards: [{ kind: evidence, requires: { kind: mine, count: 3 } }] }\nb: {}',
      )}${PEOPLE}`,
      [],
    ],
    [
      'what nothing records',
      go('evidence: { requires: mine }'),
      [['warning', `${AT}.guards[0].requires`, 'Nothing records evidence of the kind ‘mine’']],
    ],
    ...(
      [
        ['approval', 'An earlier step with ‘approval’, or with an executor of the kind ‘human’, does.'],
        ['human_request', 'An earlier step with ‘approval’, or with an executor of the kind ‘human’, does.'],
        ['human_decision', 'An earlier transition with ‘actor: human’ does.'],
        ['cli_output', 'An earlier step with an executor of the kind ‘cli’ does.'],
        ['tool_result', 'An earlier step with an executor of the kind ‘mcp’ does.'],
        ['http_response', 'An earlier step with an executor of the kind ‘rest’ does.'],
      ] as const
    ).map(
      ([kind, mend]): Row => [
        `${kind}, where nothing leads to it`,
        go(`evidence: { requires: ${kind} }`),
        [
          [
            'warning',
            `${AT}.guards[0].requires`,
            `Nothing in this workflow records evidence of the kind ‘${kind}’. ${mend}`,
          ],
        ],
      ],
    ),
    [
      'an approval at its own gate, which comes after its guards',
      go('approval: { required: true }, evidence: { requires: approval }'),
      [['warning', `${AT}.guards[0].requires`, 'only by this step or after it, so this guard never passes']],
    ],
    [
      'an answer that its own executor asks for',
      go('executor: { kind: human }, evidence: { requires: human_request }'),
      [['warning', `${AT}.guards[0].requires`, 'only by this step or after it']],
    ],
    [
      'an approval, where only a connection that this workflow does not use has a gate',
      `${go('evidence: { requires: approval }')}connections: { x: { kind: cli, command: x, approval: { required: true } } }\nproxy: { expose: [{ name: x, executor: { kind: cli, connection: x } }] }\n`,
      [
        [
          'warning',
          `${AT}.guards[0].requires`,
          'Nothing in this workflow records evidence of the kind ‘approval’',
        ],
      ],
    ],
    [
      'more people than there are',
      go(
        'approval: { required: true }, guards: [{ kind: evidence, requires: { kind: approval, count: 3, distinct: true } }]',
        PEOPLE,
      ),
      [['warning', `${AT}.guards[0].requires`, 'never passes']],
    ],
    [
      'two people, where there is one',
      go(
        'approval: { required: true }, guards: [{ kind: evidence, requires: { kind: review, count: 2, distinct: true } }]',
        'people: { ada: {} }\n',
      ),
      [['warning', `${AT}.guards[0].requires`, '2 different people are needed, and ‘people’ has 1']],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

describe('rights that nobody has [config.guards]', () => {
  const byPerson = (guard: string, more = '') => go(`actor: human, guards: [${guard}]`, more)
  const REFUSED = 'Only a person can take this, and nobody in ‘people’ has'
  it.each<Row>([
    [
      'a role of a step for people, where nobody is declared',
      byPerson('{ kind: role, role: lead }'),
      [['warning', `${AT}.guards[0].role`, REFUSED]],
    ],
    [
      'a permission that only a client has',
      byPerson(
        '{ kind: permission, permission: pay }',
        `${PEOPLE}clients: { bot: { permissions: [pay] } }\n`,
      ),
      [['warning', `${AT}.guards[0].permission`, REFUSED]],
    ],
    [
      'two roles that no one person has',
      byPerson(
        '{ kind: role, role: a }, { kind: role, role: b }',
        'people: { anna: { roles: [a] }, ben: { roles: [b] } }\n',
      ),
      [['warning', `${AT}.guards`, '‘go’ is refused to everybody']],
    ],
    [
      'two roles that no one person has, asked for as one',
      byPerson(
        '{ kind: all_of, guards: [{ kind: role, role: a }, { kind: role, role: b }] }',
        'people: { anna: { roles: [a] }, ben: { roles: [b] } }\n',
      ),
      [['warning', `${AT}.guards`, '‘go’ is refused to everybody']],
    ],
    [
      'two roles that one person has',
      byPerson('{ kind: role, role: a }, { kind: role, role: b }', 'people: { anna: { roles: [a, b] } }\n'),
      [],
    ],
    [
      'a role that nobody has, where another one does as well',
      byPerson(
        '{ kind: any_of, guards: [{ kind: role, role: a }, { kind: role, role: b }] }',
        'people: { anna: { roles: [a] } }\n',
      ),
      [['warning', `${AT}.guards[0].guards[1].role`, REFUSED]],
    ],
    [
      'a role that whoever takes it must not have',
      byPerson('{ kind: not, guard: { kind: role, role: bot } }', 'people: { anna: { roles: [lead] } }\n'),
      [['warning', `${AT}.guards[0].guard.role`, 'Nobody in ‘people’ has the role ‘bot’.']],
    ],
    [
      'a role that a person has',
      byPerson('{ kind: role, role: lead }', 'people: { anna: { roles: [lead] } }\n'),
      [],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

describe('evidence that a branch of several calls is asked for [config.guards]', () => {
  const RECORDED = '{ kind: evidence, requires: mine }'
  const choosing = (when: string) =>
    flow(`a:
  transitions:
    note: { target: a, evidence: [mine] }
    go: { target: b, executor: { kind: parallel, branches: { one: { when: ${when}, executor: { kind: noop } }, two: { kind: noop } } } }
b: {}`)
  const WHEN = `${AT}.executor.branches.one.when`
  const REFUSED = 'a guard of the kind ‘evidence’ cannot stand here'

  it.each<Row>([
    ['that is there', choosing(RECORDED), [['error', WHEN, REFUSED]]],
    ['that is not', choosing(`{ kind: not, guard: ${RECORDED} }`), [['error', `${WHEN}.guard`, REFUSED]]],
    ['that is no evidence', choosing('{ kind: expr, expr: "$.workflow.state == \'a\'" }'), []],
  ])('would be looked for where nothing is looked up: %s', (_, text, problems) =>
    expectProblems(text, problems),
  )
})

describe('a step that a guard speaks of [config.guards] [workflow.fired]', () => {
  const taken = (step: string) => `{ kind: fired, step: ${step} }`
  const between = (step: string, target = 'c', guard = taken(step)) =>
    flow(`a:
  transitions:
    begin: { target: b }
b:
  transitions:
    go: { target: ${target}, guards: [${guard}] }
    on: { target: c }
c:
  transitions:
    end: { target: d }
d: {}`)
  const WHERE = 'workflows.w.states.b.transitions.go.guards[0]'
  const listed = (when: string) =>
    `version: "1.0.0"\nworkflows: { w: { steps: [{ name: one, approve: {} }, { name: two, when: ${when}, executor: { kind: noop } }] } }\n`
  const FIRED = taken('one')

  it.each<Row>([
    ['that comes before', between('begin'), []],
    ['that is not there', between('begim'), [['warning', WHERE, 'before this. Did you mean ‘begin’?']]],
    [
      'that comes after',
      between('end'),
      [['warning', WHERE, 'The step ‘end’ comes only here or after this']],
    ],
    ['that is itself', between('go'), [['warning', WHERE, 'The step ‘go’ comes only here or after this']]],
    [
      'that is itself, and comes back',
      between('go', 'a'),
      [['warning', `${WHERE}.step`, '‘go’ is this step itself']],
    ],
    [
      'that must not have been taken, is itself and comes back',
      between('go', 'b', `{ kind: not, guard: ${taken('go')} }`),
      [],
    ],
    [
      'where the workflow starts',
      flow('a: {}', `    guards: [${FIRED}]\n`),
      [['warning', 'workflows.w.guards[0]', 'No step ‘one’ can have been taken before this']],
    ],
    ['of a list, which people decide', listed(FIRED), []],
    [
      'of a list, which comes after',
      listed('{ kind: fired, step: two }'),
      [['warning', 'workflows.w.steps[1]', 'The step ‘two’ comes only here or after this']],
    ],
    [
      'where a call is meant, whichever workflow makes it',
      `version: "1.0.0"\nproxy: { expose: [{ name: x, executor: { kind: noop }, guards: [${FIRED}] }] }\n`,
      [['error', 'proxy.expose[0].guards[0]', 'so no step can be meant']],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

describe('a right that the engine is asked for [config.guards]', () => {
  const RIGHT = '{ kind: role, role: lead }'
  const DO = '{ kind: noop }'
  const GROUP = `{ kind: parallel, branches: { one: { when: ${RIGHT}, executor: ${DO} }, two: { executor: ${DO} } } }`
  const flow = (states: string, more = '') => `version: "1.0.0"
workflows:
  w:
    initialState: a${more}
    states:
      a: ${states}
      b: {}
${PEOPLE}`
  const steps = (step: string) => `version: "1.0.0"
workflows: { w: { steps: [${step}, { name: last, executor: ${DO} }] } }
${PEOPLE}`
  const STATE = 'workflows.w.states.a'
  const IN_GROUP = 'executor.branches.one.when'
  const BRANCH =
    'The engine decides whether this branch of ‘parallel’ runs, and has no roles or permissions: a ‘role’'
  const STEP = 'The engine runs this step, and has no roles'

  it.each<Row>([
    [
      'on a branch of several calls',
      flow(`{ transitions: { go: { target: b, executor: ${GROUP} } } }`),
      [['error', `${AT}.${IN_GROUP}`, BRANCH]],
    ],
    [
      'on a branch of what entering a state does',
      flow(`{ onEnter: { executor: ${GROUP} }, transitions: { go: { target: b } } }`),
      [['error', `${STATE}.onEnter.${IN_GROUP}`, BRANCH]],
    ],
    [
      'on a branch of what is done when the time is up',
      flow(
        '{ transitions: { go: { target: b } } }',
        `\n    timeoutMs: 60000\n    onTimeout: { target: b, executor: ${GROUP} }`,
      ),
      [['error', `workflows.w.onTimeout.${IN_GROUP}`, BRANCH]],
    ],
    [
      'on the choice of where a step of the engine leads',
      flow(
        `{ transitions: { go: { target: b, actor: deterministic, branches: [{ when: ${RIGHT}, target: b }] } } }`,
      ),
      [['error', `${AT}.branches[0].when`, 'The engine chooses between these branches, and has no roles']],
    ],
    [
      'on a step',
      steps(`{ name: one, when: ${RIGHT}, executor: ${DO} }`),
      [['error', 'workflows.w.steps[0]', STEP]],
    ],
    [
      'on a step that people approve',
      steps(`{ name: one, when: ${RIGHT}, approve: { title: It } }`),
      [['error', 'workflows.w.steps[0]', STEP]],
    ],
  ])('names the place: %s', (_, text, problems) => expectProblems(text, problems))
})

describe('what the engine can neither answer nor wait for [config.guards]', () => {
  const guards = Object.values<Guard>(EACH).filter((guard) => asksCaller(guard) || changesUnseen(guard))
  const places = {
    'on a step that the engine takes': (guard: string) => go(`actor: deterministic, guards: [${guard}]`),
    'on a step that it takes as soon as it can': (guard: string) => go(`actor: system, guards: [${guard}]`),
    'where it chooses after one': (guard: string) =>
      go(`actor: deterministic, branches: [{ when: ${guard}, target: a }]`),
  }

  it.each(
    Object.entries(places).flatMap(([place, written]) =>
      guards.map((guard) => [guard.kind, place, guard, written] as const),
    ),
  )('is refused: %s, %s', async (_, _place, guard, written) => {
    for (const each of [guard, { kind: 'not', guard }]) {
      const { problems } = await loadText(written(JSON.stringify(each)))
      expect(problems.filter(({ severity }) => severity === 'error')).not.toEqual([])
    }
  })
})
