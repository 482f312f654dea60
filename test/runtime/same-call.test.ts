/** The same single call, made again by an agent that has no answer to the first one. */
import { describe, expect, it } from 'vitest'
import { agent, follow, pending, press, start, type TestGateway } from '../support/gateway.ts'
import { countRuns, openWithCounter } from './counter.ts'
import { reopen } from './crashed.ts'

const CALLS = `
approvals: { holdMs: 0, pending: { perClient: 2 } }
capabilities:
  pay:
    inputSchema: { type: object, required: [to], properties: { to: { type: string } } }
    executor: { kind: cli, command: NODE, args: [counter.cjs, effects] }
  ask:
    inputSchema: { type: object, required: [to], properties: { to: { type: string } } }
    approval: { required: true }
    executor: { kind: noop }
proxy: { expose: [{ capability: pay }, { capability: ask }] }
`

function call(gateway: TestGateway, capability: string, to: string, who = agent()) {
  return start(gateway, 'proxy_default', { capability, arguments: { to } }, who)
}

describe('a single call that is made again', () => {
  it('is not run while nobody knows whether it has happened, however many were cut off with it [call.cut-off]', async () => {
    const crashed = await openWithCounter(`store: { kind: sqlite }\n${CALLS}`, {
      crashPoint: (name: string) => {
        if (name === 'executor.returned') throw new Error('crashed')
      },
    })
    const names = ['anna', 'bo', 'cleo', 'dan']
    await Promise.allSettled(names.map((to) => call(crashed, 'pay', to)))
    expect(await countRuns(crashed)).toBe(4)
    const gateway = await reopen(crashed, CALLS)
    expect(await pending(gateway)).toHaveLength(4)
    for (const to of names)
      expect(await call(gateway, 'pay', to)).toMatchObject({ error: { code: 'WORKFLOW_INTERRUPTED' } })
    expect(await countRuns(gateway)).toBe(4)
    await gateway.close()
  })

  it('in a session is not run while nobody knows whether it has happened in another [call.cut-off]', async () => {
    const crashed = await openWithCounter(`store: { kind: sqlite }\n${CALLS}`, {
      crashPoint: (name: string) => {
        if (name === 'executor.returned') throw new Error('crashed')
      },
    })
    await Promise.allSettled([call(crashed, 'pay', 'anna')])
    const gateway = await reopen(crashed, CALLS)
    const session = await start(gateway, 'proxy_default')
    expect(await follow(gateway, session, 'pay', { to: 'anna' })).toMatchObject({
      error: { code: 'WORKFLOW_INTERRUPTED' },
    })
    expect(await countRuns(gateway)).toBe(1)
    await gateway.close()
  })

  it('waits for the same decision, also where it needs none any more, and runs once [R1.8]', async () => {
    const asking = CALLS.replace(
      'executor: { kind: cli',
      'approval: { required: true }\n    executor: { kind: cli',
    )
    const before = await openWithCounter(`store: { kind: sqlite }\n${asking}`)
    const first = await call(before, 'pay', 'anna')
    const session = await start(before, 'proxy_default')
    await follow(before, session, 'pay', { to: 'bo' })
    const gateway = await reopen(before, CALLS)
    expect((await call(gateway, 'pay', 'anna')).workflowId).toBe(first.workflowId)
    expect(await follow(gateway, session, 'pay', { to: 'bo' })).toMatchObject({
      result: { status: 'waiting_for_action' },
    })
    expect(await countRuns(gateway)).toBe(0)
    expect(await call(gateway, 'pay', 'cleo')).toMatchObject({ result: { status: 'executed' } })
    const items = await pending(gateway)
    expect(items).toHaveLength(2)
    for (const { id } of items) await press(gateway, id, 'approve')
    expect(await countRuns(gateway)).toBe(3)
    await gateway.close()
  })

  it.each(['in a call of its own', 'in another session'])(
    'waits for what is approved already and may still be taken back, %s [R1.8]',
    async (where) => {
      const calls = CALLS.replace('holdMs: 0', 'holdMs: 0, undoMs: 60000')
      const asking = calls.replace(
        'executor: { kind: cli',
        'approval: { required: true, risk: high }\n    executor: { kind: cli',
      )
      const before = await openWithCounter(`store: { kind: sqlite }\n${asking}`)
      const first = await call(before, 'pay', 'anna')
      const session = await start(before, 'proxy_default')
      const [item] = await pending(before)
      await press(before, item?.id ?? '', 'approve')
      const gateway = await reopen(before, calls)
      const again =
        where === 'in another session'
          ? await follow(gateway, session, 'pay', { to: 'anna' })
          : await call(gateway, 'pay', 'anna')
      expect(again).toMatchObject({
        workflowId: first.workflowId,
        result: { status: 'waiting_for_action' },
      })
      expect(await countRuns(gateway)).toBe(0)
      await gateway.close()
    },
  )

  it('and waits with the first hears at once that the client gave that up [R4.6]', async () => {
    const gateway = await openWithCounter(CALLS)
    const { workflowId = '' } = await start(gateway, 'proxy_default')
    const request = { workflowId, expectedVersion: 1, transition: 'ask', arguments: { to: 'anna' } }
    const client = new AbortController()
    const hold = async (signal?: AbortSignal) => {
      const held = Promise.withResolvers<void>()
      const options = { holdMs: 3_600_000, progress: () => held.resolve(), ...(signal && { signal }) }
      const answer = gateway.runtime.submit(agent(), request, options)
      await held.promise
      return { answer }
    }
    const first = await hold(client.signal)
    const second = await hold()
    client.abort()
    await first.answer
    expect((await second.answer).response).toMatchObject({ error: { code: 'STALE_WORKFLOW_VERSION' } })
    expect(await pending(gateway)).toEqual([])
    await gateway.close()
  })

  it('at the same moment is asked about once [R1.8]', async () => {
    const gateway = await openWithCounter(CALLS)
    const answers = await Promise.all([1, 2, 3].map(() => call(gateway, 'ask', 'anna')))
    const items = await pending(gateway)
    expect(items).toHaveLength(1)
    const ids = new Set(answers.map(({ workflowId }) => workflowId))
    expect(items).toMatchObject([...ids].map((workflowId) => ({ workflowId })))
    await gateway.close()
  })

  it('at the same moment leaves no session but the one that is asked about [R1.8]', async () => {
    const gateway = await openWithCounter(CALLS)
    await Promise.all([1, 2, 3].map(() => call(gateway, 'ask', 'anna')))
    const [item] = await pending(gateway)
    const { items } = await gateway.store.runs({}, { limit: 10 })
    expect([item]).toMatchObject(items.map(({ id }) => ({ workflowId: id })))
    await gateway.close()
  })

  it('beyond what one client may ask leaves no session, also at the same moment [R1.8]', async () => {
    const gateway = await openWithCounter(CALLS)
    const names = ['anna', 'bo', 'cleo', 'dan']
    const answers = await Promise.all(names.map((to) => call(gateway, 'ask', to)))
    const refused = answers.filter(({ error }) => error?.code === 'TOO_MANY_PENDING')
    expect(refused).toHaveLength(2)
    expect(await gateway.store.runs({}, { limit: 10 })).toMatchObject({ total: 2 })
    await gateway.close()
  })

  it('waits for the same decision, however much other agents without a token ask for [R1.8]', async () => {
    const gateway = await openWithCounter(CALLS)
    const [one, other] = ['one', 'other'].map((name) => agent('local', { id: `agent:${name}`, label: name }))
    for (const to of ['anna', 'bo']) await call(gateway, 'ask', to, one)
    const first = await call(gateway, 'ask', 'cleo', other)
    const again = await call(gateway, 'ask', 'cleo', other)
    expect(again.workflowId).toBe(first.workflowId)
    expect(await pending(gateway)).toHaveLength(3)
    await gateway.close()
  })
})
