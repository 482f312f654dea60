/** Workspaces of this machine: beginning one, looking at one, opening one in place of the one that is open. */
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { createWorkspace, suggestFolder } from '../config/edit/new-workspace.ts'
import { defaultPlaces } from '../config/workspace.ts'
import type { DeskOptions, OpenedOrNot } from '../desk/desk-options.ts'
import { chooseConfiguration } from '../gateway/configuration/choose-configuration.ts'
import { findHazards } from '../gateway/servers/hazards.ts'
import { declaredServer } from '../gateway/servers/read-server.ts'
import { sayTarget } from '../gateway/servers/written-keys.ts'
import { type Connection, isError, type Problem } from '../model/configuration.ts'
import { ConfigurationDiffers, ConfigurationInvalid } from '../model/failure-to-open.ts'
import type { Secrets } from '../runtime/ports.ts'
import { makeFolder } from '../store/make-folder.ts'
import { maskKeys } from '../workflow/wording/key-like.ts'
import { plainRoot } from './package-root.ts'
import {
  commandLine,
  deskHome,
  isReadable,
  nameWorkspace,
  type Places,
  readOpened,
  variablesFor,
  type WorkspacePlace,
} from './places.ts'
import { explainSystemError, explainUnmade } from './system-failure.ts'

type Workspaces = DeskOptions['workspaces']
type WorkspaceServer = Extract<
  Awaited<ReturnType<Workspaces['look']>>,
  { servers: unknown }
>['servers'][number]

/** `hash`: of what was looked at. `leave` is called when the other one is open, before the one that was is closed. */
export type OpenOther = (
  place: WorkspacePlace,
  hash: string,
  leave: () => Promise<void>,
) => Promise<OpenedOrNot>

export interface WorkspaceOptions {
  places: Places
  secretsOf(dataFolder: string): Secrets
  /** Absent where the gateway was started with its workspace. */
  open?: OpenOther | undefined
}

export function createWorkspaces({ places, secretsOf, open }: WorkspaceOptions): Workspaces {
  const own = dirname(places.configuration)
  const chosen = process.env.COUNTERSIGN_HOME
  const program = commandLine()
  const home = deskHome()
  const sample = defaultPlaces(home)

  async function listKnown(): Promise<WorkspacePlace[]> {
    const isSample = ({ configuration }: WorkspacePlace) => configuration === sample.configuration
    const others = (await readOpened(home)).filter((place) => !isSample(place))
    return [...others, { configuration: sample.configuration, dataFolder: sample.data }]
  }
  /** Made at this desk, and not opened yet. */
  const made = new Map<string, WorkspacePlace>()
  async function placeOf(configuration: string): Promise<WorkspacePlace> {
    const known = (await listKnown()).find((place) => place.configuration === configuration)
    return (
      known ?? made.get(configuration) ?? { configuration, dataFolder: ownDataFolder(home, configuration) }
    )
  }

  return {
    program,
    suggest: () => suggestFolder(chosen ? `${resolve(chosen)}-workspace` : join(homedir(), 'countersign')),
    async create(named, during) {
      const created = await createWorkspace(named, {
        userHome: homedir(),
        resources: join(plainRoot(), 'resources'),
        taken: [places.dataFolder, join(own, 'workflows'), ...(places.usual ? [own] : [])],
        ...{ makeFolder, during },
        explain: explainUnmade,
      })
      if ('problem' in created) return created
      const { configuration, data } = created
      made.set(configuration, { configuration, dataFolder: data })
      return {
        configuration,
        command: [...program, 'serve', '--config', configuration, '--data', data, '--desk'],
      }
    },
    async known() {
      const known = await listKnown()
      return await Promise.all(
        known.map(async ({ configuration }) => ({
          configuration,
          name: configuration === sample.configuration ? 'Sample workspace' : nameWorkspace(configuration),
          isOpen: configuration === places.configuration,
          isThere: await isReadable(configuration),
        })),
      )
    },
    async look(named) {
      const configuration = wholePath(named)
      if (configuration === null)
        return { problem: `‘${named}’ is not a whole path. Give one that begins with / or ~.` }
      if (!(await isReadable(configuration)))
        return { problem: `${configuration} is not there, or cannot be read.` }
      const place = await placeOf(configuration)
      return await lookAt(place, secretsOf(place.dataFolder)).catch((error: unknown) => {
        const problem = explainSystemError(error, place.dataFolder, 'mend')
        if (problem === null) throw error
        return { problem }
      })
    },
    open:
      open === undefined
        ? null
        : async (configuration, hash, leave) => await open(await placeOf(configuration), hash, leave),
  }
}

/** What lies beside a file that came from elsewhere came with it, a database too. */
function ownDataFolder(home: string, configuration: string): string {
  const print = createHash('sha256').update(configuration).digest('hex').slice(0, 12)
  return join(home, 'workspaces', `${nameWorkspace(configuration)}-${print}`)
}

function wholePath(named: string): string | null {
  const written = named.trim()
  const whole = /^~(?=[/\\])/.test(written) ? join(homedir(), written.slice(1)) : written
  return isAbsolute(whole) ? resolve(whole) : null
}

/**
 * Nothing of it is started. What was accepted last is what opens, as long as the files say something else (R2.2).
 */
async function lookAt(
  { configuration, dataFolder }: WorkspacePlace,
  secrets: Secrets,
): ReturnType<Workspaces['look']> {
  const environment = await variablesFor(configuration, { secrets, dataFolder })
  const chosen = await chooseConfiguration({
    ...{ path: configuration, dataFolder, environment, vouched: false, acceptsPath: false },
  }).catch((error: unknown) => {
    if (error instanceof ConfigurationInvalid)
      return { problems: error.problems.filter(isError).map(describeProblem) }
    if (error instanceof ConfigurationDiffers) return { problems: [error.message] }
    throw error
  })
  if ('problems' in chosen)
    return { configuration, hash: null, isOlder: false, servers: [], problems: chosen.problems }
  const { inForce, disk } = chosen
  return {
    configuration,
    hash: inForce.configuration.hash,
    isOlder: disk.configuration?.hash !== inForce.configuration.hash,
    servers: Object.values(inForce.configuration.connections)
      .filter(({ disabled }) => disabled !== true)
      .map(describeServer),
    problems: [],
  }
}

function describeServer(connection: Connection): WorkspaceServer {
  const declared = declaredServer(connection)
  return {
    name: connection.name,
    target: sayTarget(declared),
    variables: [...Object.keys(declared.env), ...Object.keys(declared.headers)],
    hazards: findHazards(declared, false).map(({ literal, text }) => ({ literal: maskKeys(literal), text })),
  }
}

function describeProblem({ file, line, message }: Problem): string {
  return `${basename(file)}, line ${line}: ${message}`
}
