/** What is installed along with the product, in the versions of the lock file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ShippedPackage {
  name: string
  version: string
  /** Relative to the checkout, with `/`: `node_modules/open`. */
  folder: string
}

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean }>
}

/** @param root the checkout */
export function readShipped(root: string): ShippedPackage[] {
  return readLock(root).filter(({ dev }) => !dev)
}

/** What lies beside the product in a desktop package: its runtime, and a Node with npm for servers that are started by it. */
export function readDesktopRuntime(root: string): ShippedPackage[] {
  return readLock(root).filter(({ folder }) => /^node_modules\/(electron|node|npm)($|\/)/.test(folder))
}

function readLock(root: string): (ShippedPackage & { dev: boolean })[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  return Object.entries(packages).flatMap(([folder, { version = '', dev = false }]) =>
    folder === '' ? [] : [{ name: folder.split('node_modules/').at(-1) ?? '', version, folder, dev }],
  )
}
