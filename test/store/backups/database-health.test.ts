import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect } from 'vitest'
import { openStore } from '../../../src/main/store/open-store.ts'
import { openSqliteStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { test as it } from '../../support/fixtures.ts'
import { programOf } from '../../support/programs.ts'
import { approval, entry, run } from '../samples.ts'

const CHILD = await programOf('commit-child')
const PAGE = 4096

let folder: string
let file: string
it.beforeEach(({ folder: made, databaseFile }) => {
  folder = made
  file = databaseFile
})

async function fill(count: number): Promise<void> {
  const store = await openSqliteStore({ file })
  for (let index = 0; index < count; index += 1) {
    await store.commit({
      expect: [],
      runs: [run({ id: `wf_${String(index).padStart(12, '0')}`, context: { text: 'x'.repeat(2000) } })],
      audit: [entry({ id: `au_${index}` })],
    })
  }
  await store.close()
}

describe('a database that is not the one that was written last', () => {
  it.each<[string, () => void]>([
    ['emptied', () => truncateSync(file, 0)],
    ['removed', () => rmSync(file)],
  ])('because it was %s is only read, and the newest backup is named [store.behind]', async (_, harm) => {
    await fill(3)
    mkdirSync(join(folder, 'backups'))
    for (const day of ['01', '02'])
      copyFileSync(file, join(folder, `backups/countersign-2026-01-${day}T10-00-00.db`))
    harm()
    const warned: string[] = []
    const opened = await openStore(file, (message) => warned.push(message))
    expect(opened.store.readOnly).toContain('is empty, but entry 3 had been written')
    expect(opened.store.readOnly).toContain(
      `The newest backup is ${join(folder, 'backups/countersign-2026-01-02T10-00-00.db')}, of 2026-01-02 10:00 UTC`,
    )
    await expect(opened.store.commit({ expect: [], audit: [entry()] })).rejects.toThrow('had been written')
    await opened.store.close()
  })

  it('because it was cut is not opened for writing, however it ended before [store.behind] [store.unclean]', async () => {
    await fill(60)
    const { size } = statSync(file)
    for (const pages of [1, 2, 5, Math.floor(size / PAGE / 2), size / PAGE - 1]) {
      const cut = join(folder, `cut-${pages}.db`)
      copyFileSync(file, cut)
      truncateSync(cut, size - pages * PAGE)
      const told = await openSqliteStore({ file: cut }).then(
        async (store) => {
          await store.close()
          return store.readOnly
        },
        (error: Error) => error.message,
      )
      expect(told).toContain('is damaged (')
      expect(told).toContain('There is no backup in')
      expect(told).not.toContain('--keep')
    }
  })
})

it('after a kill, pages that do not belong together are found before anything runs [store.unclean]', async () => {
  await fill(60)
  const child = fork(CHILD, [file])
  const ended = once(child, 'exit')
  child.on('message', (count) => {
    if (Number(count) > 20) child.kill('SIGKILL')
  })
  await ended
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
  const whole = await openSqliteStore({ file })
  expect(whole.readOnly).toBe(null)
  await whole.close()

  const again = fork(CHILD, [file])
  const endedAgain = once(again, 'exit')
  again.on('message', (count) => {
    if (Number(count) > 20) again.kill('SIGKILL')
  })
  await endedAgain
  const bytes = readFileSync(file)
  // A page in the middle, of which the log has no newer copy: noise that is no page.
  bytes.fill(0xff, 20 * PAGE, 21 * PAGE)
  writeFileSync(file, bytes)
  const damaged = await openSqliteStore({ file })
  expect(damaged.readOnly).toMatch(/is damaged \(.+\)\. Nothing runs/)
  await damaged.close()
})

describe('a row that cannot be read', () => {
  /** As a disk does it: bytes of the content, not by way of the database. */
  function damage(...marks: string[]): void {
    const bytes = readFileSync(file)
    for (const mark of marks) {
      const at = bytes.indexOf(mark)
      expect(at, mark).toBeGreaterThan(0)
      bytes.write('#'.repeat(mark.length), at)
    }
    writeFileSync(file, bytes)
  }

  it('is named with its table and skipped; the start, lists and changes go on [store.damaged-row]', async () => {
    const store = await openSqliteStore({ file })
    await store.commit({
      expect: [],
      runs: [
        run({ id: 'wf_harmed', activity: { kind: 'due', todo: 'chain' } }),
        run({ id: 'wf_whole', activity: { kind: 'due', todo: 'chain' } }),
      ],
      approvals: [
        approval({ id: 'ap_harmed', workflowId: 'wf_whole' }),
        approval({ id: 'ap_whole', workflowId: 'wf_whole' }),
      ],
      audit: [entry({ id: 'au_harmed' }), entry({ id: 'au_whole' })],
    })
    await store.close()
    damage('{"id":"wf_harmed",', '{"id":"ap_harmed",', '"id":"au_harmed",')

    const warned: string[] = []
    const opened = await openStore(file, (message) => warned.push(message))
    const again = opened.store
    expect((await again.unfinished()).map(({ id }) => id)).toEqual(['wf_whole'])
    expect(await again.run('wf_harmed')).toBe(null)
    const page = { limit: 10 }
    expect((await again.runs({ text: 'wf_' }, page)).items.map(({ id }) => id)).toEqual(['wf_whole'])
    expect((await again.approvals({ status: ['pending'] }, page)).items.map(({ id }) => id)).toEqual([
      'ap_whole',
    ])
    expect((await again.audit({}, page)).items.map(({ id }) => id)).toEqual(['au_whole'])
    const saved = await again.commit({
      expect: [],
      runs: [run({ id: 'wf_new' })],
      audit: [entry()],
    })
    expect(saved.ok).toBe(true)
    // The log says that it is not whole: nothing is made good silently.
    expect((await again.verifyAudit()).broken).toBe(1)
    expect(opened.damaged()).toEqual(warned)
    for (const name of [
      'wf_harmed of the table instances',
      'ap_harmed of the table approvals',
      '1 of the table audit',
    ])
      expect(warned.join(' ')).toContain(name)
    await again.close()
    const database = new Database(file, { readonly: true })
    expect(database.prepare('SELECT source, key FROM damaged ORDER BY source').all()).toEqual([
      { source: 'approvals', key: 'ap_harmed' },
      { source: 'audit', key: '1' },
      { source: 'instances', key: 'wf_harmed' },
    ])
    database.close()
  })

  it('is one of many, of which three are named and the others counted [store.damaged-row]', async () => {
    const store = await openSqliteStore({ file })
    const ids = ['wf_a', 'wf_b', 'wf_c', 'wf_d', 'wf_e']
    await store.commit({ expect: [], runs: ids.map((id) => run({ id })), audit: [] })
    await store.close()
    damage(...ids.map((id) => `{"id":"${id}",`))
    const warned: string[] = []
    const opened = await openStore(file, (message) => warned.push(message))
    expect((await opened.store.runs({ text: 'wf_' }, { limit: 9 })).items).toEqual([])
    await opened.store.close()
    expect(warned.join(' ')).toMatch(
      /has damaged rows: (?:wf_. of the table instances(?:, | )){3}and 2 more\. They were set aside/,
    )
  })

  it('is set aside once where two reads meet it at the same time, and both are answered [store.damaged-row]', async () => {
    const store = await openSqliteStore({ file })
    await store.commit({ expect: [], runs: [run({ id: 'wf_harmed' }), run({ id: 'wf_whole' })], audit: [] })
    await store.close()
    damage('{"id":"wf_harmed",')
    const told: string[] = []
    const onDamaged = (sentence: string) => told.push(sentence)
    const again = await openSqliteStore({ file, largeFrom: 0, onDamaged })
    const found = await Promise.all([1, 2].map(() => again.runs({ text: 'wf_' }, { limit: 5 })))
    expect(found.map(({ items }) => items.map(({ id }) => id))).toEqual([['wf_whole'], ['wf_whole']])
    expect(told).toEqual([expect.stringContaining('wf_harmed of the table instances')])
    await again.close()
  })

  it('is set aside by whoever asks for a backup, and there is one [store.damaged-row]', async () => {
    const store = await openSqliteStore({ file })
    await store.commit({ expect: [], runs: [run({ id: 'wf_harmed' })], audit: [] })
    await store.close()
    damage('{"id":"wf_harmed",')
    const told: string[] = []
    const again = await openSqliteStore({ file, onDamaged: (sentence) => told.push(sentence) })
    await again.care.backUp(`${file}.copy`)
    expect(told).toEqual([expect.stringContaining('wf_harmed of the table instances')])
    await again.close()
    const copy = new Database(`${file}.copy`, { readonly: true })
    expect(copy.prepare('SELECT key FROM damaged').all()).toEqual([{ key: 'wf_harmed' }])
    copy.close()
  })

  it('of the settings is named, and is never taken for one that is not there [store.damaged-row]', async () => {
    const store = await openSqliteStore({ file })
    await store.saveSetting('pins', { alex: 'hash' })
    await store.close()
    damage('{"alex"')
    const told: string[] = []
    const again = await openSqliteStore({ file, onDamaged: (sentence) => told.push(sentence) })
    await expect(again.setting('pins')).rejects.toThrow('The row pins of the table settings is damaged.')
    // Nothing was set aside, and nobody is told that it was.
    expect(told).toEqual([])
    await again.close()
  })
})
