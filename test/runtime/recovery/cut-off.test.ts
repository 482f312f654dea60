/**
 * What a gateway that stops cuts off is left to the next one as by a crash, where it may be done again (R4.7). What
 * ends in time is told and asked as ever (R4.4).
 */
import { expect, it } from 'vitest'
import type { ExecutionOutcome } from '../../../src/main/model/call.ts'
import type { Transition } from '../../../src/main/model/definition.ts'
import { agent, person } from '../../support/gateway.ts'
import {
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../../workflow/declarations.ts'
import { openNext, openSmallWorld, submitGo } from '../small-world.ts'

/** Ends only when it is stopped. */
const untilStopped = (signal: AbortSignal): Promise<ExecutionOutcome> =>
  new Promise((resolve) => {
    const stopped = { ok: false, errorClass: 'permanent', message: 'Stopped.', content: [], uncertain: true }
    signal.addEventListener('abort', () => resolve(stopped as ExecutionOutcome))
  })

it.each([
  [true, { status: 'running', activity: { kind: 'claimed' }, failure: null }, 'completed', 1],
  [false, { status: 'running', activity: { kind: 'resting' }, failure: { uncertain: true } }, 'running', 0],
])(
  'a program that may be repeated (%s) and is cut off by an orderly stop is done by the next gateway, another is not [R4.7]',
  async (idempotent, left, after, again) => {
    const executor = declareProgram('work', [], { idempotent })
    const flow = declareWorkflow(
      { a: declareState({ go: declareTransition('b', { executor }) }), b: declareState() },
      { id: 'flow' },
    )
    const one = openSmallWorld(flow, (_, signal) => untilStopped(signal))
    const { workflowId, submitted } = await submitGo(one)
    const closed = one.runtime.close(10)
    one.clock.fire()
    await closed
    const { result } = (await submitted).response
    expect(result.status).toBe(idempotent ? 'waiting_for_action' : 'failed')
    if (idempotent) expect(result.message).toContain('It does the step again when it runs')
    expect(await one.store.run(workflowId)).toMatchObject(left)

    const two = await openNext(one, flow, () => ({ done: true }))
    await expect.poll(async () => (await two.store.run(workflowId))?.status, { timeout: 20_000 }).toBe(after)
    expect(two.ran).toHaveLength(again)
  },
)

it.each<[string, Partial<Transition>]>([
  ['approve', { gates: [{ required: true, quorum: 1, notRequester: false }] }],
  ['go', { actor: 'human' }],
])(
  'what a person let through by ‘%s’ and an orderly stop cuts off is decided, and not said to be done [R4.7]',
  async (outcome, more) => {
    const executor = declareProgram('work', [], { idempotent: true })
    const go = declareTransition('b', { executor, ...more })
    const flow = declareWorkflow({ a: declareState({ go }), b: declareState() }, { id: 'flow' })
    const one = openSmallWorld(flow, (_, signal) => untilStopped(signal))
    const { response } = await one.runtime.start(agent(), { definitionId: 'flow', input: {} })
    const workflowId = response.workflowId ?? ''
    await one.runtime.submit(agent(), { workflowId, expectedVersion: 1, transition: 'go', arguments: {} })
    const [item] = (await one.store.approvals({ status: ['pending'] }, { limit: 1 })).items
    const choice = { approvalId: item?.id ?? '', outcome, arguments: {} }
    const preview = await one.runtime.previewDecision(person(), choice)
    const decided = one.runtime.decide(person(), { ...choice, comment: '', hash: preview?.hash ?? '' })
    await expect.poll(() => one.ran.length, { timeout: 20_000 }).toBe(1)
    const closed = one.runtime.close(10)
    one.clock.fire()
    await closed
    expect(await decided).toMatchObject({
      kind: 'decided',
      answer: { response: { result: { status: 'waiting_for_action' } } },
    })
    const two = await openNext(one, flow, () => ({ done: true }))
    await expect
      .poll(async () => (await two.store.run(workflowId))?.status, { timeout: 20_000 })
      .toBe('completed')
    expect(two.ran).toHaveLength(1)
  },
)

it.each<
  [string, Record<string, Transition>, { answer: string; items: number; status: string; told: string[] }]
>([
  [
    'people are asked there',
    { choose: declareTransition('c', { actor: 'human' }) },
    { answer: 'executed', items: 1, status: 'running', told: [] },
  ],
  [
    'what is the engine’s is done by the next gateway',
    {
      choose: declareTransition('c', { actor: 'human' }),
      pass: declareTransition('c', { actor: 'system', executor: declareProgram('pass', []) }),
    },
    { answer: 'executed', items: 0, status: 'completed', told: ['workflow.completed'] },
  ],
  [
    'it has ended, which is told',
    {},
    { answer: 'completed', items: 0, status: 'completed', told: ['workflow.completed'] },
  ],
])('a step that ends while the gateway stops leads on: %s [R4.4]', async (_, transitions, expected) => {
  const go = declareTransition('b', { executor: declareProgram('work', []) })
  const states = { a: declareState({ go }), b: declareState(transitions), c: declareState() }
  const flow = declareWorkflow(states, { id: 'flow' })
  const ends = Promise.withResolvers<ExecutionOutcome>()
  const one = openSmallWorld(flow, () => ends.promise)
  const { workflowId, submitted } = await submitGo(one)
  const closed = one.runtime.close(10)
  ends.resolve({ ok: true, output: {}, evidence: [], content: [] })
  await closed
  expect((await submitted).response.result.status).toBe(expected.answer)
  expect(one.ran).toHaveLength(1)

  const two = await openNext(one, flow, () => ({}))
  await expect
    .poll(async () => (await two.store.run(workflowId))?.status, { timeout: 20_000 })
    .toBe(expected.status)
  expect((await two.store.approvals({ status: ['pending'] }, { limit: 1 })).total).toBe(expected.items)
  const { items } = await two.store.audit({ workflowId, eventTypes: ['workflow.completed'] }, { limit: 5 })
  expect(items.map(({ eventType }) => eventType)).toEqual(expected.told)
})
