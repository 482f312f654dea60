/** Folders of a test's own, outside the checkout, gone afterwards. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @param name what it is for; the path stays short, because sockets lie in it */
export function makeFolder(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `cs-${name}-`))
  return {
    path,
    remove() {
      endWhatNames(path)
      rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

/** A pipe may have started a gateway on this folder, which would live on for ten minutes. */
function endWhatNames(path: string): void {
  if (process.platform !== 'linux') return
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(path)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended in the meantime.
    }
  }
}
