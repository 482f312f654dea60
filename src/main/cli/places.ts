/** Where things are for this copy of Countersign: its own programs, and the workspace to use. */
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { createWorkspace, suggestFolder } from '../config/edit/new-workspace.ts'
import { defaultHome, defaultPlaces, ensureSampleWorkspace } from '../config/workspace.ts'
import type { DeskOptions } from '../desk/desk-options.ts'
import { nameFolder, prepareFolder } from './folder.ts'
import { pinnedNode, plainRoot } from './package-root.ts'

const SAMPLE_WORKFLOWS = ['content_review', 'file_change', 'payment']
const SAMPLE_SERVER = '@modelcontextprotocol/server-filesystem'

export interface Places {
  configuration: string
  dataFolder: string
  /** It is the workspace of the desk, which nobody named. */
  usual: boolean
}

/** The named workspace, or that of the desk; the sample is put there if there is none. @throws FolderUnusable */
export async function choosePlaces(named: { config: string | null; data: string | null }): Promise<Places> {
  if (named.config !== null && named.data !== null) {
    const dataFolder = resolve(named.data)
    await prepareFolder(dataFolder, '--data')
    return { configuration: resolve(named.config), dataFolder, usual: false }
  }
  const home = resolve(defaultHome(process.env, process.platform))
  await prepareFolder(home, 'COUNTERSIGN_HOME')
  const { configuration } = await ensureSampleWorkspace(home, join(plainRoot(), 'resources')).catch(
    (error: unknown) => {
      throw nameFolder(error, home, 'COUNTERSIGN_HOME')
    },
  )
  const dataFolder = defaultPlaces(home).data
  await prepareFolder(dataFolder, 'COUNTERSIGN_HOME')
  return { configuration, dataFolder, usual: true }
}

/**
 * What the desk calls it. Somebody may have put a configuration of their own at the usual place, then or later: it is
 * the sample as long as what its agent plays with is there.
 */
export function describeWorkspace(
  { usual, configuration }: Pick<Places, 'usual' | 'configuration'>,
  has: (workflow: string) => boolean,
): DeskOptions['workspace'] {
  const isSample = () => usual && SAMPLE_WORKFLOWS.every(has)
  return {
    get name() {
      if (isSample()) return 'Sample workspace'
      return usual ? 'Your workspace' : basename(dirname(configuration))
    },
    get sample() {
      return isSample()
    },
  }
}

/** The Node that runs our programs, and the folder of our packages. */
export function ownPrograms(): { node: string; modules: string } {
  // Inside Electron the executable is the app, which is a Node only for a child that is told so.
  const node = (process.versions.electron === undefined ? null : pinnedNode()) ?? process.execPath
  return { node, modules: findModules(plainRoot()) }
}

/**
 * How anybody starts our command line, from anywhere. The app itself is never the program: whoever starts that gets
 * a window, and may not turn it into a Node. A copy that brings no Node along asks for the one of the machine.
 */
function commandLine(): [node: string, cli: string] {
  const node = process.versions.electron === undefined ? process.execPath : (pinnedNode() ?? 'node')
  return [node, join(plainRoot(), 'out/main/cli.js')]
}

/** The node_modules folder with the servers of the sample: npm puts them beside an installed package, not into it. */
export function findModules(root: string): string {
  try {
    const found = createRequire(join(root, 'package.json')).resolve(`${SAMPLE_SERVER}/package.json`)
    return join(dirname(found), '../..')
  } catch {
    return join(root, 'node_modules')
  }
}

/** How an MCP client starts the pipe to this workspace from anywhere. */
export function pipeCommand(places: Places): { command: string; args: string[] } {
  const named = !places.usual || process.env.COUNTERSIGN_HOME !== undefined
  const workspace = named ? ['--config', places.configuration, '--data', places.dataFolder] : []
  const [command, cli] = commandLine()
  return { command, args: [cli, 'mcp', ...workspace] }
}

/** Where the desk offers to begin a workspace of one's own, and how a gateway is started with it. */
export function newWorkspaces(places: Places): DeskOptions['workspaces'] {
  const own = dirname(places.configuration)
  const chosen = process.env.COUNTERSIGN_HOME
  const program = commandLine()
  return {
    program,
    suggest: () => suggestFolder(chosen ? `${resolve(chosen)}-workspace` : join(homedir(), 'countersign')),
    async create(named) {
      const made = await createWorkspace(named, {
        userHome: homedir(),
        resources: join(plainRoot(), 'resources'),
        taken: [places.dataFolder, join(own, 'workflows'), ...(places.usual ? [own] : [])],
      })
      if ('problem' in made) return made
      const { configuration, data } = made
      return {
        configuration,
        command: [...program, 'serve', '--config', configuration, '--data', data, '--desk'],
      }
    },
  }
}
