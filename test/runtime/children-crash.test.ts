import { cp } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { orchestrate } from '../orchestrator/call-orchestrator.ts'
import { test } from '../support/fixtures.ts'
import {
  agent,
  follow,
  pending,
  person,
  press,
  start,
  type TestGateway,
  type TestGatewayOptions,
} from '../support/gateway.ts'
import { countRuns, effect, openWithCounter } from './counter.ts'

const FAMILY = `
store: { kind: sqlite }
approvals: { holdMs: 100 }
workflows:
  parent:
    initialState: ready
    states:
      ready:
        transitions:
          go: { target: done, executor: { kind: workflow, definitionId: child, input: { program: "$.input.program", file: "$.input.file" } }, output: { answer: "$.output.answer" } }
          ask: { target: done, executor: { kind: workflow, definitionId: asks }, output: { answer: "$.output.answer" } }
      done: {}
  child:
    initialState: a
    states:
      a: { transitions: { next: { target: b, actor: deterministic, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"], idempotent: true }, output: { answer: "there" } } } }
      b: {}
  sleeper:
    initialState: a
    states:
      a: { transitions: { next: { target: b, actor: deterministic, executor: { kind: cli, command: NODE, args: ["-e", "setTimeout(() => {}, 60000)"], idempotent: true } } } }
      b: {}
  asks:
    initialState: ask
    states:
      ask: { transitions: { approve: { target: end, actor: human, output: { answer: "yes" } } } }
      end: {}
`

/** Drives until the named instant, from which on this process does nothing more. */
async function crash(
  at: string,
  nth: number,
  drive: (gateway: TestGateway) => Promise<unknown>,
  options: TestGatewayOptions = {},
) {
  const hit = Promise.withResolvers<void>()
  let count = 0
  const gateway = await openWithCounter(FAMILY, {
    ...options,
    crashPoint: (name: string) => {
      if (name === at) count += 1
      if (count < nth) return
      hit.resolve()
      throw new Error(`crashed at ${at}`)
    },
  })
  await Promise.race([drive(gateway).catch(() => {}), hit.promise])
  await hit.promise
  return gateway
}

const it = test.extend(
  'reopen',
  ({ folder }) =>
    async (crashed: TestGateway, options: TestGatewayOptions = {}) => {
      await crashed.connections.close()
      await crashed.store.close()
      await cp(crashed.folder, folder, { recursive: true })
      return await openWithCounter(FAMILY, { folder, acceptsPath: true, ...options })
    },
)

async function parentOf(gateway: TestGateway) {
  return (await gateway.store.runs({ definitionId: 'parent' }, { limit: 1 })).items[0]
}

async function childrenOf(gateway: TestGateway) {
  return await gateway.store.children((await parentOf(gateway))?.id ?? '')
}

async function ends(gateway: TestGateway) {
  await expect.poll(async () => (await parentOf(gateway))?.status, { timeout: 10_000 }).toBe('completed')
}

const go = async (gateway: TestGateway) => {
  const { program, file } = effect(gateway.folder)
  await follow(gateway, await start(gateway, 'parent', { program, file }), 'go')
}
const ask = async (gateway: TestGateway) => await follow(gateway, await start(gateway, 'parent'), 'ask')

describe('after a crash, a run that waits for another one', () => {
  it.for<[string, number, number]>([
    ['child.committing', 1, 0],
    ['child.committed', 1, 1],
    ['claim.committed', 1, 1],
    // Of the child, then of the parent that it is joined to.
    ['outcome.committing', 1, 1],
    ['outcome.committed', 1, 1],
    ['joined.committing', 1, 1],
    ['joined.committed', 1, 1],
  ])('goes on once, from %s (%i) [child.crash]', async ([at, nth, children], { reopen }) => {
    const crashed = await crash(at, nth, go)
    const gateway = await reopen(crashed)
    expect(await childrenOf(gateway)).toHaveLength(children)
    if (children === 0) {
      expect(await parentOf(gateway)).toMatchObject({ state: 'ready', activity: { kind: 'resting' } })
      const parent = await parentOf(gateway)
      await gateway.runtime.submit(agent(), {
        workflowId: parent?.id ?? '',
        expectedVersion: 1,
        transition: 'go',
        arguments: {},
      })
    }
    await ends(gateway)
    expect(await parentOf(gateway)).toMatchObject({ version: 2, context: { answer: 'there' } })
    expect(await childrenOf(gateway)).toHaveLength(1)
    const joined = await gateway.store.audit({ eventTypes: ['sub_workflow.completed'] }, { limit: 10 })
    expect(joined.total).toBe(1)
    expect(await countRuns(gateway)).toBeLessThanOrEqual(2)
    await gateway.close()
  })

  it('still waits for a person, and goes on when that one decides [child.crash]', async ({ reopen }) => {
    const first = await openWithCounter(FAMILY)
    await ask(first)
    const gateway = await reopen(first)
    expect(await parentOf(gateway)).toMatchObject({
      status: 'running',
      activity: { kind: 'parked', step: { on: 'child' } },
    })
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'approve')
    await ends(gateway)
    expect((await parentOf(gateway))?.context.answer).toBe('yes')
    await gateway.close()
  })

  it('leaves no child behind that nobody waits for [child.crash] [child.cascade]', async ({ reopen }) => {
    const crashed = await crash('cancelled.committed', 1, async (gateway) => {
      const waiting = await ask(gateway)
      await gateway.runtime.cancel(person(), { workflowId: waiting.workflowId ?? '', reason: '' })
    })
    const gateway = await reopen(crashed)
    await expect.poll(async () => (await childrenOf(gateway))[0]?.status).toBe('cancelled')
    expect(await pending(gateway)).toEqual([])
    await gateway.close()
  })

  it('and a call of run_workflow finds the run that it had started [orchestrator.crash]', async ({
    reopen,
  }) => {
    const crashed = await crash('outcome.committing', 1, async (gateway) => {
      const { program, file } = effect(gateway.folder)
      await orchestrate(gateway, 'run_workflow', { workflow_name: 'child', parameters: { program, file } })
    })
    const gateway = await reopen(crashed)
    const session = async () =>
      (await gateway.store.runs({ definitionId: 'proxy_default' }, { limit: 1 })).items[0]
    await expect
      .poll(async () => (await session())?.context.lastResult, { timeout: 10_000 })
      .toMatchObject({ status: 'success', steps_completed: 1 })
    expect((await gateway.store.runs({ definitionId: 'child' }, { limit: 10 })).total).toBe(1)
    expect((await session())?.activity.kind).not.toBe('interrupted')
    await gateway.close()
  })

  it('and a call of run_workflow keeps the time that it gave the run [orchestrator.crash] [orchestrator.timeout]', async ({
    clock,
    reopen,
  }) => {
    const run = async (gateway: TestGateway) =>
      await orchestrate(gateway, 'run_workflow', { workflow_name: 'sleeper', timeout: 2 })
    const crashed = await crash('executor.starting', 2, run, { clock })
    clock.advance(1999)
    const gateway = await reopen(crashed, { clock })
    const sleeper = async () => {
      clock.advance(0)
      return (await gateway.store.runs({ definitionId: 'sleeper' }, { limit: 1 })).items[0]
    }
    expect(await sleeper()).toMatchObject({ status: 'running' })
    clock.advance(1)
    await expect.poll(async () => (await sleeper())?.status).toBe('cancelled')
    const session = async () =>
      (await gateway.store.runs({ definitionId: 'proxy_default' }, { limit: 1 })).items[0]
    await expect
      .poll(async () => (await session())?.context.lastResult, { timeout: 10_000 })
      .toMatchObject({ status: 'failed', error_message: expect.stringContaining('within 2 s') })
    await gateway.close()
  })
})
