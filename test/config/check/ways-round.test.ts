/** Tools about which people decide in one place, and that agents are offered in another. */
import { describe, it } from 'vitest'
import { expectProblems, type Row } from '../expect-problems.ts'
import { flow as flowOf, V } from '../flow.ts'

const CALL = '{ kind: mcp, connection: s, tool: wipe }'
const SAID =
  'and agents can call it without that: it is imported from ‘s’, and nothing there asks a person. Leave it out with ‘exclude’'
const imports = (more = '', server = '') =>
  `${V}connections: { s: { kind: mcp, command: server${server} } }\nproxy: { import: [{ connection: s${more} }] }\n`
const flow = (step: string, before = imports()) =>
  `${before}workflows: { w: { initialState: a, states: { a: { transitions: { go: { target: b, ${step}executor: ${CALL} } } }, b: {} } } }\n`
const GO = 'workflows.w.states.a.transitions.go'
const GUARDED = `guards: [{ kind: role, role: lead }]`
const exposing = (more: string) =>
  `${imports().replace('import:', `expose: [{ name: clean, ${more}executor: ${CALL} }], import:`)}clients: { ci: { roles: [lead] } }\n`

describe('a way round a decision is named [config.openings]', () => {
  it.each<Row>([
    [
      'of a person',
      flow('actor: human, '),
      [['warning', GO, `A person decides before ‘wipe’ here, ${SAID}`]],
    ],
    ['of an approval', flow('approval: { required: true }, '), [['warning', GO, SAID]]],
    [
      'of a step in a list',
      `${imports()}workflows: { w: { steps: [{ name: one, approval: { required: true }, executor: ${CALL} }] } }\n`,
      [['warning', 'workflows.w.steps[0]', SAID]],
    ],
    [
      'of what is tried if something fails',
      flow('actor: human, ', imports()).replace(
        `executor: ${CALL}`,
        `executor: { kind: cli, command: x }, reliability: { fallback: { executors: [${CALL}] } }`,
      ),
      [['warning', GO, SAID]],
    ],
    [
      'of guards',
      exposing(`${GUARDED}, `),
      [['warning', 'proxy.expose[0]', `These guards are asked before ‘wipe’ here, ${SAID}`]],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))

  it.each([
    ['an agent takes the step', flow('')],
    ['the tool is left out', flow('actor: human, ', imports(', exclude: [wipe]'))],
    ['others are included', flow('actor: human, ', imports(', include: [read]'))],
    ['its server asks', flow('actor: human, ', imports('', ', approval: { required: true }'))],
    ['the tool asks', flow('actor: human, ', imports(', toolApproval: { wipe: { required: true } }'))],
    ['it changes nothing', flow('actor: human, ', imports(', toolReadOnly: { wipe: true }'))],
    ['nothing is asked before it', exposing('')],
    [
      'the capability asks on every way',
      exposing(`${GUARDED}, approval: { required: true }, `).replace(
        'clients:',
        'people: { ada: {} }\nclients:',
      ),
    ],
  ])('and none is where %s', (_, text) => expectProblems(text, []))

  it('nor where its server is switched off', () =>
    expectProblems(flow('actor: human, ', imports('', ', enabled: false')), [
      ['warning', 'proxy.import[0].connection', 'disabled'],
      ['warning', `${GO}.executor.connection`, 'disabled'],
    ]))
})

describe('what agents are offered besides is named [config.openings]', () => {
  const RUN = '{ kind: cli, command: deploy, args: [now] }'
  const child = (more: string, step = '') =>
    `${flowOf('a: { transitions: { go: { target: b, actor: human, executor: { kind: workflow, definitionId: v } } } }\nb: {}')}  v: { ${more}initialState: a, states: { a: { transitions: { run: { target: b, ${step}executor: ${RUN} } } }, b: {} } }\n`
  const declared = (more: string, step = 'actor: human, ') =>
    `${flowOf(`a: { transitions: { go: { target: b, ${step}executor: { capability: d } } } }\nb: {}`)}capabilities: { d: { title: D, ${more}executor: ${RUN} } }\nproxy: { expose: [{ capability: d }] }\n`
  const PEOPLE = 'people: { ada: {} }\n'
  it.each<Row>([
    [
      'a workflow that a person starts',
      child(''),
      [['warning', GO, 'A person decides before ‘v’ here, and agents can start it without that']],
    ],
    [
      'a capability that a person calls',
      declared(''),
      [['warning', GO, 'and agents can call it without that, as ‘d’. Give that an ‘approval’']],
    ],
    [
      'a program without its connection',
      `${flowOf(`a: { transitions: { go: { target: b, executor: ${RUN} } } }\nb: {}`)}connections: { k: { kind: cli, command: deploy, approval: { required: true } } }\nproxy: { expose: [{ name: x, executor: { kind: cli, connection: k } }] }\n`,
      [['warning', `${GO}.executor.command`, 'Write ‘connection: k’ instead of ‘command’.']],
    ],
  ])('%s', (_, text, problems) => expectProblems(text, problems))

  it.each([
    [
      'the workflow asks for a role',
      `${child('guards: [{ kind: role, role: lead }], ')}people: { ada: { roles: [lead] } }\n`,
    ],
    ['it asks itself', child('', 'approval: { required: true }, ')],
    ['a person goes on there', child('', 'actor: human, ')],
    ['the capability asks', `${declared('approval: { required: true }, ')}${PEOPLE}`],
    ['it only reads', declared('readOnly: true, ')],
    ['no person is asked anywhere', declared('', '')],
  ])('and none is where %s', (_, text) => expectProblems(text, []))
})
