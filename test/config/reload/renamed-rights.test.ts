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

it('a sandbox that is no longer left out is stricter [weaker.unproven]', async () => {
  const boxed =
    'connections: { db: { kind: mcp, command: x, sandbox: { mode: readOnly, ifAvailable: true } } }\n'
  expect((await comparePair(boxed, [[', ifAvailable: true', '']])).weaker).toEqual([])
  const strict = boxed.replace(', ifAvailable: true', '')
  expect((await comparePair(strict, [['readOnly', 'readOnly, ifAvailable: true']])).weaker).toHaveLength(1)
})
