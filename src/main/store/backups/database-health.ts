/**
 * Whether a database is the one that was written last, and whole: asked when it is opened, before anything runs by it.
 * May import: nothing of ours.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import type { ChainMark } from '../audit/audit-chain.ts'
import { listBackups } from './backups.ts'

/** Of the header of a database: where the size of a page and the number of pages stand. */
const HEADER_BYTES = 100
const PAGE_SIZE_AT = 16
const PAGE_COUNT_AT = 28

/** To be asked before the database is opened: who closes it in order leaves no log, and a file of full length. */
export function endedUncleanly(file: string): boolean {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return true
  const length = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return length > 0 && length < declaredLength(file)
}

/** 0 for what is no database, or may not be read: opening it says why. */
function declaredLength(file: string): number {
  const header = Buffer.alloc(HEADER_BYTES)
  try {
    const handle = openSync(file, 'r')
    try {
      if (readSync(handle, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return 0
    } finally {
      closeSync(handle)
    }
  } catch {
    return 0
  }
  const size = header.readUInt16BE(PAGE_SIZE_AT)
  return (size === 1 ? 65_536 : size) * header.readUInt32BE(PAGE_COUNT_AT)
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
