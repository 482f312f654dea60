import { expect, it } from 'vitest'
import { GatewayError } from '../../../src/main/model/error.ts'
import type { Store } from '../../../src/main/runtime/ports.ts'
import { agent, person } from '../../support/gateway.ts'
import {
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../../workflow/declarations.ts'
import { openNext, openSmallWorld, refuseTwice, type SmallWorld, submitGo } from '../small-world.ts'

const go = declareTransition('b', { executor: declareProgram('work') })
const flow = declareWorkflow({ a: declareState({ go }), b: declareState() }, { id: 'flow' })

const pendingIn = async ({ store }: SmallWorld) =>
  (await store.approvals({ status: ['pending'] }, { limit: 10 })).items

/** Whatever waits for a time that comes has come. */
async function settle({ clock }: SmallWorld): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) {
    await new Promise(setImmediate)
    clock.fire()
  }
}

it.each([true, false])(
  'what a crash has cut off, and cannot be asked about at the start, is asked about later, whether or not the fault passes by itself: %s [store.outcome-lost]',
  async (isPassing) => {
    const fault = new GatewayError('INTERNAL', 'The database cannot be used.', { isPassing })
    const crashed = openSmallWorld(flow, () => new Promise(() => {}))
    const { workflowId } = await submitGo(crashed)
    const { refused, wrap } = refuseTwice('workflow.interrupted', fault)
    const next = await openNext(crashed, flow, () => 0, { wrap })
    const { response } = await next.runtime.get(agent(), { workflowId })
    expect(response.result.message).toMatch(/^‘go’ is not running any more and may have happened/)
    const asked = async () => (await next.store.approvals({ status: ['pending'] }, { limit: 1 })).items[0]
    for (let turn = 0; turn < 1000 && (await asked()) === undefined; turn += 1) {
      await new Promise(setImmediate)
      next.clock.fire()
    }
    expect(await asked()).toMatchObject({ kind: 'interrupted', workflowId })
    expect(refused()).toBe(2)
    // The start tells it once, and later tries once more what does not pass by itself.
    expect(next.faults).toEqual(isPassing ? [fault] : [fault, fault])
    expect(next.ran).toEqual([])
  },
)

it('what came of a step and could not be written is asked about, also where another call for its run was about to be turned away when that was looked at [store.outcome-lost]', async () => {
  const late = Promise.withResolvers<void>()
  let claims = 0
  const wrap = (store: Store): Store => ({
    ...store,
    async commit(batch) {
      const says = (type: string) => batch.audit.some(({ eventType }) => eventType === type)
      if (says('executor.succeeded')) throw new Error('The database cannot be used.')
      if (says('executor.started') && ++claims === 1) await late.promise
      return await store.commit(batch)
    },
  })
  const world = openSmallWorld(flow, () => 0, { wrap })
  const { runtime, ran } = world
  const { response } = await runtime.start(agent(), { definitionId: 'flow', input: {} })
  const call = {
    workflowId: response.workflowId ?? '',
    expectedVersion: 1,
    transition: 'go',
    arguments: {},
  }
  const second = runtime.submit(agent(), call)
  await expect.poll(() => claims).toBe(1)
  await expect(runtime.submit(agent(), call)).rejects.toThrow('The database cannot be used.')
  await settle(world)
  late.resolve()
  expect((await second).response.error).toMatchObject({ code: 'WORKFLOW_BUSY' })
  await settle(world)
  expect(await pendingIn(world)).toMatchObject([{ kind: 'interrupted', workflowId: call.workflowId }])
  expect(ran).toHaveLength(1)
})

it('what was cut off, and asked about by the gateway before, is not asked about again [R4.7]', async () => {
  const one = openSmallWorld(flow, () => new Promise(() => {}))
  const { response } = await one.runtime.start(agent(), { definitionId: 'flow', input: {} })
  const call = {
    workflowId: response.workflowId ?? '',
    expectedVersion: 1,
    transition: 'go',
    arguments: {},
  }
  void one.runtime.submit(agent('other', { sees: 'all' }), call)
  await expect.poll(() => one.ran.length, { timeout: 20_000 }).toBe(1)
  const two = await openNext(one, flow, () => 0)
  await expect.poll(async () => (await pendingIn(two)).length, { timeout: 20_000 }).toBe(1)
  const asked = await pendingIn(two)
  // It is the client’s that submitted it, whoever began the run.
  expect(asked).toMatchObject([{ client: 'other', requestedBy: 'agent:other' }])
  const membership = { id: 'gw_three', isGone: async () => true }
  const three = openSmallWorld(flow, () => 0, { beside: two, membership })
  // Ids are counted in each of these worlds: what it asked now would be another item.
  await three.runtime.start(agent(), { definitionId: 'flow', input: {} })
  await three.runtime.recover()
  await settle(three)
  expect(await pendingIn(three)).toEqual(asked)
  expect(three.ran).toEqual([])
})

it('what came of a step, and came of it again, and could not be written is asked about each time [store.outcome-lost]', async () => {
  const wrap = (store: Store): Store => ({
    ...store,
    async commit(batch) {
      if (batch.audit.some(({ eventType }) => eventType === 'executor.succeeded'))
        throw new Error('The database cannot be used.')
      return await store.commit(batch)
    },
  })
  const world = openSmallWorld(flow, () => 0, { wrap })
  const { runtime } = world
  const { response } = await runtime.start(agent(), { definitionId: 'flow', input: {} })
  const workflowId = response.workflowId ?? ''
  for (const time of [1, 2]) {
    const call = { workflowId, expectedVersion: 1, transition: 'go', arguments: {} }
    await expect(runtime.submit(agent(), call)).rejects.toThrow('The database cannot be used.')
    await settle(world)
    const [item, ...others] = await pendingIn(world)
    expect([item?.kind, others.length, world.ran.length]).toEqual(['interrupted', 0, time])
    const choice = { approvalId: item?.id ?? '', outcome: 'did_not_happen', arguments: {} }
    const preview = await runtime.previewDecision(person(), choice)
    await runtime.decide(person(), { ...choice, comment: '', hash: preview?.hash ?? '' })
  }
})

it('a gateway that has closed asks nothing any more [store.outcome-lost]', async () => {
  const one = openSmallWorld(flow, () => new Promise(() => {}))
  await submitGo(one)
  const { refused, wrap } = refuseTwice('workflow.interrupted', new Error('The database cannot be used.'))
  const two = await openNext(one, flow, () => 0, { wrap })
  expect(refused()).toBe(1)
  await two.runtime.close(0)
  await settle(two)
  expect([refused(), await pendingIn(two)]).toEqual([1, []])
})
