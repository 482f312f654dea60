/** What the disk, other programs and damage do to the store, and what it says. */
import { open, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, vi } from 'vitest'
import { openSqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import { test as it } from '../support/fixtures.ts'
import { mountSmallDisk, smallDiskMissing, unmountSmallDisk } from '../support/small-disk.ts'
import { entry, evidence, run } from './samples.ts'

/** The store, and the connection that it writes through. */
async function openWatched(file: string) {
  let connection: Database.Database | null = null
  const pragma = Database.prototype.pragma
  const watch = vi.spyOn(Database.prototype, 'pragma').mockImplementation(function (
    this: Database.Database,
    ...args
  ) {
    connection = this
    return pragma.apply(this, args)
  })
  const told: (string | null)[] = []
  const store = await openSqliteStore({ file, onObstacle: (reason) => told.push(reason) })
  watch.mockRestore()
  return { store, connection: connection as unknown as Database.Database, told }
}

describe('a disk that is full', () => {
  it('refuses the change whole, with a sentence, and goes on when there is room [store.full-disk]', async ({
    databaseFile: file,
  }) => {
    const { store, connection } = await openWatched(file)
    await store.commit({ expect: [], runs: [run()], audit: [entry()] })
    connection.pragma(`max_page_count = ${connection.pragma('page_count', { simple: true })}`)
    const large = () =>
      store.commit({
        expect: [{ kind: 'run', id: 'wf_000000000001', version: 1, claim: null }],
        runs: [run({ version: 2 })],
        evidence: [evidence()],
        audit: [entry({ payload: { text: 'x'.repeat(100_000) } })],
      })
    const settled = await Promise.allSettled([
      store.commit({ expect: [], audit: [entry({ payload: { text: 'y'.repeat(100_000) } })] }),
      large(),
    ])
    for (const result of settled) {
      expect(result.status === 'rejected' && result.reason).toMatchObject({
        code: 'INTERNAL',
        message: `Nothing of the change was saved. The database ${file} cannot grow: the disk is full. Make room on it.`,
      })
    }
    expect(await store.run('wf_000000000001')).toEqual(run())
    expect(await store.evidence('wf_000000000001')).toEqual([])
    expect(await store.verifyAudit()).toMatchObject({ count: 1, broken: null, lost: null })

    connection.pragma('max_page_count = 100000')
    expect(await large()).toEqual({ ok: true })
    expect((await store.run('wf_000000000001'))?.version).toBe(2)
    expect(await store.verifyAudit()).toMatchObject({ count: 2, broken: null, lost: null })
    await store.close()
  })

  const small = smallDiskMissing()
  it.skipIf(small !== null)(
    `is told as such where not even a new database has room [store.full-disk]${small === null ? '' : ` (skipped: ${small})`}`,
    async ({ folder }) => {
      mountSmallDisk(folder)
      try {
        await writeFile(join(folder, 'other'), Buffer.alloc(1_024_000))
        await expect(openSqliteStore({ file: join(folder, 'countersign.db') })).rejects.toThrow(
          /cannot grow: the disk is full\. Make room on it\.$/,
        )
      } finally {
        unmountSmallDisk(folder)
      }
    },
  )
})

describe('that nothing can be saved', () => {
  it('is told until something can be written again, also where nobody tries [store.told-obstacle]', async ({
    databaseFile: file,
  }) => {
    const { store, connection, told } = await openWatched(file)
    const large = () =>
      store.commit({ expect: [], audit: [entry({ payload: { text: 'x'.repeat(100_000) } })] })
    await store.commit({ expect: [], audit: [entry()] })
    connection.pragma(`max_page_count = ${connection.pragma('page_count', { simple: true })}`)
    await expect(large()).rejects.toThrow('the disk is full')
    const full = `The database ${file} cannot grow: the disk is full. Make room on it. Nothing is saved until then.`
    expect(told).toEqual([full])
    connection.pragma('max_page_count = 100000')
    await expect.poll(() => told).toEqual([full, null])
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    await expect(large()).rejects.toThrow('is held by another program')
    const held = `The database ${file} is held by another program, which must let go of it first. Nothing is saved until then.`
    expect(told).toEqual([full, null, held])
    other.exec('ROLLBACK')
    other.close()
    await expect.poll(() => told).toEqual([full, null, held, null])
    expect(await large()).toEqual({ ok: true })
    expect(await store.verifyAudit()).toMatchObject({ count: 2, broken: null, lost: null })
    await store.close()
  })
})

describe('a database that another program holds', () => {
  it('is waited for without standing still [store.held]', async ({ databaseFile: file }) => {
    const store = await openSqliteStore({ file })
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    let turns = 0
    const turning = setInterval(() => {
      turns += 1
      if (turns === 10) other.exec('ROLLBACK')
    }, 5)
    const results = await Promise.all([
      store.commit({ expect: [], audit: [entry()] }),
      store.commit({ expect: [], audit: [entry()] }),
      store.saveSetting('a', { b: 1 }),
    ])
    clearInterval(turning)
    expect(turns).toBeGreaterThanOrEqual(10)
    expect(results.slice(0, 2)).toEqual([{ ok: true }, { ok: true }])
    expect(await store.verifyAudit()).toMatchObject({ count: 2, broken: null })

    other.exec('BEGIN IMMEDIATE')
    await expect(store.commit({ expect: [], audit: [entry()] })).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringContaining('is held by another program'),
    })
    other.exec('ROLLBACK')
    other.close()
    expect(await store.commit({ expect: [], audit: [entry()] })).toEqual({ ok: true })
    await store.close()
  })

  it('is not waited for at the end: what could not be saved is told so [store.held]', async ({
    databaseFile: file,
  }) => {
    const store = await openSqliteStore({ file })
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    const refused = expect(store.commit({ expect: [], audit: [entry()] })).rejects.toMatchObject({
      message: expect.stringContaining('is held by another program'),
    })
    await store.close()
    await refused
    other.close()
  })

  it('is not opened, with a sentence [store.held]', async ({ databaseFile: file }) => {
    await (await openSqliteStore({ file })).close()
    const other = new Database(file)
    other.pragma('locking_mode = EXCLUSIVE')
    other.exec('BEGIN EXCLUSIVE')
    await expect(openSqliteStore({ file })).rejects.toThrow('is held by another program')
    other.exec('ROLLBACK')
    other.close()
    await (await openSqliteStore({ file })).close()
  })
})

describe('a database that is damaged', () => {
  const damage = async (file: string, from: number, bytes: number) => {
    const handle = await open(file, 'r+')
    await handle.write(Buffer.alloc(bytes, 0xa5), 0, bytes, from)
    await handle.close()
  }

  it('is refused at its first page, and left as it is [store.damaged]', async ({ databaseFile: file }) => {
    await (await openSqliteStore({ file })).close()
    await damage(file, 0, 100)
    const before = await readFile(file)
    await expect(openSqliteStore({ file })).rejects.toThrow(/a file of another kind\. Nothing was changed/)
    expect((await readFile(file)).equals(before)).toBe(true)
  })

  it('is refused where its tables are declared, and what to do is said [store.damaged]', async ({
    databaseFile: file,
  }) => {
    await (await openSqliteStore({ file })).close()
    await damage(file, 100, 200)
    await expect(openSqliteStore({ file })).rejects.toThrow(/is damaged \(.+There is no backup in/s)
  })

  it.skipIf(process.platform !== 'linux')(
    'is let go of where it is refused [store.held] [store.damaged]',
    async ({ databaseFile: file }) => {
      const isOpen = async () => {
        const handles = await readdir('/proc/self/fd')
        // The one that listed them is closed by now.
        const paths = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
        return paths.some((path) => path.startsWith(file))
      }
      const change = (sql: string) => {
        const other = new Database(file)
        other.exec(sql)
        other.close()
      }
      const refuses = async (sentence: string) => {
        await expect(openSqliteStore({ file })).rejects.toThrow(sentence)
        expect(await isOpen()).toBe(false)
      }
      const store = await openSqliteStore({ file })
      expect(await isOpen()).toBe(true)
      await store.close()
      expect(await isOpen()).toBe(false)
      change('PRAGMA user_version = 999')
      await (await openSqliteStore({ file })).close()
      expect(await isOpen()).toBe(false)
      change('ALTER TABLE audit RENAME TO log')
      await refuses('cannot be used')
      change('PRAGMA user_version = 5')
      await refuses('cannot be used')
      await damage(file, 0, 100)
      await refuses('a file of another kind')
      await writeFile(file, '')
      change('CREATE TABLE recipes (id)')
      await refuses('the database of another program')
    },
  )

  it('says so where it is met, and writes nothing over it [store.damaged]', async ({
    databaseFile: file,
  }) => {
    const first = await openSqliteStore({ file })
    for (let n = 0; n < 50; n += 1)
      await first.commit({ expect: [], audit: [entry({ payload: { n, text: 'x'.repeat(2000) } })] })
    await first.close()
    const database = new Database(file, { readonly: true })
    const root = Number(
      database.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'audit'`).pluck().get(),
    )
    database.close()
    await damage(file, (root - 1) * 4096, 4096)
    const store = await openSqliteStore({ file }).catch((error: Error) => error)
    const answers =
      store instanceof Error
        ? [store]
        : await Promise.all([
            store.audit({}, { limit: 5 }).catch((error: Error) => error),
            store.commit({ expect: [], audit: [entry()] }).catch((error: Error) => error),
            store.verifyAudit().catch((error: Error) => error),
          ])
    for (const answer of answers) {
      expect(answer).toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('is damaged') })
    }
    if (!(store instanceof Error)) await store.close()
  })
})
