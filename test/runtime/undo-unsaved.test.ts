import { expect, it } from 'vitest'
import { GatewayError } from '../../src/main/model/error.ts'
import { calm } from '../simulation/scheduler.ts'
import { agent, person } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { openSmallWorld, refuseTwice, type SmallWorld } from './small-world.ts'

const FLOW = declareWorkflow({
  ready: declareState({
    ship: declareTransition('done', { actor: 'human', risk: 'high', executor: declareProgram('ship') }),
  }),
  done: declareState(),
})

async function decide({ runtime }: SmallWorld, approvalId: string) {
  const request = { approvalId, outcome: 'ship', arguments: {} }
  const hash = (await runtime.previewDecision(person(), request))?.hash ?? ''
  return await runtime.decide(person(), { ...request, comment: '', hash })
}

async function passTime({ clock }: SmallWorld, until: string) {
  for (let turn = 0; turn < 50 && clock.latest() < Date.parse(until) && clock.fire(); turn += 1) await calm()
}

it('a decision that was taken back does not run where that could not be saved in its time, and can be made again [R5.6] [undo.unsaved]', async () => {
  const held = new GatewayError('INTERNAL', 'The database is held.', { isPassing: true })
  const refusing = refuseTwice('human.approval.undone', held)
  const world = openSmallWorld(FLOW, () => ({}), { wrap: refusing.wrap, undoMs: 8000 })
  const { runtime, store, ran } = world
  await runtime.recover()
  await runtime.start(agent(), { definitionId: 'flow', input: {} })
  const [item] = (await store.approvals({ status: ['pending'] }, { limit: 1 })).items
  const id = item?.id ?? ''
  expect(await decide(world, id)).toMatchObject({ kind: 'scheduled' })
  await calm()
  await expect(runtime.undo(person('ben'), { approvalId: id })).rejects.toThrow('The database is held.')
  await passTime(world, '2026-01-01T00:00:12Z')
  expect(ran).toEqual([])
  expect(refusing.refused()).toBe(2)
  expect(await store.approval(id)).toMatchObject({
    status: 'pending',
    returned: { by: 'human:ben', because: 'It was taken back.' },
  })
  expect(await decide(world, id)).toMatchObject({ kind: 'scheduled' })
  await passTime(world, '2026-01-01T00:02:00Z')
  expect(ran).toHaveLength(1)
  expect(await store.approval(id)).toMatchObject({ status: 'approved' })
  await runtime.close(0)
})
