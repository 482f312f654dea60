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
import { openNext, openSmallWorld } from '../small-world.ts'

const flow = declareWorkflow(
  {
    a: declareState({ go: declareTransition('b', { executor: declareProgram('work') }) }),
    b: declareState({
      on: declareTransition('c', { actor: 'deterministic', executor: declareProgram('next') }),
    }),
    c: declareState({
      last: declareTransition('d', { actor: 'deterministic', executor: declareProgram('last') }),
    }),
    d: declareState(),
  },
  { id: 'flow' },
)

/** `answer`: what the step that follows by itself comes to; `before`: how many programs had ended when the gateway did. */
async function sayHappened(answer: () => JsonValue | null | Promise<ExecutionOutcome>, before = 0) {
  const crashed = openSmallWorld(flow, (call) => (call < before ? 0 : new Promise(() => {})))
  const { response } = await crashed.runtime.start(agent(), { definitionId: 'flow', input: {} })
  const workflowId = response.workflowId ?? ''
  const call = { workflowId, expectedVersion: 1, transition: 'go', arguments: {} }
  void crashed.runtime.submit(agent(), call)
  await expect.poll(() => crashed.ran.length).toBe(before + 1)
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

it.each([
  ['a submitted step', 0],
  ['a step of the engine', 1],
])(
  'a picture that the step after %s has answered with waits for whoever had asked [doubt.goes-on] [R4.11]',
  async (_, before) => {
    const picture = { type: 'image', mimeType: 'image/png', data: 'AAAA' }
    let answers = 0
    const { runtime, workflowId } = await sayHappened(
      async () => ({
        ...{ ok: true, output: { text: '' }, evidence: [] },
        content: answers++ === 0 ? [picture] : [],
      }),
      before,
    )
    const get = async () => (await runtime.get(agent(), { workflowId })).content
    expect(await get()).toEqual([picture])
    expect(await get()).toEqual([])
  },
)
