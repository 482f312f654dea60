/**
 * One process of an app that is updated, which dies at a named instant: the crash is a real one, with nothing closed and
 * nothing flushed. What lies at the target says which version starts. Arguments: folder, what is done, how the newer version
 * starts, crash point. Exit code 0: it runs; 7: start what is in its place.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { returnDatabase } from '../../src/main/store/backups/return-database.ts'
import { DATABASE_FORMAT } from '../../src/main/store/migrations.ts'
import { openSqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import { beginStart } from '../../src/main/updates/first-starts.ts'
import { stagePackage } from '../../src/main/updates/place-package.ts'
import { entry, run } from '../store/samples.ts'

const [folder = '', deed = '', how = '', crashAt = ''] = process.argv.slice(2)
const point = (name: string) => {
  if (name === crashAt) process.kill(process.pid, 'SIGKILL')
}
const target = join(folder, 'Countersign.AppImage')
const backups = join(folder, 'backups')
const file = join(folder, 'countersign.db')
const version = /version (\S+)/.exec(readFileSync(target, 'utf8'))?.[1] ?? ''

async function take(): Promise<number> {
  const download = join(folder, 'download')
  const staged = await stagePackage(
    folder,
    { from: '1.0.0', to: '1.0.1', format: DATABASE_FORMAT - 1, target, download },
    point,
  )
  await staged.place()
  return 7
}

async function start(): Promise<number> {
  const first = await beginStart({
    home: folder,
    version,
    target,
    point,
    returnDatabases: async (format) => [{ file, done: await returnDatabase(file, backups, format, point) }],
  })
  if (first.kind === 'restart') return 7
  if (version === '1.0.0') return canWrite() ? 0 : 3
  const store = await openSqliteStore({ file, backups, migrationPoint: point })
  const id = `au_${process.pid}`
  await store.commit({ expect: [], audit: [entry({ id, eventType: 'server.initialized' })] })
  if (how === 'writes')
    await store.commit({ expect: [], runs: [run({ id: 'wf_2' })], audit: [entry({ id: `${id}_2` })] })
  if (how === 'good') {
    await first.confirm()
    await store.close()
    return 0
  }
  // It is not closed: who fails to start does not tidy up. Its lock goes with the process.
  await store.close()
  return (await first.failed()) === 'again' ? 7 : 3
}

/** As the older version looks at it. */
function canWrite(): boolean {
  const database = new Database(file, { readonly: true })
  const format = Number(database.pragma('user_version', { simple: true }))
  database.close()
  return format < DATABASE_FORMAT
}

process.exitCode = await (deed === 'take' ? take() : start())
