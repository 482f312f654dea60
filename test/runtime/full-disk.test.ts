import { expect, it } from 'vitest'
import type { ExecutionOutcome } from '../../src/main/model/call.ts'
import { GatewayError } from '../../src/main/model/error.ts'
import type { Store } from '../../src/main/runtime/ports.ts'
import { agent, person } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { openSmallWorld } from './small-world.ts'

const FULL = new GatewayError('INTERNAL', 'The disk is full.', { isPassing: true })
const flow = declareWorkflow({
  ready: declareState({ run: declareTransition('done', { executor: declareProgram('fill') }) }),
  done: declareState(),
})

type Answer = Parameters<typeof openSmallWorld>[1]

function openWorld(fault: GatewayError, definition = flow, answer: Answer = () => 0) {
  let refused = Number.NaN
  const wrap = (store: Store): Store => ({
    ...store,
    async commit(batch) {
      if (Number.isNaN(refused)) return store.commit(batch)
      refused += 1
      throw fault
    },
  })
  const fill: Answer = (call, signal) => {
    refused = 0
    return answer(call, signal)
  }
  const world = openSmallWorld(definition, fill, { wrap })
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

it('nobody ends what has run and cannot be written down yet [store.full-disk]', async () => {
  const world = openWorld(FULL, { ...flow, timeoutMs: 2000 })
  const { workflowId, ended } = await world.run()
  await expect.poll(world.refused).toBe(1)
  const cancelled = world.runtime.cancel(person(), { workflowId, reason: 'Too late.' })
  await expect(cancelled).rejects.toBe(FULL)
  while (world.refused() < 5) {
    world.clock.fire()
    await new Promise(setImmediate)
  }
  expect(world.clock.now()).toBeGreaterThan(Date.parse('2026-01-01T00:00:02.000Z'))
  world.makeRoom()
  // The next attempt, and the next look at the deadline.
  world.clock.fire()
  world.clock.fire()
  expect(await ended).toMatchObject({ response: { state: 'done', result: { status: 'completed' } } })
  expect(world.faults).toEqual([FULL])
})

it('what was stopped while there was no room is asked about when there is [store.full-disk]', async () => {
  const stopped = (signal: AbortSignal) =>
    new Promise<ExecutionOutcome>((resolve) => {
      const outcome = { errorClass: 'permanent' as const, message: 'Stopped.', content: [], uncertain: true }
      signal.addEventListener('abort', () => resolve({ ok: false, ...outcome }))
    })
  const world = openWorld(FULL, flow, (_, signal) => stopped(signal))
  const { workflowId, ended } = await world.run()
  await expect.poll(() => world.ran.length).toBe(1)
  await expect(world.runtime.cancel(person(), { workflowId, reason: 'No.' })).rejects.toBe(FULL)
  expect(await ended).toBe(FULL)
  world.clock.fire()
  await expect.poll(() => world.clock.timers).toBe(1)
  world.makeRoom()
  world.clock.fire()
  await expect
    .poll(async () => (await world.store.approvals({ workflowId }, { limit: 1 })).items)
    .toMatchObject([{ kind: 'interrupted', status: 'pending' }])
  expect(await world.store.instance(workflowId)).toMatchObject({ interrupted: true, version: 1 })
  expect(world.clock.timers).toBe(0)
})
