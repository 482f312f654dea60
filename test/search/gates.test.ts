/** What `gateway.describe` says about people, against gates at every place where one can be declared. */
import { afterEach, describe, expect, it } from 'vitest'
import { agent, openTestGateway, type TestGateway } from '../support/gateway.ts'

let gateway: TestGateway

async function open(yaml: string): Promise<void> {
  gateway = await openTestGateway(yaml)
}
const about = async (id: string) => (await gateway.discovery.describe(agent(), id)).answer
afterEach(() => gateway.close())

const PROGRAM = 'executor: { kind: cli, command: git, args: [push, $.arguments.branch] }'
const GATED = {
  requiresApproval: true,
  approvalReason: 'A person must approve the call before it runs.',
}
const FREE = { requiresApproval: false }

describe('a gate [search.describe, R5.1]', () => {
  it.each([
    ['a capability', `proxy: { expose: [{ name: act, ${PROGRAM}, approval: { required: true } }] }`],
    [
      'a connection',
      `connections: { g: { kind: cli, command: git, approval: { required: true } } }\nproxy: { expose: [{ name: act, executor: { kind: cli, connection: g, args: [push] } }] }`,
    ],
    [
      'another capability that makes the same call',
      `proxy: { expose: [{ name: act, ${PROGRAM} }, { name: other, ${PROGRAM}, approval: { required: true } }] }`,
    ],
    [
      'a capability that it wraps',
      `capabilities: { base: { ${PROGRAM}, approval: { required: true } } }\nproxy: { expose: [{ capability: base, as: act }] }`,
    ],
  ])('of %s is told of a capability', async (_, yaml) => {
    await open(yaml)
    expect(await about('act')).toMatchObject(GATED)
  })

  it('of a transition, and of what it calls, is told of a workflow', async () => {
    await open(`
connections: { g: { kind: cli, command: git, approval: { required: true, quorum: 2, notRequester: true } } }
workflows:
  own: { initialState: a, states: { a: { transitions: { go: { target: b, ${PROGRAM}, approval: { required: true } } } }, b: {} } }
  live: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: cli, connection: g, args: [push] } } } }, b: {} } }
  outer: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: workflow, definitionId: own } } } }, b: {} } }
  free: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: cli, command: date, args: [] } } } }, b: {} } }
proxy: { expose: [{ name: act, executor: { kind: cli, connection: g, args: [push] } }] }
`)
    const inState = { requiresApproval: true, approvalReason: "In state 'a' a person approves go." }
    expect(await about('own')).toMatchObject({ ...inState, states: { a: { actors: ['agent', 'human'] } } })
    expect(await about('live')).toMatchObject(inState)
    expect(await about('outer')).toMatchObject(inState)
    expect(await about('free')).toMatchObject(FREE)
    expect((await about('act')).approvalReason).toBe(
      '2 different people must approve the call before it runs, and not whoever asks for it.',
    )
  })

  it('is told of with at least how many people where another one is for others [people.count]', async () => {
    const of = (name: string, approval: string) =>
      `{ name: ${name}, executor: { kind: cli, connection: g, args: [${name}] }, approval: { ${approval} } }`
    await open(`
people: { kim: { roles: [lead] } }
connections: { g: { kind: cli, command: git, approval: { required: true } } }
proxy: { expose: [${of('one', 'by: { role: lead }')}, ${of('two', 'quorum: 2, by: { role: lead }')}, ${of('same', 'quorum: 2')}] }
`)
    const told = async (id: string) => (await about(id)).approvalReason
    expect(await told('one')).toBe('At least one person must approve the call before it runs.')
    expect(await told('two')).toContain('At least 2 different people must approve the call before it runs')
    expect(await told('same')).toContain('2 different people must approve the call before it runs')
    expect(await told('same')).not.toContain('At least')
  })

  it('that lets reading pass is told of what changes something only', async () => {
    await open(
      `proxy: { expose: [{ name: read, readOnly: true, executor: { kind: cli, command: ls, args: [] }, approval: { required: unlessReadOnly } }, { name: act, ${PROGRAM}, approval: { required: unlessReadOnly } }] }`,
    )
    expect(await about('read')).toMatchObject(FREE)
    expect(await about('act')).toMatchObject(GATED)
  })
})
