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
