import { cp } from 'node:fs/promises'
import { expect } from 'vitest'
import { createManualClock } from '../../support/clock.ts'
import { test as it } from '../../support/fixtures.ts'
import { openTestGateway, pending, person, press, start, type TestGateway } from '../../support/gateway.ts'
import { contentOf } from '../../support/items.ts'
import { openService } from '../../support/service.ts'
import { followCancellably, getRun, onlyItem, until } from '../gated.ts'

const workspace = (base: string) => `
store: { kind: sqlite }
approvals: { holdMs: 0 }
connections: { api: { kind: rest, baseUrl: "${base}" } }
workflows:
  above:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, executor: { kind: workflow, definitionId: between } } } }
      done: {}
  between:
    initialState: ready
    states:
      ready:
        transitions:
          go: { target: done, actor: deterministic, executor: { kind: workflow, definitionId: below } }
      done: {}
  below:
    initialState: ready
    states:
      ready:
        transitions:
          ship: { target: done, actor: human, risk: high, executor: { kind: rest, connection: api, method: POST, path: /ship } }
      done: {}
`

/** A run that waits for a run that waits for another, in which a person has decided what can still be taken back. */
async function decided(gateway: TestGateway, holdMs = 0) {
  const call = followCancellably(gateway, await start(gateway, 'above'), 'go', {}, holdMs)
  await until(gateway, async () => (await pending(gateway)).length === 1)
  const item = await onlyItem(gateway)
  expect(await press(gateway, item.id, 'ship')).toMatchObject({ kind: 'scheduled' })
  const { workflowId = '' } = contentOf(item)
  const between = (await gateway.store.run(workflowId))?.parent?.workflowId ?? ''
  const above = (await gateway.store.run(between))?.parent?.workflowId ?? ''
  return { id: item.id, workflowId, above, call }
}

it.for([
  [
    'was cancelled',
    'cancelled.committed',
    (gateway, { above }) => gateway.runtime.cancel(person(), { workflowId: above, reason: 'No.' }),
  ],
  ['was stopped by its client', 'withdrawn.committed', (_gateway, { call }) => call.cancel()],
] as const satisfies [
  string,
  string,
  (gateway: TestGateway, run: Awaited<ReturnType<typeof decided>>) => Promise<unknown>,
][])(
  'a decision that can be taken back does not run after a crash, where the workflow that its run was a step of %s [child.crash] [child.cascade] [R5.6]',
  async ([, where, end], { folder }) => {
    const service = await openService()
    const clock = createManualClock()
    const yaml = workspace(service.base)
    const crashed = await openTestGateway(yaml, {
      clock,
      crashPoint: (name) => {
        if (name === where) throw new Error('crashed')
      },
    })
    const run = await decided(crashed, 60_000)
    await expect(end(crashed, run)).rejects.toThrow('crashed')
    await crashed.connections.close()
    await crashed.store.close()
    await cp(crashed.folder, folder, { recursive: true })
    clock.advance(9000)
    const gateway = await openTestGateway(yaml, { folder, acceptsPath: true, clock })
    await expect.poll(async () => (await gateway.store.approval(run.id))?.status).not.toBe('scheduled')
    expect(await gateway.store.approval(run.id)).toMatchObject({ status: 'withdrawn' })
    expect(service.received).toEqual([])
    expect(await getRun(gateway, run.workflowId)).toMatchObject({ result: { status: 'cancelled' } })
    await gateway.close()
    await service.close()
  },
)

it('a decision that is due the moment after the workflow above was cancelled does not run [child.cascade] [R5.6]', async ({
  clock,
  service,
  openGateway,
}) => {
  const gateway = await openGateway(workspace(service.base), { clock })
  const run = await decided(gateway)
  const stop = gateway.onChange((change) => {
    if (change.topic === 'run' && change.id === run.above) clock.advance(8000)
  })
  await gateway.runtime.cancel(person(), { workflowId: run.above, reason: 'No.' })
  stop()
  await expect.poll(async () => (await gateway.store.run(run.workflowId))?.status).toBe('cancelled')
  expect(await gateway.store.approval(run.id)).toMatchObject({ status: 'withdrawn' })
  expect(service.received).toEqual([])
})

it('a decision after the time of the workflow above is up is none, even before anybody has noticed [child.cascade] [R4.8]', async ({
  clock,
  service,
  openGateway,
}) => {
  const yaml = workspace(service.base)
    .replace('above:\n', 'above:\n    timeoutMs: 60000\n')
    .replace('risk: high, ', '')
  const gateway = await openGateway(yaml, { clock })
  void followCancellably(gateway, await start(gateway, 'above'), 'go')
  await until(gateway, async () => (await pending(gateway)).length === 1)
  const { id } = await onlyItem(gateway)
  const request = { approvalId: id, outcome: 'ship', arguments: {} }
  const { hash = '' } = (await gateway.runtime.previewDecision(person(), request)) ?? {}
  clock.advance(60_000)
  expect(await gateway.runtime.decide(person(), { ...request, comment: '', hash })).toMatchObject({
    kind: 'closed',
    approval: { status: 'withdrawn', decision: null },
  })
  expect(service.received).toEqual([])
})
