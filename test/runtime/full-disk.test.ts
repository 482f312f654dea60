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
  let taken = 0
  const wrap = (store: Store): Store => ({
    ...store,
    async commit(batch) {
      if (Number.isNaN(refused)) return store.commit(batch)
      if (taken > 0) {
        taken -= 1
        return store.commit(batch)
      }
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
    /** So many outcomes are taken first. */
    refuseAfter: (count: number) => {
      taken = count
    },
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
  const { response } = await world.runtime.get(agent(), { workflowId })
  const why =
    '‘run’ is done, but what came of it cannot be written down yet. The disk is full. It is kept in memory'
  expect(response.result).toMatchObject({
    status: 'waiting_for_action',
    message: expect.stringContaining(why),
  })
  const explained = await world.runtime.explain(agent(), { workflowId })
  expect(explained.answer).toMatchObject({
    waitingFor: expect.stringContaining(why),
    transitions: { run: { allowed: false, because: expect.stringContaining(why) } },
  })
  expect(world.runtime.unwritten.all()).toHaveLength(1)
  world.makeRoom()
  world.clock.fire()
  expect(await ended).toMatchObject({ response: { state: 'done', result: { status: 'completed' } } })
  expect(await world.store.run(workflowId)).toMatchObject({
    state: 'done',
    version: 2,
    activity: { kind: 'resting' },
  })
  expect(world.ran).toHaveLength(1)
  expect(world.runtime.unwritten.all()).toEqual([])
})

it('what cannot be written down however long one waits is a fault at once, and asked about when it can [store.full-disk] [store.outcome-lost]', async () => {
  const fault = new GatewayError('INTERNAL', 'The database cannot be used.')
  const world = openWorld(fault)
  const { workflowId, ended } = await world.run()
  expect(await ended).toBe(fault)
  const why =
    '‘run’ is not running any more and may have happened; what came of it is not known. That cannot be written down. The database cannot be used.'
  const told = async () => (await world.runtime.get(agent(), { workflowId })).response.result.message
  expect(await told()).toContain(why)
  expect((await world.runtime.explain(agent(), { workflowId })).answer.waitingFor).toContain(why)
  expect(world.clock.timers).toBe(1)
  world.clock.fire()
  await expect.poll(() => world.clock.timers).toBe(1)
  expect(world.faults).toEqual([fault])
  expect(await told()).toContain(why)
  world.makeRoom()
  world.clock.fire()
  await expect.poll(() => world.clock.timers).toBe(0)
  expect(await told()).toContain('was cut off while it ran; a person at the desk must say')
  expect(await world.store.run(workflowId)).toMatchObject({
    activity: { kind: 'interrupted' },
    version: 1,
  })
  expect(world.ran).toHaveLength(1)
  expect(world.runtime.unwritten.all()).toEqual([])
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
  expect(await world.store.run(workflowId)).toMatchObject({
    activity: { kind: 'interrupted' },
    version: 1,
  })
  expect(world.clock.timers).toBe(0)
})

it.each([
  ['full', FULL],
  ['cut off for good', new GatewayError('INTERNAL', 'The database cannot be used.')],
])(
  'a chain that a database %s has stopped goes on by itself when it is well again [store.outcome-lost]',
  async (_, fault) => {
    const next = (target: string) => declareTransition(target, { actor: 'deterministic' })
    const world = openWorld(
      fault,
      declareWorkflow({
        ready: declareState({ run: declareTransition('first', { executor: declareProgram('fill') }) }),
        first: declareState({ next: next('second') }),
        second: declareState({ last: next('done') }),
        done: declareState(),
      }),
    )
    world.refuseAfter(1)
    const { workflowId, ended } = await world.run()
    await expect.poll(() => world.runtime.unwritten.of(workflowId)).toMatchObject({ what: 'move' })
    const { response } = await world.runtime.get(agent(), { workflowId })
    expect(response.result.message).toMatch(/^The engine cannot go on with ‘(next|last)’/)
    expect((await world.runtime.explain(agent(), { workflowId })).answer.waitingFor).toBe(
      response.result.message,
    )
    world.makeRoom()
    world.clock.fire()
    await ended
    await expect
      .poll(() => world.store.run(workflowId))
      .toMatchObject({ state: 'done', version: 4, activity: { kind: 'resting' } })
    expect(world.ran).toHaveLength(1)
    expect(world.runtime.unwritten.all()).toEqual([])
  },
)

it('an item that cannot be ended in time holds up no other, and ends a second later [store.full-disk] [gate.timeout]', async () => {
  const gates = [{ required: true as const, quorum: 1, notRequester: false }]
  const held = declareWorkflow({
    ready: declareState({ run: declareTransition('done', { gates, executor: declareProgram('fill') }) }),
    done: declareState(),
  })
  const refused: string[] = []
  const wrap = (store: Store): Store => ({
    ...store,
    async commit(batch) {
      const late = batch.approvals?.find(({ status }) => status === 'expired')
      if (late === undefined || refused.length > 0) return store.commit(batch)
      refused.push(late.id)
      throw FULL
    },
  })
  const { runtime, store, clock, faults } = openSmallWorld(held, () => 0, { wrap })
  for (const _ of ['first', 'second']) {
    const { response } = await runtime.start(agent(), { definitionId: 'flow', input: {} })
    const { workflowId = '' } = response
    await runtime.submit(agent(), { workflowId, expectedVersion: 1, transition: 'run', arguments: {} })
  }
  const waiting = async () => (await store.approvals({ status: ['pending'] }, { limit: 9 })).items
  const asked = await waiting()
  expect(asked).toHaveLength(2)
  clock.fire()
  await expect.poll(waiting).toHaveLength(1)
  expect((await waiting()).map(({ id }) => id)).toEqual(refused)
  expect(faults).toEqual([FULL])
  await expect.poll(() => clock.timers).toBeGreaterThan(0)
  const due = Date.parse(asked[0]?.deadlineAt ?? '')
  expect(clock.now()).toBe(due)
  clock.fire()
  await expect.poll(waiting).toEqual([])
  expect(clock.now()).toBe(due + 1000)
  expect(faults).toEqual([FULL])
})
