/** What is loosened is as grave as it is, whatever it is called, and whatever else has begun. */
import { describe, expect, it } from 'vitest'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import { comparePair } from './compare-pair.ts'
import { loadText } from './load-text.ts'

const SERVERS = `
connections:
  api: { kind: rest, baseUrl: "https://api.example.com" }
people: { kim: { roles: [intern] } }
`
const PAY = '{ kind: rest, connection: api, method: POST, path: /pay }'
const flow = (steps: string) => `${SERVERS}
workflows:
  w: { initialState: a, states: { a: { transitions: { ${steps} } }, b: {} } }
`

describe('a name that reads like a milder sentence', () => {
  it.each([
    'boss can be given for 5 minutes before it is refused',
    'boss may be one now, under the same name: nobody asks any more',
  ])('makes a lost guard no milder: %s [weaker.risk]', async (role) => {
    const guard = `guards: [{ kind: role, role: "${role}" }], `
    const { risk } = await comparePair(flow(`go: { target: b, ${guard}executor: ${PAY} }`), [[guard, '']])
    expect(risk?.level).toBe('high')
    expect(risk?.reason).toBe(`‘go’ in state ‘a’ no longer checks “role ${role}”.`)
  })
})

describe('what people could note where they decide, and no longer can', () => {
  const GO = `go: { target: b, executor: ${PAY}, guards: [{ kind: expr, expr: "$.context.held != true" }] }`
  const HOLD = 'hold: { target: a, actor: human, output: { held: true } }, '
  const NOTHING = 'hold: { target: a, actor: human }, '
  const SAID = 'People can no longer choose ‘hold’ in state ‘a’.'

  it('is named, of medium risk: it may have held another step [weaker.choices]', async () => {
    const { weaker, risk } = await comparePair(flow(`${HOLD}${GO}`), [[HOLD, '']])
    expect(weaker).toEqual([SAID])
    expect(risk?.level).toBe('medium')
  })

  it('also where they record evidence by it [weaker.choices]', async () => {
    const without = '{ kind: not, guard: { kind: evidence, requires: { kind: held } } }'
    const records = HOLD.replace('output: { held: true }', 'evidence: [held]')
    const go = GO.replace(/\{ kind: expr[^}]*\}/, without)
    expect((await comparePair(flow(`${records}${go}`), [[records, '']])).weaker).toEqual([SAID])
  })

  it.each([
    ['it is called otherwise', HOLD, HOLD.replace('hold:', 'stop:')],
    ['nothing came of it', NOTHING, ''],
  ])('but not where %s [weaker.choices]', async (_, was, is) => {
    expect((await comparePair(flow(`${was}${GO}`), [[was, is]])).weaker).toEqual([])
  })
})

describe('a right that is called by a name for which open runs, or what waits, ask', () => {
  const guarded = (role: string) =>
    flow(`go: { target: b, actor: human, guards: [{ kind: role, role: ${role} }], executor: ${PAY} }`)
  const compare = async (pinned: string, asked: string[] = []) => {
    const [began, before, after] = [
      await loadText(pinned),
      await loadText(guarded('intern')),
      await loadText(guarded('boss').replace('[intern]', '[boss]')),
    ]
    const runs = Object.values(began.workflows).map((definition) => ({ definition, runs: 1 }))
    return compareConfigurations(before, after, { pinned: runs, owners: {}, asked })
  }

  it('is no renaming: who gets it can decide what they could not [weaker.open-runs] [weaker.risk]', async () => {
    const { weaker, risk } = await compare(guarded('boss'))
    expect(weaker).toContain('The person ‘kim’ gets the role ‘boss’.')
    expect(risk?.level).toBe('high')
  })

  it('nor where a step of theirs is open to who lacks the old one [weaker.open-runs] [weaker.risk]', async () => {
    const denied = guarded('intern').replace(
      '{ kind: role, role: intern }',
      '{ kind: not, guard: { kind: role, role: intern } }',
    )
    expect((await compare(denied)).risk?.level).toBe('high')
  })

  it('nor where an approval waits for who has it [weaker.open-runs] [weaker.risk]', async () => {
    expect((await compare(guarded('intern'), ['boss'])).risk?.level).toBe('high')
  })

  it('and is one where they ask for the old one alone [weaker.renamed]', async () => {
    expect((await compare(guarded('intern'))).risk?.level).toBe('medium')
  })
})
