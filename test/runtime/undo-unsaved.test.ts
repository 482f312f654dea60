import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../src/main/model/error.ts'
import { calm } from '../simulation/scheduler.ts'
import { agent, person } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { openSmallWorld, refuse, type SmallWorld } from './small-world.ts'

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

const HELD = new GatewayError('INTERNAL', 'The database is held.', { isPassing: true, reason: 'It is held.' })

/** Decided, and taken back at a moment at which the database takes it at the `refusals`th attempt after. */
async function takeBack(refusals: number) {
  const refusing = refuse('human.approval.undone', HELD, refusals)
  const world = openSmallWorld(FLOW, () => ({}), { wrap: refusing.wrap, undoMs: 8000 })
  const { runtime, store } = world
  await runtime.recover()
  await runtime.start(agent(), { definitionId: 'flow', input: {} })
  const [item] = (await store.approvals({ status: ['pending'] }, { limit: 1 })).items
  const id = item?.id ?? ''
  expect(await decide(world, id)).toMatchObject({ kind: 'scheduled' })
  await calm()
  const undone = await runtime.undo(person('ben'), { approvalId: id })
  return { ...world, id, undone, refused: refusing.refused }
}

const TAKEN_BACK = {
  status: 'pending',
  returned: { by: 'human:ben', because: 'It was taken back.' },
}

describe('a decision that was taken back while nothing could be saved [R5.6] [undo.unsaved]', () => {
  it('is said not to be saved, and is saved as soon as that is possible, before it would run', async () => {
    const world = await takeBack(2)
    const { runtime, store, ran, id } = world
    expect(world.undone).toMatchObject({ kind: 'unsaved', reason: 'It is held.' })
    const unsaved = await store.approval(id)
    expect(unsaved).toMatchObject({ status: 'scheduled' })
    const says = { by: 'human:ben', reason: 'It is held.' }
    expect(unsaved && runtime.takenBack.unsaved(unsaved)).toEqual(says)
    // Who comes second changes nothing of it.
    expect(await runtime.undo(person('ann'), { approvalId: id })).toMatchObject({ kind: 'unsaved' })
    expect(unsaved && runtime.takenBack.unsaved(unsaved)).toEqual(says)
    expect(runtime.takenBack.allUnsaved()).toEqual([id])
    await passTime(world, '2026-01-01T00:00:03Z')
    expect(world.refused()).toBe(2)
    expect(runtime.takenBack.allUnsaved()).toEqual([])
    expect(await store.approval(id)).toMatchObject(TAKEN_BACK)
    expect(await decide(world, id)).toMatchObject({ kind: 'scheduled' })
    await passTime(world, '2026-01-01T00:02:00Z')
    expect(ran).toHaveLength(1)
    expect(await store.approval(id)).toMatchObject({ status: 'approved' })
    await runtime.close(0)
  })

  it('does not run when its time is up, also where the clock was set meanwhile', async () => {
    for (const jump of [0, 60_000, -60_000]) {
      const world = await takeBack(40)
      const { runtime, store, ran, id, clock } = world
      clock.jump(jump)
      clock.now()
      await calm()
      await passTime(world, '2026-01-01T00:02:00Z')
      expect(ran, `${jump}`).toEqual([])
      expect(await store.approval(id)).toMatchObject(TAKEN_BACK)
      await runtime.close(0)
    }
  })
})
