/** What is loosened is as grave as it is, whatever it is called, and whatever else has begun. */
import { describe, expect, it } from 'vitest'
import { comparePair } from './compare-pair.ts'

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
