/** A desk with two people, and what they do with their PINs. */
import { onTestFinished } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import { createManualClock, type ManualClock } from '../support/clock.ts'
import { openTestGateway, type TestGateway } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

export const PEOPLE = `
people:
  kim: { roles: [lead] }
  bo: {}
workflows:
  note: { title: Note, initialState: a, states: { a: { transitions: { go: { target: b, actor: human } } }, b: { terminal: true } } }
`

interface Opened {
  desk: Desk
  gateway: TestGateway
  clock: ManualClock
}

export async function opened(
  options: { folder?: string; yaml?: string; clock?: ManualClock } = {},
): Promise<Opened & { close: () => Promise<void> }> {
  const { folder, yaml = PEOPLE, clock = createManualClock() } = options
  const gateway = await openTestGateway(yaml, { clock, ...(folder === undefined ? {} : { folder }) })
  const desk = openTestDesk(gateway, { person: 'kim' })
  let open = true
  const close = async () => {
    if (open) {
      open = false
      await desk.close()
      await gateway.close()
    }
  }
  onTestFinished(close)
  return { desk, gateway, clock, close }
}

export async function setPin(
  desk: Desk,
  session: DeskSession,
  next: string | null,
  current: string | null = null,
) {
  return await ask(desk, session, 'people.setPin', { current, next })
}
export async function removeAndPutBack(desk: Desk, session: DeskSession, name: string): Promise<void> {
  const edit = { kind: 'removePerson' as const, name }
  const { hash } = await ask(desk, session, 'configuration.preview', { edit })
  const { undo } = await ask(desk, session, 'configuration.save', { edit, hash })
  await ask(desk, session, 'configuration.undo', { undo })
}
export async function tryPin(desk: Desk, session: DeskSession, name: string, pin: string): Promise<string> {
  const reply = await desk.dispatch(session, 'people.switch', { name, pin })
  return reply.ok ? 'in' : `${reply.error.code}: ${reply.error.message}`
}
