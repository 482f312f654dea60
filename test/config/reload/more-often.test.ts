/** What is new and runs more often after one decision than the same call did. */
import { describe, expect, it } from 'vitest'
import { comparePair } from './compare-pair.ts'

const PAY = '{ kind: rest, connection: api, method: POST, path: /pay }'
const SERVERS = 'connections: { api: { kind: rest, baseUrl: "https://api.example.com" } }\n'
const DECIDE = 'a: { transitions: { yes: { target: b, actor: human }, no: { target: c, actor: human } } }'
const step = (target: string, more = '') =>
  `pay: { target: ${target}, actor: deterministic, executor: ${PAY}${more} }`
const flow = (states: string) =>
  `{ initialState: a, initialContext: { n: 0 }, states: { ${DECIDE}, ${states}, c: {} } }`
const ONCE = flow(`b: { transitions: { ${step('c')} } }`)
const RETRY = 'reliability: { retry: { maxAttempts: 100 } }'
const capability = (name: string, call: string, more = '') =>
  `{ name: ${name}, title: Pay, executor: ${call}, approval: { required: true }${more} }`

const newWorkflow = async (states: string, known = ONCE) =>
  await comparePair(`${SERVERS}workflows:\n  w: ${known}\n`, [
    ['workflows:\n', `workflows:\n  v: ${flow(states)}\n`],
  ])
const newCapability = async (call: string, more = '') =>
  await comparePair(`${SERVERS}proxy: { expose: [${capability('x', PAY)}] }\n`, [
    ['expose: [', `expose: [${capability('y', call, more)}, `],
  ])
const said = (where: string) =>
  `Agents can now run “POST api: /pay” where it may run more often after one decision than it did, or again after a failure or a crash: ${where}.`

const ROUND = step(
  'b',
  ', guards: [{ kind: expr, expr: "$.context.n < 40" }], output: { n: { add: [$.context.n, 1] } }',
)
const LOOP = `b: { transitions: { ${ROUND}, done: { target: c, actor: deterministic, guards: [{ kind: expr, expr: "$.context.n >= 40" }] } } }`

describe('what is new and may run more often after one decision than the same call did is named [weaker.repeated]', () => {
  it.each([
    ['round and round', LOOP],
    [
      'once more in the next state',
      `b: { transitions: { ${step('d')} } }, d: { transitions: { ${step('c')} } }`,
    ],
    [
      'once more on entering a state',
      `b: { transitions: { ${step('d')} } }, d: { onEnter: { executor: ${PAY} } }`,
    ],
    ['up to a hundred times', `b: { transitions: { ${step('c', `, ${RETRY}`)} } }`],
  ])('a workflow, %s', async (_, states) => {
    const { weaker, risk } = await newWorkflow(states)
    expect(weaker[0]).toBe(said('workflow ‘v’, in “b”, “Pay”'))
    expect(risk?.level).toBe('high')
  })

  it.each([
    ['up to a hundred times', PAY, `, ${RETRY}`],
    ['again after a crash', PAY.replace(' }', ', idempotent: true }'), ''],
  ])('a capability, %s', async (_, call, more) => {
    const { weaker, risk } = await newCapability(call, more)
    expect(weaker[0]).toBe(said('tool ‘y’'))
    expect(risk?.level).toBe('high')
  })

  it('and not what runs as often', async () => {
    expect((await newCapability(PAY)).weaker).toEqual(['The tool ‘y’ is new.'])
    for (const states of [LOOP, `b: { transitions: { ${step('c', `, ${RETRY}`)} } }`])
      expect((await newWorkflow(states, flow(states))).weaker).toEqual(['The workflow ‘v’ is new.'])
    const asked = `b: { transitions: { ${step('d')} } }, d: { transitions: { yes: { target: e, actor: human }, no: { target: c, actor: human } } }, e: { transitions: { ${step('c')} } }`
    expect((await newWorkflow(asked)).weaker).toEqual(['The workflow ‘v’ is new.'])
  })
})
