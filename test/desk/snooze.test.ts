import { describe, expect } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import { test as it } from '../support/fixtures.ts'
import { person, press } from '../support/gateway.ts'
import { ask } from './fixture.ts'
import { openInbox, QUESTIONS } from './inbox-fixture.ts'

const HOUR = 60 * 60 * 1000
const at = (clock: { now(): number }, milliseconds: number) =>
  new Date(clock.now() + milliseconds).toISOString()

describe('snoozing an item', () => {
  it('hides it from one person until its time, and the desks are told when it is back [inbox.snooze]', async () => {
    const clock = createManualClock()
    const { desk, session, handIn, titles, list, idOf, openSession } = await openInbox({ clock })
    await handIn('one')
    await handIn('two')
    const id = await idOf('one')
    const told: string[] = []
    desk.onPush((push) => told.push(push.topic))
    const until = at(clock, HOUR)
    expect(await ask(desk, session, 'inbox.snooze', { ids: [id], until })).toEqual({
      snoozed: [{ id, until, early: false }],
      refused: [],
    })
    expect(told).toContain('people')
    expect(await titles()).toEqual(['Send two'])
    expect(await list({ status: 'snoozed' })).toMatchObject({
      items: [{ id, snoozedUntil: until }],
      total: 1,
      snoozed: 1,
    })
    expect(await ask(desk, session, 'inbox.item', { id })).toMatchObject({ snoozedUntil: until })
    expect(await ask(desk, session, 'desk.status', {})).toMatchObject({ pending: 1 })
    const ben = await openSession('ben')
    expect((await ask(desk, ben, 'inbox.list', {})).total).toBe(2)
    told.length = 0
    clock.advance(HOUR)
    expect(told).toEqual([])
    await expect.poll(() => told).toEqual(['people'])
    expect(await list()).toMatchObject({ total: 2, snoozed: 0 })
  })

  it('can be taken back before [inbox.snooze]', async () => {
    const { desk, session, handIn, idOf, list } = await openInbox()
    await handIn('one')
    const id = await idOf('one')
    const until = new Date(Date.now() + HOUR).toISOString()
    await ask(desk, session, 'inbox.snooze', { ids: [id], until })
    await ask(desk, session, 'inbox.snooze', { ids: [id], until: null })
    expect(await list()).toMatchObject({ total: 1, snoozed: 0, items: [{ snoozedUntil: null }] })
  })

  it('never moves a deadline: it comes back a minute before it, and says so [inbox.snooze]', async () => {
    const clock = createManualClock()
    const { desk, session, post, idOf, list } = await openInbox({ clock })
    await post('parcel')
    const id = await idOf('parcel')
    const [before] = (await list()).items
    const reply = await ask(desk, session, 'inbox.snooze', { ids: [id], until: at(clock, 24 * HOUR) })
    const early = new Date(Date.parse(before?.deadlineAt ?? '') - 60_000).toISOString()
    expect(reply).toEqual({ snoozed: [{ id, until: early, early: true }], refused: [] })
    clock.advance(HOUR - 60_000)
    const [after] = (await list()).items
    expect(after).toMatchObject({ id, deadlineAt: before?.deadlineAt, snoozedUntil: null })
    const late = await ask(desk, session, 'inbox.snooze', { ids: [id], until: at(clock, HOUR) })
    expect(late.refused).toEqual([{ id, message: expect.stringContaining('within a minute') }])
  })

  it.for([false, true])(
    'comes back a minute before its deadline also where the clock is set back meanwhile, %s: while nothing runs [inbox.snooze]',
    async (isOff, { folder }) => {
      const clock = createManualClock()
      const yaml = `${QUESTIONS}\nstore: { kind: sqlite }\n`
      const before = await openInbox({ folder, clock }, yaml)
      await before.post('parcel')
      const id = await before.idOf('parcel')
      await ask(before.desk, before.session, 'inbox.snooze', { ids: [id], until: at(clock, 24 * HOUR) })
      if (isOff) await before.close()
      clock.set(-3 * HOUR)
      const { list } = isOff ? await openInbox({ folder, clock }, yaml) : before
      clock.advance(30_000)
      await expect
        .poll(async () => (await list({ status: 'snoozed' })).items[0]?.deadlineAt)
        .toBe(at(clock, HOUR - 30_000))
      clock.advance(HOUR - 90_000)
      await expect.poll(async () => (await list()).total).toBe(1)
    },
  )

  it('survives a restart, and goes with its item [inbox.snooze]', async ({ folder }) => {
    const clock = createManualClock()
    const yaml = `${QUESTIONS}\nstore: { kind: sqlite }\n`
    const before = await openInbox({ folder, clock }, yaml)
    await before.handIn('one')
    await before.handIn('two')
    const ids = [await before.idOf('one'), await before.idOf('two')]
    await ask(before.desk, before.session, 'inbox.snooze', { ids, until: at(clock, HOUR) })
    await before.close()
    const after = await openInbox({ folder, clock }, yaml)
    expect(await after.list()).toMatchObject({ total: 0, snoozed: 2 })
    await press(after.gateway, ids[0] ?? '', 'approve', { who: person('anna') })
    await expect
      .poll(async () => after.gateway.store.setting('snoozes'))
      .toEqual({
        'human:anna': { [ids[1] ?? '']: expect.any(String) },
      })
    expect(await after.list()).toMatchObject({ total: 0, snoozed: 1 })
    await after.close()
    clock.advance(2 * HOUR)
    const later = await openInbox({ folder, clock }, yaml)
    expect(await later.list()).toMatchObject({ total: 1, snoozed: 0 })
    await later.close()
  })

  it('refuses what has ended, and times that are over or no times [inbox.snooze]', async () => {
    const clock = createManualClock()
    const { desk, session, gateway, handIn, idOf } = await openInbox({ clock })
    await handIn('one')
    const id = await idOf('one')
    const snooze = (until: string) => ask(desk, session, 'inbox.snooze', { ids: [id], until })
    await expect(snooze(at(clock, -1))).rejects.toThrow(/That time is over/)
    await expect(snooze(at(clock, 400 * 24 * HOUR))).rejects.toThrow(/within a year/)
    await expect(snooze('soon')).rejects.toThrow(/INVALID_REQUEST/)
    await press(gateway, id, 'approve', { who: person('anna') })
    expect(await snooze(at(clock, HOUR))).toEqual({
      snoozed: [],
      refused: [{ id, message: 'It has been decided, or has ended.' }],
    })
  })
})
