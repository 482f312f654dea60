/**
 * One gateway with its doors and its desk, opened and closed together: what the command line and the app both run.
 * May import: anything in main but shell.
 */
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createDesk, type Desk } from '../../desk/desk.ts'
import type { DeskOptions, ToolResult } from '../../desk/desk-options.ts'
import { type Gateway, openGateway } from '../../gateway.ts'
import { type Doors, type DoorsOptions, openDoors } from '../../mcp/http/doors.ts'
import { advertise, TOOLS } from '../../mcp/tools/tools.ts'
import { present } from '../../model/json.ts'
import { readJsonSync } from '../../system/files.ts'
import { checkMachine } from '../doctor/checks.ts'
import type { ProcessLog } from '../log.ts'
import { type Keychain, openSecrets } from '../open-secrets.ts'
import { openOwnUpdates } from '../own-updates.ts'
import { packageRoot, packageVersion } from '../package-root.ts'
import { describeWorkspace, ownPrograms, type Places, pipeLaunch } from '../places.ts'
import { systemUser } from '../system-user.ts'
import { createWorkspaces, type OpenOther } from '../workspaces.ts'
import { launcherCommand, writeLauncher } from './launcher.ts'

export interface Host {
  readonly gateway: Gateway
  readonly doors: Doors
  readonly desk: Desk
  close(): Promise<void>
}

export interface HostOptions extends Pick<DoorsOptions, 'port' | 'startedBy' | 'onEnd' | 'onOpen'> {
  places: Places
  log: ProcessLog
  /** Nobody has vouched for what is on the disk by starting this, though a person did (R2.2). */
  unvouched?: boolean
  /** The data folder may have another configuration than before: a person has said so (R2.1). */
  acceptsPath?: boolean
  /** What the app knows of the system's keychain; a process without a window has none. */
  keychain?: Keychain
  /** What the app can ask this machine's user with; a process without a window has none. */
  systemProof?: DeskOptions['systemProof']
  /** Absent: this process does not replace itself. */
  updates?: DeskOptions['updates']
  /** Of the app; a process without a window has none. */
  app?: DeskOptions['app']
  /** Absent: this process keeps its workspace. */
  openOther?: OpenOther
  /** Nobody can decide here: see `GatewayOptions`. */
  noDesk?: string
}

/** @throws ConfigurationInvalid, ConfigurationDiffers, FolderHeld, DatabaseHeld, and the system's error if the port cannot be had */
export async function openHost(options: HostOptions): Promise<Host> {
  const {
    places,
    log,
    keychain,
    systemProof,
    app,
    openOther,
    noDesk,
    updates = openOwnUpdates({ packages: null }),
    unvouched = false,
    acceptsPath = false,
    ...doorsOptions
  } = options
  const secretsOf = (dataFolder: string) => openSecrets(dataFolder, keychain)
  let begin = () => {}
  const over = new Promise<void>((resolve) => {
    begin = resolve
  })
  const gateway = await openGateway({
    begin: over,
    configuration: places.configuration,
    dataFolder: places.dataFolder,
    environment: process.env,
    vouched: doorsOptions.startedBy === 'serve' && !unvouched,
    acceptsPath,
    secrets: secretsOf(places.dataFolder),
    version: packageVersion(),
    log,
    ...present({ noDesk }),
    ...ownPrograms(),
  })
  log.redactWith(gateway.redact)
  const doors = await openDoors(gateway, { ...doorsOptions, log, begin: over }).catch(
    async (error: unknown) => {
      await gateway.close()
      throw error
    },
  )
  const desk = createDesk({
    gateway,
    person: choosePerson(gateway),
    workspace: describeWorkspace(places, (id) => gateway.catalog.workflow(id) !== null),
    mcp: {
      url: () => doors.mcpUrl,
      tokenFile: doors.tokenFile,
      token: async () => (await readFile(doors.tokenFile, 'utf8')).trim(),
      clients: doors.clients,
      tools: () => TOOLS.map((tool) => advertise(tool, 'underscores')),
    },
    callTool: async (who, request, options) =>
      toPlain(await doors.callTool(who, request, { ...options, session: null })),
    clientTokens: doors.tokens,
    home: { home: homedir(), platform: process.platform, environment: process.env },
    pipe: await preparePipe(places, doorsOptions.startedBy, log),
    workspaces: createWorkspaces({ places, secretsOf, open: openOther }),
    updates,
    licences: readLicences(),
    checkMachine: () =>
      checkMachine({
        ...{ places, secrets: secretsOf(places.dataFolder), isGateway: true },
        updates: updates.view(),
      }),
    electron: process.versions.electron ?? null,
    ...present({ systemProof, app }),
    report(fault) {
      const reference = gateway.ids.next('co')
      log.error({ err: fault, correlationId: reference }, 'a call of the desk failed inside the gateway')
      return reference
    },
  })
  // After whoever opened it has said that it is ready: servers take half of a start, and keep nobody waiting.
  setImmediate(begin)
  return {
    gateway,
    doors,
    desk,
    async close() {
      gateway.drain()
      await doors.close()
      await desk.close()
      await gateway.close()
    },
  }
}

/** What clients are told to start. Where nothing can be written it is this copy itself, which may move away from it. */
async function preparePipe(
  places: Places,
  startedBy: DoorsOptions['startedBy'],
  log: ProcessLog,
): Promise<DeskOptions['pipe']> {
  const { folder, ...launch } = pipeLaunch(places)
  const renew = () => writeLauncher(folder, launch)
  try {
    // What a client has started by it says nothing of where the desk lies now.
    if (startedBy !== 'pipe') await renew()
    return { ...launcherCommand(folder), renew }
  } catch (err) {
    log.warn({ err }, 'what MCP clients start could not be written')
    return { command: launch.node, args: [launch.cli, ...launch.args], renew: async () => undefined }
  }
}

/** As it goes over the wire. */
function toPlain(result: object): ToolResult {
  return JSON.parse(JSON.stringify(result)) as ToolResult
}

/** The system's user if the configuration knows that name, its only person otherwise, else the system's user. */
function choosePerson(gateway: Gateway): string {
  const user = systemUser()
  const people = Object.keys(gateway.configuration().people)
  return people.includes(user) ? user : people.length === 1 && people[0] !== undefined ? people[0] : user
}

/** The licences of what is inside the product, for the settings page. The build writes them down with their texts. */
interface Notice {
  name: string
  licence: string
}

/** One entry for each package, by name; empty when nothing was built yet. */
export function readLicences(): Notice[] {
  const notices = (readJsonSync(join(packageRoot(), 'out/notices.json')) ?? []) as Notice[]
  const licences = new Map(notices.map(({ name, licence }) => [name, licence]))
  return [...licences].map(([name, licence]) => ({ name, licence }))
}
