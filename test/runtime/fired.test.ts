/** What a run keeps of its steps, where guards speak of them. */
import { expect, it } from 'vitest'
import type { Guard } from '../../src/main/model/guard.ts'
import { agent, person } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

const SPOKEN_OF = ['note', 'fail', 'slip']
const fired = (step: string): Guard => ({ kind: 'fired', step })

/** Steps that lead nowhere else, and for each another one that rests on it. */
function open(guards: readonly string[]) {
  const rests = guards.map((step) => [`after_${step}`, declareTransition('ready', { guards: [fired(step)] })])
  return openSmallWorld(
    declareWorkflow({
      ready: declareState({
        note: declareTransition('ready'),
        fail: declareTransition('ready', { executor: declareProgram('fail') }),
        slip: declareTransition('ready', {
          executor: declareProgram('slip'),
          onFailure: { target: 'ready' },
        }),
        other: declareTransition('ready'),
        ...Object.fromEntries(rests),
        choose: declareTransition('ready', { branches: [{ when: fired('choose'), target: 'done' }] }),
      }),
      done: declareState(),
    }),
    () => null,
  )
}

async function begin({ runtime }: SmallWorld) {
  const { response } = await runtime.start(agent(), { definitionId: 'flow', input: {} })
  return response.workflowId ?? expect.fail()
}

async function submit({ runtime, store }: SmallWorld, workflowId: string, transition: string, who = agent()) {
  const expectedVersion = (await store.run(workflowId))?.version ?? 0
  const asked = { workflowId, expectedVersion, transition, arguments: {} }
  return (await runtime.submit(who, asked)).response
}

it('a guard finds the steps by which its run has moved on, who fired them and how often [workflow.fired]', async () => {
  const world = open(SPOKEN_OF)
  const workflowId = await begin(world)
  const passes = async (step: string) =>
    (await submit(world, workflowId, `after_${step}`)).error === undefined
  expect(await Promise.all(SPOKEN_OF.map(passes))).toEqual([false, false, false])
  for (const step of ['note', 'note', 'fail', 'slip', 'other']) await submit(world, workflowId, step)
  const { version = 0 } = (await world.store.run(workflowId)) ?? {}
  await world.runtime.submit(person(), {
    workflowId,
    expectedVersion: version,
    transition: 'note',
    arguments: {},
  })
  expect([await passes('note'), await passes('fail'), await passes('slip')]).toEqual([true, false, true])
  const kept = (await world.store.run(workflowId))?.fired
  expect(kept).toMatchObject({
    note: { times: 3, by: { id: person().id } },
    slip: { times: 1, by: { id: agent().id, client: agent().client } },
  })
  // Nothing of those that no guard speaks of.
  expect(Object.keys(kept ?? {}).sort()).toEqual(['note', 'slip'])
})

it('where a step leads, it has been fired itself, and only in its own run [workflow.fired]', async () => {
  const world = open([])
  const [one, other] = [await begin(world), await begin(world)]
  expect((await submit(world, one, 'choose')).state).toBe('done')
  expect((await world.store.run(other))?.fired).toBeUndefined()
})

it('a run of which no guard asks that keeps nothing of its steps [workflow.fired]', async () => {
  const world = openSmallWorld(
    declareWorkflow({ ready: declareState({ note: declareTransition('ready') }), done: declareState() }),
    () => ({}),
  )
  const workflowId = await begin(world)
  await submit(world, workflowId, 'note')
  expect(await world.store.run(workflowId)).not.toHaveProperty('fired')
})
