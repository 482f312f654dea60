/** Several gateways at one store: each recovers its own, and what one that is gone has left (R4.7). */
import { describe, expect, it } from 'vitest'
import { createElicitations } from '../../../src/main/runtime/items/elicitations.ts'
import type { Membership } from '../../../src/main/runtime/membership.ts'
import { agent } from '../../support/gateway.ts'
import {
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../../workflow/declarations.ts'
import { openSmallWorld, type SmallWorld } from '../small-world.ts'

const FLOW = declareWorkflow(
  {
    a: declareState({ go: declareTransition('b', { executor: declareProgram('work') }) }),
    b: declareState(),
  },
  { id: 'flow' },
)

/** The other gateways of the store that still run. */
function memberOf(id: string, living: Set<string>): Membership {
  return { id, isGone: async (other) => !living.has(other) }
}

async function begin({ runtime, ran }: SmallWorld): Promise<string> {
  const { response } = await runtime.start(agent(), { definitionId: 'flow', input: {} })
  const workflowId = response.workflowId ?? ''
  void runtime.submit(agent(), { workflowId, expectedVersion: 1, transition: 'go', arguments: {} })
  await expect.poll(() => ran.length, { timeout: 20_000 }).toBe(1)
  return workflowId
}

const never = () => new Promise<never>(() => {})

describe('a gateway that recovers', () => {
  it('leaves a step to the gateway that runs it, and takes it once that one is gone [runtime.whose]', async () => {
    const living = new Set(['gw_one', 'gw_two'])
    const one = openSmallWorld(FLOW, never, { membership: memberOf('gw_one', living) })
    const two = openSmallWorld(FLOW, never, { beside: one, membership: memberOf('gw_two', living) })
    const id = await begin(one)
    expect(await one.store.run(id)).toMatchObject({ activity: { kind: 'claimed' }, gateway: 'gw_one' })
    await two.runtime.recover()
    expect(await one.store.run(id)).toMatchObject({ activity: { kind: 'claimed' }, gateway: 'gw_one' })
    living.delete('gw_one')
    await two.runtime.recover()
    const run = await one.store.run(id)
    expect(run).toMatchObject({ activity: { kind: 'interrupted' } })
    expect(run).not.toHaveProperty('gateway')
  })

  it('asks nobody about what has begun since its start [runtime.whose]', async () => {
    const begun = Promise.withResolvers<string>()
    const world: SmallWorld = openSmallWorld(FLOW, never, {
      wrap: (store) => ({
        ...store,
        // Whether the clock was set is looked up first: then what is due may begin.
        async audit(...given) {
          begun.resolve(await begin(world))
          return await store.audit(...given)
        },
      }),
    })
    await world.runtime.recover()
    expect(await world.store.run(await begun.promise)).toMatchObject({ activity: { kind: 'claimed' } })
    expect((await world.store.approvals({ status: ['pending'] }, { limit: 1 })).items).toEqual([])
  })

  it('ends no run whose time is up while another gateway runs its step [runtime.whose]', async () => {
    const living = new Set(['gw_one', 'gw_two'])
    const late = { ...FLOW, timeoutMs: 1000 }
    const one = openSmallWorld(late, never, { membership: memberOf('gw_one', living) })
    const two = openSmallWorld(late, never, { beside: one, membership: memberOf('gw_two', living) })
    const id = await begin(one)
    const look = () => two.runtime.get(agent(), { workflowId: id })
    while (two.clock.elapsed() < 2000) {
      two.clock.after(1000, () => {})
      two.clock.fire()
    }
    await look()
    expect(await one.store.run(id)).toMatchObject({ status: 'running', gateway: 'gw_one' })
    living.delete('gw_one')
    await look()
    expect(await one.store.run(id)).toMatchObject({ status: 'timed_out', failure: { uncertain: true } })
  })

  it('takes its own, and what says of nobody whose it is, as an earlier version left it [runtime.whose]', async () => {
    const living = new Set(['gw_one', 'gw_two'])
    for (const left of ['gw_two', undefined]) {
      const one = openSmallWorld(FLOW, never, { membership: memberOf('gw_one', living) })
      const two = openSmallWorld(FLOW, never, { beside: one, membership: memberOf('gw_two', living) })
      const id = await begin(one)
      const run = await one.store.run(id)
      if (run === null) throw new Error('no run')
      const { gateway: _, ...rest } = run
      await one.store.commit({ expect: [], runs: [{ ...rest, ...(left && { gateway: left }) }], audit: [] })
      await two.runtime.recover()
      expect(await one.store.run(id)).toMatchObject({ activity: { kind: 'interrupted' } })
    }
  })

  it('names nobody where nothing goes on by itself [runtime.whose]', async () => {
    const one = openSmallWorld(FLOW, () => ({ exitCode: 0 }))
    const { response } = await one.runtime.start(agent(), { definitionId: 'flow', input: {} })
    const workflowId = response.workflowId ?? ''
    expect(await one.store.run(workflowId)).not.toHaveProperty('gateway')
    await one.runtime.submit(agent(), { workflowId, expectedVersion: 1, transition: 'go', arguments: {} })
    const run = await one.store.run(workflowId)
    expect(run).toMatchObject({ status: 'completed' })
    expect(run).not.toHaveProperty('gateway')
  })

  it('leaves the question of a server to the gateway whose call is open [runtime.whose]', async () => {
    const living = new Set(['gw_one', 'gw_two'])
    const one = openSmallWorld(FLOW, never, { membership: memberOf('gw_one', living) })
    const two = openSmallWorld(FLOW, never, { beside: one, membership: memberOf('gw_two', living) })
    const { runtime, store, clock } = one
    const elicitations = createElicitations({
      items: () => runtime.items,
      pauses: () => runtime.pauses,
      begun: async () => {},
      store,
      clock,
      ids: { workflow: () => 'wf_1', next: (prefix) => `${prefix}_1` },
      timeoutMs: () => 60_000,
    })
    const question = { connection: 'db', message: 'Which?', schema: { type: 'object' }, calls: [] }
    void elicitations.ask(question, new AbortController().signal)
    const pending = async () =>
      (await store.approvals({ kind: ['elicitation'], status: ['pending'] }, { limit: 9 })).items
    await expect.poll(async () => (await pending()).length, { timeout: 20_000 }).toBe(1)
    await two.runtime.recover()
    expect(await pending()).toMatchObject([{ gateway: 'gw_one' }])
    living.delete('gw_one')
    await two.runtime.recover()
    expect(await pending()).toEqual([])
  })

  it('takes back nothing that is asked about a configuration or a tool: no call waits for it [runtime.whose]', async () => {
    const world = openSmallWorld(FLOW, never)
    const { runtime, store } = world
    for (const kind of ['configuration', 'tool_change'] as const)
      await runtime.items.ask({
        kind,
        key: `${kind} one`,
        subject: { name: kind },
        requestedBy: 'engine',
        client: 'engine',
      })
    await runtime.recover()
    const { items } = await store.approvals({ status: ['pending'] }, { limit: 9 })
    expect(items.map(({ kind }) => kind).sort()).toEqual(['configuration', 'tool_change'])
  })
})
