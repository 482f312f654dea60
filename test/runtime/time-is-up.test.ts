/** How long a call is held open, a step may take and the end of a gateway waits: by a clock that goes when the test says so. */
import { expect, it } from 'vitest'
import type { ExecutionOutcome } from '../../src/main/model/call.ts'
import type { Gate } from '../../src/main/model/definition.ts'
import { calm } from '../simulation/scheduler.ts'
import { agent, person } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { openSmallWorld, submitGo } from './small-world.ts'

const GATE: Gate = { required: true, quorum: 1, notRequester: false }
const executor = declareProgram('run')

it('a call that is held from one gate to the next is answered when its time is up, counted from its beginning [runtime.holds-through] [R4.6]', async () => {
  const flow = declareWorkflow({
    ready: declareState({ go: declareTransition('next', { executor, gates: [GATE] }) }),
    next: declareState({
      on: declareTransition('done', { actor: 'deterministic', executor, gates: [GATE] }),
    }),
    done: declareState(),
  })
  const { runtime, store, clock } = openSmallWorld(flow, () => ({}))
  const { response } = await runtime.start(agent(), { definitionId: 'flow', input: {} })
  const call = {
    workflowId: response.workflowId ?? '',
    expectedVersion: 1,
    transition: 'go',
    arguments: {},
  }
  const began = clock.elapsed()
  let answeredAt: number | null = null
  void runtime.submit(agent(), call, { holdMs: 10_000 }).then(() => {
    answeredAt = clock.elapsed() - began
  })
  await calm()
  clock.after(6_000, () => {})
  clock.fire()
  const { items } = await store.approvals({ status: ['pending'] }, { limit: 1 })
  const about = { approvalId: items[0]?.id ?? '', outcome: 'approve', arguments: {} }
  const { hash = '' } = (await runtime.previewDecision(person(), about)) ?? {}
  expect(await runtime.decide(person(), { ...about, comment: '', hash })).toMatchObject({ kind: 'decided' })
  await calm()
  expect(answeredAt).toBeNull()
  clock.fire()
  await calm()
  expect(answeredAt).toBe(10_000)
  await runtime.close(0)
})

it('the end of a gateway waits for a step that runs alone, and for what it came to [engine.draining]', async () => {
  const flow = declareWorkflow({
    ready: declareState({ go: declareTransition('done', { executor }) }),
    done: declareState(),
  })
  let end = (_: ExecutionOutcome) => {}
  const world = openSmallWorld(
    flow,
    () =>
      new Promise<ExecutionOutcome>((resolve) => {
        end = resolve
      }),
  )
  const { workflowId } = await submitGo(world)
  let isClosed = false
  const closed = world.runtime.close(60_000).then(() => {
    isClosed = true
  })
  await calm()
  expect(isClosed).toBe(false)
  end({ ok: true, output: {}, evidence: [], content: [] })
  await closed
  expect(await world.store.run(workflowId)).toMatchObject({ state: 'done', status: 'completed' })
})

it('a step that does not answer in time has failed by that, whatever its program takes its end for [engine.attempt-timeout]', async () => {
  const flow = declareWorkflow({
    ready: declareState({
      go: declareTransition('done', { executor, reliability: { timeoutMs: 100, fallback: [] } }),
    }),
    done: declareState(),
  })
  const world = openSmallWorld(
    flow,
    (_call, signal) =>
      new Promise((resolve) => {
        const ended = { errorClass: 'permanent' as const, message: 'It was ended.', uncertain: true }
        signal.addEventListener('abort', () => resolve({ ok: false, content: [], ...ended }))
      }),
  )
  const { workflowId, submitted } = await submitGo(world)
  world.clock.fire()
  await submitted
  expect((await world.store.run(workflowId))?.failure).toMatchObject({
    errorClass: 'timeout',
    message: expect.stringContaining('There was no answer within 100 ms'),
  })
  await world.runtime.close(0)
})
