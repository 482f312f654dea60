import { describe, expect, it } from 'vitest'
import { agent, follow, openTestGateway, start, type TestGateway } from '../support/gateway.ts'

const CONFIGURATION = `
approvals: { holdMs: 0, queues: { releases: { role: manager } } }
workflows:
  ask:
    initialState: asking
    states:
      asking:
        transitions:
          yes: { target: answered, actor: human }
      answered: {}
  release:
    initialState: ready
    states:
      ready:
        transitions:
          ship: { target: done, approval: { required: true, queue: releases } }
          call: { target: done, executor: { kind: human, queue: releases } }
          delegate: { target: done, executor: { kind: workflow, definitionId: ask } }
      done: {}
`

async function waitingFor(gateway: TestGateway, workflowId: string | undefined) {
  const { answer } = await gateway.runtime.explain(agent(), { workflowId: workflowId ?? '' })
  return answer.waitingFor
}

describe('what a run is waiting for, as workflow.explain says it', () => {
  it.each([
    ['ship', /^Waiting for a person at the desk \(queue releases, role manager\) .* to approve ‘ship’\./],
    ['call', /^Waiting for a person at the desk \(queue releases, role manager\) /],
    ['delegate', /^‘delegate’ waits for workflow ‘ask’ \(wf_\w+\), .*: Waiting for a person at the desk /],
  ])('is whoever holds it up: %s [workflow.explain-instance]', async (transition, said) => {
    const gateway = await openTestGateway(CONFIGURATION)
    const began = await start(gateway, 'release')
    expect(await waitingFor(gateway, began.workflowId)).toBe(
      'The next move of an agent (ship, call, delegate).',
    )
    await follow(gateway, began, transition)
    expect(await waitingFor(gateway, began.workflowId)).toMatch(said)
    await gateway.close()
  })
})
