/** Whether a downloaded package is the one that the manifest names. May import: nothing of ours. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { UpdateFile } from './manifest.ts'
import { type Refusal, refuse } from './refusal.ts'

/** Null: it is. Never throws. */
export async function checkFile(
  path: string,
  { size, sha512 }: Pick<UpdateFile, 'size' | 'sha512'>,
  version: string,
): Promise<Refusal | null> {
  const found = await stat(path).catch(() => null)
  if (found === null || found.size < size) return refuse.broken(version)
  if (found.size > size) return refuse.wrongSize(version)
  const hash = createHash('sha512')
  try {
    await pipeline(createReadStream(path), hash)
  } catch {
    return refuse.failed(version)
  }
  return hash.digest('base64') === sha512 ? null : refuse.changedFile(version)
}
