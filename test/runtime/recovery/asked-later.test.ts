import { expect, it } from 'vitest'
import { GatewayError } from '../../../src/main/model/error.ts'
import type { Store } from '../../../src/main/runtime/ports.ts'
import { agent } from '../../support/gateway.ts'
import {
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../../workflow/declarations.ts'
import { openNext, openSmallWorld, refuseTwice, submitGo } from '../small-world.ts'

it.each([true, false])(
  'what a crash has cut off, and cannot be asked about at the start, is asked about later, whether or not the fault passes by itself: %s [store.outcome-lost]',
  async (isPassing) => {
    const fault = new GatewayError('INTERNAL', 'The database cannot be used.', { isPassing })
    const go = declareTransition('b', { executor: declareProgram('work') })
    const flow = declareWorkflow({ a: declareState({ go }), b: declareState() }, { id: 'flow' })
    const crashed = openSmallWorld(flow, () => new Promise(() => {}))
    const { workflowId } = await submitGo(crashed)
    const { refused, wrap } = refuseTwice('workflow.interrupted', fault)
    const next = await openNext(crashed, flow, () => 0, { wrap })
    const asked = async () => (await next.store.approvals({ status: ['pending'] }, { limit: 1 })).items[0]
    for (let turn = 0; turn < 1000 && (await asked()) === undefined; turn += 1) {
      await new Promise(setImmediate)
      next.clock.fire()
    }
    expect(await asked()).toMatchObject({ kind: 'interrupted', workflowId })
    expect(refused()).toBe(2)
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
  const go = declareTransition('b', { executor: declareProgram('work') })
  const flow = declareWorkflow({ a: declareState({ go }), b: declareState() }, { id: 'flow' })
  const { runtime, store, clock, ran } = openSmallWorld(flow, () => 0, { wrap })
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
  const pass = async () => {
    for (let turn = 0; turn < 100; turn += 1) {
      await new Promise(setImmediate)
      clock.fire()
    }
  }
  await pass()
  late.resolve()
  expect((await second).response.error).toMatchObject({ code: 'WORKFLOW_BUSY' })
  await pass()
  const { items } = await store.approvals({ status: ['pending'] }, { limit: 10 })
  expect(items).toMatchObject([{ kind: 'interrupted', workflowId: call.workflowId }])
  expect(ran).toHaveLength(1)
})
