/** The floor under every durable answer: what one commit of SQLite takes on this disk, flushed to it. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { makeFolder } from '../support/folders.ts'
import type { Bench } from './figure.ts'

/** About what a step of a workflow writes. */
const ROW = 'x'.repeat(1024)
/** SQLite begins its log anew after 4 MB. */
const LOG_BYTES = 5 * 1024 * 1024

/** Returns a function that commits one row of a kilobyte, in the modes that the gateway's own database uses. */
export function openCommits(bench: Bench): () => void {
  const folder = makeFolder('bench')
  bench.onEnd(() => folder.remove())
  const { run, close } = openCommit(join(folder.path, 'floor.db'))
  bench.onEnd(close)
  return run
}

/** The same in a database of one's own. */
export function openCommit(file: string): { run(): void; close(): void } {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('CREATE TABLE rows (position INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT')
  const insert = database.prepare('INSERT INTO rows (body) VALUES (?)')
  // A log that still grows is slower to flush than one that is written over, which is how it is most of the time.
  insert.run('x'.repeat(LOG_BYTES))
  return {
    run() {
      insert.run(ROW)
    },
    close() {
      database.close()
    },
  }
}
