/** Where this copy of Countersign lies, and its version. Imports nothing but Node, so that any Node can load it. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder with our `package.json`, found upwards from this file, bundled or not. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!isOurs(folder)) {
    const above = dirname(folder)
    if (above === folder) throw new Error('The package.json of Countersign is missing.')
    folder = above
  }
  return folder
}

/**
 * The same folder for whoever is not this process: another program, or a copy of a whole folder. An app in an archive
 * (`app.asar`) can be read by Electron alone; what others need lies unpacked beside it.
 */
export function plainRoot(root: string = packageRoot()): string {
  return process.versions.electron !== undefined && root.endsWith('.asar') ? `${root}.unpacked` : root
}

/** The Node that came with this copy, or null. */
export function pinnedNode(): string | null {
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const path = join(plainRoot(), 'node_modules/node/bin', program)
  return existsSync(path) ? path : null
}

export function packageVersion(): string {
  return String(readPackage(packageRoot()).version)
}

function isOurs(folder: string): boolean {
  return existsSync(join(folder, 'package.json')) && readPackage(folder).name === 'countersign'
}

function readPackage(folder: string): { name?: unknown; version?: unknown } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name?: unknown
    version?: unknown
  }
}
