/** Where things are for this copy of Countersign: its own programs, and the workspace to use. */

import { constants, existsSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { builtinVariables, withSecrets } from '../config/read/variables.ts'
import { defaultHome, defaultPlaces, ensureSampleWorkspace } from '../config/workspace.ts'
import type { DeskOptions } from '../desk/desk-options.ts'
import type { Secrets } from '../runtime/ports.ts'
import { canAccess, readJson, writeWhole } from '../system/files.ts'
import { nameFolder, prepareFolder } from './folder.ts'
import type { Launch } from './hosting/launcher.ts'
import type { NamedWorkspace } from './line.ts'
import { pinnedNode, plainRoot } from './package-root.ts'

const SAMPLE_WORKFLOWS = ['content_review', 'file_change', 'payment']
const SAMPLE_SERVER = '@modelcontextprotocol/server-filesystem'

/** Absolute paths. */
export interface WorkspacePlace {
  configuration: string
  dataFolder: string
}

export interface Places extends WorkspacePlace {
  /** It is the workspace of the desk, which nobody named: its own one, or another that a person opened there. */
  usual: boolean
  /** The configuration that a person opened at the desk and that is not there any more. */
  missing?: string
}

/** The named workspace, or that of the desk; the sample is put there if there is none. @throws FolderUnusable */
export async function choosePlaces(named: NamedWorkspace): Promise<Places> {
  if (named.config !== null && named.data !== null) {
    const dataFolder = resolve(named.data)
    await prepareFolder(dataFolder, '--data')
    return { configuration: resolve(named.config), dataFolder, usual: false }
  }
  const home = deskHome()
  await prepareFolder(home, 'COUNTERSIGN_HOME')
  await ensureSampleWorkspace(home, join(plainRoot(), 'resources')).catch((error: unknown) => {
    throw nameFolder(error, home, 'COUNTERSIGN_HOME')
  })
  const places = await findUsual()
  await prepareFolder(places.dataFolder, 'COUNTERSIGN_HOME')
  return places
}

/** The workspace that nobody has to name: the one that was opened last at the desk. Nothing is made. */
export async function findUsual(): Promise<Places> {
  const home = deskHome()
  const { configuration, data } = defaultPlaces(home)
  const [opened = { configuration, dataFolder: data }] = await readOpened(home)
  if (opened.configuration === configuration || (await isReadable(opened.configuration)))
    return { ...opened, usual: true }
  return { configuration, dataFolder: data, usual: true, missing: opened.configuration }
}

export function deskHome(): string {
  return resolve(defaultHome(process.env, process.platform))
}

const MOST = 20

/** The workspaces that were opened at the desk. The first is the one that is open; empty: only the desk's own was. */
export async function readOpened(home: string): Promise<WorkspacePlace[]> {
  const kept = await readJson(openedFile(home))
  // Without the list the desk opens its own workspace; the others can be opened again by their paths.
  return Array.isArray(kept) ? kept.filter(isPlace) : []
}

/** Opened from now on, by the next start and by clients that name no workspace. @throws the system's error */
export async function noteOpened(home: string, { configuration, dataFolder }: WorkspacePlace): Promise<void> {
  const others = (await readOpened(home)).filter((each) => each.configuration !== configuration)
  await writeWhole(
    openedFile(home),
    JSON.stringify([{ configuration, dataFolder }, ...others].slice(0, MOST), null, 2),
  )
}

function openedFile(home: string): string {
  return join(home, 'workspaces.json')
}

function isPlace(value: unknown): value is WorkspacePlace {
  if (typeof value !== 'object' || value === null) return false
  const { configuration, dataFolder } = value as Record<string, unknown>
  return [configuration, dataFolder].every((path) => typeof path === 'string' && isAbsolute(path))
}

export async function isReadable(path: string): Promise<boolean> {
  return await canAccess(path, constants.R_OK)
}

/**
 * What the desk calls it. Somebody may have put a configuration of their own at the usual place, then or later: it is
 * the sample as long as what its agent plays with is there.
 */
export function describeWorkspace(
  { usual, configuration, missing }: Pick<Places, 'usual' | 'configuration' | 'missing'>,
  has: (workflow: string) => boolean,
): DeskOptions['workspace'] {
  const isOwn = usual && configuration === defaultPlaces(deskHome()).configuration
  const isSample = () => isOwn && SAMPLE_WORKFLOWS.every(has)
  return {
    get name() {
      if (isSample()) return 'Sample workspace'
      return isOwn ? 'Your workspace' : nameWorkspace(configuration)
    },
    get sample() {
      return isSample()
    },
    missing: missing === undefined ? null : sayMissing(missing),
  }
}

export function sayMissing(configuration: string): string {
  return `The workspace of ${configuration} is not there any more, so the desk’s own one is open.`
}

export function nameWorkspace(configuration: string): string {
  return basename(dirname(configuration))
}

/** The Node that runs our programs, and the folder of our packages. */
export function ownPrograms(): { node: string; modules: string } {
  // Inside Electron the executable is the app, which is a Node only for a child that is told so.
  const node = (process.versions.electron === undefined ? null : pinnedNode()) ?? process.execPath
  return { node, modules: findModules(plainRoot()) }
}

/**
 * What `${…}` stands for in a configuration that is only read. `kept` null: which secrets there are does not matter;
 * else those of the folder, which whoever lacks one is told.
 */
export async function variablesFor(
  configuration: string,
  kept: { secrets: Secrets; dataFolder: string } | null,
): Promise<Record<string, string | undefined>> {
  const data = kept === null ? {} : { data: resolve(kept.dataFolder) }
  const brought = builtinVariables({ ...ownPrograms(), workspace: dirname(configuration), ...data })
  return { ...(await withSecrets(process.env, kept?.secrets ?? null)), ...brought }
}

/**
 * How anybody starts our command line, from anywhere. The app itself is never the program: whoever starts that gets
 * a window, and may not turn it into a Node. A copy that brings no Node along asks for the one of the machine.
 */
export function commandLine(): [node: string, cli: string] {
  const node = process.versions.electron === undefined ? process.execPath : (pinnedNode() ?? 'node')
  return [node, join(plainRoot(), 'out/main/cli.js')]
}

/** The folder of packages with the servers of the sample: of a checkout all that are installed, else what we bring along. */
export function findModules(root: string): string {
  const installed = join(root, 'node_modules')
  return existsSync(join(installed, SAMPLE_SERVER, 'package.json')) ? installed : join(root, 'out/modules')
}

/**
 * How the pipe to this workspace is started by this copy of Countersign, where it lies now. `folder`: where what clients
 * start is kept; all workspaces that are opened at the desk have one, so that clients go where the desk goes.
 */
export function pipeLaunch(places: Places): Launch & { folder: string } {
  const named = !places.usual || process.env.COUNTERSIGN_HOME !== undefined
  const workspace = named ? ['--config', places.configuration, '--data', places.dataFolder] : []
  const [node, cli] = commandLine()
  return { node, cli, args: ['mcp', ...workspace], folder: places.usual ? deskHome() : places.dataFolder }
}
