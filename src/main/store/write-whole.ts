/** A file that is there whole or as it was before. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

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
