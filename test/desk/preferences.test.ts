import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished } from 'vitest'
import { DeskError } from '../../src/renderer/gateway.ts'
import { createManualClock } from '../support/clock.ts'
import { test as it } from '../support/fixtures.ts'
import { agent, openTestGateway, start, type TestGateway } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

const REVIEW = `
store: { kind: sqlite }
workflows:
  review:
    initialState: waiting
    states:
      waiting:
        transitions:
          accept: { target: done, actor: human }
      done: { terminal: true }
`

async function whatIsHeard(gateway: TestGateway, workflowId: string): Promise<string> {
  const { response } = await gateway.runtime.get(agent(), { workflowId })
  return response.result.message ?? ''
}

it('tells waiting agents who is away, over a restart, until they are back [told.away]', async ({
  folder,
}) => {
  await writeFile(join(folder, 'countersign.yaml'), REVIEW)
  const clock = createManualClock()
  const first = await openTestGateway(REVIEW, { folder, clock })
  const desk = openTestDesk(first)
  const session = await desk.openSession('window')
  const { workflowId = '' } = await start(first, 'review')
  expect(await whatIsHeard(first, workflowId)).not.toContain('away')
  const until = new Date(clock.now() + 3_600_000).toISOString()
  await ask(desk, session, 'people.away', { until })
  const { name } = session.principal()
  expect(await whatIsHeard(first, workflowId)).toContain(`${name} is away until ${until}.`)
  expect((await ask(desk, session, 'desk.status', {})).away).toEqual([{ name, until }])
  await desk.close()
  await first.close()

  const again = await openTestGateway(REVIEW, { folder, clock })
  const later = openTestDesk(again)
  onTestFinished(async () => {
    await later.close()
    await again.close()
  })
  expect(await whatIsHeard(again, workflowId)).toContain(`${name} is away until ${until}.`)
  const pushes: string[] = []
  later.onPush((push) => pushes.push(push.topic))
  clock.advance(3_600_001)
  expect(pushes).toContain('people')
  expect(await whatIsHeard(again, workflowId)).not.toContain('away')
})

it('says whom it concerns: only whoever has taken an item on [told.away]', async () => {
  const gateway = await openTestGateway(
    `people:\n  kim: {}\n${REVIEW.replace('store: { kind: sqlite }', '')}`,
  )
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  const { workflowId = '' } = await start(gateway, 'review')
  const until = new Date(gateway.clock.now() + 3_600_000).toISOString()
  await ask(desk, session, 'people.away', { until })
  const [item] = (await ask(desk, session, 'inbox.list', {})).items
  await ask(desk, session, 'inbox.assign', { id: item?.id ?? '', to: 'kim' })
  expect(await whatIsHeard(gateway, workflowId)).not.toContain('away')
})

it('nobody is away, and no pause lasts, for longer than was said where the clock is set back [told.away] [told.silence]', async () => {
  const clock = createManualClock()
  const gateway = await openTestGateway(REVIEW.replace('store: { kind: sqlite }', ''), { clock })
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  const until = new Date(clock.now() + 86_400_000).toISOString()
  await ask(desk, session, 'people.away', { until })
  await ask(desk, session, 'preferences.save', { pausedUntil: until })
  const { workflowId = '' } = await start(gateway, 'review')
  const [item] = (await ask(desk, session, 'inbox.list', {})).items
  await ask(desk, session, 'inbox.snooze', { ids: [item?.id ?? ''], until })
  const said = async () => ({
    away: (await ask(desk, session, 'desk.status', {})).away,
    heard: (await whatIsHeard(gateway, workflowId)).includes('is away'),
    paused: (await ask(desk, session, 'preferences.get', {})).silent,
    waiting: (await ask(desk, session, 'inbox.list', {})).items.length,
  })
  // A little, as every clock is set.
  clock.set(-60_000)
  expect(await said()).toEqual({ away: [expect.anything()], heard: true, paused: 'paused', waiting: 0 })
  clock.set(-3 * 366 * 86_400_000)
  expect(await said()).toEqual({ away: [], heard: false, paused: null, waiting: 1 })
})

it('keeps how people are told, and says what it cannot keep [told.silence]', async () => {
  const clock = createManualClock()
  const gateway = await openTestGateway(REVIEW.replace('store: { kind: sqlite }', ''), { clock })
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  expect(await ask(desk, session, 'preferences.get', {})).toEqual({
    notifications: true,
    sound: false,
    tellLocked: true,
    lockAfterMinutes: null,
    quietHours: null,
    pausedUntil: null,
    silent: null,
  })
  const quietHours = { from: '22:00', to: '07:00' }
  const pausedUntil = new Date(clock.now() + 60_000).toISOString()
  await ask(desk, session, 'preferences.save', { quietHours })
  await ask(desk, session, 'preferences.save', { pausedUntil })
  expect(await ask(desk, session, 'preferences.get', {})).toMatchObject({ quietHours, pausedUntil })
  clock.advance(60_001)
  expect((await ask(desk, session, 'preferences.get', {})).pausedUntil).toBeNull()
  // The browser of whoever is told may be in another time zone than the gateway.
  for (const [minute, silent] of [
    [1319, null],
    [1320, 'quiet'],
    [0, 'quiet'],
    [420, null],
  ] as const)
    expect(await ask(desk, session, 'preferences.get', { minute })).toMatchObject({ silent })
  await expect(ask(desk, session, 'preferences.save', { pausedUntil: 'soon' })).rejects.toThrow(/not a time/)
  await expect(
    ask(desk, session, 'preferences.save', { quietHours: { from: '08:00', to: '08:00' } }),
  ).rejects.toThrow(/need an end/)
  await expect(ask(desk, session, 'people.away', { until: '2099-01-01T00:00:00Z' })).rejects.toThrow(
    /90 days/,
  )
})

it('that cannot be saved are refused with the reason by itself, for a place that says that nothing was saved [store.told-obstacle]', async () => {
  const gateway = await openTestGateway(REVIEW)
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  const { lockAfterMinutes } = await ask(desk, session, 'preferences.get', {})
  const other = new Database(join(gateway.folder, 'data', 'countersign.db'))
  other.exec('BEGIN IMMEDIATE')
  const reply = await desk.dispatch(session, 'preferences.save', { lockAfterMinutes: 5 })
  const { unwritten } = await ask(desk, session, 'desk.status', {})
  other.exec('ROLLBACK')
  other.close()
  if (reply.ok) throw new Error('It was saved.')
  const { error } = reply
  const reason = expect.stringMatching(
    /^The database .* is held by another program, which must let go of it first\.$/,
  )
  expect(new DeskError(error)).toMatchObject({
    message: expect.stringMatching(/^Nothing of the change was saved\. /),
    reason,
  })
  expect(unwritten).toEqual([
    { workflowId: null, text: `${new DeskError(error).reason} Nothing is saved until then.` },
  ])
  expect((await ask(desk, session, 'preferences.get', {})).lockAfterMinutes).toBe(lockAfterMinutes)
})
