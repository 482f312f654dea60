/** What becomes of items about no run, however they end. */
import { expect, it } from 'vitest'
import type { SubjectItem } from '../../src/main/model/item.ts'
import type { AskRequest, ItemHandler } from '../../src/main/runtime/items/item-handler.ts'
import type { Store } from '../../src/main/runtime/ports.ts'
import { person } from '../support/gateway.ts'
import { NO_HANDLERS } from '../support/items.ts'
import { declareState, declareWorkflow } from '../workflow/declarations.ts'
import { openSmallWorld } from './small-world.ts'

const FLOW = declareWorkflow({ a: declareState() }, { id: 'flow' })

function openItems(handler: ItemHandler, wrap = (store: Store) => store) {
  const { runtime, clock, store } = openSmallWorld(FLOW, () => null, {
    wrap,
    itemHandlers: { ...NO_HANDLERS, tool_change: handler },
  })
  const ask = (key: string, more: Partial<AskRequest> = {}) =>
    runtime.items.ask({
      ...{ kind: 'tool_change', key, subject: { name: key }, requestedBy: 'engine', client: 'engine' },
      ...more,
    })
  const decide = async (item: SubjectItem | null, outcome: string) => {
    const choice = { approvalId: item?.id ?? '', outcome, arguments: {} }
    const { hash = '' } = (await runtime.previewDecision(person(), choice)) ?? {}
    return await runtime.decide(person(), { ...choice, comment: '', hash })
  }
  return { runtime, clock, store, ask, decide }
}

it('carries out what a person let through, and tells of every other end as what it is [items.carried-out]', async () => {
  const told: string[] = []
  const { runtime, clock, ask, decide } = openItems({
    seen: () => true,
    approved: async ({ key }, { by }) => void told.push(`${key}: approved by ${by}`),
    refused: async ({ key }, { outcome }) => void told.push(`${key}: ${outcome}`),
    ended: async ({ key, status }) => void told.push(`${key}: ${status}`),
  })
  await runtime.recover()
  const yes = await ask('yes')
  const press = { approvalId: yes?.id ?? '', outcome: 'approve', arguments: {} }
  // It counts at once.
  expect(await runtime.previewDecision(person(), press)).toMatchObject({ undoMs: 0 })
  await decide(yes, 'approve')
  await decide(await ask('no'), 'refuse')
  await ask('gone')
  await runtime.items.withdraw({ kind: 'tool_change', key: 'gone' }, 'It is gone.')
  await ask('late', { deadlineAt: new Date(clock.now() + 1000).toISOString() })
  const afterAll = () => {
    clock.fire()
    return told
  }
  await expect
    .poll(afterAll, { timeout: 20_000 })
    .toEqual(['yes: approved by human:anna', 'no: refuse', 'gone: withdrawn', 'late: expired'])
})

it('asks nobody the same while a decision about it is carried out, also one of that very moment [live.asked-once]', async () => {
  const gate = Promise.withResolvers<undefined>()
  let meanwhile: (() => Promise<unknown>) | null = null
  const { ask, decide, store } = openItems({ seen: () => true, approved: () => gate.promise }, (real) => ({
    ...real,
    async approvals(...asked) {
      const found = await real.approvals(...asked)
      const then = meanwhile
      meanwhile = null
      await then?.()
      return found
    },
  }))
  const isUnderWay = ({ untold }: SubjectItem) => untold === true
  const first = await ask('tool', { unless: isUnderWay })
  let decision: Promise<unknown> = Promise.resolve()
  // It still waited when it was looked for.
  meanwhile = async () => {
    decision = decide(first, 'approve')
    await expect.poll(async () => (await store.approval(first?.id ?? ''))?.status).toBe('approved')
  }
  const changed = { subject: { name: 'tool', changes: ['v2'] }, unless: isUnderWay }
  expect(await ask('tool', changed)).toMatchObject({ id: first?.id, status: 'approved' })
  expect(await ask('tool', changed)).toMatchObject({ id: first?.id })
  expect((await ask('tool'))?.id).not.toBe(first?.id)
  gate.resolve(undefined)
  await decision
})

it('is asked as often as the gateway itself needs it, and for a client only up to its limit [R1.8]', async () => {
  const { ask } = openItems({ seen: () => true, approved: async () => {} })
  const askAll = async (client: string) => {
    let asked = 0
    for (let index = 0; index < 101; index += 1)
      if ((await ask(`${client} ${index}`, { client })) !== null) asked += 1
    return asked
  }
  expect(await askAll('engine')).toBe(101)
  expect(await askAll('shop')).toBe(100)
})
