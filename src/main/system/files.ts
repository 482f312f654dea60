/** Files that are there whole or as they were before, also when the power fails. May import: model. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, messageOf } from '../model/error.ts'

/**
 * Durable when it resolves. Its folder is made if it is not there. `mode`: absent, it is for its owner only.
 * @throws the system's error; the file is then as it was
 */
export async function writeWhole(file: string, text: string, mode = 0o600): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(4).toString('hex')}.new`
  try {
    await writeNew(draft, text, mode)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** A file that was not there. Durable when it resolves, once its folder is. */
export async function writeNew(file: string, content: string | Buffer, mode: number): Promise<void> {
  const handle = await open(file, 'wx', mode)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What stands in a JSON file; undefined: it is not there, or cannot be read. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

export function readJsonSync(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Whether this process may do that with what stands there; without `mode`, whether anything does. */
export async function canAccess(path: string, mode?: number): Promise<boolean> {
  return await access(path, mode).then(
    () => true,
    () => false,
  )
}

/** A rename lasts when its folder is written; Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'the system does not allow it',
  EROFS: 'it can only be read from',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full for this user',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'its folder is not there',
  EBUSY: 'another program holds it',
}

/** Why a file could not be written, as the end of a sentence. */
export function reasonUnwritten(error: unknown): string {
  const code = codeOf(error)
  return REASONS[code] ?? messageOf(error)
}

const UNREAD: Record<string, string> = {
  EACCES: 'this user may not read it',
  ENOENT: 'it is not there any more',
  EISDIR: 'it is a folder',
}

/** Why a file could not be read, as the end of a sentence. */
export function reasonUnread(error: unknown): string {
  return UNREAD[codeOf(error)] ?? messageOf(error)
}
