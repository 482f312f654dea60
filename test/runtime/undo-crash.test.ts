import { cp } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { createManualClock, type ManualClock } from '../support/clock.ts'
import { test } from '../support/fixtures.ts'
import {
  follow,
  openTestGateway,
  pending,
  person,
  press,
  start,
  type TestGateway,
} from '../support/gateway.ts'
import { openService, type Service } from '../support/service.ts'
import { getRun, onlyItem } from './gated.ts'

let service: Service
let clock: ManualClock

beforeEach(async () => {
  service = await openService()
  clock = createManualClock()
})
afterEach(() => service.close())

const workspace = (role = 'lead', path = '/ship') => `
store: { kind: sqlite }
approvals: { holdMs: 0 }
people: { anna: { roles: [lead] }, ben: { roles: [lead, chief] } }
connections: { api: { kind: rest, baseUrl: "${service.base}${path}" } }
workflows:
  work:
    initialState: ready
    timeoutMs: 10000
    states:
      ready:
        transitions:
          ship:
            target: done
            actor: human
            risk: high
            guards: [{ kind: role, role: ${role} }]
            executor: { kind: rest, connection: api, method: POST, path: / }
          drop: { target: done }
      done: {}
`

const lead = person('anna', { roles: ['lead'] })

/** Decided, and killed before it ran. */
async function decided() {
  const gateway = await openTestGateway(workspace(), { clock })
  const began = await start(gateway, 'work')
  const { id } = await onlyItem(gateway)
  expect(await press(gateway, id, 'ship', { who: lead })).toMatchObject({ kind: 'scheduled' })
  return { gateway, began, id }
}

/** What the crashed process left on its disk, opened by the next one. */
const it = test.extend('reopen', ({ folder }) => async (crashed: TestGateway, yaml = workspace()) => {
  await crashed.connections.close()
  await crashed.store.close()
  await cp(crashed.folder, folder, { recursive: true })
  return await openTestGateway(yaml, { folder, acceptsPath: true, clock })
})

async function until(holds: () => Promise<boolean>) {
  const end = Date.now() + 15_000
  while (Date.now() < end) {
    clock.advance(0)
    if (await holds()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('It never came to that.')
}

describe('a crash while a decision can be taken back', () => {
  it('it runs at once if its time has come meanwhile, once, whatever the deadline of its run [R5.6] [R4.8]', async ({
    reopen,
  }) => {
    const { gateway, began, id } = await decided()
    clock.advance(0)
    // An hour later: its time, and that of the run, are long over.
    const late = createManualClock(clock.now() + 3_600_000)
    clock = late
    const next = await reopen(gateway)
    await until(async () => (await next.store.run(began.workflowId ?? ''))?.state === 'done')
    expect(await next.store.approval(id)).toMatchObject({
      status: 'approved',
      decision: { by: 'human:anna' },
    })
    expect((await getRun(next, began.workflowId)).result.status).toBe('completed')
    expect(service.received).toHaveLength(1)
    await next.close()
  })

  it('it waits for what is left of its time, and can be taken back [R5.6]', async ({ reopen }) => {
    const { gateway, began, id } = await decided()
    clock = createManualClock(clock.now() + 2000)
    const next = await reopen(gateway)
    expect(await pending(next)).toEqual([])
    expect(await next.runtime.undo(person('ben'), { approvalId: id })).toMatchObject({ kind: 'undone' })
    clock.advance(7000)
    expect(service.received).toHaveLength(0)
    expect((await getRun(next, began.workflowId)).state).toBe('ready')
    expect((await onlyItem(next)).id).toBe(id)
    await next.close()
  })

  it('what would run has moved: nothing runs, and the item waits again and says why [R5.6] [R5.2]', async ({
    reopen,
  }) => {
    const { gateway, id } = await decided()
    clock = createManualClock(clock.now() + 9000)
    const next = await reopen(gateway, workspace('lead', '/elsewhere'))
    await until(async () => (await next.store.approval(id))?.status === 'pending')
    expect(await onlyItem(next)).toMatchObject({
      decision: null,
      returned: { by: 'engine', because: 'What would run is not what was on screen any more.' },
    })
    expect(service.received).toHaveLength(0)
    const { items } = await next.store.audit({ eventTypes: ['human.approval.undone'] }, { limit: 5 })
    expect(items).toMatchObject([{ actor: 'engine', payload: { approvalId: id, decidedBy: 'human:anna' } }])
    await next.close()
  })

  it('who may decide has changed: the item waits again, and nobody is said to have decided twice [R5.6] [R5.4]', async ({
    reopen,
  }) => {
    const gatedBy = (role: string) =>
      workspace()
        .replace('holdMs: 0', `holdMs: 0, queues: { ops: { role: ${role} } }`)
        .replace('actor: human', 'approval: { queue: ops, quorum: 2 }')
        .replace(/ *guards:.*\n/, '')
    const gateway = await openTestGateway(gatedBy('lead'), { clock })
    await follow(gateway, await start(gateway, 'work'), 'ship')
    const { id } = await onlyItem(gateway)
    const both = person('ben', { roles: ['lead', 'chief'] })
    expect(await press(gateway, id, 'approve', { who: lead })).toMatchObject({ kind: 'voted' })
    expect(await press(gateway, id, 'approve', { who: both })).toMatchObject({ kind: 'scheduled' })
    clock = createManualClock(clock.now() + 9000)
    const next = await reopen(gateway, gatedBy('chief'))
    await until(async () => (await next.store.approval(id))?.status === 'pending')
    expect((await onlyItem(next)).returned).toMatchObject({
      by: 'engine',
      because: expect.stringMatching(
        /^Who may decide has changed since: .* One more person has to approve\.$/,
      ),
    })
    const { items } = await next.store.audit({ eventTypes: ['human.approval.decided'] }, { limit: 5 })
    expect(items.map(({ actor }) => actor)).toEqual(['human:ben', 'human:anna'])
    expect(service.received).toHaveLength(0)
    await next.close()
  })
})
