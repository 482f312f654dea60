/** Where things are for this copy of Countersign: its own programs, and the workspace to use. */
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { defaultHome, defaultPlaces, ensureSampleWorkspace } from '../config/workspace.ts'
import { packageRoot } from './package-root.ts'

export interface Places {
  configuration: string
  dataFolder: string
  /** It is the workspace of the desk, which nobody named. */
  usual: boolean
}

/** The named workspace, or that of the desk; the sample is put there if there is none. */
export async function choosePlaces(named: { config: string | null; data: string | null }): Promise<Places> {
  if (named.config !== null && named.data !== null) {
    return { configuration: resolve(named.config), dataFolder: resolve(named.data), usual: false }
  }
  const home = defaultHome(process.env, process.platform)
  const { configuration } = await ensureSampleWorkspace(home, join(packageRoot(), 'resources'))
  return { configuration, dataFolder: defaultPlaces(home).data, usual: true }
}

export function workspaceName(places: Places): string {
  return places.usual ? 'Sample workspace' : basename(dirname(places.configuration))
}

/** The Node that runs our programs, and the folder of our packages. */
export function ownPrograms(): { node: string; modules: string } {
  const root = packageRoot()
  const pinned = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  // Inside Electron the executable is the app, not a Node.
  const node = process.versions.electron !== undefined && existsSync(pinned) ? pinned : process.execPath
  return { node, modules: join(root, 'node_modules') }
}

/** How an MCP client starts the pipe to this workspace from anywhere. */
export function pipeCommand(places: Places): { command: string; args: string[] } {
  const named = !places.usual || process.env.COUNTERSIGN_HOME !== undefined
  const workspace = named ? ['--config', places.configuration, '--data', places.dataFolder] : []
  return { command: ownPrograms().node, args: [join(packageRoot(), 'out/main/cli.js'), 'mcp', ...workspace] }
}
