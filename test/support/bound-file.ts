/** A file that can be read, and that nobody can remove or replace: it is mounted over itself. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function bind(file: string): boolean {
  return spawnSync('mount', ['--bind', file, file]).status === 0
}

export function unbind(file: string): void {
  spawnSync('umount', ['-l', file])
}

/** Whether that can be done here: on Linux, and by root. */
export const canBind = tryBind()

function tryBind(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const file = join(tmpdir(), `cs-bound-${process.pid}`)
  writeFileSync(file, '')
  const isBound = bind(file)
  if (isBound) unbind(file)
  rmSync(file, { force: true })
  return isBound
}
