/** What is done to the files of a gateway while it runs: nothing runs that nobody could look up afterwards. */
import { existsSync } from 'node:fs'
import { copyFile, cp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect } from 'vitest'
import { FolderHeld } from '../../../src/main/model/failure-to-open.ts'
import { openSqliteStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { ask, openTestDesk } from '../../desk/fixture.ts'
import { test as it } from '../../support/fixtures.ts'
import { agent, openTestGateway } from '../../support/gateway.ts'
import { entry } from '../samples.ts'

let folder: string
it.beforeEach(async ({ folder: made }) => {
  folder = made
})

describe('a database that is open', () => {
  const data = () => join(folder, 'data')
  const file = () => join(data(), 'countersign.db')
  const aside = () => join(folder, 'aside')
  let older: Buffer

  it.each<[string, string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'whose folder was moved',
      'deleted or moved',
      () => rename(data(), aside()),
      () => rename(aside(), data()),
    ],
    ['that was moved', 'deleted or moved', () => rename(file(), aside()), () => rename(aside(), file())],
    [
      'that was replaced by a copy',
      'Another file was put in the place',
      async () => {
        await rename(file(), aside())
        await copyFile(aside(), file())
      },
      () => rename(aside(), file()),
    ],
    [
      'whose folder was replaced by a copy',
      'Another file was put in the place',
      async () => {
        await rename(data(), aside())
        await cp(aside(), data(), { recursive: true })
      },
      async () => {
        await rm(data(), { recursive: true })
        await rename(aside(), data())
      },
    ],
    [
      'whose log was moved',
      'which belongs to the database',
      () => rename(`${file()}-wal`, aside()),
      () => rename(aside(), `${file()}-wal`),
    ],
  ])('%s takes nothing until it is back [store.held-files]', async (_, why, harm, mend) => {
    const told: (string | null)[] = []
    const store = await openSqliteStore({ file: file(), onObstacle: (reason) => told.push(reason) })
    const write = () => store.commit({ expect: [], audit: [entry()] })
    await write()
    await harm()
    await expect(write()).rejects.toThrow(why)
    await expect(write()).rejects.toMatchObject({ details: { isPassing: true } })
    expect(told).toEqual([expect.stringContaining(why)])
    await mend()
    expect(await write()).toEqual({ ok: true })
    expect(told.at(-1)).toBeNull()
    expect(await store.verifyAudit()).toMatchObject({ count: 2, broken: null })
    await store.close()
  })

  it.each<[string, () => Promise<unknown>]>([
    ['was overwritten with an older one', () => writeFile(file(), older)],
    ['was emptied in its place', () => truncate(file())],
    ['lost its log in its place', () => truncate(`${file()}-wal`)],
  ])('that %s takes nothing [store.overwritten]', async (_, harm) => {
    const store = await openSqliteStore({ file: file() })
    const write = () => store.commit({ expect: [], audit: [entry()] })
    await write()
    older = await readFile(file())
    await write()
    await harm()
    await expect(write()).rejects.toThrow('was overwritten by another program')
    await store.close()
  })

  it('that another program writes into, and tidies up, is gone on with [store.overwritten]', async () => {
    const store = await openSqliteStore({ file: file() })
    const write = () => store.commit({ expect: [], audit: [entry()] })
    await write()
    const other = new Database(file())
    for (const sql of ['CREATE TABLE notes (text)', 'PRAGMA wal_checkpoint(TRUNCATE)', 'DROP TABLE notes']) {
      other.exec(sql)
      expect(await write()).toEqual({ ok: true })
    }
    other.close()
    expect(await store.verifyAudit()).toMatchObject({ count: 4, broken: null })
    await store.close()
  })

  it('that was deleted says so by itself [store.held-files]', async () => {
    const told: (string | null)[] = []
    const store = await openSqliteStore({ file: file(), onObstacle: (reason) => told.push(reason) })
    await rm(data(), { recursive: true })
    await expect.poll(() => told).toEqual([expect.stringContaining('was deleted or moved')])
    await store.close()
  })
})

it('runs nothing, takes no decision and says so on the desk while its folder is away [store.held-files]', async () => {
  const made = join(folder, 'made')
  await writeFile(
    join(folder, 'countersign.yaml'),
    `version: "1.0.0"
store: { kind: sqlite }
approvals: { holdMs: 100 }
proxy:
  expose:
    - { name: touch, executor: { kind: cli, command: touch, args: ["${made}"] }, approval: {} }
    - { name: at_once, executor: { kind: cli, command: touch, args: ["${made}"] } }
`,
  )
  const gateway = await openTestGateway('', { folder, configuration: join(folder, 'countersign.yaml') })
  const desk = openTestDesk(gateway)
  const session = await desk.openSession('window')
  const pushed: string[] = []
  desk.onPush(({ topic }) => pushed.push(topic))
  const call = (capability: string) =>
    gateway.runtime.start(agent(), { definitionId: 'proxy_default', input: { capability, arguments: {} } })
  const asked = await call('touch')
  expect(asked.response.result.status).toBe('waiting_for_action')
  const [item] = (await ask(desk, session, 'inbox.list', {})).items
  const choice = { id: item?.id ?? '', outcome: 'approve', arguments: {} }
  const { hash } = await ask(desk, session, 'inbox.preview', choice)

  await rename(join(folder, 'data'), join(folder, 'aside'))
  await expect(ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })).rejects.toThrow(
    /Nothing of the change was saved. The database .* was deleted or moved/,
  )
  await expect(call('at_once')).rejects.toThrow(/Nothing of the change was saved/)
  expect(existsSync(made)).toBe(false)
  const status = await ask(desk, session, 'desk.status', {})
  expect(status.unwritten).toEqual([
    { workflowId: null, text: expect.stringContaining('Nothing runs and nothing is saved until it is back') },
  ])
  expect(pushed).toContain('store')
  await expect(
    openTestGateway('', {
      folder,
      configuration: join(folder, 'countersign.yaml'),
      dataFolder: join(folder, 'aside'),
    }),
  ).rejects.toThrow(FolderHeld)

  await rename(join(folder, 'aside'), join(folder, 'data'))
  await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
  await expect.poll(() => existsSync(made)).toBe(true)
  expect((await ask(desk, session, 'desk.status', {})).unwritten).toEqual([])
  await desk.close()
  await gateway.close()
})
