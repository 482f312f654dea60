import { expect, it, onTestFinished } from 'vitest'
import { createToolCall } from '../../../src/main/mcp/tools/tool-call.ts'
import type { JsonObject } from '../../../src/main/model/json.ts'
import type { Push } from '../../../src/preload/contract.ts'
import { createManualClock } from '../../support/clock.ts'
import { agent, openTestGateway, pending, person, press } from '../../support/gateway.ts'
import { contentOf } from '../../support/items.ts'
import { ask, openTestDesk } from '../fixture.ts'

const YAML = `
approvals: { holdMs: 0 }
proxy:
  expose:
    - name: tidy
      description: Tidies something up
      inputSchema: { type: object, properties: { what: { type: string } } }
      executor: { kind: cli, command: "true" }
      approval: { required: true }
workflows:
  letter:
    title: Letters
    initialState: writing
    states:
      writing:
        transitions:
          hand_in: { target: reading }
          burn: { title: Burn it, target: sent, approval: { required: true } }
          stamp: { target: writing }
          mail: { title: Mail it, target: sent, risk: high, approval: { required: true }, executor: { kind: cli, command: "false" } }
          post: { title: Post it, target: sent, approval: { required: true }, executor: { kind: cli, command: "false" } }
      reading:
        transitions:
          approve: { title: Approve it, target: sent, actor: human }
          send_back: { title: Send it back, target: writing, actor: human }
      sent: { terminal: true }
`

async function open() {
  const clock = createManualClock()
  const gateway = await openTestGateway(YAML, { clock })
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  const pushes: Push[] = []
  desk.onPush((push) => pushes.push(push))
  const quiet = { info() {}, warn() {}, error() {} }
  const tool = createToolCall(gateway, new AbortController().signal, quiet)
  return {
    clock,
    gateway,
    answeredPushes: () => pushes.filter(({ topic }) => topic === 'answered'),
    later: () => clock.advance(1000),
    now: () => new Date(clock.now()).toISOString(),
    call: async (
      name: string,
      args: JsonObject,
      options: { isTaken?: () => boolean; holdMs?: number } = {},
    ) => {
      const request = { name, arguments: args }
      const reply = await tool(agent('claude'), request, { session: null, ...options })
      return reply.structuredContent as { workflowId: string; version: number }
    },
    item: async (id: string) => await ask(desk, session, 'inbox.item', { id }),
    run: async (id: string) => await ask(desk, session, 'runs.get', { id }),
    waiting: async () => (await pending(gateway))[0]?.id ?? '',
  }
}

it('a decision that no agent was answered with yet says so, and then when it was [card.answered]', async () => {
  const { call, waiting, item, run, later, now, gateway, answeredPushes } = await open()
  const { workflowId } = await call('workflow.start', { definitionId: 'letter', input: {} })
  await call('workflow.submit', { workflowId, expectedVersion: 1, transition: 'hand_in' })
  const id = await waiting()
  expect((await item(id)).answered).toBeNull()
  later()
  await press(gateway, id, 'send_back')
  expect((await item(id)).answered).toEqual({ state: 'waiting' })
  expect((await run(workflowId)).timeline.map(({ answered }) => answered)).toContainEqual({
    state: 'waiting',
  })

  later()
  await call('workflow.get', { workflowId }, { isTaken: () => false })
  expect((await item(id)).answered).toEqual({ state: 'waiting' })
  expect(answeredPushes()).toEqual([])

  later()
  const at = now()
  await call('workflow.get', { workflowId })
  expect(answeredPushes()).toEqual([{ topic: 'answered', id: workflowId }])
  later()
  await call('workflow.get', { workflowId })
  const sent = { state: 'answered', by: 'agent:claude', at }
  const detail = await item(id)
  expect(detail.answered).toEqual(sent)
  const decided = detail.history.filter(({ eventType }) => eventType === 'human.approval.decided')
  expect(decided.map(({ answered }) => answered)).toEqual([sent])
  expect(answeredPushes()).toHaveLength(1)
})

it('a refused step stays at its version: only an answer with the refusal counts [card.answered]', async () => {
  const { call, waiting, item, later, now, gateway } = await open()
  const { workflowId } = await call('workflow.start', { definitionId: 'letter', input: {} })
  await call('workflow.submit', { workflowId, expectedVersion: 1, transition: 'burn' })
  const id = await waiting()
  later()
  await press(gateway, id, 'refuse', { comment: 'Not this one.' })
  later()
  await call('workflow.submit', { workflowId, expectedVersion: 1, transition: 'nonsense' })
  expect((await item(id)).answered).toEqual({ state: 'waiting' })
  later()
  const at = now()
  await call('workflow.get', { workflowId })
  expect((await item(id)).answered).toEqual({ state: 'answered', by: 'agent:claude', at })
})

it('a single call is answered by its own call or by a look at its session [card.answered]', async () => {
  const { call, waiting, item, later, now, gateway } = await open()
  const input = (what: string) => ({ capability: 'tidy', arguments: { what } })
  const { workflowId, version } = await call('workflow.start', {
    definitionId: 'proxy_default',
    input: input('desk'),
  })
  const id = await waiting()
  later()
  await press(gateway, id, 'approve')
  later()
  await call('workflow.submit', { workflowId, expectedVersion: version, transition: 'unknown' })
  expect((await item(id)).answered).toEqual({ state: 'waiting' })
  later()
  const at = now()
  await call('workflow.get', { workflowId })
  expect((await item(id)).answered).toEqual({ state: 'answered', by: 'agent:claude', at })
})

it('an approved step that failed is answered by whoever is told that it was approved [card.answered]', async () => {
  const { call, waiting, item, later, now, gateway } = await open()
  const { workflowId } = await call('workflow.start', { definitionId: 'letter', input: {} })
  await call('workflow.submit', { workflowId, expectedVersion: 1, transition: 'post' })
  const id = await waiting()
  later()
  await press(gateway, id, 'approve')
  await expect.poll(async () => (await gateway.store.run(workflowId))?.failure?.code).toBeDefined()
  expect((await item(id)).answered).toEqual({ state: 'waiting' })
  later()
  const at = now()
  await call('workflow.get', { workflowId })
  expect((await item(id)).answered).toEqual({ state: 'answered', by: 'agent:claude', at })
})

it('what an agent went on without hearing is not called answered [card.answered]', async () => {
  const { call, waiting, item, later, gateway } = await open()
  const input = { capability: 'tidy', arguments: { what: 'desk' } }
  const { workflowId, version } = await call('workflow.start', { definitionId: 'proxy_default', input })
  const single = await waiting()
  later()
  await press(gateway, single, 'refuse', { comment: 'Not the desk.' })
  later()
  const next = { workflowId, expectedVersion: version, transition: 'tidy', arguments: { what: 'shelf' } }
  await call('workflow.submit', next)
  later()
  await call('workflow.get', { workflowId })
  expect((await item(single)).answered).toEqual({ state: 'missed' })

  const letter = await call('workflow.start', { definitionId: 'letter', input: {} })
  const run = { workflowId: letter.workflowId, expectedVersion: 1 }
  await call('workflow.submit', { ...run, transition: 'burn' })
  const step =
    (await pending(gateway)).find((one) => contentOf(one).workflowId === letter.workflowId)?.id ?? ''
  later()
  await press(gateway, step, 'refuse', { comment: 'Not this one.' })
  later()
  await call('workflow.submit', { ...run, transition: 'stamp' })
  expect((await item(step)).answered).toEqual({ state: 'missed' })
})

it('a call that waits is answered with the decision it waited for, and with no other [card.answered]', async () => {
  const { call, item, later, now, gateway } = await open()
  const call1 = { capability: 'tidy', arguments: { what: 'desk' } }
  const { workflowId, version } = await call('workflow.start', {
    definitionId: 'proxy_default',
    input: call1,
  })
  const next = { workflowId, expectedVersion: version, transition: 'tidy', arguments: { what: 'shelf' } }
  const held = call('workflow.submit', next, { holdMs: 600_000 })
  await expect.poll(async () => (await pending(gateway)).length).toBe(2)
  const items = await pending(gateway)
  const idOf = (what: string) => items.find((one) => contentOf(one).arguments.what === what)?.id ?? ''
  later()
  await press(gateway, idOf('desk'), 'refuse')
  later()
  await press(gateway, idOf('shelf'), 'approve')
  await held
  const sent = { state: 'answered', by: 'agent:claude', at: now() }
  expect((await item(idOf('shelf'))).answered).toEqual(sent)
  expect((await item(idOf('desk'))).answered).not.toMatchObject({ state: 'answered' })
})

it('nothing is said of a run that a person began, nor of the time before the gateway [card.answered]', async () => {
  const { call, waiting, item, gateway, clock, later } = await open()

  const anna = person()
  const began = await gateway.runtime.start(anna, { definitionId: 'letter', input: {} })
  const call2 = { workflowId: began.response.workflowId ?? '', expectedVersion: 1, transition: 'hand_in' }
  await gateway.runtime.submit(anna, { ...call2, arguments: {} })
  const own = await waiting()
  await press(gateway, own, 'approve')
  expect((await item(own)).answered).toBeNull()

  const { workflowId } = await call('workflow.start', { definitionId: 'letter', input: {} })
  await call('workflow.submit', { workflowId, expectedVersion: 1, transition: 'hand_in' })
  const id = await waiting()
  later()
  await press(gateway, id, 'approve')
  const decided = new Date(clock.now()).toISOString()
  expect(gateway.answers.find(workflowId, decided, () => false)).toBe('none')
  const before = new Date(clock.now() - 60_000).toISOString()
  expect(gateway.answers.find(workflowId, before, () => false)).toBe('unknown')
})

it('a decided card says that what was approved has failed, until another try is another item [card.failed]', async () => {
  const { call, waiting, item, gateway } = await open()
  const { workflowId } = await call('workflow.start', { definitionId: 'letter', input: {} })
  const post = { workflowId, expectedVersion: 1, transition: 'post' }
  await call('workflow.submit', post)
  const first = await waiting()
  expect((await item(first)).failed).toBeNull()
  await press(gateway, first, 'approve')
  await expect
    .poll(async () => (await item(first)).failed)
    .toMatchObject({ text: '‘Post it’ failed.', quote: 'false exited with code 1.', tone: 'bad' })
  await call('workflow.submit', post)
  const second = await waiting()
  await press(gateway, second, 'refuse')
  expect((await item(second)).failed).toBeNull()
})

it('so does one that ran only when it could no longer be taken back [card.failed]', async () => {
  const { call, waiting, item, gateway, clock } = await open()
  const { workflowId } = await call('workflow.start', { definitionId: 'letter', input: {} })
  await call('workflow.submit', { workflowId, expectedVersion: 1, transition: 'mail' })
  const id = await waiting()
  expect(await press(gateway, id, 'approve')).toMatchObject({ kind: 'scheduled' })
  expect((await item(id)).failed).toBeNull()
  clock.advance(8000)
  await expect.poll(async () => (await item(id)).failed).toMatchObject({ text: '‘Mail it’ failed.' })
})
