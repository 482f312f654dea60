import { expect } from 'vitest'
import type { ManualClock } from '../../support/clock.ts'
import { test as it } from '../../support/fixtures.ts'
import { pending, person, press, start, type TestGateway } from '../../support/gateway.ts'
import type { Service } from '../../support/service.ts'
import { getRun, onlyItem } from '../gated.ts'

/** A person decided what can be taken back, five seconds before the time of the runs above was up; that is seven seconds ago. */
async function decided(
  openGateway: (yaml: string, options: { clock: ManualClock }) => Promise<TestGateway>,
  clock: ManualClock,
  service: Service,
) {
  const waits = (below: string, timeoutMs: string) => `
    initialState: ready
    ${timeoutMs}
    onTimeout: { target: late }
    states:
      ready: { transitions: { go: { target: done, actor: deterministic, executor: { kind: workflow, definitionId: ${below} } } } }
      done: {}
      late: {}`
  const gateway = await openGateway(
    `
approvals: { holdMs: 0 }
connections: { api: { kind: rest, baseUrl: "${service.base}" } }
workflows:
  above: ${waits('between', 'timeoutMs: 60000')}
  between: ${waits('below', 'timeoutMs: 60000')}
  below:
    initialState: ready
    states:
      ready:
        transitions:
          ship: { target: done, actor: human, undoMs: 20000, executor: { kind: rest, connection: api, method: POST, path: /ship } }
      done: {}
`,
    { clock },
  )
  const { workflowId = '' } = await start(gateway, 'above')
  await expect.poll(() => pending(gateway)).toHaveLength(1)
  const { id } = await onlyItem(gateway)
  clock.advance(55_000)
  expect(await press(gateway, id, 'ship')).toMatchObject({ kind: 'scheduled' })
  clock.advance(12_000)
  // Whoever looks finds that it is due.
  expect(await getRun(gateway, workflowId)).toMatchObject({ result: { status: 'waiting_for_action' } })
  const deadline = async () =>
    Date.parse((await gateway.store.run(workflowId))?.deadlineAt ?? '') - clock.now()
  return { gateway, id, workflowId, deadline }
}

it('no deadline of the runs above counts while a decision can be taken back, and they have what was left when it runs [R5.6] [R4.8]', async ({
  openGateway,
  clock,
  service,
}) => {
  const answer = Promise.withResolvers<void>()
  service.script('/ship', { status: 200, when: answer.promise })
  const { gateway, workflowId, deadline } = await decided(openGateway, clock, service)
  clock.advance(8000)
  await service.reached('/ship', 1)
  expect(await deadline()).toBe(5000)
  clock.advance(4000)
  answer.resolve()
  await expect.poll(async () => (await gateway.store.run(workflowId))?.state).toBe('done')
})

it('the runs above have what was left of their time when a decision is taken back [R5.6] [R4.8]', async ({
  openGateway,
  clock,
  service,
}) => {
  const { gateway, id, workflowId, deadline } = await decided(openGateway, clock, service)
  expect(await gateway.runtime.undo(person(), { approvalId: id })).toMatchObject({ kind: 'undone' })
  expect(await deadline()).toBe(5000)
  clock.advance(5000)
  await expect.poll(async () => (await gateway.store.run(workflowId))?.state).toBe('late')
  expect(service.count('/ship')).toBe(0)
})
