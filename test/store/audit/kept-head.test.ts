import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { readKeptHead } from '../../../src/main/store/audit/audit-chain.ts'
import { goOnWith } from '../../../src/main/store/backups/database-restore.ts'
import { openSqliteStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { runs } from '../../support/effort.ts'
import { test as it } from '../../support/fixtures.ts'
import { programOf } from '../../support/programs.ts'
import { entry } from '../samples.ts'

const CHILD = await programOf('commit-child')

describe('the end of the audit log, kept outside', () => {
  it('raises no false alarm after a kill, however far it was behind [audit.head]', async ({
    databaseFile: file,
  }) => {
    let confirmed = 0
    for (let round = 0; round < runs(3, 50); round += 1) {
      const child = fork(CHILD, [file])
      const ended = once(child, 'exit')
      let own = 0
      child.on('message', (count) => {
        own = Number(count)
        if (own > 40 + 300 * round) child.kill('SIGKILL')
      })
      await ended
      confirmed += own
      const store = await openSqliteStore({ file })
      // Whoever cuts the log from here on is seen, before there is another commit.
      const kept = readKeptHead(file)
      const report = await store.verifyAudit()
      expect(kept).toEqual([{ sequence: report.count, hash: report.head }])
      expect(report).toMatchObject({ broken: null, lost: null })
      expect(report.count).toBeGreaterThanOrEqual(confirmed)
      confirmed = report.count
      await store.close()
      expect(readKeptHead(file)).toEqual([{ sequence: report.count, hash: report.head }])
    }
  })

  it('follows the commits while the gateway runs [audit.head]', async ({ databaseFile: file }) => {
    const store = await openSqliteStore({ file })
    await store.commit({ expect: [], audit: [entry(), entry()] })
    await expect.poll(() => readKeptHead(file).at(-1)?.sequence, { timeout: 20_000 }).toBe(2)
    await store.commit({ expect: [], audit: [entry()] })
    await expect.poll(() => readKeptHead(file).at(-1)?.sequence, { timeout: 20_000 }).toBe(3)
    await store.close()
  })

  it('shows that an older copy of the database was put back, and takes the new end on when a person says so [audit.head, R8.7] [store.behind]', async ({
    databaseFile: file,
    folder,
  }) => {
    const first = await openSqliteStore({ file })
    await first.commit({ expect: [], audit: [entry()] })
    await first.close()
    await copyFile(file, `${file}.copy`)
    const second = await openSqliteStore({ file })
    await second.commit({ expect: [], audit: [entry()] })
    const { head } = await second.verifyAudit()
    await second.close()
    await copyFile(`${file}.copy`, file)
    for (const _ of ['first', 'again']) {
      const looked = await openSqliteStore({ file })
      expect(looked.readOnly).toContain('ends at entry 1 of its audit log, but entry 2 had been written')
      expect(looked.readOnly).toContain(`There is no backup in ${join(folder, 'backups')}.`)
      await expect(looked.commit({ expect: [], audit: [entry()] })).rejects.toThrow('ends at entry 1')
      expect(await looked.verifyAudit()).toMatchObject({
        count: 1,
        broken: null,
        lost: { sequence: 2, hash: head },
      })
      await looked.close()
    }
    expect(await goOnWith(file)).toBe(true)
    expect(await goOnWith(file)).toBe(false)
    const third = await openSqliteStore({ file })
    expect(third.readOnly).toBe(null)
    expect(await third.verifyAudit()).toMatchObject({ lost: { sequence: 2, hash: head } })
    await third.commit({ expect: [], audit: [entry({ id: 'au_other' }), entry()] })
    await third.close()
    // Going on another time does not forget it.
    const fourth = await openSqliteStore({ file })
    await fourth.commit({ expect: [], audit: [entry()] })
    await fourth.close()
    expect(JSON.parse(await readFile(`${file}.head`, 'utf8'))).toMatchObject({
      head: { sequence: 4 },
      lost: [{ sequence: 2, hash: head }],
    })
  })
})
