/** Whoever asked for what goes on by itself is who asked, also where a stop or a crash lies between. */
import { expect } from 'vitest'
import type { Definition, Gate } from '../../../src/main/model/definition.ts'
import type { Store } from '../../../src/main/runtime/ports.ts'
import { test as it } from '../../support/fixtures.ts'
import { agent, pending, person, press, start } from '../../support/gateway.ts'
import {
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../../workflow/declarations.ts'
import { onlyItem } from '../gated.ts'
import { openNext, openSmallWorld, type SmallWorld } from '../small-world.ts'

it('who pressed the button before a gate may not approve there, also where the gateway stopped in between [engine.asker-kept] [R5.4]', async ({
  folder,
  openGateway,
  service,
}) => {
  const yaml = `
store: { kind: sqlite }
connections: { api: { kind: rest, baseUrl: "${service.base}" } }
workflows:
  pay:
    initialState: asked
    states:
      asked:
        transitions:
          go: { target: payable, actor: human, executor: { kind: rest, connection: api, method: POST, path: /go } }
      payable:
        transitions:
          pay:
            target: done
            actor: deterministic
            approval: { required: true, notRequester: true }
            executor: { kind: rest, connection: api, method: POST, path: /pay }
      done: {}
`
  const answer = Promise.withResolvers<void>()
  service.script('/go', { status: 200, when: answer.promise })
  const first = await openGateway(yaml, { folder })
  await start(first, 'pay')
  const pressed = press(first, (await onlyItem(first)).id, 'go')
  await service.reached('/go', 1)
  first.drain()
  const closed = first.close()
  answer.resolve()
  await Promise.all([pressed, closed])
  const next = await openGateway(yaml, { folder })
  await expect.poll(async () => (await pending(next)).length).toBe(1)
  const item = await onlyItem(next)
  expect(item).toMatchObject({ kind: 'gate', requestedBy: 'human:anna' })
  expect(await press(next, item.id, 'approve')).toMatchObject({ kind: 'not_allowed' })
  expect(service.count('/pay')).toBe(0)
})

const FOUR_EYES: Gate = { required: true, quorum: 1, notRequester: true }

/** A person goes on; then comes a step of the engine, and one behind a gate. */
const checked = (idempotent: boolean) =>
  declareWorkflow({
    asked: declareState({ go: declareTransition('checked', { actor: 'human' }) }),
    checked: declareState({
      check: declareTransition('payable', {
        actor: 'deterministic',
        executor: declareProgram('check', [], { idempotent }),
      }),
    }),
    payable: declareState({
      pay: declareTransition('done', {
        actor: 'deterministic',
        gates: [FOUR_EYES],
        executor: declareProgram('pay'),
      }),
    }),
    done: declareState(),
  })

async function itemOf({ store }: SmallWorld) {
  const read = async () => (await store.approvals({ status: ['pending'] }, { limit: 9 })).items
  await expect.poll(async () => (await read()).length).toBe(1)
  const [item] = await read()
  if (item === undefined) throw new Error('Nothing waits.')
  return item
}

async function pressIn({ runtime }: SmallWorld, approvalId: string, outcome: string, name: string) {
  const about = { approvalId, outcome, arguments: {} }
  const preview = await runtime.previewDecision(person(name), about)
  return await runtime.decide(person(name), { ...about, comment: '', hash: preview?.hash ?? '' })
}

/** The gateway ends while the step of the engine runs, to which anna’s press has led. */
async function crashedIn(flow: Definition) {
  const crashed = openSmallWorld(flow, () => new Promise(() => {}))
  await crashed.runtime.start(agent(), { definitionId: 'flow', input: {} })
  void pressIn(crashed, (await itemOf(crashed)).id, 'go', 'anna')
  await expect.poll(() => crashed.ran.length).toBe(1)
  return await openNext(crashed, flow, () => 0)
}

it('a step that is run again after a crash is followed by what its asker may not approve [engine.asker-kept] [R5.4]', async () => {
  const next = await crashedIn(checked(true))
  const item = await itemOf(next)
  expect(item).toMatchObject({ kind: 'gate', requestedBy: 'human:anna' })
  expect(await pressIn(next, item.id, 'approve', 'anna')).toMatchObject({ kind: 'not_allowed' })
  expect(await pressIn(next, item.id, 'approve', 'ben')).toMatchObject({ kind: 'decided' })
})

it('nor may they where somebody else said that the step happened, who may [engine.asker-kept] [R5.4]', async () => {
  const next = await crashedIn(checked(false))
  await pressIn(next, (await itemOf(next)).id, 'happened', 'ben')
  const item = await itemOf(next)
  expect(item).toMatchObject({ kind: 'gate', requestedBy: 'human:anna' })
  expect(await pressIn(next, item.id, 'approve', 'anna')).toMatchObject({ kind: 'not_allowed' })
  expect(await pressIn(next, item.id, 'approve', 'ben')).toMatchObject({ kind: 'decided' })
})

it('a workflow that a step starts after a crash is started with the rights of its asker [engine.asker-kept] [R4.1]', async () => {
  const flow = declareWorkflow({
    asked: declareState({ go: declareTransition('ready', { executor: declareProgram('work') }) }),
    ready: declareState({
      below: declareTransition('done', {
        actor: 'deterministic',
        executor: { kind: 'workflow', definitionId: 'below', idempotent: false },
      }),
    }),
    done: declareState(),
  })
  const below = declareWorkflow(
    {
      ready: declareState({ on: declareTransition('done', { actor: 'deterministic' }) }),
      done: declareState(),
    },
    { id: 'below', guards: [{ kind: 'role', role: 'lead' }] },
  )
  const content = { workflows: { flow, below }, capabilities: [], connections: {} }
  const wrap = (store: Store): Store => ({
    ...store,
    commit: (batch) =>
      batch.audit.some(({ eventType }) => eventType === 'sub_workflow.started')
        ? new Promise(() => {})
        : store.commit(batch),
  })
  const known = () => ({
    people: {},
    clients: { ops: { roles: ['lead'], permissions: [], tags: [], sees: 'own' as const } },
    declarations: { people: {}, clients: {} },
  })
  const crashed = openSmallWorld(content, () => 0, { wrap, known })
  const who = agent('ops', { roles: ['lead'] })
  const { response } = await crashed.runtime.start(who, { definitionId: 'flow', input: {} })
  const workflowId = response.workflowId ?? ''
  const call = { workflowId, expectedVersion: 1, transition: 'go', arguments: {} }
  void crashed.runtime.submit(who, call)
  const stateOf = async () => (await crashed.store.run(workflowId))?.state
  await expect.poll(stateOf).toBe('ready')
  const next = await openNext(crashed, content, () => 0, { known })
  await expect.poll(async () => (await next.store.run(workflowId))?.status).toBe('completed')
})
