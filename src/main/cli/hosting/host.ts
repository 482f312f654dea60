/**
 * One gateway with its doors and its desk, opened and closed together: what the command line and the app both run.
 * May import: anything in main but shell.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createDesk, type Desk } from '../../desk/desk.ts'
import type { DeskOptions } from '../../desk/desk-options.ts'
import { type Gateway, openGateway } from '../../gateway.ts'
import { type Doors, type DoorsOptions, openDoors } from '../../mcp/http/doors.ts'
import { openSecretFile, type SecretFileOptions } from '../../store/secrets/secret-file.ts'
import type { ProcessLog } from '../log.ts'
import { packageRoot, packageVersion } from '../package-root.ts'
import { describeWorkspace, newWorkspaces, ownPrograms, type Places, pipeCommand } from '../places.ts'
import { systemUser } from '../system-user.ts'

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
  keychain?: Pick<SecretFileOptions, 'keychain' | 'withoutKeychain'>
  /** What the app can ask this machine's user with; a process without a window has none. */
  systemProof?: DeskOptions['systemProof']
}

/** @throws ConfigurationInvalid, ConfigurationDiffers, FolderHeld, and the system's error if the port cannot be had */
export async function openHost(options: HostOptions): Promise<Host> {
  const {
    places,
    log,
    keychain,
    systemProof,
    unvouched = false,
    acceptsPath = false,
    ...doorsOptions
  } = options
  let begin = () => {}
  const gateway = await openGateway({
    begin: new Promise<void>((resolve) => {
      begin = resolve
    }),
    configuration: places.configuration,
    dataFolder: places.dataFolder,
    environment: process.env,
    vouched: doorsOptions.startedBy === 'serve' && !unvouched,
    acceptsPath,
    secrets: openSecretFile({
      dataFolder: places.dataFolder,
      passphrase: process.env.COUNTERSIGN_SECRET_KEY,
      ...keychain,
    }),
    version: packageVersion(),
    log,
    ...ownPrograms(),
  })
  log.redactWith(gateway.redact)
  const doors = await openDoors(gateway, { ...doorsOptions, log }).catch(async (error: unknown) => {
    await gateway.close()
    throw error
  })
  const desk = createDesk({
    gateway,
    person: choosePerson(gateway),
    workspace: describeWorkspace(places, (id) => gateway.catalog.workflow(id) !== null),
    mcp: {
      url: () => doors.mcpUrl,
      tokenFile: doors.tokenFile,
      token: async () => (await readFile(doors.tokenFile, 'utf8')).trim(),
      clients: doors.clients,
    },
    clientTokens: doors.tokens,
    home: { home: homedir(), platform: process.platform, environment: process.env },
    pipe: pipeCommand(places),
    workspaces: newWorkspaces(places),
    licences: readLicences(),
    electron: process.versions.electron ?? null,
    ...(systemProof === undefined ? {} : { systemProof }),
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
  const licences = new Map(readNotices().map(({ name, licence }) => [name, licence]))
  return [...licences].map(([name, licence]) => ({ name, licence }))
}

function readNotices(): Notice[] {
  try {
    return JSON.parse(readFileSync(join(packageRoot(), 'out/notices.json'), 'utf8')) as Notice[]
  } catch {
    return []
  }
}
