/** Two decisions about one run that can be taken back at once: its time stands still while one of them can, and not twice. */
import { describe, expect } from 'vitest'
import { workflowOf } from '../../../src/main/workflow/items/items.ts'
import type { ManualClock } from '../../support/clock.ts'
import { test as it } from '../../support/fixtures.ts'
import { follow, pending, person, press, start, type TestGateway } from '../../support/gateway.ts'
import { onlyItem } from '../gated.ts'

const YAML = `
approvals: { holdMs: 0 }
workflows:
  above:
    initialState: ready
    timeoutMs: 60000
    onTimeout: { target: late }
    states:
      ready: { transitions: { go: { target: done, executor: { kind: workflow, definitionId: flow } } } }
      done: {}
      late: {}
  flow:
    initialState: ready
    timeoutMs: 60000
    onTimeout: { target: late }
    states:
      ready:
        transitions:
          ship: { target: shipped, actor: human, undoMs: 20000 }
          ask: { target: done, undoMs: 30000, executor: { kind: human } }
      shipped: { transitions: { end: { target: done } } }
      done: {}
      late: {}
`

/** Five seconds before the time of both runs is up; the second one two seconds after the first, and three seconds ago. */
async function decidedTwice(
  openGateway: (yaml: string, options: { clock: ManualClock }) => Promise<TestGateway>,
  clock: ManualClock,
) {
  const gateway = await openGateway(YAML, { clock })
  const began = await start(gateway, 'above')
  await follow(gateway, began, 'go')
  await expect.poll(() => pending(gateway)).toHaveLength(1)
  const choice = await onlyItem(gateway)
  const id = workflowOf(choice) ?? ''
  const below = (await gateway.runtime.get(person(), { workflowId: id })).response
  await follow(gateway, below, 'ask')
  const asked = (await pending(gateway)).find(({ kind }) => kind === 'executor')
  if (asked === undefined) throw new Error('Nobody is asked.')
  clock.advance(55_000)
  expect(await press(gateway, choice.id, 'ship')).toMatchObject({ kind: 'scheduled' })
  clock.advance(2000)
  expect(await press(gateway, asked.id, 'approve')).toMatchObject({ kind: 'scheduled' })
  clock.advance(3000)
  const left = (stored: { deadlineAt: string | null } | null) =>
    Date.parse(stored?.deadlineAt ?? '') - clock.now()
  return {
    gateway,
    ids: [choice.id, asked.id] as const,
    takeBack: async (approvalId: string) =>
      expect(await gateway.runtime.undo(person(), { approvalId })).toMatchObject({ kind: 'undone' }),
    /** Of the run above, and of the one below, in milliseconds. */
    leftOfRuns: async () => [
      left(await gateway.store.run(began.workflowId ?? '')),
      left(await gateway.store.run(id)),
    ],
    leftOf: async (item: string) => left(await gateway.store.approval(item)),
    stateOf: async () => (await gateway.store.run(id))?.state,
  }
}

describe('what overlaps comes back once [time.given-back] [R5.6]', () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    it(`whichever is taken back first, for the run and those above: ${order}`, async ({
      openGateway,
      clock,
    }) => {
      const { ids, takeBack, leftOfRuns, leftOf } = await decidedTwice(openGateway, clock)
      await takeBack(ids[order[0]])
      clock.advance(4000)
      await takeBack(ids[order[1]])
      expect(await leftOfRuns()).toEqual([5000, 5000])
      expect(await Promise.all(ids.map(leftOf))).toEqual([5000, 5000])
    })
  }

  it('where one runs, and the other is withdrawn by that', async ({ openGateway, clock }) => {
    const { leftOfRuns, stateOf } = await decidedTwice(openGateway, clock)
    clock.advance(15_000)
    await expect.poll(stateOf).toBe('shipped')
    expect(await leftOfRuns()).toEqual([5000, 5000])
  })
})
