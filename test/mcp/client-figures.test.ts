import { afterEach, expect } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import { ask, openTestDesk } from '../desk/fixture.ts'
import { test as it } from '../support/fixtures.ts'
import { pending } from '../support/gateway.ts'
import { connectHttp, type OpenGateway, openWithDoors, type TestClient } from './support.ts'

const SHOP = `
approvals: { holdMs: 0, pending: { perClient: 1 } }
clients:
  buyer: { tags: [shop] }
proxy:
  expose:
    - { name: shop.order, title: Order, tags: [shop], executor: { kind: human } }
    - { name: shop.list, title: List, tags: [shop], executor: { kind: noop } }
    - { name: bank.pay, title: Pay, tags: [bank], executor: { kind: noop } }
workflows:
  parcel: { tags: [shop], initialState: a, states: { a: { transitions: { go: { target: b } } }, b: {} } }
`

let open: OpenGateway | null = null
let desk: Desk | null = null
let client: TestClient | null = null
afterEach(async () => {
  await client?.close()
  await desk?.close()
  await open?.close()
})

it('a client’s page says what it sees, asked, was refused, and what that costs its model [clients.figures]', async () => {
  open = await openWithDoors(SHOP)
  const { gateway, doors } = open
  desk = openTestDesk(gateway)
  const session = await desk.openSession('window')
  const figures = async (name: string) => await ask(desk as Desk, session, 'clients.figures', { name })
  expect(await figures('buyer')).toMatchObject({
    tags: ['shop'],
    tools: { count: 2, names: ['shop.order', 'shop.list'] },
    workflows: { count: 1, names: ['parcel'] },
    calls: null,
    asked: [],
    refusals: [],
  })
  const all = await figures('local')
  expect(all.tags).toBeNull()
  expect(all.tools.names).toContain('bank.pay')
  expect(all.list.tokens).toBeGreaterThan(300)
  expect(all.list.flat).toBeGreaterThan((await figures('buyer')).list.flat)

  const token = await doors.tokens.createClientToken('buyer', 'human:kim')
  client = await connectHttp(doors.mcpUrl, token, '2026', 'Buyer bot')
  const call = (capability: string, args: object) =>
    (client as TestClient).call('workflow.start', {
      definitionId: 'proxy_default',
      input: { capability, arguments: args },
    })
  await call('shop.list', {})
  await call('bank.pay', {})
  await call('shop.order', { what: 'ink' })
  await call('shop.order', { what: 'paper' })
  expect(await pending(gateway)).toHaveLength(1)
  const { calls, asked, refusals } = await figures('buyer')
  expect(calls).toMatchObject({ count: 4, refused: 2, failed: 0, turnedAway: 1, labels: ['Buyer bot'] })
  expect(calls?.sentTokens).toBeGreaterThan(60)
  expect(calls?.answeredTokens).toBeGreaterThan(calls?.sentTokens ?? 0)
  expect(asked).toMatchObject([{ status: 'pending' }])
  // What does not exist for it is no refusal of a step, and is in no log.
  expect(refusals).toHaveLength(1)
  expect(`${refusals[0]?.text} ${refusals[0]?.quote}`).toMatch(/wait/)
  expect(await desk.dispatch(session, 'clients.figures', { name: 'nobody' })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  })
})

it('the figures of a client are there after a restart [clients.figures]', async ({ folder }) => {
  const stored = `${SHOP}\nstore: { kind: sqlite }\n`
  open = await openWithDoors(stored, { folder })
  client = await connectHttp(open.doors.mcpUrl, open.token, '2026', 'Buyer bot')
  await client.call('gateway.home', {})
  await client.close()
  client = null
  await open.close()
  open = await openWithDoors(stored, { folder })
  desk = openTestDesk(open.gateway)
  const figures = await ask(desk, await desk.openSession('window'), 'clients.figures', { name: 'local' })
  expect(figures.calls).toMatchObject({ count: 1, labels: ['Buyer bot'] })
})
