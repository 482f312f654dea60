/** An update that is stopped at each named instant: there is always a whole package, and nothing that was decided is lost. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect } from 'vitest'
import { listBackups } from '../../src/main/store/backups/backups.ts'
import { MIGRATION_POINTS } from '../../src/main/store/backups/before-migration.ts'
import { RETURN_POINTS } from '../../src/main/store/backups/return-database.ts'
import { DATABASE_FORMAT, migrate } from '../../src/main/store/migrations.ts'
import { openSqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import { readAttempt } from '../../src/main/updates/attempt.ts'
import { UPDATE_POINTS } from '../../src/main/updates/place-package.ts'
import { readRecord } from '../../src/main/updates/update-record.ts'
import { entry, run } from '../store/samples.ts'
import { isLong } from '../support/effort.ts'
import { test } from '../support/fixtures.ts'
import { programOf } from '../support/programs.ts'

const OLDER = `#!/bin/sh\n# version 1.0.0\n${'#'.repeat(20_000)}\n`
const NEWER = `#!/bin/sh\n# version 1.0.1\n${'#'.repeat(30_000)}\n`
type How = 'good' | 'bad' | 'writes'

const it = test.extend('world', async ({ folder }) => {
  const target = join(folder, 'Countersign.AppImage')
  const file = join(folder, 'countersign.db')
  await writeFile(target, OLDER, { mode: 0o755 })
  await writeFile(join(folder, 'download'), NEWER)
  // As the older version has left it: an entry and a run, in the format before this one.
  const log = await openSqliteStore({ file: join(folder, 'chain.db') })
  await log.commit({ expect: [], runs: [run({ id: 'wf_1' })], audit: [entry({ id: 'au_1' })] })
  await log.close()
  const older = new Database(file)
  migrate(older, DATABASE_FORMAT - 1)
  older.prepare('ATTACH ? AS chain').run(join(folder, 'chain.db'))
  older.exec('INSERT INTO instances (id, body) SELECT id, body FROM chain.instances')
  older.exec(
    'INSERT INTO audit (sequence, previous_hash, hash, body) SELECT sequence, previous_hash, hash, body FROM chain.audit',
  )
  older.close()

  /** The exit code, or the signal that ended it. */
  async function runChild(deed: 'take' | 'start', how: How, crashAt: string): Promise<number | string> {
    const args = [await programOf('update-child'), folder, deed, how, crashAt]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    const [code, signal] = await once(child, 'exit')
    return (signal ?? code) as number | string
  }
  return {
    target,
    file,
    /** Takes the update, and starts what is in its place until it runs; dies once at the point. How often it died. */
    async live(how: How, crashAt: string): Promise<number> {
      let deaths = 0
      let ended = await runChild('take', how, crashAt)
      if (ended === 'SIGKILL') deaths += 1
      for (let starts = 0; starts < 8; starts += 1) {
        ended = await runChild('start', how, deaths === 0 ? crashAt : '')
        if (ended === 'SIGKILL') deaths += 1
        expect([OLDER, NEWER]).toContain(readFileSync(target, 'utf8'))
        if (ended === 0) return deaths
        expect([7, 'SIGKILL']).toContain(ended)
      }
      throw new Error(`It never ran: ${ended}`)
    },
    format(): number {
      const database = new Database(file, { readonly: true })
      const format = Number(database.pragma('user_version', { simple: true }))
      database.close()
      return format
    },
    /** What is in it, as a version that can write it finds it. */
    async content(): Promise<{ runs: string[]; audit: object }> {
      const store = await openSqliteStore({ file, backups: join(folder, 'backups') })
      const { items } = await store.runs({}, { limit: 10 })
      const audit = await store.verifyAudit()
      expect(store.readOnly).toBeNull()
      await store.close()
      return { runs: items.map(({ id }) => id).sort(), audit }
    },
  }
})

const BEFORE = ['update.kept', 'update.staged', 'update.noted']
const POINTS = [...UPDATE_POINTS, ...MIGRATION_POINTS, ...RETURN_POINTS]
const REACHED: Record<'good' | 'bad', (point: string) => boolean> = {
  good: (point) => !point.startsWith('return.') && !point.startsWith('database.'),
  bad: (point) => point !== 'start.confirmed',
}

/** Each of them is several processes: all in the long run, some of them each time. */
function often(all: string[], some: string[]): string[] {
  return isLong(process.env) ? all : some
}

function leftovers(folder: string): string[] {
  return readdirSync(folder).filter((name) => /\.(new|part|compared|returned)$|package-before/.test(name))
}

describe('an update', () => {
  it.for(often(['', ...POINTS.filter(REACHED.good)], ['', 'update.noted', 'migration.backedUp']))(
    'that is good, and stopped at “%s”: one of both versions runs, with everything [update.crash-points]',
    async (point, { folder, world }) => {
      expect(await world.live('good', point)).toBe(point === '' ? 0 : 1)
      expect(readFileSync(world.target, 'utf8')).toBe(BEFORE.includes(point) ? OLDER : NEWER)
      expect(readAttempt(folder)).toBeNull()
      expect([...leftovers(folder), ...leftovers(join(folder, 'updates'))]).toEqual([])
      expect(await world.content()).toMatchObject({ runs: ['wf_1'], audit: { broken: null, lost: null } })
    },
  )

  it.for(
    often(
      ['', ...POINTS.filter(REACHED.bad)],
      ['', 'update.placed', 'database.setAside', 'return.databases'],
    ),
  )(
    'that does not start, and stopped at “%s”: the version before runs, with its database [update.crash-points]',
    async (point, { folder, world }) => {
      expect(await world.live('bad', point)).toBe(point === '' ? 0 : 1)
      expect(readFileSync(world.target, 'utf8')).toBe(OLDER)
      expect(readAttempt(folder)).toBeNull()
      expect([...leftovers(folder), ...leftovers(join(folder, 'updates'))]).toEqual([])
      expect(world.format()).toBe(DATABASE_FORMAT - 1)
      expect(await world.content()).toMatchObject({ runs: ['wf_1'], audit: { broken: null, lost: null } })
      if (BEFORE.includes(point)) return
      expect(readRecord(folder)).toMatchObject({ failed: ['1.0.1'], news: { isGood: false } })
      expect(readRecord(folder).news?.text).toContain('1.0.1 did not start twice, so 1.0.0 is back.')
    },
  )

  it.for(often(['', 'start.counted', 'return.noted', 'return.databases', 'return.placed'], ['']))(
    'that has written, does not start, and is stopped at “%s”: nothing is lost, and what to do is said [update.committed]',
    async (point, { folder, world }) => {
      const ended = await world.live('writes', point).catch((error: Error) => error.message)
      // The version before can only read it, and says so by itself.
      expect(ended).toContain('expected')
      expect(readFileSync(world.target, 'utf8')).toBe(OLDER)
      expect(world.format()).toBe(DATABASE_FORMAT)
      const { news } = readRecord(folder)
      const [backup] = listBackups(join(folder, 'backups'))
      expect(news?.text).toContain(`1.0.0 can only read the database ${world.file}.`)
      expect(news?.text).toContain(`countersign restore ${backup?.file}`)
      expect(await world.content()).toMatchObject({
        runs: ['wf_1', 'wf_2'],
        audit: { broken: null, lost: null },
      })
      expect(existsSync(`${world.file}.newer`)).toBe(false)
    },
  )
})
