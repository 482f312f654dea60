import { expect, it, onTestFinished } from 'vitest'
import { GatewayError } from '../../src/main/model/error.ts'
import type { Change } from '../../src/main/runtime/ports.ts'
import { createManualClock } from '../support/clock.ts'
import { agent, openTestGateway, press, start } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

/** A program is started, and the machine may be busy. */
const WAIT = { timeout: 20_000 }

const BACKUP = `
workflows:
  backup:
    title: Backup
    initialState: ready
    states:
      ready:
        transitions:
          run: { title: Run the backup, target: done, actor: human, executor: { kind: cli, command: "true" } }
          check: { title: Check it, target: ready, executor: { kind: cli, command: "true" } }
      done: { terminal: true }
`

/** A database that takes no outcome of a program, with this fault. */
async function openRefusing(fault: GatewayError) {
  const clock = createManualClock(Date.parse('2026-01-01T00:00:00.000Z'))
  const gateway = await openTestGateway(BACKUP, { clock })
  const desk = openTestDesk(gateway)
  let refuses = true
  onTestFinished(async () => {
    refuses = false
    clock.advance(1000)
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  const { workflowId = '' } = await start(gateway, 'backup')
  const [item] = (await ask(desk, session, 'inbox.list', {})).items
  const changes: Change[] = []
  gateway.onChange((change) => {
    if (change.topic === 'store') changes.push(change)
  })
  const { commit } = gateway.store
  gateway.store.commit = async (batch) => {
    const writesAfter = batch.audit.some(({ eventType }) =>
      ['executor.succeeded', 'workflow.interrupted'].includes(eventType),
    )
    if (refuses && writesAfter) throw fault
    return await commit(batch)
  }
  return {
    gateway,
    clock,
    changes,
    workflowId,
    approvalId: item?.id ?? '',
    makeRoom: () => {
      refuses = false
    },
    async shown() {
      const { readOnly, unwritten: steps } = await ask(desk, session, 'desk.status', {})
      const unwritten = steps.map(({ text }) => text)
      expect(steps.every((step) => step.workflowId === workflowId)).toBe(true)
      const [listed] = (await ask(desk, session, 'runs.list', {})).items
      const run = await ask(desk, session, 'runs.get', { id: workflowId })
      const card = await ask(desk, session, 'inbox.item', { id: item?.id ?? '' })
      return { readOnly, unwritten, listed, run, closed: card.closedBecause, card }
    },
  }
}

const FULL = new GatewayError('INTERNAL', 'Nothing of the change was saved. The disk is full.', {
  isPassing: true,
  reason: 'The disk is full.',
})

it('the desk says that what somebody decided has run, and why it is not written [store.outcome-lost]', async () => {
  const world = await openRefusing(FULL)
  const pressed = press(world.gateway, world.approvalId, 'run')
  await expect.poll(() => world.changes, WAIT).toHaveLength(1)
  const why = expect.stringMatching(
    /^‘run’ is done, but what came of it cannot be written down yet\. The disk is full\. It is kept/,
  )
  expect(await world.shown()).toMatchObject({
    unwritten: [why],
    listed: { attention: 'unwritten', waitingFor: expect.stringContaining('its database') },
    run: { attention: 'unwritten', unwritten: why },
    closed: expect.stringMatching(/^anna has decided it: ‘Run the backup’\. ‘run’ is done, but/),
    card: { unwritten: why },
  })
  world.makeRoom()
  world.clock.advance(1000)
  expect(await pressed).toMatchObject({ kind: 'decided' })
  expect(world.changes).toHaveLength(2)
  expect(await world.shown()).toMatchObject({
    unwritten: [],
    listed: { status: 'completed' },
    run: { unwritten: null },
    closed: 'anna has decided it: ‘Run the backup’.',
  })
  expect((await world.shown()).card).not.toHaveProperty('unwritten')
})

it('the desk says that nobody knows what came of a step, as long as nobody can be asked [store.outcome-lost]', async () => {
  const world = await openRefusing(new GatewayError('INTERNAL', 'The database is damaged.'))
  const { workflowId } = world
  const call = { workflowId, expectedVersion: 1, transition: 'check', arguments: {} }
  await expect(world.gateway.runtime.submit(agent(), call)).rejects.toThrow('The database is damaged.')
  const why = expect.stringMatching(/^‘check’ is not running any more and may have happened/)
  expect(await world.shown()).toMatchObject({ unwritten: [why], run: { unwritten: why }, closed: why })
  world.makeRoom()
  world.clock.advance(1000)
  await expect.poll(async () => (await world.shown()).run.attention, WAIT).toBe('interrupted')
  expect(await world.shown()).toMatchObject({ unwritten: [], run: { unwritten: null } })
})
