/** A backup of a database that others write to, and removing what is old in its log while they do. */
import { execFile } from 'node:child_process'
import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, vi } from 'vitest'
import { createDataCare, type DataCare } from '../../src/main/gateway/data-care.ts'
import { openAuditFile } from '../../src/main/store/audit/audit-file.ts'
import { backUpDatabase } from '../../src/main/store/backups/database-backup.ts'
import { openSqliteStore, type SqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import { runs } from '../support/effort.ts'
import { test as it } from '../support/fixtures.ts'
import { programOf } from '../support/programs.ts'
import { at, entry, run } from './samples.ts'

const CHILD = await programOf('close-child')

let folder: string
let store: SqliteStore
let data: DataCare
let now = Date.UTC(2026, 10, 22, 5, 0, 0)
let ids = 0

it.beforeEach(async ({ folder: made }) => {
  folder = made
  store = await openSqliteStore({ file: join(folder, 'countersign.db'), largeFrom: 0 })
  now = Date.UTC(2026, 10, 22, 5, 0, 0)
  ids = 0
  data = createDataCare({
    dataFolder: folder,
    store,
    care: store.care,
    clock: { now: () => now },
    ids: { next: (prefix) => `${prefix}_${ids++}` },
  })
})
afterEach(async () => {
  await store.close()
})

async function fill(count: number): Promise<void> {
  for (let first = 0; first < count; first += 500) {
    const numbers = Array.from({ length: Math.min(500, count - first) }, (_, index) => first + index)
    await store.commit({
      expect: [],
      runs: numbers.map((n) => run({ id: `wf_${n}`, updatedAt: at(n) })),
      audit: numbers.map((n) => entry({ id: `au_${n}`, timestamp: at(n), payload: { n } })),
    })
  }
}

describe('a backup', () => {
  it('is one moment of the database, whole, while commits go on [settings.backup]', async () => {
    await fill(runs(3000, 30_000))
    let making = true
    const made = data.backUp().finally(() => {
      making = false
    })
    let commits = 0
    for (; making; commits += 1) {
      // Each commit has one of both: a copy of half a commit would show.
      await store.commit({
        expect: [],
        runs: [run({ id: `wf_late_${commits}`, updatedAt: at(0) })],
        audit: [entry({ id: `au_late_${commits}`, payload: { commits } })],
      })
    }
    const file = await made
    expect(commits).toBeGreaterThan(0)
    const copy = new Database(file, { readonly: true })
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    const count = (sql: string) => copy.prepare<[], number>(sql).pluck().get()
    expect(count("SELECT count(*) FROM instances WHERE id LIKE 'wf_late_%'")).toBe(
      count("SELECT count(*) FROM audit WHERE json_extract(body, '$.id') LIKE 'au_late_%'"),
    )
    expect(count('SELECT count(*) FROM audit')).toBeGreaterThanOrEqual(runs(3000, 30_000))
    copy.close()
    const log = openAuditFile(file)
    expect(await log.verify()).toMatchObject({ broken: null, removed: 0 })
    log.close()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(folder, 'backups'))).toEqual(['countersign-2026-11-22T05-00-00.db'])
  })

  it('opens as a database of the gateway, with everything in it [settings.backup]', async () => {
    await fill(20)
    const file = await data.backUp()
    const restored = await openSqliteStore({ file })
    expect((await restored.runs({}, { limit: 1 })).total).toBe(20)
    expect(await restored.verifyAudit()).toMatchObject({ count: 20, broken: null, lost: null })
    await restored.close()
  })

  it('is listed with size and time, the newest first; what a crash left goes [settings.backup] [screens.counts]', async () => {
    await fill(10)
    const first = await data.backUp()
    await writeFile(`${first}.new`, 'half')
    await writeFile(join(folder, 'backups/notes.txt'), 'mine')
    const second = await data.backUp()
    now += 60_000
    const third = await data.backUp()
    const call = run({ id: 'wf_call', definitionId: 'proxy_default' })
    await store.commit({ expect: [], runs: [call], audit: [] })
    const look = await data.look()
    expect(look.backups.map(({ file }) => file)).toEqual([third, second, first])
    expect(look.backups[0]).toMatchObject({ at: '2026-11-22T05:01:00Z', bytes: (await stat(third)).size })
    expect(look).toMatchObject({ runs: 10, singleCalls: 1, audit: { entries: 10, oldest: at(0) }, folder })
    expect(look.database?.bytes).toBeGreaterThan(0)
    expect(look.bytes).toBeGreaterThan(look.backups[0]?.bytes ?? 0)
    expect(await readdir(join(folder, 'backups'))).toContain('notes.txt')
    expect((await readdir(join(folder, 'backups'))).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  /** Takes a while to copy. */
  async function fillLarge(): Promise<void> {
    const input = { text: 'x'.repeat(20_000) }
    for (let first = 0; first < 2000; first += 500) {
      const numbers = Array.from({ length: 500 }, (_, index) => first + index)
      await store.commit({ expect: [], runs: numbers.map((n) => run({ id: `wf_${n}`, input })), audit: [] })
    }
  }

  /** It has begun. */
  async function beginLargeBackup(copy: string): Promise<{ made: Promise<void> }> {
    await fillLarge()
    const made = store.care.backUp(copy)
    made.catch(() => undefined)
    const size = () =>
      stat(`${copy}.new`).then(
        (facts) => facts.size,
        () => 0,
      )
    await expect.poll(size, { interval: 1 }).toBeGreaterThan(0)
    return { made }
  }

  it('is given up between two steps when the gateway stops, and nothing is left that looks like one [backup.given-up]', async () => {
    const { made } = await beginLargeBackup(join(folder, 'copy.db'))
    await store.close()
    await expect(made).rejects.toThrow('Countersign is stopping')
    expect((await readdir(folder)).filter((name) => name.startsWith('copy'))).toEqual([])
  })

  it('is given up in the middle of its check, too, and the process ends once the database is closed [backup.given-up]', async () => {
    await fillLarge()
    await store.close()
    const file = join(folder, 'countersign.db')
    const copy = join(folder, 'copy.db')
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, file, copy])
    expect(stdout).toBe('closed; the backup: The database is closed: Countersign is stopping.')
    const left = (await readdir(folder)).filter((name) => !/^countersign\.db(\.head)?$/.test(name))
    expect(left).toEqual([])
  })

  it('does not hide from whoever verifies the log meanwhile what has come since [settings.backup]', async () => {
    const { made } = await beginLargeBackup(join(folder, 'copy.db'))
    for (let n = 0; n < 20; n += 1)
      await store.commit({ expect: [], runs: [], audit: [entry({ id: `au_late_${n}` })] })
    expect(await store.verifyAudit()).toMatchObject({ count: 20, broken: null, lost: null })
    await made
  })

  it('two presses at once are one; where none can be made, a sentence says why [settings.backup]', async () => {
    const [one, other] = await Promise.all([data.backUp(), data.backUp()])
    expect(one).toBe(other)
    const file = join(folder, 'not-a-folder')
    await writeFile(file, '')
    await expect(store.care.backUp(join(file, 'copy.db'))).rejects.toMatchObject({
      name: 'GatewayError',
      message: expect.stringMatching(/^No backup was made: the folder of the backups is not there, or is no/),
    })
    await chmod(file, 0o600)
    expect(await store.verifyAudit()).toMatchObject({ broken: null })
  })
})

describe('a backup that the system does not let be made', () => {
  it.for([
    ['ENOSPC', 'the disk is full'],
    ['SQLITE_FULL', 'the disk is full'],
    ['ENOENT', 'the folder of the backups is not there, or is no folder'],
    ['EACCES', 'this user may not write into the folder of the backups'],
    ['EPERM', 'this user may not write into the folder of the backups'],
    ['SQLITE_IOERR', 'as the system says it'],
  ])('says so in a sentence, and leaves nothing behind [settings.backup] (%s)', async ([code, why]) => {
    const database = new Database(join(folder, 'countersign.db'))
    const refused = Object.assign(new Error('as the system says it'), { code })
    vi.spyOn(database, 'backup').mockRejectedValue(refused)
    const made = backUpDatabase(database, join(folder, 'copy.db'))
    await expect(made).rejects.toThrow(`No backup was made: ${why}. Nothing else was touched.`)
    database.close()
    expect((await readdir(folder)).filter((name) => name.startsWith('copy'))).toEqual([])
  })
})

describe('removing old entries of the log', () => {
  it('takes what was foreseen and nothing else, piece by piece, and the log verifies [settings.retention]', async () => {
    const count = runs(9000, 30_000)
    await fill(count)
    const before = at(8500)
    const forecast = await data.foreseePrune(before)
    expect(forecast).toEqual({ entries: 8500, oldest: at(0), newest: at(8499), kept: count - 8500 })
    let commits = 0
    let pruning = true
    const pruned = data.prune(before, 'human:anna').finally(() => {
      pruning = false
    })
    for (; pruning; commits += 1)
      await store.commit({ expect: [], audit: [entry({ id: `au_more_${commits}`, timestamp: at(count) })] })
    expect(await pruned).toBe(8500)
    const report = await store.verifyAudit()
    expect(report).toMatchObject({ broken: null, lost: null, removed: 8500 })
    const [first] = await store.auditAfter(0, 1)
    expect(first).toMatchObject({ sequence: 8501, timestamp: at(8500) })
    const said = await store.audit({ eventTypes: ['audit.pruned'] }, { limit: 10 })
    expect(said.total).toBe(3)
    expect(said.items[0]).toMatchObject({ actor: 'human:anna', payload: { sequence: 8500 } })
    expect(report.count).toBe(count - 8500 + commits + 3)
    expect((await store.runs({}, { limit: 1 })).total).toBe(count)
    const { count: kept } = report
    expect(await data.foreseePrune(before)).toEqual({ entries: 0, oldest: null, newest: null, kept })
    expect(await data.prune(before, 'human:anna')).toBe(0)
  })

  it('leaves a log alone that is not whole [settings.retention]', async () => {
    await fill(50)
    const other = new Database(join(folder, 'countersign.db'))
    other.exec("UPDATE audit SET body = replace(body, 'au_7', 'au_X') WHERE sequence = 8")
    other.close()
    await expect(data.prune(at(40), 'human:anna')).rejects.toThrow(/not whole, so nothing was removed/)
    expect((await store.audit({}, { limit: 1 })).total).toBe(50)
  })

  it('keeps the newest entry whatever its age [settings.retention]', async () => {
    await fill(5)
    expect(await data.foreseePrune(at(1000))).toMatchObject({ entries: 4, kept: 1 })
    expect(await data.prune(at(1000), 'human:anna')).toBe(4)
    expect(await store.verifyAudit()).toMatchObject({ broken: null, lost: null, removed: 4, count: 2 })
  })
})
