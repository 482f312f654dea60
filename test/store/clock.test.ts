import { expect, it } from 'vitest'
import { createSystemClock } from '../../src/main/runtime/system.ts'
import { agent, follow, openTestGateway, start } from '../support/gateway.ts'

const YAML = `
workflows:
  note:
    title: Note
    initialState: open
    states:
      open: { transitions: { more: { target: open }, finish: { target: done } } }
      done: {}
`

it('keeps the order of what happened, and every run on some page, when the clock jumps back [store.clock]', async () => {
  let jump = 0
  const clock = { ...createSystemClock(), now: () => Date.now() + jump }
  const gateway = await openTestGateway(YAML, { clock })
  const ids: string[] = []
  for (let n = 0; n < 9; n += 1) {
    if (n % 3 === 2) jump -= 3_600_000
    ids.push((await start(gateway, 'note')).workflowId ?? '')
  }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await gateway.store.runs({}, { limit: 2, ...(cursor !== undefined && { cursor }) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(seen.toSorted()).toEqual(ids.toSorted())

  const first = await gateway.runtime.get(agent(), { workflowId: ids[0] ?? '' })
  const waiting = gateway.runtime.get(agent(), { workflowId: ids[0] ?? '', waitMs: 20_000, sinceVersion: 1 })
  jump -= 86_400_000
  const moved = await follow(gateway, first.response, 'more')
  expect(moved.version).toBe(2)
  await follow(gateway, moved, 'finish')
  expect((await waiting).response.version).toBeGreaterThan(1)

  const history = await gateway.store.audit({ workflowId: ids[0] ?? '' }, { limit: 50 })
  const kinds = history.items.map(({ eventType }) => eventType)
  expect(kinds.indexOf('workflow.completed')).toBeLessThan(kinds.indexOf('workflow.started'))
  const sequences = history.items.map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.toSorted((a, b) => b - a))
  expect(await gateway.store.verifyAudit()).toMatchObject({ broken: null, lost: null })
  await gateway.close()
})
