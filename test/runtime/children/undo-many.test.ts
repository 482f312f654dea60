/**
 * Decisions about a run and about the one that waits for it, made, taken back and carried out in any order: the time of
 * each stands still exactly while one of its decisions can be taken back.
 */
import { expect } from 'vitest'
import { workflowOf } from '../../../src/main/workflow/items/items.ts'
import type { ManualClock } from '../../support/clock.ts'
import { runs } from '../../support/effort.ts'
import { test as it } from '../../support/fixtures.ts'
import { agent, follow, pending, person, press, start, type TestGateway } from '../../support/gateway.ts'
import { createRandom, type Random } from '../../support/random.ts'

const YAML = `
approvals: { holdMs: 0 }
workflows:
  above:
    initialState: ready
    timeoutMs: 6000000
    states:
      ready:
        transitions:
          go: { target: done, executor: { kind: workflow, definitionId: below } }
          choose: { target: ready, actor: human, undoMs: 6000 }
          end: { target: done }
      done: {}
  below:
    initialState: ready
    timeoutMs: 6000000
    states:
      ready:
        transitions:
          choose: { target: ready, actor: human, undoMs: 7000 }
          ask:
            target: ready
            undoMs: 5000
            inputSchema: { type: object, properties: { n: { type: integer } } }
            executor: { kind: human }
          end: { target: done }
      done: {}
`

async function open(openGateway: (yaml: string, more: object) => Promise<TestGateway>, clock: ManualClock) {
  const gateway = await openGateway(YAML, { clock })
  const { store } = gateway
  const began = await start(gateway, 'above')
  await follow(gateway, began, 'go')
  await expect.poll(() => pending(gateway)).toHaveLength(2)
  const above = began.workflowId ?? ''
  const below = (await pending(gateway)).map(workflowOf).find((id) => id !== above) ?? ''
  const deadlineOf = async (id: string) => Date.parse((await store.run(id))?.deadlineAt ?? '')
  const first = { above: await deadlineOf(above), below: await deadlineOf(below) }
  const stood = { above: 0, below: 0 }
  const scheduled = async () => (await store.approvals({ status: ['scheduled'] }, { limit: 50 })).items
  /** What is due has run, and whatever follows from it. */
  const settle = async () => {
    for (let quiet = 0; quiet < 10; quiet += 1) {
      clock.advance(0)
      await new Promise(setImmediate)
      const items = await scheduled()
      const isBusy = items.some(({ decision }) => Date.parse(decision?.runsAt ?? '') <= clock.now())
      if (isBusy || gateway.runtime.executing() > 0) quiet = 0
    }
  }
  return {
    async ask(n: number) {
      const { response } = await gateway.runtime.get(agent(), { workflowId: below })
      await follow(gateway, response, 'ask', { n })
    },
    async decide(random: Random) {
      const item = random.some(await pending(gateway))
      if (item !== undefined) await press(gateway, item.id, item.kind === 'transition' ? 'choose' : 'approve')
    },
    async takeBack(random: Random) {
      const item = random.some(await scheduled())
      if (item !== undefined) await gateway.runtime.undo(person(), { approvalId: item.id })
    },
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        const items = await scheduled()
        if (items.length > 0) stood.above += 1000
        if (items.some((item) => workflowOf(item) === below)) stood.below += 1000
        clock.advance(1000)
        await settle()
      }
    },
    isStill: async () => (await scheduled()).length > 0,
    async expectDeadlines() {
      const isLeft = (await store.run(below))?.status !== 'running'
      expect({ above: await deadlineOf(above), below: isLeft || (await deadlineOf(below)) }).toEqual({
        above: first.above + stood.above,
        below: isLeft || first.below + stood.below,
      })
      for (const item of await pending(gateway)) {
        const which = workflowOf(item) === above ? 'above' : 'below'
        expect(Date.parse(item.deadlineAt ?? '')).toBe(first[which] + stood[which])
      }
    },
  }
}

it('what stood still comes back once, in whichever order it is decided, taken back and run [time.given-back] [R5.6]', async ({
  openGateway,
  clock,
}) => {
  for (let seed = 0; seed < runs(6); seed += 1) {
    const random = createRandom(seed)
    const world = await open(openGateway, clock)
    for (let step = 0; step < 40; step += 1) {
      const what = random.next()
      if (what < 0.25) await world.ask(random.below(100))
      else if (what < 0.55) await world.decide(random)
      else if (what < 0.75) await world.takeBack(random)
      else await world.pass(1 + random.below(4))
      if (!(await world.isStill())) await world.expectDeadlines()
    }
  }
})
