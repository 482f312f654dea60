import { describe, expect, it } from 'vitest'
import { expectProblems, type Row } from '../expect-problems.ts'
import { flow } from '../flow.ts'
import { loadText } from '../write-configuration.ts'

const ASK = 'executor: { kind: human }'
const GO = 'workflows.w.states.a.transitions.go'
const SCHEMA =
  'inputSchema: { type: object, additionalProperties: false, properties: { version: { type: string }, count: { type: integer, maximum: 3 } } }'
const filled = (prefill: string, schema = SCHEMA) =>
  flow(`a:\n  transitions: { go: { target: b, ${schema}, prefill: ${prefill} } }\nb: {}`)

describe('people who are asked twice [check.dead-ends]', () => {
  const asking = (next: string) => flow(`a:\n  transitions: { go: { target: b, ${ASK} } }\n${next}\nc: {}`)
  it.each<Row>([
    [
      'by an executor and then by the state that follows',
      asking('b:\n  transitions: { yes: { target: c, actor: human }, no: { target: c, actor: human } }'),
      [['warning', `${GO}.executor`, 'People are asked twice: by the executor of ‘go’']],
    ],
    [
      'also where the engine only leads on between',
      flow(
        `a:\n  transitions: { go: { target: m, ${ASK} } }\nm:\n  transitions: { on: { target: b, actor: deterministic } }\nb:\n  transitions: { yes: { target: c, actor: human } }\nc: {}`,
      ),
      [['warning', `${GO}.executor`, 'and then in the state ‘b’']],
    ],
    [
      'also where a step between only makes a value',
      flow(
        `a:\n  transitions: { go: { target: m, ${ASK} } }\nm:\n  transitions: { on: { target: b, actor: deterministic, executor: { kind: noop } } }\nb:\n  transitions: { yes: { target: c, actor: human } }\nc: {}`,
      ),
      [['warning', `${GO}.executor`, 'and then in the state ‘b’']],
    ],
    ['but for an agent that goes on', asking('b:\n  transitions: { on: { target: c } }'), []],
    [
      'but for a way that is an agent’s, too',
      asking('b:\n  transitions: { yes: { target: c, actor: human }, on: { target: c } }'),
      [],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

const NESTED =
  'inputSchema: { type: object, properties: { letter: { type: object, additionalProperties: false, properties: { too: { type: string }, at: { type: object, properties: { day: { type: string } } } } } } }'

describe('what is filled in [check.dead-ends]', () => {
  it.each<Row>([
    ['that fits', filled('{ version: "1.0", count: 2 }'), []],
    [
      'under a name that the closed schema does not have',
      filled('{ verson: "1.0" }'),
      [['warning', `${GO}.prefill.verson`, 'allows no such argument']],
    ],
    [
      'of another type',
      filled('{ version: 1 }'),
      [['warning', `${GO}.prefill.version`, 'does not fit the inputSchema']],
    ],
    [
      'that is too much',
      filled('{ count: 4 }'),
      [['warning', `${GO}.prefill.count`, 'does not fit the inputSchema']],
    ],
    [
      'under a name, where the schema has none at all',
      filled('{ verson: 1 }', 'inputSchema: { type: object, additionalProperties: false }'),
      [['warning', `${GO}.prefill.verson`, 'Remove it here']],
    ],
    [
      'under a name that a schema closed in the newer way does not have',
      filled('{ verson: 1 }', 'inputSchema: { type: object, unevaluatedProperties: false }'),
      [['warning', `${GO}.prefill.verson`, 'Remove it here']],
    ],
    [
      'under a name that a part of such a schema has',
      filled(
        '{ verson: 1 }',
        'inputSchema: { type: object, unevaluatedProperties: false, allOf: [{ properties: { verson: { type: integer } } }] }',
      ),
      [],
    ],
    [
      'with a list where a text belongs',
      filled('{ version: [1] }'),
      [['warning', `${GO}.prefill.version`, 'does not fit']],
    ],
    [
      'deeper, under a name that the closed schema there does not have, beside what only a run knows',
      filled('{ letter: { too: $.workflow.id, verson: 1, at: { day: 1, id: $.workflow.id } } }', NESTED),
      [
        ['warning', `${GO}.prefill.letter.verson`, 'allows no such argument'],
        ['warning', `${GO}.prefill.letter.at.day`, 'does not fit'],
      ],
    ],
    [
      'in a list, under a name that the closed schema there does not have',
      filled(
        '{ letters: [{ too: $.workflow.id }, { verson: $.workflow.id }] }',
        `inputSchema: { type: object, properties: { letters: { type: array, items: { type: object, additionalProperties: false, properties: { too: { type: string } } } } } }`,
      ),
      [['warning', `${GO}.prefill.letters[1].verson`, 'allows no such argument']],
    ],
    [
      'under a name that a closed part of the schema does not have',
      filled(
        '{ verson: $.workflow.id }',
        'inputSchema: { type: object, allOf: [{ additionalProperties: false, properties: { version: { type: string } } }] }',
      ),
      [['warning', `${GO}.prefill.verson`, 'allows no such argument']],
    ],
    ['from an operator, where an object belongs', filled('{ letter: { set: $.input.letter } }', NESTED), []],
    ['from what only a run knows', filled('{ version: $.workflow.id }'), []],
    [
      'under any name where the schema is open',
      filled('{ more: 1 }', 'inputSchema: { type: object, properties: { version: { type: string } } }'),
      [],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

describe('evidence that is asked for [check.dead-ends]', () => {
  const between = (a: string, b: string, more = '') =>
    flow(
      `a:\n  transitions: { go: { target: b, ${a} } }\nb:\n  transitions: { next: { target: c, ${b} }${more} }\nc: {}`,
    )
  const asks = (kind: string) => `guards: [{ kind: evidence, requires: [${kind}] }]`
  it.each<Row>([
    ['before it is recorded: it is there', between('evidence: [tested]', asks('tested')), []],
    [
      'where only a later step records it',
      between(asks('tested'), 'evidence: [tested]'),
      [['warning', `${GO}.guards[0].requires`, 'is recorded only by this step or after it']],
    ],
    [
      'where a later step records it and leads back',
      between(asks('tested'), 'evidence: [checked]', ', back: { target: a, evidence: [tested] }'),
      [],
    ],
    [
      'of people, where only another workflow asks them, which has a record of its own',
      `${between('executor: { kind: workflow, definitionId: inner }', asks('human_request'))}  inner:\n    initialState: a\n    states:\n      a: { transitions: { go: { target: b, ${ASK} } } }\n      b: {}\n`,
      [
        [
          'warning',
          'workflows.w.states.b.transitions.next.guards[0].requires',
          'Nothing in this workflow records evidence of the kind ‘human_request’',
        ],
      ],
    ],
    [
      'more often than it can be recorded',
      between(
        'actor: human, evidence: [seen]',
        asks('{ kind: human_decision, count: 2 }, { kind: seen, count: 3 }'),
      ),
      [
        [
          'warning',
          'workflows.w.states.b.transitions.next.guards[0].requires',
          '‘human_decision’ is needed 2 times, and what comes before can record it once',
        ],
        ['warning', 'workflows.w.states.b.transitions.next.guards[0].requires', '‘seen’ is needed 3 times'],
      ],
    ],
    [
      'as often as steps before it record it together',
      flow(
        'a:\n  transitions: { go: { target: b, actor: human } }\nb:\n  transitions: { go: { target: c, actor: human } }\nc:\n  transitions: { go: { target: d, guards: [{ kind: evidence, requires: { kind: human_decision, count: 2 } }] } }\nd: {}',
      ),
      [],
    ],
    [
      'more often than once, where the step that records it can be taken again',
      between('actor: human', asks('{ kind: human_decision, count: 2 }'), ', back: { target: a }'),
      [],
    ],
    [
      'of people, where only a later step asks them',
      between(asks('human_request'), ASK),
      [['warning', `${GO}.guards[0].requires`, 'is recorded only by this step or after it']],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

describe('a question to a person where nothing waits for the answer [check.dead-ends]', () => {
  const by = (actor: string, more = '') =>
    flow(`a:\n  transitions: { go: { target: b, actor: ${actor}, ${ASK} }${more} }\nb: {}`)
  const message = '‘go’ runs by itself and cannot wait for a person'
  it.each<Row>([
    ['in a deterministic transition', by('deterministic'), [['warning', `${GO}.executor`, message]]],
    [
      'in a transition of the engine beside others',
      by('system', ', on: { target: b }'),
      [['warning', `${GO}.executor`, message]],
    ],
    [
      'of a capability that is called there',
      `${flow('a:\n  transitions: { go: { target: b, actor: deterministic, executor: { capability: ask } } }\nb: {}')}capabilities: { ask: { ${ASK} } }\n`,
      [['warning', `${GO}.executor`, message]],
    ],
    [
      'in a step of a list',
      `version: "1"\nworkflows:\n  w:\n    steps:\n      - { name: go, ${ASK} }\n`,
      [['warning', 'workflows.w.steps[0].executor', 'Write ‘approve: {}’ in its place.']],
    ],
    ['but for an agent, who waits', by('agent'), []],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

describe('variables that a program does not get [check.dead-ends]', () => {
  const yaml = (env: string) =>
    `${flow('a:\n  transitions: { go: { target: b, executor: { kind: cli, connection: gh, args: [pr] } } }\nb: {}')}connections:\n  gh: { kind: cli, command: gh${env} }\n`
  const messages = async (env: string, environment: Record<string, string>) =>
    (await loadText(yaml(env), environment)).problems.map(({ at, message }) => `${at} ${message}`)

  it('are named with what to write, where they are set and not passed on', async () => {
    const [only, ...rest] = await messages('', { GITHUB_TOKEN: 'ghp_hidden', AWS_PROFILE: 'work' })
    expect(rest).toEqual([])
    expect(only).toContain('connections.gh.command ‘gh’ may read ‘GITHUB_TOKEN’')
    expect(only).toContain(`env: { GITHUB_TOKEN: "\${GITHUB_TOKEN}" }`)
    expect(only).not.toContain('ghp_hidden')
  })

  it('are no matter where they are declared, or are not set', async () => {
    expect(await messages(`, env: { GITHUB_TOKEN: "\${GITHUB_TOKEN}" }`, { GITHUB_TOKEN: 'x' })).toEqual([])
    expect(await messages('', { PATH: '/bin' })).toEqual([])
  })

  it('are not filled in by any shell', async () => {
    const given =
      'connections:\n  s: { kind: mcp, command: s, args: ["--token=$TOKEN", "$$TOKEN"], env: { A: "$TOKEN" } }\n'
    const text = `${flow('a: {}')}${given}proxy: { import: [{ connection: s }], expose: [{ name: x, executor: { kind: cli, command: x, args: ["$TOKEN", "$OTHER"] } }] }\n`
    const found = (await loadText(text, { TOKEN: 'hidden' })).problems
    expect(found.map(({ at }) => at)).toEqual([
      'connections.s.args[0]',
      'connections.s.env.A',
      'proxy.expose[0].executor.args[0]',
    ])
    expect(found[0]?.message).toContain(
      `‘$TOKEN’ is given as it stands: no shell fills it in. Write \${TOKEN}`,
    )
    expect(JSON.stringify(found)).not.toContain('hidden')
    const mended = text
      .replace('"--token=$TOKEN"', `"--token=\${TOKEN}"`)
      .replace('A: "$TOKEN"', `A: "\${TOKEN}"`)
    const left = (await loadText(mended, { TOKEN: 'hidden' })).problems
    expect(left.map(({ at }) => at)).toEqual(['proxy.expose[0].executor.args[0]'])
  })

  it('are not filled in wherever a program is given them, in either spelling', async () => {
    const given =
      'command: x, args: ["%TOKEN%", "100%"], env: { A: "$TOKEN" }, stdin: "$TOKEN", workingDirectory: "/srv/%TOKEN%"'
    const text = `${flow('a: {}')}proxy: { expose: [{ name: x, executor: { kind: cli, ${given} } }] }\n`
    const found = (await loadText(text, { TOKEN: 'hidden' })).problems
    expect(found.map(({ at }) => at.replace('proxy.expose[0].executor.', ''))).toEqual([
      ...['args[0]', 'env.A', 'stdin', 'workingDirectory'],
    ])
    expect(found[0]?.message).toContain('‘%TOKEN%’ is given as it stands: no shell fills it in.')
    expect((await loadText(text, {})).problems).toEqual([])
  })

  it('are empty in the text of a shell, unless they are declared', async () => {
    const text = (env: string) =>
      `${flow('a: {}')}connections:\n  s: { kind: cli, command: bash${env} }\nproxy: { expose: [{ name: x, executor: { kind: cli, connection: s, args: [-c, "echo $TOKEN $HOME"] } }] }\n`
    const environment = { TOKEN: 'x', HOME: '/home/x' }
    const [only, ...rest] = (await loadText(text(''), environment)).problems
    expect(rest).toEqual([])
    expect(only?.message).toContain('‘TOKEN’ will be empty here')
    expect((await loadText(text(`, env: { TOKEN: "\${TOKEN}" }`), environment)).problems).toEqual([])
  })

  it('are missed by a program that a step names itself, too', async () => {
    const text = `${flow('a: {}')}proxy: { expose: [{ name: x, executor: { kind: cli, command: gh } }] }\n`
    const { problems } = await loadText(text, { GH_TOKEN: 'x' })
    expect(problems.map(({ at }) => at)).toEqual(['proxy.expose[0].executor.command'])
  })
})

/** A file, the sentence that is said of it, and the file with what that sentence says to do. */
type Mend = [what: string, text: string, said: string, mended: string]

describe('what a finding says to do, done [check.mends]', () => {
  const EARLIER = 'guards: [{ kind: evidence, requires: [human_request] }]'
  const between = (a: string, b: string) =>
    flow(
      `a:\n  transitions: { ask: { target: m, ${a} } }\nm:\n  transitions: { go: { target: b, ${b} } }\nb: {}`,
    )
  const late = (states: string, target: string, more = '') =>
    flow(states, `    timeoutMs: 1000\n    onTimeout: { target: ${target}${more} }\n`)
  const HUMAN = 'a:\n  transitions: { yes: { target: b, actor: human } }\nb: {}'
  const enter = (transitions: string, onEnter: string) =>
    flow(`a:\n${onEnter}  transitions: { ${transitions} }\nb: {}`)
  it.each<Mend>([
    [
      'evidence that nothing records, with an earlier executor',
      between('description: x', EARLIER),
      'An earlier step with ‘approval’, or with an executor of the kind ‘human’',
      between(ASK, EARLIER),
    ],
    [
      'evidence that nothing records, with an earlier gate',
      between('description: x', EARLIER),
      'An earlier step with ‘approval’',
      between('approval: { required: true }', EARLIER),
    ],
    [
      'evidence of its own gate, on a step behind',
      between('description: x', `approval: { required: true }, ${EARLIER}`),
      'Put the guard on a step behind the one that records it',
      between('approval: { required: true }', EARLIER),
    ],
    [
      'a timeout past a person, with an end of its own',
      late(HUMAN, 'b'),
      'Add a state for this end, such as ‘expired: {}’, and lead there',
      late(`${HUMAN}\nexpired: {}`, 'expired'),
    ],
    [
      'a timeout past a person, that is allowed',
      late(HUMAN, 'b'),
      'say ‘allowUnapproved: true’',
      late(HUMAN, 'b', ', allowUnapproved: true'),
    ],
    [
      'a question on entering, in place of a step of the engine',
      enter('on: { target: b, actor: deterministic }', `  onEnter: { ${ASK} }\n`),
      'transitions with ‘actor: human’, and none of the engine',
      enter('on: { target: b, actor: human }', ''),
    ],
    [
      'a person asked twice at one step, without the executor',
      enter(`yes: { target: b, actor: human, ${ASK} }`, ''),
      'Remove the executor',
      enter('yes: { target: b, actor: human }', ''),
    ],
    [
      'a person asked twice by a step that is written as one',
      `version: "1.0.0"\nworkflows: { w: { steps: [{ name: s, approve: {}, ${ASK} }] } }\n`,
      'Remove the executor',
      'version: "1.0.0"\nworkflows: { w: { steps: [{ name: s, approve: {} }] } }\n',
    ],
    [
      'people asked twice, without the first',
      flow(
        `a:\n  transitions: { go: { target: b, ${ASK} } }\nb:\n  transitions: { yes: { target: c, actor: human } }\nc: {}`,
      ),
      'remove the executor',
      flow(
        'a:\n  transitions: { go: { target: b } }\nb:\n  transitions: { yes: { target: c, actor: human } }\nc: {}',
      ),
    ],
    [
      'people asked twice, without the second',
      flow(
        `a:\n  transitions: { go: { target: b, ${ASK} } }\nb:\n  transitions: { yes: { target: c, actor: human } }\nc: {}`,
      ),
      'lead ‘go’ to ‘c’ and remove ‘b’',
      flow(`a:\n  transitions: { go: { target: c, ${ASK} } }\nc: {}`),
    ],
    [
      'a terminal state with transitions, without them',
      flow(
        'a:\n  transitions: { go: { target: b } }\nb: { terminal: true, transitions: { back: { target: a } } }',
      ),
      'Remove its transitions, if runs end here',
      flow('a:\n  transitions: { go: { target: b } }\nb: { terminal: true }'),
    ],
    [
      'a dead end that ends',
      flow('a:\n  transitions: { go: { target: b } }\nb: { terminal: false }'),
      'remove ‘terminal: false’: then runs end here',
      flow('a:\n  transitions: { go: { target: b } }\nb: {}'),
    ],
    [
      'a workflow without an end',
      flow('a:\n  transitions: { go: { target: a } }'),
      'Lead a transition to a state without transitions',
      flow('a:\n  transitions: { go: { target: done } }\ndone: {}'),
    ],
  ])('%s', async (_, text, said, mended) => {
    const { problems } = await loadText(text)
    expect(problems.map(({ message }) => message).join('\n')).toContain(said)
    expect((await loadText(mended)).problems).toEqual([])
  })
})
