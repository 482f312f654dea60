import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, vi } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import { CONNECTED, SERVER, writeTools } from '../runtime/changing-server.ts'
import { subjectItem } from '../store/samples.ts'
import { test as it } from '../support/fixtures.ts'
import { openTestGateway, type TestGateway } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

const RULES = `
people: { anna: { roles: [publisher] }, grace: { roles: [publisher] } }
approvals: { queues: { press: { role: publisher } } }
connections:
  shop: { kind: rest, baseUrl: "http://127.0.0.1:9", concurrency: 2, breaker: { failures: 3, resetMs: 300000 } }
  tool: { kind: cli, command: echo, sandbox: { mode: noNetwork, ifAvailable: true }, approval: { queue: press } }
proxy:
  expose:
    - name: shop.sell
      executor: { kind: rest, connection: shop, method: POST, path: /sell, idempotencyKey: true }
      reliability:
        timeoutMs: 5000
        retry: { maxAttempts: 3 }
        fallback: { strategy: first_success, executors: [{ kind: cli, connection: tool, args: [sell] }] }
      approval: { quorum: 2 }
    - name: tool.run
      executor: { kind: cli, connection: tool, args: [run] }
`

const STEPS = `
workflows:
  ship:
    initialState: ready
    states:
      ready:
        transitions:
          own: { target: done, actor: agent, executor: { kind: cli, command: echo }, approval: { quorum: 3 } }
          connection: { target: done, actor: agent, executor: { kind: cli, connection: tool, args: [go] } }
          capability: { target: done, actor: deterministic, executor: { kind: rest, connection: shop, method: POST, path: /sell } }
          both: { target: done, actor: agent, executor: { kind: cli, connection: tool, args: [go] }, approval: { quorum: 4, by: { role: buyer } } }
          answered: { target: done, actor: agent, executor: { kind: human } }
          instead:
            target: done
            actor: agent
            executor: { kind: cli, command: echo }
            reliability: { fallback: { strategy: first_success, executors: [{ kind: cli, connection: tool, args: [go] }] } }
          free: { target: done, actor: agent, executor: { kind: cli, command: echo } }
          person: { target: done, actor: human, executor: { kind: cli, connection: tool, args: [go] } }
      done: { onEnter: { executor: { kind: cli, connection: tool, args: [end] } }, terminal: true }
`

let folder: string
let gateway: TestGateway
let desk: Desk
let session: DeskSession

async function open(yaml: string): Promise<void> {
  const configuration = join(folder, 'countersign.yaml')
  await writeFile(configuration, `version: "1.0.0"\n${yaml}`)
  gateway = await openTestGateway('', { folder, configuration })
  desk = openTestDesk(gateway)
  session = await desk.openSession('window')
}
it.beforeEach(async ({ folder: made }) => {
  folder = made
})
afterEach(async () => {
  await gateway.close()
})

describe('the catalog', () => {
  it('says by what a start, a step and a call are refused, before anybody asks [screens.declared-rules]', async () => {
    await open(`
proxy:
  expose:
    - { name: night.shift, guards: [{ kind: permission, permission: night }], executor: { kind: noop } }
workflows:
  hire:
    guards: [{ kind: role, role: boss }, { kind: expr, expr: "$.input.pay < 5" }]
    initialState: a
    states:
      a:
        transitions:
          go: { target: b, guards: [{ kind: not, guard: { kind: role, role: guest } }], approval: { required: true } }
          free: { target: b }
      b: {}
`)
    const hire = await ask(desk, session, 'catalog.item', { id: 'hire' })
    expect(hire.start).toEqual([
      'Refused unless this holds: role boss.',
      'Refused unless this holds: expr $.input.pay < 5.',
    ])
    expect(hire.transitions.map(({ name, rules }) => [name, rules])).toEqual([
      ['go', ['Refused unless this holds: not (role guest).', expect.stringContaining('must approve it')]],
      ['free', []],
    ])
    const shift = await ask(desk, session, 'catalog.item', { id: 'night.shift' })
    expect([shift.start, shift.transitions[0]?.rules]).toEqual([
      [],
      ['Refused unless this holds: permission night.'],
    ])
  })

  it('says what holds for a call, on whatever level it is declared [screens.declared-rules]', async () => {
    await open(RULES)
    const sell = await ask(desk, session, 'catalog.item', { id: 'shop.sell' })
    expect(sell.transitions[0]?.rules).toEqual([
      '2 different people must approve it before it runs, not whoever asked.',
      'An attempt is given up after 5 s.',
      'If it fails it is tried again, 3 attempts in all.',
      'If it fails for good, this runs instead: tool: sell.',
      'It is sent with a key by which the other side recognises a repetition.',
    ])
    const run = await ask(desk, session, 'catalog.item', { id: 'tool.run' })
    expect(run.transitions[0]?.rules).toEqual([
      'A person with the role ‘publisher’ must approve it before it runs.',
    ])
  })

  it('draws people before steps that are not theirs, whichever level holds the gate [screens.graph-asks] [people.count]', async () => {
    await open(`${RULES}${STEPS}`)
    const { diagram } = await ask(desk, session, 'catalog.item', { id: 'ship' })
    expect(diagram?.transitions.map(({ name, actor, asks }) => [name, actor, asks?.short ?? null])).toEqual([
      ['own', 'agent', '3 people approve'],
      ['connection', 'agent', 'A person approves'],
      ['capability', 'deterministic', '2 people approve'],
      ['both', 'agent', 'At least 4 people approve'],
      ['answered', 'agent', 'A person approves'],
      ['instead', 'agent', 'A person may be asked'],
      ['instead instead 1', 'system', 'A person approves'],
      ['free', 'agent', null],
      ['person', 'human', null],
      ['on entering', 'system', null],
    ])
    const { rows } = await ask(desk, session, 'tools.list', {})
    expect(rows.find(({ item }) => item === 'ship')?.asks).toEqual({
      ...{ when: 'maybe', people: 4, atLeast: true, by: null },
    })
    expect(diagram?.transitions[1]?.asks?.text).toBe(
      'A person with the role ‘publisher’ must approve it before it runs.',
    )
    expect(diagram?.states.map(({ name, asks }) => [name, asks?.short ?? null])).toEqual([
      ['ready', null],
      ['done', 'A person approves'],
    ])
  })

  it('lists every gate with its place and how many people it asks [settings.gates]', async () => {
    await open(`${RULES}${STEPS}`)
    const { gates } = (await ask(desk, session, 'settings.get', {})).approvals
    expect(gates.map(({ holds, place, people }) => [holds, place, people])).toEqual([
      ['tool', 'connections.tool.approval', 1],
      ['Shop Sell', 'proxy.expose: shop.sell', 2],
      ['Ship: ready → Own', 'workflows.ship.states.ready.transitions.own.approval', 3],
      ['Ship: ready → Both', 'workflows.ship.states.ready.transitions.both.approval', 4],
    ])
    expect(gates[0]?.text).toBe('A person with the role ‘publisher’ must approve it before it runs.')
  })

  it('says what holds for every call of a connection [screens.connection-tools]', async () => {
    await open(RULES)
    const views = await ask(desk, session, 'connections.list', {})
    const rules = Object.fromEntries(views.map((view) => [view.name, view.rules]))
    expect(rules.shop).toEqual([
      'At most 2 calls at once; others wait.',
      'After 3 failures in a row it is left alone for 5 minutes: calls fail at once meanwhile.',
    ])
    expect(rules.tool).toEqual([
      'A person with the role ‘publisher’ must approve it before it runs.',
      'Its programs may reach no network, where the system can keep them from it.',
    ])
  })

  it('keeps a tool that changed, not callable, with the item that it waits for [screens.blocked-tools] [screens.connection-tools]', async () => {
    await writeFile(join(folder, 'server.cjs'), SERVER)
    await writeTools(folder, [{ name: 'read' }, { name: 'write' }])
    await open(CONNECTED)
    await gateway.connections.settled(20_000)
    await writeTools(folder, [{ name: 'read', description: 'Reads, and more' }, { name: 'write' }])
    const restarted = () => ask(desk, session, 'connections.restart', { name: 'db' })
    await restarted()
    await vi.waitFor(
      async () => {
        const [db] = await ask(desk, session, 'connections.list', {})
        expect(db).toMatchObject({ health: 'changed', changed: [{ tool: 'read', answer: 'waiting' }] })
      },
      { timeout: 20_000, interval: 20 },
    )
    // However many others were asked about since.
    const since = Array.from({ length: 600 }, (_, index) =>
      subjectItem({
        ...{ id: `ap_later_${index}`, key: `later ${index}`, status: 'refused' },
        requestedAt: new Date(Date.now() + 60_000 + index).toISOString(),
      }),
    )
    await gateway.store.commit({ expect: [], approvals: since, audit: [] })
    const [still] = await ask(desk, session, 'connections.list', {})
    expect(still).toMatchObject({ health: 'changed', changed: [{ tool: 'read', answer: 'waiting' }] })
    const { items } = await ask(desk, session, 'inbox.list', {})
    const blocked = await ask(desk, session, 'catalog.item', { id: 'db.read' })
    expect(blocked).toMatchObject({ source: 'db', transitions: [], blocked: { approvalId: items[0]?.id } })
    expect(blocked.blocked?.because).toContain('described otherwise')
    const listed = await ask(desk, session, 'catalog.list', { kind: 'capability' })
    expect(listed.find(({ id }) => id === 'db.write')?.blocked).toBeNull()
    expect(listed.find(({ id }) => id === 'db.read')?.blocked).not.toBeNull()

    const preview = await ask(desk, session, 'inbox.preview', {
      id: items[0]?.id ?? '',
      outcome: 'refuse',
      arguments: {},
    })
    const decision = { id: items[0]?.id ?? '', outcome: 'refuse', arguments: {}, comment: 'No.' }
    await ask(desk, session, 'inbox.decide', { ...decision, hash: preview.hash })
    const [db] = await ask(desk, session, 'connections.list', {})
    expect(db).toMatchObject({ health: 'healthy', changed: [{ tool: 'read', answer: 'refused' }] })
    const refused = await ask(desk, session, 'catalog.item', { id: 'db.read' })
    expect(refused.blocked?.because).toContain('a person has refused it')

    // Asked about, then as it was before: nobody has to decide any more, and the card says why.
    await writeTools(folder, [{ name: 'read' }, { name: 'write', description: 'Writes, and more' }])
    await restarted()
    const asked = () => ask(desk, session, 'inbox.list', {})
    await vi.waitFor(async () => expect((await asked()).items).toHaveLength(1), {
      timeout: 20_000,
      interval: 20,
    })
    const { id } = (await asked()).items[0] ?? { id: '' }
    await writeTools(folder, [{ name: 'read' }, { name: 'write' }])
    await restarted()
    await vi.waitFor(async () => expect((await asked()).items).toEqual([]), { timeout: 20_000, interval: 20 })
    const withdrawn = await ask(desk, session, 'inbox.item', { id })
    expect(withdrawn.closedBecause).toContain('as it did before')
  })
})
