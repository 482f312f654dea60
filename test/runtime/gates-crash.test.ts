import { cp } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { test } from '../support/fixtures.ts'
import { follow, pending, person, press, start, type TestGateway } from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'
import { countRuns, openWithCounter } from './counter.ts'
import { counting, gated, getRun, IMAGE, onlyItem } from './gated.ts'

const yaml = (gate: string) => `store: { kind: sqlite }\n${gated(gate).replace('holdMs: 60', 'holdMs: 0')}`

/** A gateway that stops for good at a crash point, from the moment on that `arm` is called. */
async function open(gate: string, at: string) {
  const armed = { now: false }
  const gateway = await openWithCounter(yaml(gate), {
    crashPoint: (name: string) => {
      if (armed.now && name === at) throw new Error(`crashed at ${at}`)
    },
  })
  const began = await start(gateway, 'deploy', counting(gateway))
  await follow(gateway, began, 'ship', IMAGE)
  const item = await onlyItem(gateway)
  armed.now = true
  return { gateway, began, item }
}

/** What the crashed process left on its disk, opened by the next one. */
const it = test.extend('reopen', ({ folder }) => async (crashed: TestGateway, gate: string) => {
  await crashed.connections.close()
  await crashed.store.close()
  await cp(crashed.folder, folder, { recursive: true })
  return await openWithCounter(yaml(gate), { folder, acceptsPath: true })
})

describe('a crash', () => {
  it('before the decision is durable leaves the question open and nothing run [gate.durable]', async ({
    reopen,
  }) => {
    const { gateway, began, item } = await open('{ required: true }', 'claim.committing')
    await expect(press(gateway, item.id, 'approve')).rejects.toThrow('crashed')
    const next = await reopen(gateway, '{ required: true }')
    expect((await onlyItem(next)).id).toBe(item.id)
    expect(await countRuns(gateway)).toBe(0)
    await press(next, item.id, 'approve')
    expect((await getRun(next, began.workflowId)).state).toBe('shipped')
    expect(await countRuns(gateway)).toBe(1)
    await next.close()
  })

  it('after it keeps the decision; whether it ran is asked, and it does not run again [gate.durable] [R4.7]', async ({
    reopen,
  }) => {
    const { gateway, began, item } = await open('{ required: true }', 'executor.returned')
    await press(gateway, item.id, 'approve').catch(() => null)
    expect(await countRuns(gateway)).toBe(1)
    const next = await reopen(gateway, '{ required: true }')
    expect(await next.store.approval(item.id)).toMatchObject({
      status: 'approved',
      decision: { by: 'human:anna' },
    })
    const [left] = await pending(next)
    // A fault inside the gateway is a failure; the end of the process an interruption. Neither runs it twice.
    expect(left === undefined || left.kind === 'interrupted').toBe(true)
    expect(await countRuns(gateway)).toBe(1)
    expect((await getRun(next, began.workflowId)).version).toBe(1)
    await next.close()
  })

  it('keeps a vote that was cast, and one that was not is not counted [gate.durable] [R5.4]', async ({
    reopen,
  }) => {
    const gate = '{ quorum: 2 }'
    const { gateway, item } = await open(gate, 'vote.committed')
    await press(gateway, item.id, 'approve').catch(() => null)
    const next = await reopen(gateway, gate)
    expect(contentOf(await onlyItem(next)).held?.votes.map(({ by }) => by)).toEqual(['human:anna'])
    expect(await press(next, item.id, 'approve', { who: person('ben') })).toMatchObject({ kind: 'decided' })
    expect(await countRuns(gateway)).toBe(1)
    await next.close()
  })
})
