/** A backup of a database into its folder: named by when, and only where there is room for it. May import: model. */
import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { GatewayError, messageOf } from '../../model/error.ts'
import { makeFolder } from '../make-folder.ts'

/** Beside the copy itself, in bytes. */
const ROOM_TO_SPARE = 16 * 1024 * 1024

export interface BackupPlan {
  /** Absolute path of the database. */
  file: string
  /** The folder of the backups; it is made if it is not there. */
  folder: string
  /** Milliseconds since 1970. */
  now: number
  /** Makes the copy at this path, whole or not at all. */
  copy(to: string): Promise<void>
}

/** @returns the path of the new backup. @throws GatewayError with a sentence; there is no new backup then */
export async function makeBackup({ file, folder, now, copy }: BackupPlan): Promise<string> {
  await makeFolder(folder).catch((error: unknown) => {
    throw new GatewayError(
      'INTERNAL',
      `No backup was made: ${folder} cannot be made (${messageOf(error)}). Nothing else was touched.`,
    )
  })
  const names = await readdir(folder)
  // What a crash has left of one that was being made.
  for (const name of names) if (/^countersign-.*\.db\.new/.test(name)) await rm(join(folder, name))
  await requireRoom(folder, await databaseSize(file))
  const at = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
  const backup = join(folder, freeName(names, `countersign-${at}`))
  await copy(backup)
  return backup
}

/** In bytes, with what is written ahead of it. */
export async function databaseSize(file: string): Promise<number> {
  return (await sizeOf(file)) + (await sizeOf(`${file}-wal`))
}

async function sizeOf(file: string): Promise<number> {
  return await stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}

function freeName(taken: readonly string[], stem: string): string {
  let name = `${stem}.db`
  for (let number = 2; taken.includes(name); number += 1) name = `${stem}-${number}.db`
  return name
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const facts = await statfs(folder).catch(() => null)
  if (facts === null) return
  const free = facts.bavail * facts.bsize
  if (free >= bytes + ROOM_TO_SPARE) return
  const [have, need] = [free, bytes].map((each) => Math.ceil(each / 1024 / 1024))
  throw new GatewayError(
    'INTERNAL',
    `No backup was made: the disk of ${basename(folder)} has ${have} MiB left, and a copy takes ${need} MiB.`,
  )
}
