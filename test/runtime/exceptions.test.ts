import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import { test as it } from '../support/fixtures.ts'
import {
  agent,
  follow,
  openTestGateway,
  pending,
  person,
  press,
  start,
  type TestGateway,
} from '../support/gateway.ts'
import { countRuns, openWithCounter } from './counter.ts'
import { counting, gated, IMAGE, onlyItem } from './gated.ts'

let gateway: TestGateway
afterEach(() => gateway.close())

const DAY = 86_400_000
const SOON = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10)
const excepted = (when: string, until = SOON) =>
  `{ required: true, except: { when: [${when}], until: "${until}" } }`
const V1 = `{ kind: expr, expr: "$.arguments.image == '\\"v1\\"'" }`
const ship = async (image = IMAGE.image) =>
  await follow(gateway, await start(gateway, 'deploy', counting(gateway)), 'ship', { image })
const said = async () => (await gateway.store.audit({ eventTypes: ['gate.excepted'] }, { limit: 50 })).items

describe('an exception of a gate', () => {
  it('lets through what its guards fit, says so, and asks about everything else [except.lets]', async () => {
    gateway = await openWithCounter(gated(excepted(V1)))
    expect((await ship()).result.status).toBe('completed')
    expect(await countRuns(gateway)).toBe(1)
    expect(await said()).toMatchObject([
      {
        payload: {
          transition: 'ship',
          gate: 'workflows.deploy.states.ready.transitions.ship',
          until: `${SOON}T23:59:59.999Z`,
          rule: [expect.stringContaining('$.arguments.image')],
        },
      },
    ])
    expect((await ship('"v2"')).result.status).toBe('waiting_for_action')
    expect(await countRuns(gateway)).toBe(1)
    expect(await said()).toHaveLength(1)
    // What a person has opened needed no exception.
    await press(gateway, (await onlyItem(gateway)).id, 'approve')
    expect(await countRuns(gateway)).toBe(2)
    expect(await said()).toHaveLength(1)
  })

  it('stands where its values cannot be compared, also negated: nothing is certain then [except.lets]', async () => {
    for (const when of [
      '{ kind: expr, expr: "!($.arguments.image > 100)" }',
      '{ kind: not, guard: { kind: expr, expr: "$.arguments.image <= 100" } }',
      '{ kind: expr, expr: "!($.arguments.missing > 100)" }',
      '{ kind: expr, expr: "!$.arguments.image" }',
      '{ kind: expr, expr: "!($.call.args starts_with \'rm\')" }',
    ]) {
      gateway = await openWithCounter(gated(excepted(when)))
      expect([when, (await ship()).result.status]).toEqual([when, 'waiting_for_action'])
      expect(await countRuns(gateway)).toBe(0)
      await gateway.close()
    }
    gateway = await openWithCounter(gated(excepted('{ kind: expr, expr: "!($.arguments.image == \'no\')" }')))
    expect((await ship()).result.status).toBe('completed')
  })

  it('ends by itself, with the last moment of its day [except.ends]', async () => {
    const clock = createManualClock(Date.parse('2026-11-01T12:00:00Z'))
    gateway = await openWithCounter(gated(excepted(V1, '2026-11-03')).replace('holdMs: 60', 'holdMs: 0'), {
      clock,
    })
    clock.advance(2 * DAY + 12 * 3_600_000 - 1)
    expect((await ship()).result.status).toBe('completed')
    clock.advance(1)
    expect((await ship()).result.status).toBe('waiting_for_action')
    expect(await countRuns(gateway)).toBe(1)
  })

  it('that has ended stays ended when the clock is set back, also after a restart [except.ends]', async ({
    folder,
  }) => {
    const clock = createManualClock(Date.parse('2026-11-01T12:00:00Z'))
    let back = 0
    const settable = { ...clock, now: () => clock.now() - back }
    const open = async (until: string) => {
      const yaml = gated(excepted(V1, until)).replace('holdMs: 60', 'holdMs: 0')
      gateway = await openWithCounter(`${yaml}\nstore: { kind: sqlite }\n`, { clock: settable, folder })
    }
    await open('2026-11-03')
    // Nobody asks for anything while it ends.
    clock.advance(4 * DAY)
    back = 4 * DAY
    expect((await ship()).result.status).toBe('waiting_for_action')
    await gateway.close()
    await open('2026-11-03')
    expect((await ship()).result.status).toBe('waiting_for_action')
    await gateway.close()
    // Whoever wants it back declares another end.
    await open('2026-11-04')
    expect((await ship()).result.status).toBe('completed')
    expect(await countRuns(gateway)).toBe(1)
  })

  const chained = (when: string) => `
approvals: { holdMs: 40 }
people: { anna: { roles: [lead] } }
connections:
  run: { kind: cli, command: NODE, approval: ${excepted(when)} }
workflows:
  deploy:
    initialState: ready
    states:
      ready:
        transitions:
          ship: { target: made, executor: { kind: cli, connection: run, args: ["$.input.program", "$.input.file"] } }
      made:
        transitions:
          more: { target: done, actor: deterministic, executor: { kind: cli, connection: run, args: ["$.input.program", "$.input.file"] } }
      done: {}
`

  it('is judged with the rights of who asked, and never with those that the engine has not [except.asker]', async () => {
    gateway = await openWithCounter(chained('{ kind: not, guard: { kind: role, role: lead } }'))
    const answered = await follow(gateway, await start(gateway, 'deploy', counting(gateway)), 'ship')
    // The agent lacks the role; of the engine that says nothing.
    expect(answered.state).toBe('made')
    expect(await countRuns(gateway)).toBe(1)
    expect(await onlyItem(gateway)).toMatchObject({ kind: 'gate', step: { transition: 'more' } })
  })

  it.each(['all_of', 'any_of', 'not'])(
    'that asks for no right lets through what the engine fires as well [except.asker] (%s)',
    async (kind) => {
      const inner = `{ kind: expr, expr: "$.call.args[1] ${kind === 'not' ? '==' : '!='} 'other'" }`
      const inside = kind === 'not' ? `guard: ${inner}` : `guards: [${inner}]`
      gateway = await openWithCounter(chained(`{ kind: ${kind}, ${inside} }`))
      const answered = await follow(gateway, await start(gateway, 'deploy', counting(gateway)), 'ship')
      expect(answered.state).toBe('done')
      expect(await countRuns(gateway)).toBe(2)
    },
  )

  it('does not hold for what entering a state calls, whoever asked or approved what came before [except.asker]', async ({
    service,
  }) => {
    const lead = '{ kind: role, role: lead }'
    const flow = (id: string, go: string) => `
  ${id}:
    initialState: ready
    states:
      ready: { transitions: { go: { target: entered, ${go} } } }
      entered:
        onEnter: { executor: { kind: rest, connection: api, method: POST, path: /enter } }
        transitions: { end: { target: done } }
      done: {}`
    gateway = await openTestGateway(`
approvals: { holdMs: 0 }
connections: { api: { kind: rest, baseUrl: "${service.base}", approval: ${excepted(lead)} } }
people: { anna: { roles: [lead] } }
clients: { ops: { roles: [lead] } }
workflows:${flow('asked', '')}${flow('approved', 'approval: { required: true }')}
`)
    const ops = agent('ops', { roles: ['lead'] })
    await follow(gateway, await start(gateway, 'asked', {}, ops), 'go', {}, ops)
    expect(await onlyItem(gateway)).toMatchObject({ kind: 'gate', definitionId: 'asked', state: 'entered' })
    await press(gateway, (await onlyItem(gateway)).id, 'refuse')
    await follow(gateway, await start(gateway, 'approved'), 'go')
    const who = person('anna', { roles: ['lead'] })
    await press(gateway, (await onlyItem(gateway)).id, 'approve', { who })
    expect(await onlyItem(gateway)).toMatchObject({
      kind: 'gate',
      definitionId: 'approved',
      state: 'entered',
    })
    expect(service.count('/enter')).toBe(0)
  })

  it('does not hold for a fallback whose asker has lost the role since the step began [except.asker]', async ({
    service,
  }) => {
    const yaml = (roles: string) => `
approvals: { holdMs: 0 }
connections:
  api: { kind: rest, baseUrl: "${service.base}" }
  gated: { kind: rest, baseUrl: "${service.base}", approval: ${excepted('{ kind: role, role: lead }')} }
people: { anna: { roles: [lead] } }
clients: { ops: { roles: [${roles}] } }
workflows:
  flow:
    initialState: ready
    states:
      ready:
        transitions:
          go:
            target: done
            executor: { kind: rest, connection: api, method: POST, path: /first }
            reliability: { fallback: { executors: [{ kind: rest, connection: gated, method: POST, path: /second }] } }
      done: {}
store: { kind: memory }
`
    const answer = Promise.withResolvers<void>()
    service.script('/first', { status: 500, when: answer.promise })
    gateway = await openTestGateway(yaml('lead'))
    const ops = agent('ops', { roles: ['lead'] })
    const going = follow(gateway, await start(gateway, 'flow', {}, ops), 'go', {}, ops)
    await service.reached('/first', 1)
    await writeFile(join(gateway.folder, 'countersign.yaml'), `version: "1.0.0"\n${yaml('')}`)
    await gateway.live.consider()
    const [change] = await pending(gateway)
    await press(gateway, change?.id ?? '', 'approve')
    answer.resolve()
    await going
    expect(await onlyItem(gateway)).toMatchObject({ kind: 'gate', step: { transition: 'go' } })
    expect(service.count('/second')).toBe(0)
  })

  it('of a connection reads the call itself, whatever leads to it [except.call]', async () => {
    gateway = await openWithCounter(
      `
approvals: { holdMs: 40 }
connections:
  run: { kind: cli, command: NODE, approval: ${excepted(`{ kind: expr, expr: "$.call.args[2] == 'safe'" }`)} }
workflows:
  deploy:
    initialState: ready
    states:
      ready:
        transitions:
          ship: { target: ready, executor: { kind: cli, connection: run, args: ["$.input.program", "$.input.file", "$.arguments.image"] } }
`,
    )
    expect((await ship('safe')).result.status).toBe('executed')
    expect((await ship('other')).result.status).toBe('waiting_for_action')
    expect(await countRuns(gateway)).toBe(1)
  })

  it('of a capability does not speak of the arguments of another declaration that makes the same call [except.call]', async () => {
    gateway = await openWithCounter(
      `
approvals: { holdMs: 40 }
capabilities:
  danger:
    description: Counts
    inputSchema: { type: object, properties: { image: { type: string } } }
    approval: ${excepted(`{ kind: expr, expr: "$.arguments.image == 'safe'" }`)}
    executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "$.arguments.image"] }
workflows:
  deploy:
    initialState: ready
    states:
      ready:
        transitions:
          ship: { target: ready, inputSchema: { type: object }, executor: { kind: capability, capability: danger } }
          sneak: { target: ready, inputSchema: { type: object }, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "evil"] } }
`.replace('kind: capability, ', ''),
    )
    expect((await ship('safe')).result.status).toBe('executed')
    const begun = await start(gateway, 'deploy', counting(gateway))
    const sneaked = await follow(gateway, begun, 'sneak', { image: 'safe' })
    expect(sneaked.result.status).toBe('waiting_for_action')
    expect(await countRuns(gateway)).toBe(1)
  })

  it('ends for runs that go on, too, when the configuration does not declare it any more [except.revoked]', async () => {
    gateway = await openWithCounter(gated(excepted(V1)))
    const begun = await start(gateway, 'deploy', counting(gateway))
    const file = join(gateway.folder, 'countersign.yaml')
    const before = gateway.live.status().hash
    const text = `version: "1.0.0"\n${gated()}\nstore: { kind: memory }\n`.replaceAll(
      'NODE',
      process.execPath,
    )
    await writeFile(file, text)
    await gateway.live.consider()
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'approve')
    expect(gateway.live.status().hash).not.toBe(before)
    expect((await follow(gateway, begun, 'ship', IMAGE)).result.status).toBe('waiting_for_action')
    expect(await countRuns(gateway)).toBe(0)
    await rm(file, { force: true })
  })
})
