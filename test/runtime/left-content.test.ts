import { describe, expect, it, vi } from 'vitest'
import type { Gate } from '../../src/main/model/definition.ts'
import type { ContentBlock } from '../../src/main/model/response.ts'
import { agent, person } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

const GATE: Gate = { required: true, quorum: 1, notRequester: false }
const picture = (data: string) => ({ type: 'image', mimeType: 'image/png', data })

/** As many empty parts as fit into an answer of some megabytes. */
const PARTS = Array.from({ length: 200_000 }, () => ({ type: 'text', text: '' }))

/** Behind a gate, a step that answers with a picture, of `bytes` characters; the agent's call is held for no time. */
function openWorld(bytes = 8, gates = [GATE], content = null as ContentBlock[] | null): SmallWorld {
  const go = declareTransition('ready', { executor: declareProgram('draw'), gates })
  const flow = declareWorkflow({
    ready: declareState({ go, end: declareTransition('done') }),
    done: declareState(),
  })
  return openSmallWorld(flow, async (call) => ({
    ok: true,
    output: { text: '' },
    evidence: [],
    content: content ?? [picture(String(call).repeat(bytes))],
  }))
}

async function ask(world: SmallWorld) {
  const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
  const workflowId = response.workflowId ?? ''
  await world.runtime.submit(agent(), { workflowId, expectedVersion: 1, transition: 'go', arguments: {} })
  return workflowId
}

async function approve({ runtime, store }: SmallWorld) {
  const { items } = await store.approvals({ status: ['pending'] }, { limit: 1 })
  const about = { approvalId: items[0]?.id ?? '', outcome: 'approve', arguments: {} }
  const { hash = '' } = (await runtime.previewDecision(person(), about)) ?? {}
  expect(await runtime.decide(person(), { ...about, comment: '', hash })).toMatchObject({ kind: 'decided' })
}

describe('what a step that was let through has answered with, when its call is not held open any more', () => {
  it('follows the answer to the agent that waits with workflow.get [R4.11] [gate.content-kept]', async () => {
    const world = openWorld()
    const workflowId = await ask(world)
    const waiting = world.runtime.get(agent(), { workflowId, waitMs: 50_000 })
    await approve(world)
    expect((await waiting).content).toEqual([picture('0'.repeat(8))])
    await world.runtime.close(0)
  })

  it('waits for the agent that asks later, and is given once, to nobody else [R4.11] [gate.content-kept]', async () => {
    const world = openWorld()
    const workflowId = await ask(world)
    await approve(world)
    const get = async (who = agent()) => (await world.runtime.get(who, { workflowId })).content
    expect(await get(agent('watcher', { sees: 'all' }))).toEqual([])
    expect(await get()).toEqual([picture('0'.repeat(8))])
    expect(await get()).toEqual([])
    await world.runtime.close(0)
  })

  it('is not lost with a call that was cancelled [gate.content-kept]', async () => {
    const world = openWorld()
    const workflowId = await ask(world)
    await approve(world)
    const get = async (signal: AbortSignal) =>
      (await world.runtime.get(agent(), { workflowId }, { signal })).content
    expect(await get(AbortSignal.abort())).toEqual([])
    expect(await get(new AbortController().signal)).toEqual([picture('0'.repeat(8))])
    await world.runtime.close(0)
  })

  it('is given no second time to a call that has answered with it itself [gate.content-kept]', async () => {
    const world = openWorld(8, [])
    const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
    const workflowId = response.workflowId ?? ''
    const call = { workflowId, expectedVersion: 1, transition: 'go', arguments: {} }
    expect((await world.runtime.submit(agent(), call)).content).toEqual([picture('0'.repeat(8))])
    expect((await world.runtime.get(agent(), { workflowId })).content).toEqual([])
    await world.runtime.close(0)
  })

  it('is forgotten when the run has gone on [gate.content-kept]', async () => {
    const world = openWorld()
    const workflowId = await ask(world)
    await approve(world)
    await world.runtime.submit(agent(), { workflowId, expectedVersion: 2, transition: 'end', arguments: {} })
    expect((await world.runtime.get(agent(), { workflowId })).content).toEqual([])
    await world.runtime.close(0)
  })

  it('is that of the last call, where an earlier one has left some, too [gate.content-kept]', async () => {
    const world = openWorld()
    const workflowId = await ask(world)
    await approve(world)
    await world.runtime.submit(agent(), { workflowId, expectedVersion: 2, transition: 'go', arguments: {} })
    await approve(world)
    expect((await world.runtime.get(agent(), { workflowId })).content).toEqual([picture('1'.repeat(8))])
    await world.runtime.close(0)
  })

  it('is kept of the latest, so that it never fills the memory [gate.content-kept]', async () => {
    const world = openWorld(6 * 1024 * 1024)
    const runs: string[] = []
    for (let index = 0; index < 3; index += 1) {
      runs.push(await ask(world))
      await approve(world)
    }
    const kept = await Promise.all(
      runs.map(async (workflowId) => (await world.runtime.get(agent(), { workflowId })).content.length),
    )
    expect(kept).toEqual([0, 1, 1])
    await world.runtime.close(0)
  })
})

describe('what a tool answers with in very many parts', () => {
  it('comes to the agent whole, and the run goes on [R4.11]', async () => {
    const world = openWorld(0, [], PARTS)
    const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
    const call = { workflowId: response.workflowId ?? '', transition: 'go', arguments: {} }
    const answer = await world.runtime.submit(agent(), { ...call, expectedVersion: 1 })
    expect(answer.response).toMatchObject({ version: 2, result: { status: 'executed' } })
    expect(answer.content.length).toBe(PARTS.length)
    await world.runtime.close(0)
  })

  it('comes whole to an agent whose call is held open for a decision [R4.11]', async () => {
    const world = openWorld(0, [GATE], PARTS)
    const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
    const call = { workflowId: response.workflowId ?? '', transition: 'go', arguments: {} }
    const held = world.runtime.submit(agent(), { ...call, expectedVersion: 1 }, { holdMs: 50_000 })
    await vi.waitFor(async () =>
      expect((await world.store.approvals({ status: ['pending'] }, { limit: 1 })).items.length).toBe(1),
    )
    await approve(world)
    expect((await held).content.length).toBe(PARTS.length)
    await world.runtime.close(0)
  })

  it('comes whole to an agent that asks later [R4.11] [gate.content-kept]', async () => {
    const world = openWorld(0, [GATE], PARTS)
    const workflowId = await ask(world)
    await approve(world)
    expect((await world.runtime.get(agent(), { workflowId })).content.length).toBe(PARTS.length)
    await world.runtime.close(0)
  })
})
