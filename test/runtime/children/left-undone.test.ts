import { expect, it as plain } from 'vitest'
import type { Run } from '../../../src/main/model/run.ts'
import { calm } from '../../simulation/scheduler.ts'
import { test as it } from '../../support/fixtures.ts'
import { agent, follow, pending, person, press, start, type TestGateway } from '../../support/gateway.ts'
import {
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../../workflow/declarations.ts'
import { followCancellably, onlyItem } from '../gated.ts'
import { createMeanwhile } from '../meanwhile.ts'
import { openSmallWorld } from '../small-world.ts'

const yaml = (base: string) => `
approvals: { holdMs: 0 }
connections: { api: { kind: rest, baseUrl: "${base}" } }
workflows:
  above:
    initialState: ready
    timeoutMs: 60000
    onTimeout: { target: late }
    states:
      ready: { transitions: { go: { target: done, executor: { kind: workflow, definitionId: below } } } }
      done: {}
      late: {}
  below:
    initialState: ready
    states:
      ready:
        transitions:
          ship: { target: done, actor: human, undoMs: 20000, executor: { kind: rest, connection: api, method: POST, path: /ship } }
          leave: { target: other }
          ask: { target: other, risk: high, undoMs: 20000, approval: { required: true, timeoutMs: 600000 } }
      other: { transitions: { end: { target: done, actor: human } } }
      done: {}
`

type Left = (
  gateway: TestGateway,
  runs: { below: Run; call: ReturnType<typeof followCancellably> },
) => unknown

const followBelow = (gateway: TestGateway, { id, version }: Run, transition: string) =>
  follow(gateway, { workflowId: id, version } as Parameters<typeof follow>[1], transition)

it.for([
  ['an agent goes another way in it', (gateway, { below }) => followBelow(gateway, below, 'leave')],
  ['the client of the run above cancels its call', (_gateway, { call }) => call.cancel()],
] as const satisfies [string, Left][])(
  'the run above has what was left of its time when %s while a decision in a run below can be taken back [R5.6] [R4.8] [R4.6]',
  async ([, leave], { clock, service, openGateway }) => {
    const gateway = await openGateway(yaml(service.base), { clock })
    const { workflowId = '', ...run } = await start(gateway, 'above')
    const call = followCancellably(gateway, { ...run, workflowId }, 'go', {}, 600_000)
    await expect.poll(() => pending(gateway)).toHaveLength(1)
    const { id } = await onlyItem(gateway)
    const [below = expect.fail()] = await gateway.store.children(workflowId)
    clock.advance(55_000)
    expect(await press(gateway, id, 'ship')).toMatchObject({ kind: 'scheduled' })
    clock.advance(12_000)
    await leave(gateway, { below, call })
    await expect.poll(async () => (await gateway.store.approval(id))?.status).toBe('withdrawn')
    const { deadlineAt } = (await gateway.store.run(workflowId)) ?? expect.fail()
    expect(Date.parse(deadlineAt ?? '') - clock.now()).toBe(5000)
    expect(service.count('/ship')).toBe(0)
  },
)

it('the run above has what was left of its time when the call is cancelled for which a decision can be taken back [R5.6] [R4.8] [R4.6]', async ({
  clock,
  service,
  openGateway,
}) => {
  const gateway = await openGateway(yaml(service.base), { clock })
  const run = await start(gateway, 'above')
  await follow(gateway, run, 'go')
  const [below = expect.fail()] = await gateway.store.children(run.workflowId ?? '')
  const asked = followCancellably(
    gateway,
    { workflowId: below.id, version: 1 } as typeof run,
    'ask',
    {},
    600_000,
  )
  await asked.held
  const gate = (await pending(gateway)).find(({ kind }) => kind === 'gate') ?? expect.fail()
  clock.advance(55_000)
  expect(await press(gateway, gate.id, 'approve')).toMatchObject({ kind: 'scheduled' })
  clock.advance(12_000)
  await asked.cancel()
  await expect.poll(async () => (await gateway.store.approval(gate.id))?.status).toBe('withdrawn')
  const { deadlineAt } = (await gateway.store.run(run.workflowId ?? '')) ?? expect.fail()
  expect(Date.parse(deadlineAt ?? '') - clock.now()).toBe(5000)
})

plain(
  'no fallback follows a step that its client stopped at the moment at which a decision in the run below began to run [child.cascade] [R4.6]',
  async () => {
    const begins = declareTransition('done', {
      executor: { kind: 'workflow', definitionId: 'below', idempotent: false },
      reliability: { fallback: [declareProgram('fallback')] },
    })
    const ship = declareTransition('done', { actor: 'human', risk: 'high', executor: declareProgram('ship') })
    const workflows = {
      flow: declareWorkflow(
        { ready: declareState({ go: begins }), done: declareState() },
        { timeoutMs: 600_000 },
      ),
      below: declareWorkflow({ ready: declareState({ ship }), done: declareState() }, { id: 'below' }),
    }
    let looked = 0
    for (let at = 0; looked === at; at += 1) {
      const meanwhile = createMeanwhile()
      const content = { workflows, capabilities: [], connections: {} }
      const world = openSmallWorld(content, () => null, { ...meanwhile, undoMs: 8000 })
      const { runtime, store, clock } = world
      await runtime.recover()
      const { workflowId = '' } = (await runtime.start(agent(), { definitionId: 'flow', input: {} })).response
      const call = { workflowId, expectedVersion: 1, transition: 'go', arguments: {} }
      const client = new AbortController()
      void runtime.submit(agent(), call, { signal: client.signal, holdMs: 100_000 })
      await calm()
      const [item] = (await store.approvals({ status: ['pending'] }, { limit: 1 })).items
      const request = { approvalId: item?.id ?? '', outcome: 'ship', arguments: {} }
      const hash = (await runtime.previewDecision(person(), request))?.hash ?? ''
      expect(await runtime.decide(person(), { ...request, comment: '', hash })).toMatchObject({
        kind: 'scheduled',
      })
      await calm()
      meanwhile.at(at, async () => {
        looked += 1
        client.abort()
        await calm()
      })
      for (let turn = 0; turn < 40 && clock.fire(); turn += 1) await calm()
      client.abort()
      for (let turn = 0; turn < 10 && clock.fire(); turn += 1) await calm()
      const commands = world.ran.map((ran) => ran.kind === 'cli' && ran.command)
      expect({ at, commands, faults: world.faults }).toEqual({
        at,
        commands: commands.filter((command) => command === 'ship').slice(0, 1),
        faults: [],
      })
      expect(await store.run(workflowId)).toMatchObject({ state: 'ready', activity: { kind: 'resting' } })
      await runtime.close(0)
    }
    expect(looked).toBeGreaterThan(9)
  },
)
