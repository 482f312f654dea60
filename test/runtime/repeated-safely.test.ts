import { describe, expect, it } from 'vitest'
import type { ExecutionOutcome } from '../../src/main/model/call.ts'
import type { Capability, Gate } from '../../src/main/model/definition.ts'
import type { ExecutorDeclaration } from '../../src/main/model/executor.ts'
import { isInterrupted } from '../../src/main/model/run.ts'
import { idempotencyKey } from '../../src/main/runtime/step/plan-next-step.ts'
import { isRepeatable } from '../../src/main/workflow/executors/executors.ts'
import { calm } from '../simulation/scheduler.ts'
import { agent, person } from '../support/gateway.ts'
import {
  declareProgram,
  declareRequest,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../workflow/declarations.ts'
import { cutOff, openNext, openSmallWorld } from './small-world.ts'

/** However busy the machine is. */
const SOON = { timeout: 20_000 }
const once = declareProgram('once')
const safe = declareProgram('safe', [], { idempotent: true })
const group = (one: ExecutorDeclaration, fallback: ExecutorDeclaration[]): ExecutorDeclaration => ({
  kind: 'parallel',
  limit: 2,
  join: 'all',
  branches: {
    safe: { executor: safe, onFailure: 'abort' },
    one: { executor: one, onFailure: 'abort', reliability: { fallback } },
  },
})

describe('a step that was cut off', () => {
  it('is repeated as a group only if nothing in it must not be, a way out of a branch included [R4.7]', () => {
    const { catalog } = openSmallWorld(declareWorkflow({ a: declareState() }), () => ({}))
    const all: [ExecutorDeclaration, boolean][] = [
      [group(safe, [safe]), true],
      [group(once, [safe]), false],
      [group(safe, [once]), false],
      [group(group(safe, [once]), []), false],
      [group(safe, [group(safe, [safe])]), true],
      [declareRequest('/x'), true],
      [group(declareRequest('/x'), [safe]), true],
      [declareRequest('/x', { method: 'POST' }), false],
    ]
    expect(all.map(([declared]) => isRepeatable(declared, catalog))).toEqual(all.map(([, is]) => is))
  })

  it.each([false, true])(
    'is repeated only while the tool of its fallback is described as it was accepted [R4.7] [live.changed] (changed: %s)',
    async (isChanged) => {
      const tool = { kind: 'mcp' as const, connection: 'files', tool: 'put', idempotent: false }
      const go = declareTransition('done', { executor: safe, reliability: { fallback: [tool] } })
      const flow = declareWorkflow({ ready: declareState({ go }), done: declareState() })
      const world = openSmallWorld(flow, (number) => (number === 0 ? new Promise(() => {}) : {}))
      const recover = world.runtime.recover
      world.runtime.recover = async () => {
        world.catalog.isChangedTool = (_, name) => isChanged && name === 'put'
        await recover()
      }
      const workflowId = await cutOff(world)
      const now = async () => {
        const run = (await world.store.run(workflowId)) ?? expect.fail()
        return { interrupted: isInterrupted(run), state: run.state, ran: world.ran.length }
      }
      const asked = { interrupted: true, state: 'ready', ran: 1 }
      const again = { interrupted: false, state: 'done', ran: 2 }
      await expect.poll(now, SOON).toEqual(isChanged ? asked : again)
      expect(world.faults).toEqual([])
    },
  )

  it.each([false, true])(
    'is repeated only with the tool that a person had accepted when it began [R4.7] [live.changed] (accepted otherwise: %s)',
    async (isOther) => {
      const tool = { kind: 'mcp' as const, connection: 'files', tool: 'put', idempotent: true }
      const go = declareTransition('done', { executor: tool })
      const flow = declareWorkflow({ ready: declareState({ go }), done: declareState() })
      const world = openSmallWorld(flow, (number) => (number === 0 ? new Promise(() => {}) : {}))
      let accepted = 'puts'
      world.catalog.acceptedHash = () => accepted
      const recover = world.runtime.recover
      world.runtime.recover = async () => {
        if (isOther) accepted = 'puts, and deletes'
        await recover()
      }
      const workflowId = await cutOff(world)
      const now = async () => {
        const run = (await world.store.run(workflowId)) ?? expect.fail()
        return { interrupted: isInterrupted(run), ran: world.ran.length }
      }
      await expect.poll(now, SOON).toEqual({ interrupted: isOther, ran: isOther ? 1 : 2 })
      expect(world.faults).toEqual([])
    },
  )

  it.each([
    ['once only', [safe, once], { interrupted: true, ran: 3 }],
    ['safely again', [once, safe], { interrupted: false, ran: 4 }],
  ])(
    'in its second way out is judged by that alone: it may run %s [R4.7]',
    async (_how, fallback, expected) => {
      const go = declareTransition('done', { executor: once, reliability: { fallback } })
      const flow = declareWorkflow({ ready: declareState({ go }), done: declareState() })
      const world = openSmallWorld(flow, (call) =>
        call < 2 ? null : call === 2 ? new Promise(() => {}) : {},
      )
      const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
      const workflowId = response.workflowId ?? ''
      const call = { workflowId, expectedVersion: 1, transition: 'go', arguments: {} }
      void world.runtime.submit(agent(), call)
      await expect.poll(() => world.ran.length, SOON).toBe(3)
      await world.runtime.recover()
      const now = async () => {
        const run = (await world.store.run(workflowId)) ?? expect.fail()
        return { interrupted: isInterrupted(run), ran: world.ran.length }
      }
      await expect.poll(now, SOON).toEqual(expected)
      expect(world.faults).toEqual([])
    },
  )

  it.each([
    ['writes', false, true],
    ['only reads', true, false],
  ])(
    'and fails when it is repeated may have happened if it %s [R4.7]',
    async (_what, readsOnly, isUncertain) => {
      const tool = { kind: 'mcp' as const, connection: 'files', tool: 'use', idempotent: true }
      const go = declareTransition('done', { executor: tool })
      const flow = declareWorkflow({ ready: declareState({ go }), done: declareState() })
      const world = openSmallWorld(flow, (number) => (number === 0 ? new Promise(() => {}) : null))
      world.catalog.isReadOnlyTool = () => readsOnly
      const workflowId = await cutOff(world)
      const failure = async () => (await world.store.run(workflowId))?.failure ?? null
      await expect.poll(failure, SOON).toMatchObject({ message: expect.stringContaining('It failed.') })
      expect((await failure())?.uncertain ?? false).toBe(isUncertain)
    },
  )

  it.each([
    ['human', ['transition']],
    ['agent', []],
  ] as const)(
    'and did not happen is asked for again where a person has to fire it (%s) [R4.7]',
    async (actor, asked) => {
      const go = declareTransition('done', { actor, executor: once })
      const flow = declareWorkflow({ ready: declareState({ go }), done: declareState() })
      const { runtime, store, ran } = openSmallWorld(flow, () => new Promise(() => {}))
      const { response } = await runtime.start(agent(), { definitionId: 'flow', input: {} })
      const { workflowId = '' } = response
      const waiting = async () =>
        (await store.approvals({ workflowId, status: ['pending'] }, { limit: 9 })).items
      const decide = async (outcome: string) => {
        const [{ id: approvalId } = expect.fail()] = await waiting()
        const shown = await runtime.previewDecision(person(), { approvalId, outcome, arguments: {} })
        const hash = shown?.hash ?? ''
        return await runtime.decide(person(), { approvalId, outcome, arguments: {}, comment: '', hash })
      }
      if (actor === 'human') void decide('go')
      else void runtime.submit(agent(), { workflowId, expectedVersion: 1, transition: 'go', arguments: {} })
      await expect.poll(() => ran.length, SOON).toBe(1)
      await runtime.recover()
      expect(await decide('did_not_happen')).toMatchObject({ kind: 'decided' })
      expect((await waiting()).map(({ kind }) => kind)).toEqual(asked)
    },
  )

  it('keeps waiting for a person when the time of its run is up [R4.7] [R4.8]', async () => {
    const ready = declareState({ go: declareTransition('done', { executor: once }) })
    const flow = declareWorkflow({ ready, done: declareState() }, { timeoutMs: 1000 })
    const world = openSmallWorld(flow, () => new Promise(() => {}))
    const workflowId = await cutOff(world)
    world.clock.jump(2000)
    const read = world.runtime.get(agent(), { workflowId })
    await calm()
    expect(await world.store.run(workflowId)).toMatchObject({
      activity: { kind: 'interrupted' },
      status: 'running',
    })
    expect((await read).response.result.status).not.toBe('timed_out')
    expect((await world.store.approvals({ status: ['pending'] }, { limit: 2 })).total).toBe(1)
  })
})

describe('a step that is tried again', () => {
  it('comes when it was told to; it may have happened where one attempt may have [engine.retry-after] [R4.7]', async () => {
    const retry = {
      maxAttempts: 2,
      backoff: 'none' as const,
      initialDelayMs: 0,
      maxDelayMs: 5000,
      jitter: false,
      retryOn: ['timeout' as const],
    }
    const go = declareTransition('done', { executor: once, reliability: { retry, fallback: [] } })
    const flow = declareWorkflow({ ready: declareState({ go }), done: declareState() })
    const world = openSmallWorld(flow, async (number) => ({
      ok: false,
      errorClass: number === 0 ? 'timeout' : 'permanent',
      message: `It failed (${number}).`,
      content: [],
      uncertain: number === 0,
      retryAfterMs: 3000,
    }))
    const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
    const workflowId = response.workflowId ?? ''
    const call = { workflowId, expectedVersion: 1, transition: 'go', arguments: {} }
    const began = world.clock.now()
    const answered = world.runtime.submit(agent(), call)
    const wake = () => {
      world.clock.fire()
      return world.ran.length
    }
    await expect.poll(wake, SOON).toBe(2)
    const { error } = (await answered).response
    expect(world.ran).toHaveLength(2)
    expect(world.clock.now()).toBe(began + 3000)
    expect(error?.message).toMatch(/It failed \(1\)\..*may have taken effect all the same/)
    expect((await world.store.run(workflowId))?.failure?.uncertain).toBe(true)
  })
})

describe('the key of a step', () => {
  it('is one for all that a submit tries, and another for each step of a chain and each branch [engine.idempotency-key]', () => {
    const facts = { workflowId: 'wf_1', transition: 'go', correlationId: 'co_1', version: 3, branch: null }
    const template = '{workflowId}:{transition}:{correlationId}'
    const key = (change: Partial<Parameters<typeof idempotencyKey>[1]> = {}) =>
      idempotencyKey(template, { ...facts, kind: 'chain', ...change })
    const submitted = { kind: 'transition' as const }
    expect(key({ ...submitted, version: 4 })).toBe(key(submitted))
    const kinds = ['chain', 'onEnter', 'onTimeout'] as const
    for (const kind of kinds) expect(key({ kind, version: 4 })).not.toBe(key({ kind }))
    expect(key({ ...submitted, branch: 'a' })).not.toBe(key({ ...submitted, branch: 'b' }))
  })
})

describe('the limit of a chain', () => {
  it('counts the steps before a workflow that the chain waited for [engine.chain]', async () => {
    const child = declareWorkflow({ a: declareState() }, { id: 'child' })
    const run = { executor: { kind: 'workflow' as const, definitionId: 'child', idempotent: false } }
    const step = (target: string, more = {}) =>
      declareState({ on: declareTransition(target, { actor: 'deterministic', ...more }) })
    const loop = { a: step('b'), b: step('a', run) }
    const flow = declareWorkflow(loop, { maxChainDepth: 7 })
    const content = { workflows: { flow, child }, capabilities: [], connections: {} }
    const world = openSmallWorld(content, () => ({}))
    await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
    const all = async () => (await world.store.runs({}, { limit: 50 })).items
    await expect
      .poll(async () => (await all()).find(({ definitionId }) => definitionId === 'flow')?.failure, SOON)
      .toMatchObject({ message: expect.stringContaining('limit of 7') })
    const [{ version } = { version: 0 }] = (await all()).filter(({ definitionId }) => definitionId === 'flow')
    expect(version).toBe(8)
    expect(world.faults).toEqual([])
  })
})

it('a step that was cut off waits for a person where a gate has come before it since, and goes on where none has [R4.7] [R5.1]', async () => {
  const gate: Gate = { required: true, quorum: 1, notRequester: false }
  const go = declareTransition('done', { executor: safe })
  const flow = declareWorkflow({ ready: declareState({ go }), done: declareState() })
  const ops: Omit<Capability, 'gates'> = {
    ...{ id: 'ops.safe', title: 'Safe', description: '', tags: [], aliases: [], examples: [] },
    ...{ guards: [], executor: safe, source: { kind: 'expose' }, readOnly: false },
  }
  const content = (gates: readonly Gate[]) => ({
    ...{ workflows: { flow }, capabilities: [], connections: {} },
    gated: [{ ...ops, gates: [...gates] }],
  })
  const never = () => new Promise<ExecutionOutcome>(() => {})
  for (const [before, after, asks] of [
    [[], [], false],
    [[], [gate], true],
    [[gate], [gate], false],
    [[gate], [{ ...gate, quorum: 2 }], true],
  ] as const) {
    const world = openSmallWorld(content(before), never)
    const { runtime, store, ran } = world
    const { response } = await runtime.start(agent(), { definitionId: 'flow', input: {} })
    const { workflowId = '' } = response
    const call = { workflowId, expectedVersion: 1, transition: 'go', arguments: {} }
    void runtime.submit(agent(), call)
    if (before.length > 0) {
      const waiting = async () => (await store.approvals({ status: ['pending'] }, { limit: 1 })).items
      await expect.poll(waiting, SOON).toHaveLength(1)
      const [{ id: approvalId } = expect.fail()] = await waiting()
      const approve = { approvalId, outcome: 'approve', arguments: {} }
      const hash = (await runtime.previewDecision(person(), approve))?.hash ?? ''
      void runtime.decide(person(), { ...approve, comment: '', hash })
    }
    await expect.poll(() => ran.length, SOON).toBe(1)
    const next = await openNext(world, content(after), () => ({}))
    const isSettled = async () => {
      const run = await store.run(workflowId)
      return run !== null && (isInterrupted(run) || run.state === 'done')
    }
    await expect.poll(isSettled, SOON).toBe(true)
    expect(next.ran).toHaveLength(asks ? 0 : 1)
  }
})
