import { expect, it } from 'vitest'
import { GatewayError } from '../../../src/main/model/error.ts'
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
