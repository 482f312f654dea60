import { scryptSync } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, onTestFinished } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import { test as it } from '../support/fixtures.ts'
import { start } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'
import { opened, PEOPLE, setPin, tryPin } from './people-fixture.ts'

describe('people at the desk', () => {
  it('are switched at will while nobody has a PIN, and can be locked [people.switch]', async () => {
    const { desk } = await opened()
    const session = await desk.openSession('window')
    expect(session.person()).toBe('kim')
    expect(await ask(desk, session, 'people.list', {})).toMatchObject({
      you: 'kim',
      people: [
        { name: 'kim', roles: ['lead'], hasPin: false, declared: true },
        { name: 'bo', hasPin: false },
      ],
      pinsExist: false,
      proof: 'never',
      systemProof: null,
    })
    await ask(desk, session, 'people.switch', { name: 'bo', pin: null })
    expect(session.principal()).toMatchObject({ id: 'human:bo', roles: [], proven: false })
    expect(await desk.dispatch(session, 'people.switch', { name: 'zoe', pin: null })).toMatchObject({
      error: { code: 'NOT_FOUND', message: 'The settings file names nobody called ‘zoe’.' },
    })
    await ask(desk, session, 'people.lock', {})
    expect(session.person()).toBeNull()
    expect(() => session.principal()).toThrow('This desk is locked. Choose who you are.')
    await ask(desk, session, 'people.switch', { name: 'kim', pin: null })
    expect(session.person()).toBe('kim')
  })

  it('find a new desk locked from the first PIN on; only a PIN opens it [people.locked] [R1.4]', async () => {
    const { desk, gateway } = await opened()
    const first = await desk.openSession('window')
    const early = await desk.openSession('browser')
    await setPin(desk, first, '4711')
    expect(first.person()).toBe('kim')
    // It had been opened by a link alone.
    expect(early.person()).toBeNull()
    const late = await desk.openSession('browser')
    expect(late.person()).toBeNull()
    for (const name of [
      'inbox.list',
      'desk.status',
      'settings.get',
      'people.setPin',
      'people.prove',
    ] as const) {
      const request = { 'people.setPin': { current: null, next: '1234' }, 'people.prove': { pin: '4711' } }
      expect(await desk.dispatch(late, name, (request as Record<string, object>)[name] ?? {})).toMatchObject({
        ok: false,
        error: { code: 'LOCKED' },
      })
    }
    expect(await ask(desk, late, 'people.list', {})).toMatchObject({
      you: null,
      pinsExist: true,
      opened: false,
    })
    expect(await desk.dispatch(late, 'people.switch', { name: 'bo', pin: null })).toMatchObject({
      error: { code: 'NOT_ALLOWED', message: expect.stringContaining('Somebody with a PIN opens it first') },
    })
    expect(await desk.dispatch(late, 'people.switch', { name: 'kim', pin: null })).toMatchObject({
      error: { message: 'kim has a PIN. Enter it.' },
    })
    expect(await tryPin(desk, late, 'kim', '0000')).toBe(
      'NOT_ALLOWED: That is not the PIN of kim. Try again.',
    )
    expect(late.person()).toBeNull()
    expect(await tryPin(desk, late, 'kim', '4711')).toBe('in')
    expect(late.principal()).toMatchObject({ name: 'kim', proven: true })
    await ask(desk, late, 'people.switch', { name: 'bo', pin: null })
    expect(late.principal()).toMatchObject({ name: 'bo', proven: false })
    await ask(desk, late, 'people.lock', {})
    expect(await tryPin(desk, late, 'bo', '4711')).toContain('Somebody with a PIN opens it first')
    const kept = JSON.stringify(await gateway.store.setting('pins'))
    expect(kept).not.toContain('4711')
  })

  it('have PINs each try of which costs 32 MiB and thousands of rounds [people.pin-secret]', async () => {
    const { gateway } = await opened()
    const desk = openTestDesk(gateway, { person: 'kim', pinRounds: undefined })
    onTestFinished(() => desk.close())
    const session = await desk.openSession('window')
    await setPin(desk, session, '4711')
    const { kim } = (await gateway.store.setting('pins')) as Record<string, { salt: string; hash: string }>
    const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
    const { salt = '', hash = '' } = kim ?? {}
    expect(hash).toBe(scryptSync('4711', Buffer.from(salt, 'base64'), 32, cost).toString('base64'))
    expect(await tryPin(desk, session, 'kim', '4711')).toBe('in')
    // Nobody but tests says anything else.
    const naming = globSync('src/**/*.{ts,tsx}').filter((file) =>
      readFileSync(file, 'utf8').includes('pinRounds'),
    )
    expect(naming.map((file) => file.replaceAll('\\', '/')).sort()).toEqual([
      'src/main/desk/desk-options.ts',
      'src/main/desk/desk.ts',
    ])
  })

  it('go when the configuration knows them no more [people.locked]', async () => {
    const { desk, gateway } = await opened()
    const session = await desk.openSession('window')
    await ask(desk, session, 'people.switch', { name: 'bo', pin: null })
    const file = gateway.configuration().path
    const text = await readFile(file, 'utf8')
    await gateway.live.saveFile(file, text.replace('  bo: {}\n', ''), 'human:kim')
    expect(session.person()).toBeNull()
    expect(await desk.dispatch(session, 'inbox.list', {})).toMatchObject({ error: { code: 'LOCKED' } })
  })

  it('are gone from a desk that does nothing while they are removed and that name is declared again [people.again]', async () => {
    const { desk, gateway } = await opened()
    const session = await desk.openSession('browser')
    await ask(desk, session, 'people.switch', { name: 'bo', pin: null })
    const file = gateway.configuration().path
    const text = await readFile(file, 'utf8')
    await gateway.live.saveFile(file, text.replace('  bo: {}\n', ''), 'human:kim')
    await gateway.live.saveFile(file, text, 'human:kim')
    expect(session.person()).toBeNull()
    await ask(desk, session, 'people.switch', { name: 'bo', pin: null })
    expect(session.person()).toBe('bo')
  })

  it('leave nothing to whoever is declared again: they are not away, and have hidden nothing [people.again]', async () => {
    const { desk, gateway } = await opened()
    const session = await desk.openSession('browser')
    await start(gateway, 'note')
    const sitAsBo = () => ask(desk, session, 'people.switch', { name: 'bo', pin: null })
    await sitAsBo()
    const [item] = (await ask(desk, session, 'inbox.list', {})).items
    const until = new Date(gateway.clock.now() + 3_600_000).toISOString()
    await ask(desk, session, 'people.away', { until })
    await ask(desk, session, 'inbox.snooze', { ids: [item?.id ?? ''], until })
    const file = gateway.configuration().path
    const text = await readFile(file, 'utf8')
    await gateway.live.saveFile(file, text.replace('  bo: {}\n', ''), 'human:kim')
    expect(gateway.away.current()).toEqual([])
    await gateway.live.saveFile(file, text, 'human:kim')
    expect(gateway.away.current()).toEqual([])
    await sitAsBo()
    expect(await ask(desk, session, 'desk.status', {})).toMatchObject({ pending: 1, away: [] })
    await ask(desk, session, 'inbox.snooze', { ids: [item?.id ?? ''], until })
    await ask(desk, session, 'people.away', { until })
    expect(await ask(desk, session, 'desk.status', {})).toMatchObject({ pending: 0, away: [{ name: 'bo' }] })
  })

  it('change and remove their own PIN, knowing the one before [people.locked]', async () => {
    const { desk } = await opened()
    const session = await desk.openSession('window')
    await setPin(desk, session, '4711')
    expect(session.principal().proven).toBe(false)
    expect((await ask(desk, session, 'people.list', {})).proven).toBe(false)
    // Entering it at the very desk shows that it is known.
    expect(await tryPin(desk, session, 'kim', '4711')).toBe('in')
    expect((await ask(desk, session, 'people.list', {})).proven).toBe(true)
    await expect(setPin(desk, session, '9999')).rejects.toThrow('Enter your present PIN as well.')
    await expect(setPin(desk, session, '9999', '1111')).rejects.toThrow('That is not the PIN of kim.')
    await setPin(desk, session, '9999', '4711')
    expect(session.principal().proven).toBe(true)
    await setPin(desk, session, null, '9999')
    expect((await desk.openSession('browser')).person()).toBe('kim')
    // At another desk it was removed already: nothing is, and the log does not say so.
    expect(await desk.dispatch(session, 'people.setPin', { current: null, next: null })).toMatchObject({
      error: { code: 'NOT_ALLOWED', message: 'kim has no PIN.' },
    })
  })

  it('are in the audit log and on every open desk: who came, and wrong PINs; never the PIN [people.seen] [people.pin-secret]', async () => {
    const { desk, gateway } = await opened()
    const pushes: string[] = []
    desk.onPush(({ topic }) => pushes.push(topic))
    const window = await desk.openSession('window')
    await setPin(desk, window, 'secret-4711')
    const browser = await desk.openSession('browser')
    const leave = desk.attend(browser)
    await tryPin(desk, browser, 'kim', 'wrong-0815')
    pushes.length = 0
    await tryPin(desk, browser, 'kim', 'secret-4711')
    expect(pushes).toContain('people')
    expect((await ask(desk, window, 'desk.status', {})).sessions).toEqual([
      { id: window.id, person: 'kim', origin: 'window', since: window.since, you: true },
      { id: browser.id, person: 'kim', origin: 'browser', since: browser.since, you: false },
    ])
    leave()
    expect((await ask(desk, window, 'desk.status', {})).sessions).toHaveLength(1)
    // A first question may come before its page listens, and nothing would tell it later that it is there.
    expect((await ask(desk, browser, 'desk.status', {})).sessions).toMatchObject([
      { you: false },
      { you: true },
    ])
    const { items } = await gateway.store.audit({}, { limit: 100 })
    const events = items.filter(({ eventType }) => /^(session|person)\./.test(eventType))
    expect(events.map(({ eventType, payload }) => [eventType, payload.person]).reverse()).toEqual(
      expect.arrayContaining([
        ['session.opened', 'kim'],
        ['person.pin_set', 'kim'],
        ['session.opened', null],
        ['session.refused', 'kim'],
        ['session.switched', 'kim'],
      ]),
    )
    const said = JSON.stringify([items, gateway.logged, await gateway.store.setting('pins')])
    expect(said).not.toMatch(/secret-4711|wrong-0815/)
    const shown = await ask(desk, window, 'activity.list', {})
    expect(JSON.stringify(shown)).toContain('A wrong PIN was entered for kim in a browser.')
  })
})

describe('wrong PINs', () => {
  it('make the next try wait after five, longer each time [people.pin-tries]', async () => {
    const { desk, clock } = await opened()
    const session = await desk.openSession('window')
    await setPin(desk, session, '4711')
    await ask(desk, session, 'people.lock', {})
    for (let wrong = 1; wrong < 5; wrong += 1) {
      expect(await tryPin(desk, session, 'kim', `000${wrong}`)).toContain('Try again.')
    }
    expect(await tryPin(desk, session, 'kim', '0005')).toContain('the next try counts in 30 seconds')
    // Not even the right one, and asking does not make it longer.
    expect(await tryPin(desk, session, 'kim', '4711')).toContain('the next try counts in 30 seconds')
    clock.advance(29_000)
    expect(await tryPin(desk, session, 'kim', '4711')).toContain('in 1 second.')
    const { people } = await ask(desk, session, 'people.list', {})
    expect(people[0]?.waitUntil).toBe(new Date(clock.now() + 1000).toISOString())
    clock.advance(1000)
    for (const wait of ['60 seconds', '2 minutes', '4 minutes', '8 minutes', '15 minutes', '15 minutes']) {
      expect(await tryPin(desk, session, 'kim', '0006')).toContain(`in ${wait}`)
      clock.advance(15 * 60_000)
    }
    expect(await tryPin(desk, session, 'kim', '4711')).toBe('in')
    await ask(desk, session, 'people.lock', {})
    expect(await tryPin(desk, session, 'kim', '0000')).toContain('Try again.')
  })

  it('make nobody wait for longer than that where the clock is set back [people.pin-tries]', async () => {
    const { desk, clock } = await opened()
    const session = await desk.openSession('window')
    await setPin(desk, session, '4711')
    await ask(desk, session, 'people.lock', {})
    for (let wrong = 1; wrong <= 5; wrong += 1) await tryPin(desk, session, 'kim', '0000')
    clock.set(-365 * 86_400_000)
    expect((await ask(desk, session, 'people.list', {})).people[0]?.waitUntil).toBeNull()
    expect(await tryPin(desk, session, 'kim', '0000')).toContain('the next try counts in 60 seconds')
    clock.advance(60_000)
    expect(await tryPin(desk, session, 'kim', '4711')).toBe('in')
  })

  it('are counted one by one however many come at once [people.pin-tries]', async () => {
    const { desk } = await opened()
    const session = await desk.openSession('window')
    await setPin(desk, session, '4711')
    await ask(desk, session, 'people.lock', {})
    const tries = ['1111', '2222', '3333', '4444', '5555', '6666', '4711']
    const answers = await Promise.all(tries.map((pin) => tryPin(desk, session, 'kim', pin)))
    expect(answers.filter((answer) => answer.includes('That is not the PIN'))).toHaveLength(5)
    expect(session.person()).toBeNull()
  })

  it('are remembered over a restart [people.pin-tries]', async ({ folder }) => {
    const clock = createManualClock()
    const yaml = `${PEOPLE}\nstore: { kind: sqlite }\n`
    const before = await opened({ folder, yaml, clock })
    const session = await before.desk.openSession('window')
    await setPin(before.desk, session, '4711')
    await ask(before.desk, session, 'people.lock', {})
    for (let wrong = 0; wrong < 5; wrong += 1) await tryPin(before.desk, session, 'kim', '0000')
    await before.close()
    clock.advance(10_000)
    const { desk } = await opened({ folder, yaml, clock })
    const again = await desk.openSession('window')
    expect(again.person()).toBeNull()
    expect(await tryPin(desk, again, 'kim', '4711')).toContain('the next try counts in 20 seconds')
    clock.advance(20_000)
    expect(await tryPin(desk, again, 'kim', '4711')).toBe('in')
  })
})
