/** Where this copy of Countersign lies, and its version. What it imports any Node can load. */
import { existsSync, readFileSync } from 'node:fs'
import { cp, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findImage } from '../updates/own-image.ts'

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

/** Where the command line of a package that moves is kept; null: it lies beside the archive. */
let kept: string | null = null

/**
 * An AppImage is gone from the disk when it ends, and is somewhere else at each start: what other programs start of it is
 * copied into `home`, once a version, before anything asks for its place. Does nothing for any other copy. One process at
 * a time calls it: the app.
 * @throws the system's error; the programs in the image are used then, as long as it runs
 */
export async function keepPrograms(home: string): Promise<void> {
  const root = packageRoot()
  if (findImage(process.env) === null || plainRoot(root) === root) return
  const folder = join(home, 'programs')
  const version = packageVersion()
  const draft = join(folder, `${version}.new`)
  if (!existsSync(join(folder, version))) {
    await rm(draft, { recursive: true, force: true })
    try {
      for (const name of [PLAIN, 'node'])
        await cp(join(dirname(root), name), join(draft, name), { recursive: true })
      await rename(draft, join(folder, version))
    } catch (error) {
      // Half of it would keep the disk full.
      await rm(draft, { recursive: true, force: true })
      throw error
    }
  }
  kept = join(folder, version)
  // A pipe of the version before may still run.
  const others = (await readdir(folder)).filter((name) => name !== version)
  const ages = await Promise.all(
    others.map(async (name) => [name, (await stat(join(folder, name))).mtimeMs] as const),
  )
  const [, ...older] = ages.sort(([, one], [, other]) => other - one)
  for (const [name] of older) await rm(join(folder, name), { recursive: true, force: true })
}

/** Beside the archive of a desktop package, which `resources/packaging` lays out. */
const PLAIN = 'command-line'

/**
 * The same folder for whoever is not this process: another program, or a copy of a whole folder. An app in an archive
 * (`app.asar`) can be read by Electron alone; what others need lies beside it.
 */
export function plainRoot(root: string = packageRoot()): string {
  return process.versions.electron !== undefined && root.endsWith('.asar')
    ? join(kept ?? dirname(root), PLAIN)
    : root
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
export function offerPrograms(): void {
  const folder = packagedPrograms()
  if (folder === null) return
  const before = process.env.PATH ?? ''
  if (!before.split(delimiter).includes(folder))
    process.env.PATH = before === '' ? folder : `${before}${delimiter}${folder}`
}

/** The app of the desktop package that this command line belongs to; null for a checkout and a package of npm. */
export function packagedApp(): string | null {
  const root = plainRoot()
  if (basename(root) !== PLAIN) return null
  const app = {
    linux: '../../countersign-desk',
    darwin: '../../MacOS/Countersign',
    win32: '../../Countersign.exe',
  }[process.platform as string]
  const path = join(root, app ?? '')
  return app !== undefined && existsSync(path) ? path : null
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

/** Why a window cannot be shown here; null: it can, if Electron is there. `help`: what to do, as a sentence. */
export function whyNoWindow(): { text: string; help: string | null } | null {
  if (process.platform !== 'win32' && process.getuid?.() === 0)
    return { text: 'A window is not opened for root.', help: 'Start it as an ordinary user.' }
  return hasDisplay() ? null : { text: 'There is no display for a window.', help: null }
}

export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
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
