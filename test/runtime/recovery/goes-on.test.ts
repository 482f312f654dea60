/** A person says that a step that was cut off happened: what follows by itself is told as after any decision. */
import { expect, it } from 'vitest'
import type { ExecutionOutcome } from '../../../src/main/model/call.ts'
import type { JsonValue } from '../../../src/main/model/json.ts'
import { agent, person } from '../../support/gateway.ts'
import {
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../../workflow/declarations.ts'
import { openNext, openSmallWorld, submitGo } from '../small-world.ts'

const flow = declareWorkflow(
  {
    a: declareState({ go: declareTransition('b', { executor: declareProgram('work') }) }),
    b: declareState({
      on: declareTransition('c', { actor: 'deterministic', executor: declareProgram('next') }),
    }),
    c: declareState(),
  },
  { id: 'flow' },
)

/** `answer`: what the step that follows by itself comes to. */
async function sayHappened(answer: () => JsonValue | null | Promise<ExecutionOutcome>) {
  const crashed = openSmallWorld(flow, () => new Promise(() => {}))
  const { workflowId } = await submitGo(crashed)
  const world = await openNext(crashed, flow, answer)
  const [item] = (await world.store.approvals({ status: ['pending'] }, { limit: 1 })).items
  const about = { approvalId: item?.id ?? '', outcome: 'happened', arguments: {} }
  const { hash = '' } = (await world.runtime.previewDecision(person(), about)) ?? {}
  const decided = await world.runtime.decide(person(), { ...about, comment: '', hash })
  return { ...world, workflowId, decided }
}

it('whoever said it hears that the step after it has failed [doubt.goes-on]', async () => {
  const { decided, store, workflowId } = await sayHappened(() => null)
  expect(await store.run(workflowId)).toMatchObject({ state: 'b', failure: { transition: 'on' } })
  expect(decided).toMatchObject({
    kind: 'decided',
    answer: { response: { state: 'b', result: { status: 'failed' }, error: { code: 'CHAIN_FAILED' } } },
  })
})

it('a picture that the step after it has answered with waits for whoever had asked [doubt.goes-on] [R4.11]', async () => {
  const picture = { type: 'image', mimeType: 'image/png', data: 'AAAA' }
  const { runtime, workflowId } = await sayHappened(async () => ({
    ...{ ok: true, output: { text: '' }, evidence: [], content: [picture] },
  }))
  const get = async () => (await runtime.get(agent(), { workflowId })).content
  expect(await get()).toEqual([picture])
  expect(await get()).toEqual([])
})
