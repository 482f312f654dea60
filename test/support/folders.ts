/** Folders of a test's own, outside the checkout, gone afterwards. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @param name what it is for; the path stays short, because sockets lie in it */
export function makeFolder(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `cs-${name}-`))
  return {
    path,
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}
