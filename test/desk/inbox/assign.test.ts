/** An item is given to people who can decide it, and to nobody else: it would wait in a list that they cannot empty. */
import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { RequestOf } from '../../../src/preload/contract.ts'
import { openWithCounter } from '../../runtime/counter.ts'
import { counting, gated, IMAGE } from '../../runtime/gated.ts'
import {
  follow,
  openTestGateway,
  pending,
  person,
  press,
  start,
  type TestGateway,
} from '../../support/gateway.ts'
import { ask, openTestDesk } from '../fixture.ts'

const PEOPLE = 'people: { kim: { roles: [lead] }, bo: { roles: [lead] }, zoe: {} }'

async function openDesk(gateway: TestGateway) {
  const desk = openTestDesk(gateway, { person: 'kim' })
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  const [item] = await pending(gateway)
  const id = item?.id ?? ''
  return {
    id,
    desk,
    session,
    barred: async () => (await ask(desk, session, 'inbox.item', { id })).barred,
    async assign(to: string) {
      const reply = await desk.dispatch(session, 'inbox.assign', { id, to })
      return reply.ok ? 'given' : reply.error.message
    },
  }
}

it('says before and after the press who has not the right, and who has approved already [decide.assign-able]', async () => {
  const gateway = await openWithCounter(`${gated('{ quorum: 2, by: { role: lead } }')}${PEOPLE}\n`)
  await follow(gateway, await start(gateway, 'deploy', counting(gateway)), 'ship', IMAGE)
  const { id, barred, assign } = await openDesk(gateway)
  const lead = 'Only people with the role ‘lead’ may decide this.'
  expect(await barred()).toEqual([{ name: 'zoe', because: lead }])
  expect(await assign('zoe')).toBe(lead)
  expect(await assign('bo')).toBe('given')
  const kim = person('kim', { roles: ['lead'] })
  expect(await press(gateway, id, 'approve', { who: kim })).toMatchObject({ kind: 'voted' })
  const voted = 'kim has approved this already.'
  expect(await barred()).toEqual([
    { name: 'kim', because: voted },
    { name: 'zoe', because: lead },
  ])
  expect(await assign('kim')).toBe(voted)
  expect((await gateway.store.approval(id))?.assignedTo).toBe('human:bo')
})

it('says who asked for it themselves, in words for whoever reads it [decide.assign-able]', async () => {
  const gateway = await openTestGateway(`${gated('{ required: true, notRequester: true }')}${PEOPLE}\n`)
  const asker = person('bo', { roles: ['lead'] })
  await follow(gateway, await start(gateway, 'deploy', counting(gateway)), 'ship', IMAGE, asker)
  const { barred, assign } = await openDesk(gateway)
  const because = 'bo asked for this; somebody else must decide it.'
  expect(await barred()).toEqual([{ name: 'bo', because }])
  expect(await assign('bo')).toBe(because)
  expect(await assign('zoe')).toBe('given')
})

it('says whom the guards of every choice refuse [decide.assign-able]', async () => {
  const gateway = await openTestGateway(`${PEOPLE}
workflows:
  letter:
    initialState: reading
    states:
      reading:
        transitions:
          send: { target: sent, actor: human, guards: [{ kind: role, role: lead }] }
          drop: { target: sent, actor: human, guards: [{ kind: role, role: lead }] }
      sent: { terminal: true }
`)
  await start(gateway, 'letter', {})
  const { barred, assign } = await openDesk(gateway)
  const [zoe, ...others] = await barred()
  expect(zoe).toEqual({ name: 'zoe', because: expect.stringMatching(/^[^.]*‘lead’[^.]*\.$/) })
  expect(others).toEqual([])
  expect(await assign('zoe')).toBe(zoe?.because)
  expect(await assign('bo')).toBe('given')
})

it('is nobody’s once whoever had it was removed, also where the name is there again [decide.assign]', async () => {
  const gateway = await openTestGateway(`${gated('{ required: true }')}${PEOPLE}\n`)
  await follow(gateway, await start(gateway, 'deploy', counting(gateway)), 'ship', IMAGE)
  const { id, desk, session, assign } = await openDesk(gateway)
  const bo = await desk.openSession('window')
  await ask(desk, bo, 'people.switch', { name: 'bo', pin: null })
  const ids = async (who: typeof bo, request: RequestOf<'inbox.list'>) =>
    (await ask(desk, who, 'inbox.list', request)).items.map((item) => item.id)
  const seen = async () => ({
    holder: (await ask(desk, session, 'inbox.item', { id })).assignedTo,
    kims: await ids(session, { status: 'you' }),
    nobodys: await ids(session, { assigned: 'nobody' }),
  })
  const ofBo = () => ids(bo, { assigned: 'me' })
  expect(await assign('bo')).toBe('given')
  expect(await seen()).toEqual({ holder: 'human:bo', kims: [], nobodys: [] })
  expect(await ofBo()).toEqual([id])
  const file = gateway.configuration().path
  const text = await readFile(file, 'utf8')
  await gateway.live.saveFile(file, text.replace(' bo: { roles: [lead] },', ''), 'human:kim')
  expect(await seen()).toEqual({ holder: null, kims: [id], nobodys: [id] })
  await gateway.live.saveFile(file, text, 'human:kim')
  await ask(desk, bo, 'people.switch', { name: 'bo', pin: null })
  expect(await seen()).toEqual({ holder: null, kims: [id], nobodys: [id] })
  expect(await ofBo()).toEqual([])
  expect(await assign('bo')).toBe('given')
  expect(await seen()).toEqual({ holder: 'human:bo', kims: [], nobodys: [] })
  expect(await ofBo()).toEqual([id])
})
