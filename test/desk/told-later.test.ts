/** What is approved while a disk is full, and cannot come into force yet. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect } from 'vitest'
import { GatewayError } from '../../src/main/model/error.ts'
import type { ConfigurationEdit } from '../../src/preload/contract.ts'
import { test } from '../support/fixtures.ts'
import { openTestGateway, pending } from '../support/gateway.ts'
import { mountSmallDisk, smallDiskMissing, unmountSmallDisk } from '../support/small-disk.ts'
import { ask, openTestDesk } from './fixture.ts'

const FLOW = (actor: string, people: string) => `version: "1.0.0"
people: { ${people} }
store: { kind: memory }
workflows:
  deploy: { initialState: a, states: { a: { transitions: { go: { target: b, actor: ${actor} } } }, b: {} } }
`
const FULL = new GatewayError('INTERNAL', 'Nothing of the change was saved. The disk is full.', {
  isPassing: true,
})

const it = test.extend('opened', async ({ folder }, { onCleanup }) => {
  const file = join(folder, 'countersign.yaml')
  const data = join(folder, 'data')
  await mkdir(data)
  mountSmallDisk(data)
  await writeFile(file, FLOW('human', 'kim: {}'))
  const gateway = await openTestGateway('', { folder, configuration: file })
  const desk = openTestDesk(gateway, { person: 'kim' })
  onCleanup(async () => {
    await desk.close()
    await gateway.close()
    unmountSmallDisk(data)
  })
  const session = await desk.openSession('window')
  return {
    data,
    desk,
    file,
    session,
    gateway,
    actor: () => gateway.catalog.workflow('deploy')?.states.a?.transitions.go?.actor,
    edit: async () => {
      await writeFile(file, FLOW('agent', 'kim: {}, bo: {}'))
      await gateway.live.consider()
    },
    approve: async (before: () => Promise<void> = async () => {}) => {
      const [item] = (await ask(desk, session, 'inbox.list', {})).items
      const choice = { id: item?.id ?? '', outcome: 'approve', arguments: {} }
      const { hash } = await ask(desk, session, 'inbox.preview', choice)
      await before()
      return await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
    },
  }
})

const NOT_YET = {
  message:
    'Approved, but it could not be written down yet, so it is not in force. That is tried again, at the latest when Countersign starts.',
}

it('a change of the settings that the database does not take leaves the file as it was, and can be saved once there is room [store.full-disk]', async ({
  opened: { desk, file, gateway, session },
}) => {
  const before = await readFile(file, 'utf8')
  const edit: ConfigurationEdit = { kind: 'person', name: 'bo', roles: [], permissions: [] }
  const { hash } = await ask(desk, session, 'configuration.preview', { edit })
  const { saveSetting } = gateway.store
  gateway.store.saveSetting = () => Promise.reject(FULL)
  const save = () => desk.dispatch(session, 'configuration.save', { edit, hash })
  expect(await save()).toMatchObject({ ok: false, error: { message: FULL.message } })
  expect(await readFile(file, 'utf8')).toBe(before)
  expect(await gateway.editor.changes()).toEqual([])
  gateway.store.saveSetting = saveSetting
  expect(await save()).toMatchObject({ ok: true })
  expect(await readFile(file, 'utf8')).not.toBe(before)
})

it('a change of the settings that is in force is in the log as soon as the database takes that, and is no failure [store.reloaded-full]', async ({
  opened: { desk, gateway, session },
}) => {
  const edit: ConfigurationEdit = { kind: 'approvals', holdMs: 2000 }
  const { hash } = await ask(desk, session, 'configuration.preview', { edit })
  const { commit } = gateway.store
  gateway.store.commit = () => Promise.reject(FULL)
  expect(await desk.dispatch(session, 'configuration.save', { edit, hash })).toMatchObject({ ok: true })
  expect(gateway.configuration().approvals.holdMs).toBe(2000)
  gateway.store.commit = commit
  const reloads = async () =>
    (await gateway.store.audit({ eventTypes: ['config.reloaded'] }, { limit: 5 })).items
  await expect.poll(async () => (await reloads()).map(({ actor }) => actor)).toEqual(['human:kim'])
})

it('a change of the settings whose entry never came into the log is in that of the next start [store.reloaded-full]', async ({
  folder,
}) => {
  const file = join(folder, 'countersign.yaml')
  const text = FLOW('human', 'kim: {}').replace('store: { kind: memory }\n', '')
  await writeFile(file, text)
  const gateway = await openTestGateway('', { folder, configuration: file })
  gateway.store.commit = () => Promise.reject(FULL)
  expect(await gateway.live.saveFile(file, text.replace('human', 'agent'), 'human:kim')).toEqual({ ok: true })
  await gateway.close()
  const next = await openTestGateway('', { folder, configuration: file })
  const { items } = await next.store.audit(
    { eventTypes: ['server.initialized', 'config.reloaded'] },
    { limit: 5 },
  )
  expect(items.map(({ eventType, payload }) => [eventType, payload.acceptedBy])).toEqual([
    ['config.reloaded', undefined],
    ['server.initialized', 'human:kim'],
    ['server.initialized', 'start'],
  ])
  await next.close()
})

it('a change of the files that nobody can be asked about on a full disk is asked about as soon as there is room [store.reloaded-full]', async ({
  opened: { file, gateway },
}) => {
  const { commit } = gateway.store
  let refused = 0
  gateway.store.commit = () => {
    refused += 1
    return Promise.reject(FULL)
  }
  await writeFile(file, FLOW('agent', 'kim: {}'))
  await expect.poll(() => refused).toBeGreaterThan(0)
  gateway.store.commit = commit
  await expect.poll(async () => (await pending(gateway)).map(({ kind }) => kind)).toEqual(['configuration'])
  expect(gateway.live.status().disk).toMatchObject({ kind: 'waiting' })
})

const small = smallDiskMissing()
const skipped = small === null ? '' : ` (skipped: ${small})`

it.skipIf(small !== null)(
  `a change of the settings that the disk of its data does not take says so, and leaves the file as it was [store.full-disk]${skipped}`,
  async ({ opened: { data, desk, file, gateway, session } }) => {
    const before = await readFile(file, 'utf8')
    const edit: ConfigurationEdit = { kind: 'person', name: 'bo', roles: [], permissions: [] }
    const { hash } = await ask(desk, session, 'configuration.preview', { edit })
    await writeFile(join(data, 'large'), Buffer.alloc(2 * 1024 * 1024)).catch(() => undefined)
    expect(await desk.dispatch(session, 'configuration.save', { edit, hash })).toMatchObject({
      ok: false,
      error: { message: `Nothing of the change was saved. The disk of ${data} is full.` },
    })
    expect(await readFile(file, 'utf8')).toBe(before)
    expect(await gateway.editor.changes()).toEqual([])
  },
)

it.skipIf(small !== null)(
  `a file that could not be saved while the disk of its data is full does not come into force with another one [store.full-disk]${skipped}`,
  async ({ opened: { actor, approve, data, file, gateway } }) => {
    const flows = join(dirname(file), 'flows.yaml')
    const [main = '', flow = ''] = FLOW('human', 'kim: {}').split('workflows:\n')
    await writeFile(flows, `workflows:\n${flow}`)
    const included = `include: [flows.yaml]\n${main}`.replace('kim: {}', 'kim: {}, jo: {}')
    await writeFile(file, included)
    await gateway.live.consider()
    await approve()
    const large = join(data, 'large')
    await writeFile(large, Buffer.alloc(2 * 1024 * 1024)).catch(() => undefined)
    const other = `workflows:\n${flow.replace('human', 'agent')}`
    await expect(gateway.live.saveFile(flows, other, 'human:kim')).rejects.toThrow('The disk of')
    await rm(large)
    const next = included.replace('kim: {}', 'kim: {}, bo: {}')
    expect(await gateway.live.saveFile(file, next, 'human:kim')).toEqual({ ok: true })
    expect(actor()).toBe('human')
    expect(gateway.live.status().disk).toEqual({ kind: 'same' })
  },
)

describe('a configuration that is approved', () => {
  it('while the database takes nothing of it is said not to be in force, and is as soon as it can be [store.approved-full]', async ({
    opened: { actor, approve, edit, gateway },
  }) => {
    await edit()
    const { saveSetting } = gateway.store
    gateway.store.saveSetting = () => Promise.reject(FULL)
    expect(await approve()).toMatchObject(NOT_YET)
    expect(actor()).toBe('human')
    gateway.store.saveSetting = saveSetting
    await expect.poll(actor).toBe('agent')
    expect(gateway.live.status()).toMatchObject({ acceptedBy: 'human:kim', disk: { kind: 'same' } })
    expect(await pending(gateway)).toEqual([])
  })

  it.skipIf(small !== null)(
    `while the disk of its data is full is said not to be in force, and is as soon as it can be [store.approved-full]${skipped}`,
    async ({ opened: { actor, approve, data, edit } }) => {
      await edit()
      const large = join(data, 'large')
      // At the last moment: what was still being replaced when it is written leaves room for one more file.
      expect(
        await approve(() => writeFile(large, Buffer.alloc(2 * 1024 * 1024)).catch(() => undefined)),
      ).toMatchObject(NOT_YET)
      expect(actor()).toBe('human')
      await rm(large)
      await expect.poll(actor).toBe('agent')
    },
  )
})
