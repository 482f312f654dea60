/** A disk of a megabyte, which a test can fill. */
import { spawnSync } from 'node:child_process'

/** Why none can be had here; null: one can. */
export function smallDiskMissing(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root can mount a small disk'
  const place = spawnSync('mktemp', ['-d'], { encoding: 'utf8' }).stdout.trim()
  const isMounted = mountSmallDisk(place)
  if (isMounted) unmountSmallDisk(place)
  spawnSync('rmdir', [place])
  return isMounted ? null : 'no disk can be mounted here'
}

/** @param place an empty folder */
export function mountSmallDisk(place: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0
}

export function unmountSmallDisk(place: string): void {
  spawnSync('umount', ['-l', place])
}
