/** Single calls that only read: written once, with what they came to. */
import { describe, expect, it } from 'vitest'
import type { ExecutionOutcome } from '../../src/main/model/call.ts'
import type { Capability } from '../../src/main/model/definition.ts'
import { GatewayError } from '../../src/main/model/error.ts'
import type { CatalogContent } from '../../src/main/runtime/live-catalog.ts'
import type { Batch, Store } from '../../src/main/runtime/ports.ts'
import { agent } from '../support/gateway.ts'
import { openSmallWorld } from './small-world.ts'

const FULL = new GatewayError('INTERNAL', 'The disk is full.', { isPassing: true })
const DONE: ExecutionOutcome = { ok: true, output: { seen: 1 }, evidence: [], content: [] }

function capability(tool: string): Capability {
  return {
    ...{ id: `files.${tool}`, title: tool, description: '', tags: [], aliases: [], examples: [], guards: [] },
    executor: { kind: 'mcp', connection: 'files', tool, idempotent: tool === 'look' },
    source: { kind: 'import', connection: 'files', tool },
    readOnly: tool === 'look',
  }
}

const content: CatalogContent = {
  workflows: {},
  capabilities: [capability('look'), capability('save')],
  connections: {},
}

/** `refuse`: how many commits the store does not take from then on. */
function open(answer: Parameters<typeof openSmallWorld>[1]) {
  const committed: Batch[] = []
  let refused = 0
  const wrap = (store: Store): Store => ({
    ...store,
    async commit(batch) {
      if (refused > 0) {
        refused -= 1
        throw FULL
      }
      committed.push(batch)
      return await store.commit(batch)
    },
  })
  const world = openSmallWorld(content, answer, { wrap })
  const call = (tool: string) => {
    const input = { capability: `files.${tool}`, arguments: {} }
    return world.runtime.start(agent(), { definitionId: 'proxy_default', input })
  }
  const told = async () => {
    const { items } = await world.store.audit({}, { limit: 100 })
    return items.map(({ eventType }) => eventType).reverse()
  }
  return {
    ...world,
    committed,
    call,
    told,
    refuse: (count: number) => {
      refused = count
    },
  }
}

const ALL = [
  'workflow.started',
  'transition.requested',
  'executor.started',
  'executor.succeeded',
  'workflow.transitioned',
]

describe('a single call that only reads', () => {
  it('is written once, with all that one that changes something says in two [engine.reads-once]', async () => {
    const world = open(() => ({ seen: 1 }))
    const { response } = await world.call('look')
    expect(response).toMatchObject({ result: { status: 'executed' }, version: 2 })
    expect(world.committed).toHaveLength(1)
    expect(await world.told()).toEqual(ALL)
    expect(await world.store.run(response.workflowId ?? '')).toMatchObject({
      version: 2,
      activity: { kind: 'resting' },
      context: { lastResult: { seen: 1 } },
    })
    await world.call('save')
    expect(world.committed).toHaveLength(3)
    expect(await world.told()).toEqual([...ALL, ...ALL])
    expect((await world.store.verifyAudit()).broken).toBeNull()
  })

  it('is seen as begun when it takes longer, and then is said to have ended [engine.reads-once]', async () => {
    const { promise, resolve } = Promise.withResolvers<ExecutionOutcome>()
    const world = open(() => promise)
    const answer = world.call('look')
    await expect.poll(() => world.ran.length).toBe(1)
    expect(world.committed).toEqual([])
    expect(world.clock.fire()).toBe(true)
    await expect.poll(world.told).toEqual(ALL.slice(0, 3))
    expect((await world.store.runs({}, { limit: 1 })).items).toMatchObject([
      { activity: { kind: 'claimed', claim: { transition: 'files.look' } } },
    ])
    resolve(DONE)
    expect((await answer).response.result).toMatchObject({ status: 'executed' })
    expect(await world.told()).toEqual(ALL)
  })

  it('that failed is answered and written as one that failed [engine.reads-once]', async () => {
    const world = open(() => null)
    const { response } = await world.call('look')
    expect(response.result).toMatchObject({ status: 'failed' })
    expect(world.committed).toHaveLength(1)
    expect(await world.told()).toEqual([...ALL.slice(0, 3), 'executor.failed'])
    expect(await world.store.run(response.workflowId ?? '')).toMatchObject({
      failure: { code: 'EXECUTOR_FAILED' },
    })
  })

  it('is not answered where it cannot be written, and leaves nothing behind [engine.reads-once]', async () => {
    const world = open(() => ({}))
    world.refuse(1)
    await expect(world.call('look')).rejects.toThrow('The disk is full.')
    expect((await world.store.runs({}, { limit: 1 })).total).toBe(0)
    expect(world.runtime.unwritten.all()).toEqual([])
    expect(world.clock.timers).toBe(0)
    expect((await world.call('look')).response.result).toMatchObject({ status: 'executed' })
    expect(world.ran).toHaveLength(2)
  })

  it('is written whole where only its beginning was refused, and kept until it can be where it was seen [engine.reads-once]', async () => {
    let outcome = Promise.withResolvers<ExecutionOutcome>()
    const world = open(() => outcome.promise)
    world.refuse(1)
    const first = world.call('look')
    await expect.poll(() => world.ran.length).toBe(1)
    world.clock.fire()
    outcome.resolve(DONE)
    expect((await first).response.result).toMatchObject({ status: 'executed' })
    expect(world.committed).toHaveLength(1)
    expect(await world.told()).toEqual(ALL)

    outcome = Promise.withResolvers()
    const second = world.call('look')
    await expect.poll(() => world.ran.length).toBe(2)
    world.clock.fire()
    await expect.poll(() => world.committed.length).toBe(2)
    world.refuse(1)
    outcome.resolve(DONE)
    await expect.poll(() => world.runtime.unwritten.all().length).toBe(1)
    world.clock.fire()
    expect((await second).response.result).toMatchObject({ status: 'executed' })
    expect(await world.told()).toEqual([...ALL, ...ALL])
  })

  it('does not run where nothing can be written at all [engine.reads-once]', async () => {
    const reason = 'The log was cut.'
    const refused = () => Promise.reject(new GatewayError('INTERNAL', reason))
    const wrap = (store: Store): Store => ({ ...store, readOnly: reason, commit: refused })
    const { runtime, ran } = openSmallWorld(content, () => ({}), { wrap })
    const input = { capability: 'files.look', arguments: {} }
    await expect(runtime.start(agent(), { definitionId: 'proxy_default', input })).rejects.toThrow(reason)
    expect(ran).toEqual([])
  })

  it('that was cut off before it was written was never there [engine.reads-once]', async () => {
    const world = open(() => new Promise<ExecutionOutcome>(() => {}))
    void world.call('look')
    await expect.poll(() => world.ran.length).toBe(1)
    await world.runtime.recover()
    expect((await world.store.runs({}, { limit: 1 })).total).toBe(0)
    expect((await world.store.verifyAudit()).count).toBe(0)
  })
})
