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
import { openSmallWorld } from '../small-world.ts'

it.each([true, false])(
  'what a crash has cut off, and cannot be asked about at the start, is asked about later, whether or not the fault passes by itself: %s [store.outcome-lost]',
  async (isPassing) => {
    const fault = new GatewayError('INTERNAL', 'The database cannot be used.', { isPassing })
    const go = declareTransition('b', { executor: declareProgram('work') })
    const flow = declareWorkflow({ a: declareState({ go }), b: declareState() }, { id: 'flow' })
    const crashed = openSmallWorld(flow, () => new Promise(() => {}))
    const { response } = await crashed.runtime.start(agent(), { definitionId: 'flow', input: {} })
    const workflowId = response.workflowId ?? ''
    void crashed.runtime.submit(agent(), { workflowId, expectedVersion: 1, transition: 'go', arguments: {} })
    await expect.poll(() => crashed.ran.length, { timeout: 20_000 }).toBe(1)

    let refused = 0
    const wrap = (store: Store): Store => ({
      ...store,
      async commit(batch) {
        if (refused > 1 || !batch.audit.some(({ eventType }) => eventType === 'workflow.interrupted'))
          return store.commit(batch)
        refused += 1
        throw fault
      },
    })
    const next = openSmallWorld(flow, () => 0, {
      wrap,
      beside: crashed,
      membership: { id: 'gw_two', isGone: async () => true },
    })
    await next.runtime.recover()
    const asked = async () => (await next.store.approvals({ status: ['pending'] }, { limit: 1 })).items[0]
    for (let turn = 0; turn < 1000 && (await asked()) === undefined; turn += 1) {
      await new Promise(setImmediate)
      next.clock.fire()
    }
    expect(await asked()).toMatchObject({ kind: 'interrupted', workflowId })
    expect(refused).toBe(2)
    expect(next.ran).toEqual([])
  },
)
