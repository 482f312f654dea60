/** Roles and permissions that are only called otherwise: one calm sentence, and never less than what is true. */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

const WIPE = '{ kind: mcp, connection: db, tool: wipe, map: { who: nobody } }'
const TEAM = `
connections: { db: { kind: mcp, command: db-server, env: { role: none } } }
approvals: { queues: { ops: { role: lead } } }
clients: { ci: { roles: [lead, other] } }
people: { ann: { roles: [lead], permissions: [send] }, bob: { roles: [zoo] } }
workflows:
  w:
    initialState: a
    states:
      a: { transitions: { go: { target: b, guards: [{ kind: anyOf, guards: [{ kind: role, role: lead }, { kind: permission, permission: send }] }], executor: ${WIPE}, approval: { by: { role: lead } } } } }
      b: {}
`
const everywhere = (from: string, to: string, text = TEAM): Edits =>
  Array.from({ length: text.split(from).length - 1 }, () => [from, to])
const calm = (kind: string, was: string, is: string) =>
  `The ${kind} ‘${was}’ is called ‘${is}’ everywhere now: what is open still asks for ‘${was}’, which nobody has any more, and where it asks for ‘${is}’, whoever was ‘${was}’ meets it.`

describe('a right that is called otherwise everywhere', () => {
  it('is one sentence, of medium risk [weaker.renamed-rights]', async () => {
    const roles = await comparePair(TEAM, everywhere('lead', 'zz'))
    expect(roles.weaker).toEqual([calm('role', 'lead', 'zz')])
    expect(roles.risk).toEqual({ level: 'medium', reason: calm('role', 'lead', 'zz') })
    const both = await comparePair(TEAM, [...everywhere('lead', 'chief'), ...everywhere('send', 'post')])
    expect(both.weaker).toEqual([calm('role', 'lead', 'chief'), calm('permission', 'send', 'post')])
  })

  it.each<[string, string, Edits, string]>([
    [
      'but for one person',
      TEAM,
      everywhere('lead', 'chief').slice(0, 2),
      'The client ‘ci’ gets the role ‘chief’.',
    ],
    [
      'beside another person who gets it',
      TEAM,
      [...everywhere('lead', 'chief'), ['[zoo]', '[zoo, chief]']],
      'The person ‘bob’ gets the role ‘chief’',
    ],
    [
      'beside another person who gets another one',
      TEAM,
      [...everywhere('lead', 'chief'), ['[zoo]', '[zoo, other]']],
      'The person ‘bob’ gets the role ‘other’.',
    ],
    ['to one that somebody had', TEAM, everywhere('lead', 'zoo'), 'The client ‘ci’ gets the role ‘zoo’.'],
    [
      'although nobody has it',
      TEAM.replaceAll('roles: [lead', 'roles: [zoo'),
      everywhere('lead', 'chief', TEAM).slice(2),
      'What waits in the queue ‘ops’ is for other people to decide.',
    ],
    ['although nothing asks for it', TEAM, [['[zoo]', '[chief]']], 'The person ‘bob’ gets the role ‘chief’.'],
    [
      'to one that a call is given',
      TEAM.replace('nobody', 'chief'),
      everywhere('lead', 'chief'),
      'The client ‘ci’ gets the role ‘chief’.',
    ],
    [
      'with a value of a call',
      TEAM.replace('nobody', 'lead'),
      everywhere('lead', 'chief', TEAM.replace('nobody', 'lead')),
      '‘who’ was "lead" and is "chief".',
    ],
    [
      'with what looks like a guard in a value of a call',
      TEAM.replace('who: nobody', 'who: { kind: role, role: lead }'),
      everywhere('lead', 'chief', TEAM.replace('nobody', 'lead')),
      '‘role’ was "lead" and is "chief".',
    ],
    [
      'with a value of an environment',
      TEAM.replace('role: none', 'role: lead'),
      everywhere('lead', 'chief', `${TEAM}lead`).slice(1),
      '‘env’ › ‘role’ was "lead" and is "chief".',
    ],
    [
      'where its absence opens something',
      TEAM.replace(
        'kind: anyOf, guards: [{ kind: role, role: lead },',
        'kind: anyOf, guards: [{ kind: not, guard: { kind: role, role: lead } },',
      ),
      everywhere('lead', 'chief'),
      'The client ‘ci’ gets the role ‘chief’.',
    ],
  ])('is named as it is written %s [weaker.renamed-rights]', async (_, yaml, edits, said) => {
    const { weaker, risk } = await comparePair(yaml, edits)
    expect(weaker.join('\n')).toContain(said)
    expect(risk?.level).toBe('high')
  })
})

const ASK = '{ kind: human, queue: ops }'
/** A queue wherever one can stand, and a second one beside it. */
const QUEUES = (deciders: string, more = '') => `
connections: { db: { kind: mcp, command: db-server, approval: { queue: ops } } }
approvals: { queues: { ${deciders}sec: { role: chief } } }
proxy: { import: [{ connection: db, prefix: db, approval: { queue: ops }, toolApproval: { wipe: { queue: ops } } }] }
capabilities: { x: { executor: ${WIPE}, approval: { queue: ops } } }
workflows:
  w:
    initialState: a
    ${more}
    states:
      a:
        transitions:
          go: { target: c, executor: ${ASK} }
          on: { target: b, executor: ${WIPE}, approval: { queue: ops } }
      c: { transitions: { see: { target: b, executor: { kind: human, queue: sec } } } }
      b: {}
`
const LED = QUEUES('ops: { role: lead }, ')
const OPEN = QUEUES('')

describe('a queue that is called otherwise everywhere', () => {
  const said =
    'The queue ‘ops’ is called ‘desk’ everywhere now: what is open still waits in ‘ops’, where anybody may decide it.'
  it('is one sentence that says what becomes of what is open [weaker.renamed-rights]', async () => {
    const { weaker, risk } = await comparePair(LED, everywhere('ops', 'desk', LED))
    expect(weaker).toEqual([said])
    expect(risk).toEqual({ level: 'high', reason: said })
  })

  it('with who decides in it called otherwise, too, is one for each [weaker.renamed-rights]', async () => {
    const held = `${LED}people: { ann: { roles: [lead] } }\n`
    const edits = [...everywhere('ops', 'desk', held), ...everywhere('lead', 'head', held)]
    expect((await comparePair(held, edits)).weaker).toEqual([said, calm('role', 'lead', 'head')])
  })

  it('is no loss where anybody decides in it anyhow [weaker.renamed]', async () => {
    const { weaker, changes, risk, wordsOnly } = await comparePair(OPEN, everywhere('ops', 'desk', OPEN))
    expect([weaker, wordsOnly, risk?.level]).toEqual([[], false, 'low'])
    expect(changes).toContain('The queue ‘ops’ is called ‘desk’ now.')
  })

  const first = everywhere('ops', 'desk', LED)
  it.each<[string, string, Edits, string]>([
    ['but for one gate', LED, first.slice(1), '‘ops’'],
    ['but for one question', LED, first.slice(0, -1), 'in ‘ops’'],
    [
      'to one that is there, with other people',
      LED,
      [['ops: { role: lead }, ', ''], ...everywhere('ops', 'sec', LED).slice(1)],
      'in the queue ‘sec’, not in ‘ops’',
    ],
    [
      'in exchange for another one',
      LED,
      [
        ...everywhere('ops', 'OPS', LED),
        ...everywhere('sec', 'ops', LED),
        ...everywhere('OPS', 'sec', LED.replaceAll('ops', 'OPS')),
      ],
      'in the queue ‘sec’, not in ‘ops’',
    ],
    [
      'and is for other people',
      LED,
      [...first, ['role: lead', 'role: intern']],
      'What waits in the queue ‘desk’ is for other people to decide.',
    ],
    [
      'and is for anybody',
      LED,
      [...first, ['{ role: lead }', '{}']],
      'What waits in the queue ‘desk’ may be',
    ],
    [
      'beside an approval that is gone',
      LED,
      [...first, [`${WIPE}, approval: { queue: desk } }`, `${WIPE} }`]],
      'tool ‘x’ is gone',
    ],
    [
      'where a condition may read it',
      QUEUES('', `guards: [{ kind: expr, expr: "$.input.queue == 'ops'" }]`),
      everywhere('ops', 'desk', QUEUES('', `guards: [{ kind: expr, expr: "$.input.queue == 'ops'" }]`)),
      'no longer checks',
    ],
    [
      'with a value of a call',
      LED.replaceAll('nobody', 'ops'),
      everywhere('ops', 'desk', LED.replaceAll('nobody', 'ops')),
      '‘who’ was "ops" and is "desk"',
    ],
  ])('is named as it is written %s [weaker.renamed-rights]', async (_, yaml, edits, named) => {
    const { weaker, risk } = await comparePair(yaml, edits)
    expect(weaker.join('\n')).toContain(named)
    expect(weaker.join('\n')).not.toContain(
      'called ‘desk’ everywhere now: what is open still waits in ‘desk’',
    )
    expect(risk?.level).toBe('high')
  })
})

it('a sandbox that is no longer left out is stricter [weaker.unproven]', async () => {
  const boxed =
    'connections: { db: { kind: mcp, command: x, sandbox: { mode: readOnly, ifAvailable: true } } }\n'
  expect((await comparePair(boxed, [[', ifAvailable: true', '']])).weaker).toEqual([])
  const strict = boxed.replace(', ifAvailable: true', '')
  expect((await comparePair(strict, [['readOnly', 'readOnly, ifAvailable: true']])).weaker).toHaveLength(1)
})
