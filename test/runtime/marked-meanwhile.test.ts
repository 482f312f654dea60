import { expect, it } from 'vitest'
import { claimOf } from '../../src/main/model/run.ts'
import { agent, person } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { createMeanwhile } from './meanwhile.ts'
import { openSmallWorld } from './small-world.ts'

it('a run that is marked as interrupted while another of its items ends stays marked, so that it can be decided [R4.7]', async () => {
  const gates = [{ required: true as const, quorum: 1, notRequester: false }]
  const flow = declareWorkflow({
    ready: declareState({
      held: declareTransition('done', { gates, executor: declareProgram('held') }),
      run: declareTransition('done', { executor: declareProgram('endless') }),
    }),
    done: declareState(),
  })
  let looked = 0
  for (let at = 0; looked === at; at += 1) {
    const meanwhile = createMeanwhile()
    const world = openSmallWorld(flow, () => new Promise(() => {}), meanwhile)
    const { runtime, store } = world
    const { response } = await runtime.start(agent(), { definitionId: 'flow', input: {} })
    const { workflowId = '' } = response
    const submit = (transition: string) =>
      runtime.submit(agent(), { workflowId, expectedVersion: 1, transition, arguments: {} })
    await submit('held')
    void submit('run')
    await expect.poll(() => world.ran.length).toBe(1)
    const [item] = (await store.approvals({ status: ['pending'] }, { limit: 1 })).items
    const request = { approvalId: item?.id ?? '', outcome: 'refuse', arguments: {} }
    const hash = (await runtime.previewDecision(person(), request))?.hash ?? ''
    meanwhile.at(at, async () => {
      looked += 1
      const run = (await store.run(workflowId)) ?? expect.fail()
      const claim = claimOf(run) ?? expect.fail()
      const marked = { ...run, activity: { kind: 'interrupted' as const, claim } }
      await store.commit({ expect: [], runs: [marked], audit: [] })
    })
    const result = await runtime.decide(person(), { ...request, comment: '', hash })
    if (looked === at) break
    expect(result.kind).toBe('decided')
    expect({ at, ...(await store.run(workflowId)) }).toMatchObject({
      at,
      activity: { kind: 'interrupted' },
      version: 1,
    })
    expect(world.faults).toEqual([])
  }
  expect(looked).toBeGreaterThan(3)
})
