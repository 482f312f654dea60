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
