/** Who was removed meanwhile, and what the log could not be told: nobody sits there. */
import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { GatewayError } from '../../../src/main/model/error.ts'
import { createManualClock } from '../../support/clock.ts'
import { test as it } from '../../support/fixtures.ts'
import { ask } from '../fixture.ts'
import { opened, PEOPLE, removeAndPutBack, setPin, tryPin } from '../people-fixture.ts'

describe('people at the desk', () => {
  it('sit nowhere, and have proved nothing, without an entry of the log that says so [people.seen]', async () => {
    const { desk, gateway } = await opened()
    const { commit } = gateway.store
    gateway.store.commit = () => Promise.reject(new GatewayError('INTERNAL', 'The disk is full.'))
    await expect(desk.openSession('window')).rejects.toThrow('The disk is full.')
    gateway.store.commit = commit
    const session = await desk.openSession('browser')
    expect((await ask(desk, session, 'desk.status', {})).sessions).toHaveLength(1)
    gateway.store.commit = () => Promise.reject(new GatewayError('INTERNAL', 'The disk is full.'))
    const sitAsBo = () => desk.dispatch(session, 'people.switch', { name: 'bo', pin: null })
    expect(await sitAsBo()).toMatchObject({ ok: false })
    expect(session.person()).toBe('kim')
    gateway.store.commit = commit
    expect(await sitAsBo()).toMatchObject({ ok: true })
    expect(session.person()).toBe('bo')
    await setPin(desk, session, '4711')
    gateway.store.commit = () => Promise.reject(new GatewayError('INTERNAL', 'The disk is full.'))
    const prove = () => desk.dispatch(session, 'people.prove', { pin: '4711' })
    expect(await prove()).toMatchObject({ ok: false })
    const { proven } = await ask(desk, session, 'people.list', {})
    expect(proven).toBe(false)
    gateway.store.commit = commit
    expect(await prove()).toMatchObject({ ok: true })
  })

  it('are not back at a desk that was locked while the log could not be told who came [people.seen]', async () => {
    const { desk, gateway } = await opened()
    const session = await desk.openSession('browser')
    const { commit } = gateway.store
    const { promise, reject } = Promise.withResolvers<never>()
    gateway.store.commit = () => promise
    const switched = desk.dispatch(session, 'people.switch', { name: 'bo', pin: null })
    await expect.poll(() => session.person()).toBe('bo')
    gateway.store.commit = commit
    await ask(desk, session, 'people.lock', {})
    reject(new GatewayError('INTERNAL', 'The disk is full.'))
    expect(await switched).toMatchObject({ ok: false })
    expect(session.person()).toBe(null)
  })

  it('are not away, nor back, where that cannot be written down [told.away]', async () => {
    const { desk, gateway } = await opened()
    const session = await desk.openSession('browser')
    const { saveSetting } = gateway.store
    const full = () => Promise.reject(new Error('The disk is full.'))
    const say = (until: string | null) => ask(desk, session, 'people.away', { until })
    const until = new Date(gateway.clock.now() + 3_600_000).toISOString()
    gateway.store.saveSetting = full
    await expect(say(until)).rejects.toThrow()
    expect(gateway.away.current()).toEqual([])
    gateway.store.saveSetting = saveSetting
    await say(until)
    gateway.store.saveSetting = full
    await expect(say(null)).rejects.toThrow()
    expect(gateway.away.current()).toMatchObject([{ until }])
    gateway.store.saveSetting = saveSetting
  })

  it.for([false, true])(
    'are not let in by the PIN of somebody of their name who was removed, also after a restart: %s [people.again-pin]',
    async (restarts, { folder }) => {
      const options = { folder, yaml: `${PEOPLE}\nstore: { kind: sqlite }\n`, clock: createManualClock() }
      const first = await opened(options)
      const session = await first.desk.openSession('window')
      await setPin(first.desk, session, '1357')
      await ask(first.desk, session, 'people.switch', { name: 'bo', pin: null })
      await setPin(first.desk, session, '4711')
      const file = first.gateway.configuration().path
      const text = await readFile(file, 'utf8')
      await first.gateway.live.saveFile(file, text.replace('  bo: {}\n', ''), 'human:kim')
      await first.gateway.live.saveFile(file, text, 'human:kim')
      if (restarts) await first.close()
      const { desk } = restarts ? await opened(options) : first
      const other = await desk.openSession('window')
      const told = 'is of somebody of that name who was removed from the people. Stop Countersign and say'
      expect(await tryPin(desk, other, 'bo', '4711')).toContain(told)
      const unasked = await desk.dispatch(other, 'people.switch', { name: 'bo', pin: null })
      expect(unasked).toMatchObject({ ok: false, error: { message: expect.stringContaining(told) } })
      expect(other.person()).toBeNull()
      // Whatever the desk puts back later, it was not theirs.
      expect(await tryPin(desk, other, 'kim', '1357')).toBe('in')
      await removeAndPutBack(desk, other, 'bo')
      expect(await tryPin(desk, other, 'bo', '4711')).toContain(told)
      // Nor does it lock anybody out.
      await setPin(desk, other, null, '1357')
      expect((await ask(desk, other, 'people.list', {})).pinsExist).toBe(false)
      expect((await desk.openSession('window')).person()).toBe('kim')
    },
  )

  it.for([false, true])(
    'do not come to a desk who are removed while their PIN is looked at, declared again meanwhile: %s [people.again-pin]',
    async (again) => {
      const { desk, gateway } = await opened()
      const session = await desk.openSession('window')
      await setPin(desk, session, '1357')
      await ask(desk, session, 'people.switch', { name: 'bo', pin: null })
      await setPin(desk, session, '4711')
      const other = await desk.openSession('window')
      const { saveSettings } = gateway.store
      const file = gateway.configuration().path
      const text = await readFile(file, 'utf8')
      let isFirst = true
      gateway.store.saveSettings = async (changes) => {
        if (changes[0]?.key === 'pins' && isFirst) {
          isFirst = false
          await gateway.live.saveFile(file, text.replace('  bo: {}\n', ''), 'human:kim')
          if (again) await gateway.live.saveFile(file, text, 'human:kim')
        }
        await saveSettings(changes)
      }
      expect(await tryPin(desk, other, 'bo', '4711')).not.toBe('in')
      expect(other.person()).toBeNull()
    },
  )

  it('keep their PIN where the desk itself puts their removal back [people.again-pin]', async () => {
    const { desk, gateway } = await opened()
    const session = await desk.openSession('window')
    await ask(desk, session, 'people.switch', { name: 'bo', pin: null })
    await setPin(desk, session, '4711')
    await ask(desk, session, 'people.switch', { name: 'kim', pin: null })
    await removeAndPutBack(desk, session, 'bo')
    expect(Object.keys(gateway.configuration().people)).toEqual(['kim', 'bo'])
    expect(await tryPin(desk, session, 'bo', '4711')).toBe('in')
  })
})
