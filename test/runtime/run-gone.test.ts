import { expect, it } from 'vitest'
import { quiet } from '../simulation/scheduler.ts'
import { agent, person } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { openSmallWorld } from './small-world.ts'

it('a decision whose run was lost before its time was over is a question again, and says why [R5.6] [store.damaged-row]', async () => {
  const go = declareTransition('done', { actor: 'human', executor: declareProgram('run'), undoMs: 8000 })
  const flow = declareWorkflow({ ready: declareState({ go }), done: declareState() })
  let isLost = false
  const world = openSmallWorld(flow, () => ({}), {
    wrap: (store) => ({ ...store, run: async (id) => (isLost ? null : await store.run(id)) }),
  })
  const { runtime, store, clock } = world
  await runtime.recover()
  await runtime.start(agent(), { definitionId: 'flow', input: {} })
  const [item] = (await store.approvals({ status: ['pending'] }, { limit: 1 })).items
  const request = { approvalId: item?.id ?? '', outcome: 'go', arguments: {} }
  const preview = await runtime.previewDecision(person(), request)
  const decided = await runtime.decide(person(), { ...request, comment: '', hash: preview?.hash ?? '' })
  expect(decided.kind).toBe('scheduled')
  isLost = true
  const statusOf = async () => (await store.approval(request.approvalId))?.status
  for (let turn = 0; turn < 50 && (await statusOf()) === 'scheduled'; turn += 1) {
    clock.fire()
    await quiet()
  }
  expect(await store.approval(request.approvalId)).toMatchObject({
    status: 'pending',
    decision: null,
    returned: { because: 'The run that it belongs to is not in the database any more.' },
  })
  expect([world.ran, world.faults]).toEqual([[], []])
  await runtime.close(0)
})
