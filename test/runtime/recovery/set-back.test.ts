/** A backup is put back, and a person goes on with it: what was decided and what ran since is not in it. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { describeEvent } from '../../../src/main/desk/runs/timeline.ts'
import { goOnWith, restoreDatabase } from '../../../src/main/store/backups/database-restore.ts'
import { test as it } from '../../support/fixtures.ts'
import { agent, follow, pending, press, start, type TestGateway } from '../../support/gateway.ts'

const HOUR_MS = 3_600_000

const workspace = (base: string) => `
store: { kind: sqlite }
approvals: { holdMs: 0, timeoutMs: 600000 }
connections: { api: { kind: rest, baseUrl: "${base}" } }
workflows:
  risky:
    initialState: ready
    states:
      ready:
        transitions:
          pay: { target: paid, actor: human, risk: high, executor: { kind: rest, connection: api, method: POST, path: /risky } }
      paid: { terminal: true }
  gated:
    initialState: ready
    states:
      ready:
        transitions:
          pay: { target: paid, approval: { required: true }, executor: { kind: rest, connection: api, method: POST, path: /gated } }
      paid: { terminal: true }
  chained:
    initialState: ready
    states:
      ready:
        transitions:
          look: { target: looked, executor: { kind: rest, connection: api, method: POST, path: /look, idempotencyKey: true } }
      looked:
        transitions:
          tell: { target: told, actor: deterministic, executor: { kind: rest, connection: api, method: POST, path: /tell } }
      told: { terminal: true }
  timed:
    initialState: ready
    timeoutMs: 1200000
    onTimeout: { target: late, executor: { kind: rest, connection: api, method: POST, path: /late } }
    states:
      ready: { transitions: { go: { target: gone, actor: human } } }
      gone: { terminal: true }
      late: { terminal: true }
`

async function find(gateway: TestGateway, definitionId: string) {
  const item = (await pending(gateway)).find(
    (each) => 'definitionId' in each && each.definitionId === definitionId,
  )
  if (item === undefined) throw new Error(`Nothing waits of ${definitionId}.`)
  return item
}

it('lets nothing run by itself that may have run since; what waits says that it may have been decided, and has the time that it had left [store.set-back]', async ({
  folder,
  clock,
  service,
  openGateway,
}) => {
  const yaml = workspace(service.base)
  const file = join(folder, 'data/countersign.db')
  const looked = Promise.withResolvers<void>()
  service.script('/look', { status: 200, when: looked.promise }, { status: 200 })
  const before = await openGateway(yaml, { folder, clock })
  await start(before, 'risky')
  await start(before, 'timed')
  await follow(before, await start(before, 'gated'), 'pay')
  clock.advance(60_000)
  const chained = await start(before, 'chained')
  const chain = follow(before, chained, 'look')
  await service.reached('/look', 1)
  expect(await press(before, (await find(before, 'risky')).id, 'pay')).toMatchObject({ kind: 'scheduled' })
  const backup = await before.data.backUp()

  looked.resolve()
  await chain
  await press(before, (await find(before, 'gated')).id, 'approve')
  clock.advance(HOUR_MS)
  for (const path of ['/risky', '/late', '/gated', '/tell']) await service.reached(path, 1)
  await expect.poll(async () => (await before.store.unfinished()).length).toBe(0)
  await before.close()
  await restoreDatabase(backup, file, () => undefined)
  expect(await goOnWith(file)).toBe(true)

  const gateway = await openGateway(yaml, { folder, clock })
  const waiting = await pending(gateway)
  expect(waiting.map(({ kind }) => kind).sort()).toEqual(['gate', 'interrupted', 'transition', 'transition'])
  for (const { returned } of waiting)
    expect(returned?.because).toContain('may have been decided and have run since')
  // The log does not say of what may have run that it did not.
  const [undone] = (await gateway.store.audit({ eventTypes: ['human.approval.undone'] }, { limit: 1 })).items
  expect(undone && describeEvent(undone).text).toBe('“pay” is asked again.')
  const left = (item: { deadlineAt: string | null }) => Date.parse(item.deadlineAt ?? '') - clock.now()
  expect(left(await find(gateway, 'gated'))).toBe(540_000)
  expect(left(await find(gateway, 'timed'))).toBe(1_140_000)
  clock.advance(60_000)
  // It is recovered by then.
  await gateway.runtime.get(agent(), { workflowId: chained.workflowId ?? '' })
  expect(['/risky', '/late', '/gated', '/look', '/tell'].map(service.count)).toEqual([1, 1, 1, 1, 1])

  await press(gateway, (await find(gateway, 'gated')).id, 'approve')
  expect(service.count('/gated')).toBe(2)
  await gateway.close()

  // It was asked about once: from then on the database is like any other.
  const later = await openGateway(yaml, { folder, clock })
  await press(later, (await find(later, 'risky')).id, 'pay')
  await later.close()
  const last = await openGateway(yaml, { folder, clock })
  clock.advance(60_000)
  await service.reached('/risky', 2)
  expect(last.readOnly).toBeNull()
  // Except for what follows a time that may have been up before: that is asked whenever it comes.
  clock.advance(HOUR_MS)
  await expect.poll(async () => (await find(last, 'timed')).kind).toBe('interrupted')
  const late = await find(last, 'timed')
  expect(late.returned?.because).toContain('may have been decided and have run since')
  expect(service.count('/late')).toBe(1)
  await press(last, late.id, 'happened')
  expect((await last.store.run('workflowId' in late ? late.workflowId : ''))?.status).toBe('timed_out')
  const fresh = await start(last, 'timed')
  clock.advance(HOUR_MS)
  await service.reached('/late', 2)
  expect((await last.store.run(fresh.workflowId ?? ''))?.version).toBeGreaterThan(1)
})
