import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_FORMAT } from '../../../src/main/store/migrations.ts'
import { openMemoryStore, openSqliteStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { approval, at, definition, entry, evidence, run } from '../samples.ts'
import { describeSearches } from '../searches-contract.ts'
import { describeSettings } from '../settings-contract.ts'
import { describeStore } from '../store-contract.ts'
import { describeUses } from '../uses-contract.ts'
import { describeWaiting } from '../waiting-contract.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-store-'))
  file = join(folder, 'data', 'countersign.db')
})
afterEach(() => rm(folder, { recursive: true }))

describeStore('SQLite store', () => openSqliteStore({ file }))
describeWaiting('What waits in an SQLite store', () => openSqliteStore({ file }))
describeSearches('Searches in an SQLite store', () => openSqliteStore({ file }))
describeSearches('Searches in an SQLite store, read on another thread', () =>
  openSqliteStore({ file, largeFrom: 0 }),
)
describeUses('Uses in an SQLite store', () => openSqliteStore({ file }))
describeUses('Uses in an SQLite store, read on another thread', () => openSqliteStore({ file, largeFrom: 0 }))
describeSettings('Settings in an SQLite store', () => openSqliteStore({ file }))
describeSettings('Settings in a memory store', async () => openMemoryStore())
describeUses('Uses in a memory store', async () => openMemoryStore())
describeStore('memory store', async () => openMemoryStore())
describeWaiting('What waits in a memory store', async () => openMemoryStore())
describeSearches('Searches in a memory store', async () => openMemoryStore())
describeStore('SQLite store, its lists read on another thread', () => openSqliteStore({ file, largeFrom: 0 }))

describe('SQLite store on disk', () => {
  it('has everything after it was closed and opened again [store.durable]', async () => {
    const first = await openSqliteStore({ file })
    await first.commit({
      expect: [],
      definitions: [{ hash: 'hash-1', definition: definition() }],
      runs: [run()],
      approvals: [approval()],
      evidence: [evidence()],
      audit: [entry({ eventType: 'workflow.started' })],
    })
    await first.saveSetting('accepted', { hash: 'x' })
    const before = await first.verifyAudit()
    await first.close()
    const second = await openSqliteStore({ file })
    expect(await second.run('wf_000000000001')).toEqual(run())
    expect(await second.approval('ap_1')).toEqual(approval())
    expect(await second.evidence('wf_000000000001')).toEqual([evidence()])
    expect(await second.definition('hash-1')).toEqual(definition())
    expect(await second.setting('accepted')).toEqual({ hash: 'x' })
    expect(await second.usage()).toEqual({ content_review: { count: 1, lastAt: at(0) } })
    expect(await second.verifyAudit()).toEqual(before)
    await second.commit({ expect: [], audit: [entry()] })
    expect(await second.verifyAudit()).toMatchObject({ count: 2, broken: null })
    await second.close()
  })

  it('is durable for another connection as soon as the promise resolves, and while it closes [store.durable]', async () => {
    const store = await openSqliteStore({ file })
    await store.commit({ expect: [], runs: [run()], audit: [] })
    const witness = new Database(file, { readonly: true })
    expect(witness.prepare('SELECT count(*) FROM instances').pluck().get()).toBe(1)
    const late = store.commit({ expect: [], runs: [run({ id: 'wf_late' })], audit: [] })
    await store.close()
    expect(await late).toEqual({ ok: true })
    expect(witness.prepare('SELECT count(*) FROM instances').pluck().get()).toBe(2)
    witness.close()
    await expect(store.run('wf_late')).rejects.toMatchObject({ code: 'INTERNAL' })
    await expect(store.commit({ expect: [], audit: [] })).rejects.toMatchObject({ code: 'INTERNAL' })
  })

  it.each([
    ['a changed payload', `UPDATE audit SET body = json_set(body, '$.payload.n', 99) WHERE sequence = 3`, 3],
    [
      'a changed actor',
      `UPDATE audit SET body = json_set(body, '$.actor', 'human:eve') WHERE sequence = 1`,
      1,
    ],
    ['a removed entry', 'DELETE FROM audit WHERE sequence = 4', 4],
    ['a removed beginning', 'DELETE FROM audit WHERE sequence < 3', 1],
    ['a changed hash', `UPDATE audit SET hash = 'ff' WHERE sequence = 2`, 2],
    ['a changed link', `UPDATE audit SET previous_hash = 'ff' WHERE sequence = 2`, 2],
    ['another number', 'UPDATE audit SET sequence = 9 WHERE sequence = 5', 5],
    [
      'two entries exchanged',
      'UPDATE audit SET body = (SELECT body FROM audit WHERE sequence = 5) WHERE sequence = 2',
      2,
    ],
  ])('names the first broken link after %s [store.chain]', async (_what, sql, broken) => {
    const store = await openSqliteStore({ file })
    const audit = [1, 2, 3, 4, 5].map((n) => entry({ id: `au_${n}`, payload: { n } }))
    await store.commit({ expect: [], audit })
    expect((await store.verifyAudit()).broken).toBeNull()
    const other = new Database(file)
    other.exec(sql)
    other.close()
    expect((await store.verifyAudit()).broken).toBe(broken)
    await store.close()
  })

  it('only reads a database of a newer version, says so, and leaves it as it is [store.newer-database]', async () => {
    const older = await openSqliteStore({ file })
    await older.commit({ expect: [], runs: [run()], audit: [entry()] })
    await older.close()
    const other = new Database(file)
    other.pragma(`user_version = ${DATABASE_FORMAT + 1}`)
    other.close()
    const store = await openSqliteStore({ file })
    expect(store.readOnly).toMatch(/newer Countersign .*only read.* Use the newer version/)
    expect(await store.run('wf_000000000001')).toEqual(run())
    expect((await store.audit({}, { limit: 5 })).total).toBe(1)
    const refused = { code: 'INTERNAL', message: store.readOnly }
    await expect(store.commit({ expect: [], audit: [entry()] })).rejects.toMatchObject(refused)
    await expect(store.saveSetting('a', {})).rejects.toMatchObject(refused)
    await store.close()
    const after = new Database(file)
    expect(after.pragma('user_version', { simple: true })).toBe(DATABASE_FORMAT + 1)
    expect(after.prepare('SELECT count(*) FROM audit').pluck().get()).toBe(1)
    after.exec('ALTER TABLE audit RENAME TO log')
    after.close()
    await expect(openSqliteStore({ file })).rejects.toThrow(/cannot be used: no such table/)
  })

  it('refuses what is not its database [store.newer-database]', async () => {
    const foreign = join(folder, 'foreign.db')
    const other = new Database(foreign)
    other.exec('CREATE TABLE recipes (id)')
    other.close()
    await expect(openSqliteStore({ file: foreign })).rejects.toThrow(/another program/)
    const text = join(folder, 'text.db')
    writeFileSync(text, 'This is a text, long enough to be no database at all. '.repeat(40))
    await expect(openSqliteStore({ file: text })).rejects.toThrow(/cannot be opened/)
  })

  it.skipIf(process.platform === 'win32')('keeps its files to the person [store.private-files]', async () => {
    const store = await openSqliteStore({ file })
    await store.commit({ expect: [], audit: [entry()] })
    const expectPrivate = (...expected: string[]) => {
      const names = readdirSync(dirname(file))
      expect(names).toEqual(expect.arrayContaining(expected))
      for (const name of names) expect(statSync(join(dirname(file), name)).mode & 0o077, name).toBe(0)
    }
    expectPrivate('countersign.db', 'countersign.db-shm', 'countersign.db-wal')
    expect(statSync(join(folder, 'data')).mode & 0o077).toBe(0)
    await store.close()
    expectPrivate('countersign.db', 'countersign.db.head')
  })
})
