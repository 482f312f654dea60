import { expect, it } from 'vitest'
import { GatewayError } from '../../src/main/model/error.ts'
import type { Store } from '../../src/main/runtime/ports.ts'
import { agent } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { openSmallWorld } from './small-world.ts'

const FULL = new GatewayError('INTERNAL', 'The disk is full.', { isPassing: true })
const flow = declareWorkflow({
  ready: declareState({ run: declareTransition('done', { executor: declareProgram('fill') }) }),
  done: declareState(),
})

function openWorld(fault: GatewayError) {
  let refused = Number.NaN
  const wrap = (store: Store): Store => ({
    ...store,
    async commit(batch) {
      if (Number.isNaN(refused)) return store.commit(batch)
      refused += 1
      throw fault
    },
  })
  const world = openSmallWorld(flow, () => (refused = 0), { wrap })
  return {
    ...world,
    refused: () => refused,
    makeRoom: () => {
      refused = Number.NaN
    },
    async run() {
      const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
      const { workflowId = '' } = response
      const call = { workflowId, expectedVersion: 1, transition: 'run', arguments: {} }
      return { workflowId, ended: world.runtime.submit(agent(), call).catch((fault: unknown) => fault) }
    },
  }
}

it('what has run while there was no room to write it down is written down when there is [store.full-disk]', async () => {
  const world = openWorld(FULL)
  const { workflowId, ended } = await world.run()
  await expect.poll(world.refused).toBe(1)
  expect(world.clock.fire()).toBe(true)
  await expect.poll(world.refused).toBe(2)
  expect(world.faults).toEqual([FULL])
  world.makeRoom()
  world.clock.fire()
  expect(await ended).toMatchObject({ response: { state: 'done', result: { status: 'completed' } } })
  expect(await world.store.instance(workflowId)).toMatchObject({ state: 'done', version: 2, claim: null })
  expect(world.ran).toHaveLength(1)
})

it('what cannot be written down however long one waits is a fault at once [store.full-disk]', async () => {
  const fault = new GatewayError('INTERNAL', 'The database cannot be used.')
  const world = openWorld(fault)
  const { ended } = await world.run()
  expect(await ended).toBe(fault)
  expect(world.clock.timers).toBe(0)
})
