/** A file that is there whole or as it was before, readable by its owner only. */
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/** Durable when it resolves. @throws the system's error; the file is then as it was */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.new`
  try {
    const handle = await open(draft, 'wx', 0o600)
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
