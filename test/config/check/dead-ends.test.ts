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
  const askedThen = (next: string) => flow(`a:\n  transitions: { go: { target: b, ${ASK} } }\n${next}\nc: {}`)
  it.each<Row>([
    [
      'by an executor and then by the state that follows',
      askedThen('b:\n  transitions: { yes: { target: c, actor: human }, no: { target: c, actor: human } }'),
      [['warning', `${GO}.executor`, 'People are asked twice: by the executor of ‘go’']],
    ],
    ['but for an agent that goes on', askedThen('b:\n  transitions: { on: { target: c } }'), []],
    [
      'but for a way that is an agent’s, too',
      askedThen('b:\n  transitions: { yes: { target: c, actor: human }, on: { target: c } }'),
      [],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))
})

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
      [['warning', `${GO}.guards[0].requires`, 'is recorded only after this']],
    ],
    [
      'where a later step records it and leads back',
      between(asks('tested'), 'evidence: [checked]', ', back: { target: a, evidence: [tested] }'),
      [],
    ],
    [
      'of people, where only a later step asks them',
      between(asks('human_request'), ASK),
      [['warning', `${GO}.guards[0].requires`, 'is recorded only after this']],
    ],
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
})
