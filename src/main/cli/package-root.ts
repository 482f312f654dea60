/** Where this copy of Countersign lies, and its version. Imports nothing but Node, so that any Node can load it. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
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

/** Beside the archive of a desktop package, which `resources/packaging` lays out. */
const PLAIN = 'command-line'

/**
 * The same folder for whoever is not this process: another program, or a copy of a whole folder. An app in an archive
 * (`app.asar`) can be read by Electron alone; what others need lies beside it.
 */
export function plainRoot(root: string = packageRoot()): string {
  return process.versions.electron !== undefined && root.endsWith('.asar') ? join(dirname(root), PLAIN) : root
}

/** The Node that came with this copy, or null. */
export function pinnedNode(): string | null {
  const windows = process.platform === 'win32'
  const folder = packagedPrograms()
  const path =
    folder === null
      ? join(plainRoot(), 'node_modules/node/bin', windows ? 'node.exe' : 'node')
      : join(folder, windows ? 'node.exe' : 'node')
  return existsSync(path) ? path : null
}

/**
 * Lets servers be started by `npx` where nobody has installed Node: those of a desktop package stand last, behind
 * whatever the person has. Call it once, before anything is started.
 */
export function offerPrograms(environment: NodeJS.ProcessEnv = process.env): void {
  const folder = packagedPrograms()
  if (folder === null) return
  const before = environment.PATH ?? ''
  if (!before.split(delimiter).includes(folder))
    environment.PATH = before === '' ? folder : `${before}${delimiter}${folder}`
}

/** The folder with `node`, `npm` and `npx` of a desktop package; null for a checkout and a package of npm. */
function packagedPrograms(): string | null {
  const root = plainRoot()
  if (basename(root) !== PLAIN) return null
  const folder = join(dirname(root), process.platform === 'win32' ? 'node' : 'node/bin')
  return existsSync(folder) ? folder : null
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
