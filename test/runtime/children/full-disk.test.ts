import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import type { AuditEventType } from '../../../src/main/model/audit-event.ts'
import { GatewayError } from '../../../src/main/model/error.ts'
import { agent } from '../../support/gateway.ts'
import {
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../../workflow/declarations.ts'
import { openSmallWorld, refuseTwice } from '../small-world.ts'

const FULL = new GatewayError('INTERNAL', 'The disk is full.', { isPassing: true })

const parent = declareWorkflow(
  {
    a: declareState({
      go: declareTransition('b', {
        executor: { kind: 'workflow', definitionId: 'child', input: {}, idempotent: false },
      }),
      leave: declareTransition('b'),
    }),
    b: declareState(),
  },
  { id: 'parent' },
)
const child = declareWorkflow(
  {
    a: declareState({
      work: declareTransition('b', { actor: 'deterministic', executor: declareProgram('work') }),
    }),
    b: declareState({ end: declareTransition('c') }),
    c: declareState(),
  },
  { id: 'child' },
)

const UNKNOWN = new GatewayError('INTERNAL', 'The database cannot be used.')

it.each<[string, AuditEventType, string, [string, string], GatewayError?]>([
  [
    'the first step of a workflow that another one waits for',
    'executor.started',
    'end',
    ['completed', 'completed'],
  ],
  ['what became of it', 'sub_workflow.completed', 'end', ['completed', 'completed']],
  [
    'its end, where the other one went on without it',
    'workflow.cancelled',
    'leave',
    ['completed', 'cancelled'],
  ],
  [
    'its end, where nobody knows why it was refused,',
    'workflow.cancelled',
    'leave',
    ['completed', 'cancelled'],
    UNKNOWN,
  ],
])(
  '%s is written down as soon as there is room [store.full-disk]',
  async (_, event, next, ends, fault = FULL) => {
    const { refused, wrap } = refuseTwice(event, fault)
    const content = { workflows: { parent, child }, capabilities: [], connections: {} }
    const { runtime, store, clock, ran, faults } = openSmallWorld(content, () => 0, { wrap })
    const { response } = await runtime.start(agent(), { definitionId: 'parent', input: {} })
    const workflowId = response.workflowId ?? ''
    const submit = (id: string, expectedVersion: number, transition: string) =>
      runtime.submit(agent(), { workflowId: id, expectedVersion, transition, arguments: {} })
    const call = submit(workflowId, 1, 'go')
    const below = async () => (await store.children(workflowId))[0]
    /** Time goes on as soon as something was refused. */
    const until = async (holds: () => Promise<boolean>) => {
      for (let turn = 0; turn < 1000 && !(await holds()); turn += 1) {
        await new Promise(setImmediate)
        if (refused() > 0) clock.fire()
      }
      expect(await holds()).toBe(true)
    }
    await until(async () => (await below())?.version === 2)
    await (next === 'leave' ? submit(workflowId, 1, next) : submit((await below())?.id ?? '', 2, next))
    await until(async () =>
      isDeepStrictEqual([(await store.run(workflowId))?.status, (await below())?.status], ends),
    )
    expect(refused()).toBe(2)
    await call
    expect(ran).toHaveLength(1)
    expect(faults).toEqual([fault])
  },
)

it('a workflow that is the other way of a step that failed begins as soon as there is room [store.full-disk]', async () => {
  const { refused, wrap } = refuseTwice('sub_workflow.started', FULL)
  const instead = { kind: 'workflow', definitionId: 'child', input: {}, idempotent: false } as const
  const go = declareTransition('b', {
    executor: declareProgram('fails'),
    reliability: { fallback: [instead] },
  })
  const other = declareWorkflow({ a: declareState({ go }), b: declareState() }, { id: 'parent' })
  const content = { workflows: { parent: other, child }, capabilities: [], connections: {} }
  const { runtime, store, clock, ran } = openSmallWorld(content, (call) => (call === 0 ? null : 0), { wrap })
  const { response } = await runtime.start(agent(), { definitionId: 'parent', input: {} })
  const workflowId = response.workflowId ?? ''
  void runtime.submit(agent(), { workflowId, expectedVersion: 1, transition: 'go', arguments: {} })
  for (let turn = 0; turn < 1000 && (await store.children(workflowId))[0]?.version !== 2; turn += 1) {
    await new Promise(setImmediate)
    if (refused() > 0) clock.fire()
  }
  expect(refused()).toBe(2)
  expect(await store.children(workflowId)).toMatchObject([{ version: 2, state: 'b' }])
  expect(await store.run(workflowId)).toMatchObject({ activity: { kind: 'parked' } })
  expect(ran).toHaveLength(2)
})
