/** A database before and after a change of its format, and the way back. */
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect } from 'vitest'
import { pruneAuditFile } from '../../../src/main/store/audit/audit-file.ts'
import { backupFolderOf, listBackups } from '../../../src/main/store/backups/backups.ts'
import { readMigrationNote } from '../../../src/main/store/backups/before-migration.ts'
import { returnDatabase } from '../../../src/main/store/backups/return-database.ts'
import { DATABASE_FORMAT, migrate } from '../../../src/main/store/migrations.ts'
import { openSqliteStore, type SqliteStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { test } from '../../support/fixtures.ts'
import { mountSmallDisk, smallDiskMissing, unmountSmallDisk } from '../../support/small-disk.ts'
import { at, entry, run } from '../samples.ts'

const BEFORE = DATABASE_FORMAT - 1

const it = test.extend('older', async ({ folder }) => {
  const file = join(folder, 'countersign.db')
  const chain = join(folder, 'chain.db')
  const log = await openSqliteStore({ file: chain })
  await log.commit({
    expect: [],
    runs: [run({ id: 'wf_1' })],
    audit: [entry({ id: 'au_1' }), entry({ id: 'au_2' })],
  })
  await log.close()
  const database = new Database(file)
  migrate(database, BEFORE)
  database.prepare('ATTACH ? AS chain').run(chain)
  database.exec('INSERT INTO instances (id, body) SELECT id, body FROM chain.instances')
  database.exec(
    'INSERT INTO audit (sequence, previous_hash, hash, body) SELECT sequence, previous_hash, hash, body FROM chain.audit',
  )
  database.close()
  const backups = join(folder, 'backups')
  return {
    file,
    backups,
    /** This version opens it, does something and closes it. */
    async use(work: (store: SqliteStore) => Promise<void> = async () => undefined): Promise<void> {
      const store = await openSqliteStore({ file, backups })
      await work(store)
      await store.close()
    },
  }
})

function formatOf(file: string): number {
  const database = new Database(file, { readonly: true })
  const format = Number(database.pragma('user_version', { simple: true }))
  database.close()
  return format
}

const started = (id: string) => ({ expect: [], audit: [entry({ id, eventType: 'server.initialized' })] })

describe('before a change of its format, a database', () => {
  it('is backed up whole, as it was, and a note says which backup it is [update.backup]', async ({
    older,
  }) => {
    await older.use()
    expect(formatOf(older.file)).toBe(DATABASE_FORMAT)
    const [backup, ...others] = listBackups(older.backups)
    expect(others).toEqual([])
    expect(formatOf(backup?.file ?? '')).toBe(BEFORE)
    expect(readMigrationNote(older.backups)).toEqual({
      database: older.file,
      backup: backup?.file,
      from: BEFORE,
      to: DATABASE_FORMAT,
    })
    await older.use()
    expect(listBackups(older.backups)).toHaveLength(1)
  })

  it('is not backed up if it is new, or of this format [update.backup]', async ({ folder }) => {
    const file = join(folder, 'new.db')
    const backups = join(folder, 'backups')
    for (let starts = 0; starts < 2; starts += 1) await (await openSqliteStore({ file, backups })).close()
    expect(existsSync(backups)).toBe(false)
  })

  it('is gone on with without a row that cannot be read, which the backup has set aside, too [store.damaged-row] [update.backup]', async ({
    older,
  }) => {
    const mark = '{"id":"wf_1",'
    const bytes = readFileSync(older.file)
    bytes.write('#'.repeat(mark.length), bytes.indexOf(mark))
    writeFileSync(older.file, bytes)
    const told: string[] = []
    const store = await openSqliteStore({
      file: older.file,
      backups: older.backups,
      onDamaged: (sentence) => told.push(sentence),
    })
    expect(told).toEqual([expect.stringContaining('damaged rows: wf_1 of the table instances')])
    expect(await store.run('wf_1')).toBeNull()
    await store.close()
    const [backup] = listBackups(older.backups)
    expect(formatOf(older.file)).toBe(DATABASE_FORMAT)
    for (const file of [older.file, backup?.file ?? '']) {
      const database = new Database(file, { readonly: true })
      expect(database.prepare('SELECT source, key FROM damaged').all()).toEqual([
        { source: 'instances', key: 'wf_1' },
      ])
      database.close()
    }
  })

  it('is left as it is where no backup can be made, and why is said [update.backup]', async ({ older }) => {
    const before = readFileSync(older.file)
    writeFileSync(older.backups, 'a file')
    await expect(older.use()).rejects.toThrow(
      /^This version has to change the format of the database .*countersign\.db, and makes a backup of it before\. No backup was made: .* Then start Countersign again\.$/,
    )
    expect(readFileSync(older.file)).toEqual(before)
    expect(formatOf(older.file)).toBe(BEFORE)
  })

  const small = smallDiskMissing()
  it.skipIf(small !== null)(
    `says that the disk is full, and changes nothing [update.backup]${small === null ? '' : ` (skipped: ${small})`}`,
    async ({ older }) => {
      await mkdir(older.backups)
      mountSmallDisk(older.backups)
      try {
        await expect(older.use()).rejects.toThrow(/No backup was made: the disk of backups has \d+ MiB left/)
        expect(formatOf(older.file)).toBe(BEFORE)
        expect(readdirSync(older.backups)).toEqual([])
      } finally {
        unmountSmallDisk(older.backups)
      }
    },
  )

  it('is backed up by whoever shortens its log, too [update.backup]', async ({ older }) => {
    await pruneAuditFile(older.file, at(0), { id: 'au_9', timestamp: at(9), actor: 'person:anna' })
    expect(listBackups(older.backups)).toHaveLength(1)
  })
})

describe('on the way back, a database', () => {
  it('that was not changed stays as it is [update.database-returned]', async ({ older }) => {
    const before = readFileSync(older.file)
    expect(await returnDatabase(older.file, older.backups, BEFORE)).toEqual({ kind: 'fits' })
    expect(readFileSync(older.file)).toEqual(before)
    expect(await returnDatabase(`${older.file}.none`, older.backups, BEFORE)).toEqual({ kind: 'fits' })
  })

  it('in which nothing was committed but starts is as before, with these in its log [update.database-returned]', async ({
    older,
  }) => {
    await older.use(async (store) => void (await store.commit(started('au_3'))))
    await older.use(async (store) => void (await store.commit(started('au_4'))))
    const done = await returnDatabase(older.file, older.backups, BEFORE)
    expect(done).toMatchObject({ kind: 'returned' })
    expect(formatOf(older.file)).toBe(BEFORE)
    if (done.kind === 'returned') expect(formatOf(done.aside)).toBe(DATABASE_FORMAT)
    expect(
      readdirSync(join(older.file, '..')).filter((name) => /compared|returned|-wal|-shm/.test(name)),
    ).toEqual([])
    // The older version is not here to look at it; this one finds the whole log, and nothing lost.
    await older.use(async (store) => {
      expect(store.readOnly).toBeNull()
      expect(await store.verifyAudit()).toMatchObject({ count: 4, broken: null, lost: null })
      expect((await store.runs({}, { limit: 5 })).items.map(({ id }) => id)).toEqual(['wf_1'])
    })
  })

  it('in which a gateway has nothing but started is as before, whoever its configuration declares [update.database-returned]', async ({
    folder,
    openGateway,
  }) => {
    const data = join(folder, 'data')
    await mkdir(data)
    const file = join(data, 'countersign.db')
    const older = new Database(file)
    migrate(older, BEFORE)
    older.close()
    const yaml = 'people: { kim: {} }\nclients: { ci: {} }\nstore: { kind: sqlite }'
    for (let starts = 0; starts < 2; starts += 1) await (await openGateway(yaml, { folder })).close()
    expect(await returnDatabase(file, backupFolderOf(data), BEFORE)).toMatchObject({ kind: 'returned' })
    expect(formatOf(file)).toBe(BEFORE)
  })

  it('that kept whom its configuration declares keeps that as the last start has found it [update.database-returned]', async ({
    older,
  }) => {
    const database = new Database(older.file)
    database.exec(`INSERT INTO settings (key, value) VALUES ('declarations', '{"people":{"kim":"first"}}')`)
    database.close()
    await older.use((store) => store.saveSetting('declarations', { people: {} }))
    expect(await returnDatabase(older.file, older.backups, BEFORE)).toMatchObject({ kind: 'returned' })
    await older.use(async (store) => expect(await store.setting('declarations')).toEqual({ people: {} }))
  })

  it('in which nothing but the desk was opened, its window moved and a port chosen is as before [update.database-returned]', async ({
    older,
  }) => {
    await older.use(async (store) => {
      await store.saveSetting('window', { width: 900 })
      await store.saveSetting('mcpHttp', { port: 4711 })
      await store.saveSetting('deskHttp', { port: 4712 })
      await store.commit({ expect: [], audit: [entry({ id: 'au_3', eventType: 'session.opened' })] })
    })
    expect(await returnDatabase(older.file, older.backups, BEFORE)).toMatchObject({ kind: 'returned' })
    await older.use(async (store) =>
      expect(await store.verifyAudit()).toMatchObject({ count: 3, broken: null, lost: null }),
    )
  })

  const changes: [what: string, work: (store: SqliteStore) => Promise<unknown>][] = [
    ['a run', (store) => store.commit({ expect: [], runs: [run({ id: 'wf_2' })], audit: [] })],
    ['a setting', (store) => store.saveSetting('pins', { anna: 'x' })],
    ['an entry of the log', (store) => store.commit({ expect: [], audit: [entry({ id: 'au_3' })] })],
    [
      'a run that was there',
      (store) => store.commit({ expect: [], runs: [run({ id: 'wf_1', state: 'else' })], audit: [] }),
    ],
  ]
  it.for(changes)('that got %s since stays as it is [update.committed]', async ([, work], { older }) => {
    await older.use(async (store) => void (await work(store)))
    const before = readFileSync(older.file)
    const [backup] = listBackups(older.backups)
    expect(await returnDatabase(older.file, older.backups, BEFORE)).toEqual({
      kind: 'committed',
      backup: backup?.file,
    })
    expect(readFileSync(older.file)).toEqual(before)
  })

  it('without its backup, or with that of another change, stays as it is [update.committed]', async ({
    older,
  }) => {
    await older.use()
    copyFileSync(join(older.backups, 'migration.json'), join(older.backups, 'kept.json'))
    // The version before wrote a format that is older than the backup.
    expect(await returnDatabase(older.file, older.backups, BEFORE - 1)).toEqual({
      kind: 'committed',
      backup: null,
    })
    writeFileSync(join(older.backups, 'migration.json'), '{')
    expect(await returnDatabase(older.file, older.backups, BEFORE)).toEqual({
      kind: 'committed',
      backup: null,
    })
    copyFileSync(join(older.backups, 'kept.json'), join(older.backups, 'migration.json'))
    writeFileSync(listBackups(older.backups)[0]?.file ?? '', 'not a database')
    expect(await returnDatabase(older.file, older.backups, BEFORE)).toMatchObject({ kind: 'impossible' })
    expect(formatOf(older.file)).toBe(DATABASE_FORMAT)
  })

  it('that another program has open stays as it is [update.committed]', async ({ older, onTestFinished }) => {
    await older.use()
    const other = new Database(older.file)
    onTestFinished(() => void other.close())
    other.pragma('journal_mode = WAL')
    other.prepare('SELECT count(*) FROM audit').get()
    expect(await returnDatabase(older.file, older.backups, BEFORE)).toMatchObject({ kind: 'impossible' })
    expect(formatOf(older.file)).toBe(DATABASE_FORMAT)
  })
})
