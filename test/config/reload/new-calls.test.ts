/** What is new: who decides before it, and where people are passed by, compared with what could be called before. */
import { describe, expect, it } from 'vitest'
import { comparePair } from './compare-pair.ts'

const SERVERS = `
connections:
  shell: { kind: cli, command: sh-like }
  db: { kind: mcp, command: db-server }
  api: { kind: rest, baseUrl: "https://api.example.com" }
`
const WIPE = '{ kind: cli, connection: shell, args: ["wipe"] }'
const flow = (states: string) => `${SERVERS}
workflows:
  w: { initialState: a, states: { ${states}, b: {} } }
`

it('a capability that is exposed as it is declared, with an exception, can run without a person [weaker.freed]', async () => {
  const except = '{ when: [{ kind: role, role: lead }], until: 2027-01-31 }'
  const declared = `${SERVERS}capabilities: { x: { title: X, executor: ${WIPE}, approval: { required: true, except: ${except} } } }\n`
  const { freed, risk } = await comparePair(`${declared}proxy: { expose: [] }\n`, [
    ['expose: []', 'expose: [{ capability: x }]'],
  ])
  expect(freed).toEqual([
    expect.stringContaining(
      'Agents can now run “shell: wipe” without asking a person where an exception holds',
    ),
  ])
  expect(risk?.level).toBe('high')
})

describe('what is new and asks fewer or other people than the same call did is named [weaker.who]', () => {
  const asked = (step: string) =>
    flow(`a: { transitions: { go: { target: b, ${step}, executor: ${WIPE} } } }`)
  const workflow = (step: string) => [
    'workflows:\n',
    `workflows:\n  v: { initialState: a, states: { a: { transitions: { go: { target: b, ${step}, executor: ${WIPE} } } }, b: {} } }\n`,
  ]
  const TWO = 'approval: { quorum: 2, by: { role: lead } }'
  const LEAD = 'actor: human, guards: [{ kind: role, role: lead }]'
  const said = (where: string) =>
    `Agents can now run “shell: wipe” where fewer or other people decide before it than did: ${where}.`
  it.each<[string, string, string, string]>([
    ['by an approval of one', TWO, 'approval: { by: { role: lead } }', 'workflow ‘v’, in “a”, “Go”'],
    ['by anybody who fires it', TWO, 'actor: human', 'workflow ‘v’, in “a”, “Go”'],
    ['by anybody instead of a lead', LEAD, 'actor: human', 'workflow ‘v’, in “a”, “Go”'],
    ['by an approval instead of a lead', LEAD, 'approval: { quorum: 3 }', 'workflow ‘v’, in “a”, “Go”'],
  ])('a workflow, %s', async (_, before, after, where) => {
    const { weaker, risk } = await comparePair(asked(before), [workflow(after) as [string, string]])
    expect(weaker).toEqual([said(where), 'The workflow ‘v’ is new.'])
    expect(risk?.level).toBe('high')
  })

  it('a capability', async () => {
    const exposed = `proxy: { expose: [{ name: x, title: X, executor: ${WIPE}, approval: { required: true } }] }\nworkflows:`
    const { weaker } = await comparePair(asked(TWO), [['workflows:', exposed]])
    expect(weaker[0]).toBe(said('tool ‘x’'))
  })

  it.each([
    ['with values from elsewhere', '["wipe", "$.arguments.t"]', true],
    ['with a value that may be one of those', '["wipe", "all"]', true],
    ['but not for another call', '["look", "$.arguments.t"]', false],
  ])('a capability that may make the same call, %s', async (_, args, isSame) => {
    const call = '{ kind: cli, connection: shell, args: ["wipe", "$.context.t"] }'
    const before = flow(`a: { transitions: { go: { target: b, ${TWO}, executor: ${call} } } }`)
    const one = `{ kind: cli, connection: shell, args: ${args} }`
    const exposed = `proxy: { expose: [{ name: x, title: X, executor: ${one}, approval: { required: true } }] }\nworkflows:`
    const { freed, risk } = await comparePair(before, [['workflows:', exposed]])
    expect(freed.some((each) => each.includes('where fewer or other people decide'))).toBe(isSame)
    expect(risk?.level).toBe(isSame ? 'high' : 'medium')
  })

  it.each([
    [TWO, TWO],
    [TWO, 'approval: { quorum: 3, by: { role: lead } }'],
    [LEAD, LEAD],
    ['actor: human', 'approval: { required: true }'],
  ])('and as many are no loss: %s, and %s', async (before, after) => {
    const { weaker, changes } = await comparePair(asked(before), [workflow(after) as [string, string]])
    expect(weaker).toEqual(['The workflow ‘v’ is new.'])
    expect(changes).toContain(
      'Agents can now run “shell: wipe”: workflow ‘v’, in “a”, “Go”. A person decides before it.',
    )
  })
})

describe('what is new and is decided with less care than the same call was is named [weaker.gestures]', () => {
  const states = (press: string, ship: string) =>
    `a: { transitions: { approve: { target: c, ${press} }, stop: { target: b, actor: human } } }, c: { transitions: { ship: { target: b, ${ship}, executor: ${WIPE} } } }`
  const ENGINE = 'actor: deterministic'
  const compare = async (before: [string, string], after: [string, string]) =>
    await comparePair(flow(states(...before)), [
      ['workflows:\n', `workflows:\n  v: { initialState: a, states: { ${states(...after)}, b: {} } }\n`],
    ])
  const said =
    'Agents can now run “shell: wipe” where the decision before it takes fewer gestures, less proof, or leaves less time to take it back, than it did: workflow ‘v’, in “c”, “Ship”.'
  const HAND = 'actor: human'
  it.each<[string, [string, string], [string, string]]>([
    ['a risk that is not high', [`${HAND}, risk: high`, ENGINE], [`${HAND}, risk: medium`, ENGINE]],
    ['no second gesture', [`${HAND}, confirm: true`, ENGINE], [HAND, ENGINE]],
    [
      'less time to take it back',
      [`${HAND}, risk: high`, ENGINE],
      [`${HAND}, risk: high, undoMs: 0`, ENGINE],
    ],
    ['the same at the step itself', [HAND, `${HAND}, undoMs: 9000`], [HAND, `${HAND}, undoMs: 8000`]],
    ['an approval of a risk that is not high', [HAND, 'approval: { risk: high }'], [HAND, 'approval: {}']],
    ['the same where the step says it', [HAND, 'risk: high, approval: {}'], [HAND, 'approval: {}']],
    ['an approval instead of a press', [`${HAND}, confirm: true`, ENGINE], ['approval: {}', 'approval: {}']],
  ])('%s', async (_, before, after) => {
    const { weaker, risk } = await compare(before, after)
    expect(weaker[0]).toBe(said)
    expect(risk?.level).toBe('high')
  })

  it.each<[string, [string, string], [string, string]]>([
    ['as much', [`${HAND}, risk: high`, ENGINE], [`${HAND}, risk: high`, ENGINE]],
    ['more', [`${HAND}, confirm: true`, ENGINE], [`${HAND}, risk: high, undoMs: 9000`, ENGINE]],
    [
      'an approval of high risk',
      [HAND, `${HAND}, confirm: true`],
      [HAND, `${HAND}, approval: { risk: high }`],
    ],
  ])('and not where it takes %s', async (_, before, after) => {
    expect((await compare(before, after)).weaker).toEqual(['The workflow ‘v’ is new.'])
  })
})

it('what the engine never did beside the steps of others, and does alone, runs without a person [weaker.freed] [R2.5]', async () => {
  const dormant = flow(
    `a: { transitions: { go: { target: b, actor: deterministic, executor: ${WIPE} }, stop: { target: b, actor: human } } }`,
  )
  const { weaker } = await comparePair(dormant, [[', stop: { target: b, actor: human }', '']])
  expect(weaker[0]).toBe(
    'Agents can now run “shell: wipe” without asking a person: workflow ‘w’, in “a”, “Go”.',
  )
})
