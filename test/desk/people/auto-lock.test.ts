import { expect, it, onTestFinished } from 'vitest'
import type { Desk } from '../../../src/main/desk/desk.ts'
import type { DeskSession } from '../../../src/main/desk/session.ts'
import { createManualClock } from '../../support/clock.ts'
import { openTestGateway, pending, start } from '../../support/gateway.ts'
import { ask, openTestDesk } from '../fixture.ts'

const YAML = `
people: { kim: {}, bo: {} }
workflows:
  note: { title: Note, initialState: a, states: { a: { transitions: { go: { title: Wire the money, target: b, actor: human } } }, b: { terminal: true } } }
`

async function opened() {
  const clock = createManualClock()
  const gateway = await openTestGateway(YAML, { clock })
  const desk = openTestDesk(gateway, { person: 'kim' })
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  return { clock, gateway, desk }
}
const setPin = (desk: Desk, session: DeskSession) =>
  ask(desk, session, 'people.setPin', { current: null, next: '2468' })

it('locks a desk that nobody has touched for so long, and leaves one that somebody touches [people.auto-lock]', async () => {
  const { clock, gateway, desk } = await opened()
  const touched = await desk.openSession('window')
  await setPin(desk, touched)
  const idle = await desk.openSession('browser')
  await ask(desk, idle, 'people.switch', { name: 'kim', pin: '2468' })
  clock.advance(3_600_000)
  expect([touched.person(), idle.person()]).toEqual(['kim', 'kim'])

  await ask(desk, touched, 'preferences.save', { lockAfterMinutes: 5 })
  // Nobody is locked out for what was before it was wanted.
  clock.advance(5000)
  await expect.poll(() => idle.person()).toBe('kim')
  for (let minute = 0; minute < 6; minute += 1) {
    await ask(desk, touched, 'people.here', {})
    for (let step = 0; step < 12; step += 1) clock.advance(5000)
  }
  await expect.poll(() => idle.person()).toBeNull()
  expect(touched.person()).toBe('kim')
  const log = async () => (await ask(desk, touched, 'activity.list', { eventType: 'session.locked' })).items
  await expect.poll(async () => (await log()).length).toBe(1)
  expect(JSON.stringify((await log())[0]?.raw)).toContain('Nobody touched it for 5 minutes.')

  await ask(desk, touched, 'preferences.save', { lockAfterMinutes: null })
  clock.advance(3_600_000)
  expect(touched.person()).toBe('kim')
  expect(gateway.readOnly).toBeNull()
})

it('locks it in that time whatever the clock is set to, and after a sleep [people.auto-lock]', async () => {
  const { clock, desk } = await opened()
  const session = await desk.openSession('window')
  await setPin(desk, session)
  await ask(desk, session, 'preferences.save', { lockAfterMinutes: 5 })
  clock.set(-86_400_000)
  for (let step = 0; step < 61; step += 1) clock.advance(5000)
  await expect.poll(() => session.person()).toBeNull()
  await ask(desk, session, 'people.switch', { name: 'kim', pin: '2468' })
  // Of a sleep only the clock of the wall knows.
  clock.set(86_400_000)
  clock.advance(5000)
  await expect.poll(() => session.person()).toBeNull()
})

it('locks nobody where nobody has a PIN [people.auto-lock]', async () => {
  const { clock, desk } = await opened()
  const session = await desk.openSession('window')
  await ask(desk, session, 'preferences.save', { lockAfterMinutes: 1 })
  for (let step = 0; step < 60; step += 1) clock.advance(5000)
  await ask(desk, session, 'people.list', {})
  expect(session.person()).toBe('kim')
})

it('says of a locked desk that a request waits, and no word of what [told.locked]', async () => {
  const { gateway, desk } = await opened()
  const session = await desk.openSession('window')
  await start(gateway, 'note')
  const [item] = await pending(gateway)
  const request = { ids: [item?.id ?? ''] }
  const told = () => ask(desk, session, 'inbox.noticeLocked', request)
  expect(await told()).toEqual({ notice: null, sound: false })
  await setPin(desk, session)
  await ask(desk, session, 'people.lock', {})
  expect(await told()).toEqual({
    notice: { title: 'A request waits', body: 'The desk is locked.', route: '#/inbox' },
    sound: false,
  })
  const unknown = await ask(desk, session, 'inbox.noticeLocked', { ids: ['ap_gone'] })
  expect(unknown.notice).toBeNull()
  await ask(desk, session, 'people.switch', { name: 'kim', pin: '2468' })
  for (const change of [{ tellLocked: false }, { tellLocked: true, notifications: false }]) {
    await ask(desk, session, 'preferences.save', change)
    await ask(desk, session, 'people.lock', {})
    expect((await told()).notice).toBeNull()
    await ask(desk, session, 'people.switch', { name: 'kim', pin: '2468' })
  }
})
