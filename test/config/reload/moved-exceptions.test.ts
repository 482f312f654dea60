/** Approvals with an exception, under another name of what declares them: the same, unless anything else differs. */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

const WIPE = '{ kind: mcp, connection: db, tool: wipe }'
const READ = '{ kind: mcp, connection: db, tool: read }'
const tidy = (until = '2027-01-31') =>
  `approval: { quorum: 2, except: { when: [{ kind: expr, expr: "$.arguments.reason == 'tidy'" }], until: ${until} } }`
const SERVERS = 'connections: { db: { kind: mcp, command: db-server } }\n'
const DECLARED = `${SERVERS}capabilities: { one: { title: T, executor: ${WIPE}, ${tidy()} }, two: { title: T, executor: ${READ}, ${tidy()} } }
proxy: { expose: [{ capability: one }] }
workflows: { w: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { capability: one } }, on: { target: b, executor: ${WIPE} } } }, b: {} } } }
`
const EXPOSED = `${SERVERS}proxy: { expose: [{ name: one, title: T, executor: ${WIPE}, ${tidy()} }] }\n`
/** A condition counts approvals: then each of them stays what it is. */
const STEP = `${SERVERS}workflows: { one: { initialState: a, states: { a: { transitions: { go: { target: c, executor: ${WIPE}, ${tidy()} } } }, c: { transitions: { on: { target: b, guards: [{ kind: evidence, requires: { kind: approval, count: 1 } }] } } }, b: {} } } }\n`
const everywhere = (text: string, from: string, to: string): Edits =>
  Array.from({ length: text.split(from).length - 1 }, () => [from, to])
const called = (text: string) => everywhere(text, 'one', 'uno')

describe('an approval with an exception', () => {
  it.each<[string, string, Edits]>([
    ['of a capability that is called otherwise everywhere', DECLARED, called(DECLARED)],
    ['of one that is declared where it is exposed', EXPOSED, called(EXPOSED)],
    [
      'of one beside another with the same rule',
      DECLARED,
      [...called(DECLARED), ...everywhere(DECLARED, 'two', 'due')],
    ],
    [
      'of one that is declared apart now',
      EXPOSED,
      [
        [
          EXPOSED.slice(SERVERS.length),
          `capabilities: { one: { title: T, executor: ${WIPE}, ${tidy()} } }\n`,
        ],
        ['capabilities:', 'proxy: { expose: [{ capability: one }] }\ncapabilities:'],
      ],
    ],
    [
      'of a capability whose server is called otherwise as well',
      DECLARED,
      [
        ...called(DECLARED),
        ['{ db:', '{ base:'],
        ...everywhere(DECLARED, 'connection: db', 'connection: base'),
      ],
    ],
    ['of a step whose workflow is called otherwise', STEP, called(STEP)],
    ['of a step that is called otherwise', STEP, [['go: {', 'wipe: {']]],
  ])('is the same: %s [weaker.renamed]', async (_, yaml, edits) => {
    expect((await comparePair(yaml, edits)).weaker).toEqual([])
  })

  it.each<[string, string, Edits, RegExp]>([
    [
      'for longer',
      EXPOSED,
      [...called(EXPOSED), ['2027-01-31', '2027-02-01']],
      /tool ‘one’ is removed, and its approval/,
    ],
    [
      'for other arguments',
      EXPOSED,
      [...called(EXPOSED), ["'tidy'", "'any'"]],
      /tool ‘one’ is removed, and its approval/,
    ],
    [
      'with fewer people',
      EXPOSED,
      [...called(EXPOSED), ['quorum: 2', 'quorum: 1']],
      /tool ‘one’ is removed, and its approval/,
    ],
    [
      'for a step that made the same call without it',
      DECLARED,
      [...called(DECLARED), [`b, executor: ${WIPE}`, 'b, executor: { capability: uno }']],
      /‘on’ in state ‘a’|tool ‘one’ is removed/,
    ],
    [
      'under the name of another one',
      DECLARED,
      [
        ['two: {', 'three: {'],
        ['one: {', 'two: {'],
        ['capability: one', 'capability: two'],
        ['capability: one', 'capability: two'],
      ],
      /‘two’/,
    ],
    [
      'that exchanges its name with another one',
      DECLARED,
      [
        ['two: {', 'three: {'],
        ['one: {', 'two: {'],
        ['three: {', 'one: {'],
      ],
      /‘wipe’|"wipe"/,
    ],
    [
      'of a step, for longer',
      STEP,
      [...called(STEP), ['2027-01-31', '2027-02-01']],
      /left out for longer, until 2027-02-01 \(UTC\)/,
    ],
  ])('is named where it holds otherwise: %s [weaker.unproven]', async (_, yaml, edits, said) => {
    const { weaker, risk } = await comparePair(yaml, edits)
    expect(weaker.join('\n')).toMatch(said)
    expect(risk?.level).toBe('high')
  })
})
