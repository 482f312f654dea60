/** A file that is there whole or as it was before. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
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
    const handle = await open(draft, 'wx', mode)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
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
