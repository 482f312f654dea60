/**
 * Whether a database is the one that was written last, and whole: asked when it is opened, before anything runs by it.
 * May import: nothing of ours.
 */
import { statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import type { ChainMark } from '../audit/audit-chain.ts'
import { listBackups } from './backups.ts'

/**
 * To be asked before the database is opened: who closes it in order leaves no log. One that was cut, SQLite does not open:
 * its first page says how long it must be.
 */
export function endedUncleanly(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/** What is wrong with its pages, as a sentence; null: nothing. Reads the whole file. */
export function findDamage(database: Database.Database, file: string): string | null {
  const found = String(database.pragma('quick_check(1)', { simple: true }))
  return found === 'ok' ? null : `The database ${file} is damaged (${found.replaceAll('\n', ' ')}).`
}

/** @param kept the place that its log must have and has not */
export function sayBehind(file: string, kept: ChainMark, end: ChainMark): string {
  const ends = end.sequence === 0 ? 'is empty' : `ends at entry ${end.sequence} of its audit log`
  return (
    `The database ${file} ${ends}, but entry ${kept.sequence} had been written: ` +
    'it was cut or emptied, or another one was put in its place.'
  )
}

/** @param backups the folder of the backups */
export function sayHowToRestore(backups: string, { mayKeep }: { mayKeep: boolean }): string {
  const [newest] = listBackups(backups)
  const restore =
    newest === undefined
      ? `There is no backup in ${backups}.`
      : `The newest backup is ${newest.file}, of ${newest.at.slice(0, 16).replace('T', ' ')} UTC: ‘countersign restore FILE’ puts it back.`
  const keep = mayKeep ? ' ‘countersign restore --keep’ goes on with the database as it is.' : ''
  return `Nothing runs and nothing can be changed until a person has settled it. Stop Countersign. ${restore}${keep}`
}
