/** Where people can stop a run, and agents go on in another state in which they cannot. */
import { describe, expect, it } from 'vitest'
import { comparePair } from './compare-pair.ts'

const RUN = 'run: { target: c, executor: { kind: mcp, connection: db, tool: wipe } }'
const STOP = 'stop: { target: c, actor: human }'
const flow = (first: string, states: string) => `
connections: { db: { kind: mcp, command: db-server, approval: { required: true } } }
workflows:
  w: { initialState: a, states: { a: { transitions: { ${first}, look: { target: b, actor: human } } }, ${states}, c: {} } }
`
const BOTH = `b: { transitions: { ${STOP}, ${RUN} } }`
const BARE = `d: { transitions: { ${RUN} } }`
const compare = (before: string, after: string) => comparePair(before, [[before, after]])

describe('a choice that people no longer have where agents go on as before is named [weaker.choices]', () => {
  it.each([
    [
      'where agents lead the run',
      flow('go: { target: b }', BOTH),
      flow('go: { target: d }', `${BOTH}, ${BARE}`),
    ],
    [
      'where a step that does nothing leads away from it',
      flow('go: { target: b }', BOTH),
      flow('go: { target: b }', `${BOTH.replace(STOP, `${STOP}, idle: { target: d }`)}, ${BARE}`),
    ],
    [
      'in one of two states that stand in its place',
      flow('go: { target: b }', BOTH),
      flow('go: { target: d }', `${BOTH}, ${BARE}`)
        .replaceAll('target: b', 'target: e')
        .replace(' b: {', ' e: {'),
    ],
    [
      'in a state that people alone led to',
      flow('go: { target: b }, on: { target: d, actor: human }', `${BOTH}, ${BARE}`),
      flow('go: { target: d }, on: { target: d, actor: human }', `${BOTH}, ${BARE}`),
    ],
  ])('%s', async (_, before, after) => {
    const said = 'People can no longer choose ‘stop’ in state ‘d’, which led to ‘c’.'
    const { weaker, risk } = await compare(before, after)
    expect(weaker).toEqual([said])
    expect(risk).toEqual({ level: 'medium', reason: said })
  })

  it.each([
    ['a step of an agent', 'ready: { target: b }'],
    ['a decision of people', 'good: { target: b, actor: human }, bad: { target: c, actor: human }'],
  ])('and it is kept where %s is put in before it', async (_, steps) => {
    const before = flow('go: { target: b }', BOTH)
    const after = flow('go: { target: r }', `${BOTH}, r: { transitions: { ${steps} } }`)
    expect((await compare(before, after)).weaker).toEqual([])
  })
})
