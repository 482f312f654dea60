import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import { test as it } from '../support/fixtures.ts'
import { openTestGateway, pending, press, type TestGateway } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

let folder: string
let gateway: TestGateway
let desk: Desk
let session: DeskSession

const FLOW = (actor: string) => `version: "1.0.0"
workflows:
  deploy: { initialState: a, states: { a: { transitions: { go: { target: b, actor: ${actor} } } }, b: {} } }
people: { anna: { roles: [lead] } }
`
const save = async (yaml: string) => {
  await writeFile(join(folder, 'countersign.yaml'), yaml)
  await gateway.live.consider()
}
const status = async () => (await ask(desk, session, 'desk.status', {})).configuration
const settings = async () => await ask(desk, session, 'settings.get', {})

it.beforeEach(async ({ folder: made }) => {
  folder = made
  await writeFile(join(folder, 'countersign.yaml'), FLOW('human'))
  gateway = await openTestGateway('', { folder, configuration: join(folder, 'countersign.yaml') })
  desk = openTestDesk(gateway)
  session = await desk.openSession('window')
})
afterEach(async () => {
  await desk.close()
  await gateway.close()
})

describe('the desk', () => {
  it('says which configuration is in force, by whom and since when [live.shown]', async () => {
    expect((await settings()).workspace.accepted).toEqual({
      hash: gateway.configuration().hash,
      acceptedAt: expect.stringMatching(/^20.*Z$/),
      acceptedBy: 'start',
      disk: 'same',
      approvalId: null,
      refused: null,
    })
    expect(await status()).toEqual({ disk: 'same', approvalId: null })
  })

  it('says that a changed one waits, and where; then who has accepted it [live.shown]', async () => {
    await save(FLOW('agent'))
    const [item] = await pending(gateway)
    expect(await status()).toEqual({ disk: 'waiting', approvalId: item?.id })
    await press(gateway, item?.id ?? '', 'approve')
    expect(await status()).toEqual({ disk: 'same', approvalId: null })
    expect((await settings()).workspace.accepted.acceptedBy).toBe('human:anna')
  })

  it('names the file in what the log says of it, asked and decided [screens.event-subject]', async () => {
    await save(FLOW('agent'))
    await press(gateway, (await pending(gateway))[0]?.id ?? '', 'approve')
    const { items } = await ask(desk, session, 'activity.list', {})
    const file = `“${join(folder, 'countersign.yaml')}”`
    const told = items.map(({ text }) => text)
    expect(told).toContain(`A person was asked to accept a changed configuration: ${file}.`)
    expect(told).toContain(`anna chose ‘Apply the changes’ for ${file}.`)
  })

  it('asks nobody again about what is approved and not in force yet [live.asked-once]', async () => {
    await save(FLOW('agent'))
    const [item] = await pending(gateway)
    const considered: Promise<void>[] = []
    // The files are looked at between the decision and what follows from it, as their watch may at any time.
    const stop = gateway.onChange(({ topic }) => {
      if (topic === 'approval' && considered.length === 0) considered.push(gateway.live.consider())
    })
    await press(gateway, item?.id ?? '', 'approve')
    stop()
    await Promise.all(considered)
    expect(considered).toHaveLength(1)
    expect((await gateway.store.approvals({}, { limit: 9 })).items).toMatchObject([{ status: 'approved' }])
    expect(await status()).toEqual({ disk: 'same', approvalId: null })
  })

  it('asks anew about what is approved and could not come into force [live.asked-once]', async () => {
    await save(FLOW('agent'))
    const [item] = await pending(gateway)
    const record = join(gateway.dataFolder, 'configuration.json')
    await rename(record, `${record}.before`)
    await mkdir(join(record, 'in the way'), { recursive: true })
    await press(gateway, item?.id ?? '', 'approve')
    await rm(record, { recursive: true })
    await rename(`${record}.before`, record)
    await gateway.live.consider()
    const [again] = await pending(gateway)
    expect(await status()).toEqual({ disk: 'waiting', approvalId: again?.id })
    await press(gateway, again?.id ?? '', 'approve')
    expect(await status()).toEqual({ disk: 'same', approvalId: null })
  })

  it('says that one was refused, by whom [live.shown]', async () => {
    await save(FLOW('agent'))
    await press(gateway, (await pending(gateway))[0]?.id ?? '', 'refuse')
    expect(await status()).toEqual({ disk: 'refused', approvalId: null })
    expect((await settings()).workspace.accepted.refused).toMatchObject({ by: 'human:anna' })
  })

  it('shows the errors of one that is not used, with their places [live.shown]', async () => {
    await save(FLOW('human').replace('target: b', 'target: c'))
    expect(await status()).toEqual({ disk: 'invalid', approvalId: null })
    expect((await settings()).problems[0]).toMatchObject({
      severity: 'error',
      file: join(folder, 'countersign.yaml'),
      line: 3,
    })
  })

  it('gives people the rights of the configuration in force, in sessions that are open [live.rights]', async () => {
    await save(FLOW('human').replace('roles: [lead]', 'roles: [lead, owner]'))
    expect(session.principal().roles).toEqual(['lead'])
    await press(gateway, (await pending(gateway))[0]?.id ?? '', 'approve')
    expect(session.principal().roles).toEqual(['lead', 'owner'])
  })
})
