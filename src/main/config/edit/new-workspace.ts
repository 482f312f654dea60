/** The beginning of a workspace of one's own: a folder with a small configuration that has a gate. */
import { lstat, realpath, rmdir } from 'node:fs/promises'
import { dirname, isAbsolute, join, parse, relative, resolve } from 'node:path'
import { isOccupied, placeWorkspace } from '../workspace.ts'

export interface NewWorkspaceOptions {
  /** What `~` stands for. */
  userHome: string
  /** Our own `resources/`. */
  resources: string
  /** Folders of the gateway that runs, in which nothing may be put. */
  taken: readonly string[]
  /** With those above it. @throws the system's error */
  makeFolder(folder: string): Promise<void>
  /** Makes it with what is to be kept of that. */
  during(configuration: string, make: () => Promise<void>): Promise<void>
  /** Why the system refused a folder, for a person. */
  explain(error: unknown, folder: string): string
}

/** `problem`: why nothing was made, for a person. */
export type NewWorkspace = { configuration: string; data: string } | { problem: string }

/** The first free one of `beside`, `beside-2`, … */
export async function suggestFolder(beside: string): Promise<string> {
  for (let number = 1; number < 100; number += 1) {
    const folder = number === 1 ? beside : `${beside}-${number}`
    if (!(await exists(folder))) return folder
  }
  return beside
}

/** Only where nothing is: an existing folder must be empty, and nothing is ever written over. */
export async function createWorkspace(named: string, options: NewWorkspaceOptions): Promise<NewWorkspace> {
  const written = named.trim()
  const whole = /^~(?=[/\\]|$)/.test(written) ? join(options.userHome, written.slice(1)) : written
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are not wanted in a path
  if (!isAbsolute(whole) || /[\u0000-\u001f]/.test(whole))
    return {
      problem: `‘${written}’ is no whole path. Give one that begins with ${parse(resolve('.')).root} or ~.`,
    }
  const folder = resolve(whole)
  if (folder === parse(folder).root) return { problem: 'Name a folder of its own, not the whole disk.' }
  const configuration = join(folder, 'countersign.yaml')
  const real = await realNearest(folder)
  for (const taken of options.taken)
    if (isWithin(real, await realNearest(resolve(taken))))
      return { problem: `${folder} is in a folder of Countersign. Choose one outside of ${taken}.` }
  try {
    if (await exists(folder)) {
      if (!(await lstat(folder)).isDirectory()) return { problem: `${folder} exists and is no folder.` }
      if (await isOccupied(folder)) return { problem: `${folder} is not empty. Choose a new folder.` }
    }
    await options.during(configuration, async () => {
      // Some systems do not move a folder onto another, not even onto an empty one.
      if (await exists(folder)) await rmdir(folder)
      await options.makeFolder(dirname(folder))
      if (!(await placeWorkspace(join(options.resources, 'beginning'), folder)))
        throw new Error('it is not empty any more. Choose a new folder.')
    })
  } catch (error) {
    return { problem: options.explain(error, folder) }
  }
  return { configuration, data: join(folder, 'data') }
}

async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  )
}

/** Where a path leads that need not exist yet: links on the way are followed. */
async function realNearest(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(await realNearest(above), relative(above, path))
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}
