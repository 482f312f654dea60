/** Takes a data folder for this process, with the configuration that it will run on (R2.1, R3.1). */
import { dirname } from 'node:path'
import { failureOfLock } from '../model/failure-to-open.ts'
import type { Membership } from '../runtime/membership.ts'
import { lockFolder } from '../store/folder-lock.ts'
import {
  type AcceptedConfiguration,
  isSamePath,
  readAccepted,
  writeAccepted,
} from './configuration/accepted.ts'
import { type ConfigurationChoice, chooseConfiguration } from './configuration/choose-configuration.ts'
import { type Environment, type EnvironmentOptions, openEnvironment } from './configuration/environment.ts'
import { databaseFile } from './database.ts'
import type { GatewayOptions } from './options.ts'

export interface FolderClaim {
  environment: Environment
  chosen: ConfigurationChoice
  accepted: AcceptedConfiguration
  /** Null: everything is kept in memory. */
  database: string | null
  release(): void
}

type TakeOptions = Omit<EnvironmentOptions, 'workspace'> &
  Pick<GatewayOptions, 'configuration' | 'dataFolder' | 'vouched' | 'acceptsPath'>

/** @throws ConfigurationInvalid, ConfigurationDiffers, FolderHeld, DatabaseHeld */
export async function takeFolder(options: TakeOptions, now: () => number): Promise<FolderClaim> {
  const { dataFolder } = options
  for (;;) {
    const path = await asAccepted(dataFolder, options.configuration)
    const environment = await openEnvironment({ ...options, workspace: dirname(path) })
    const chosen = await chooseConfiguration({
      path,
      dataFolder,
      environment: environment.current(),
      vouched: options.vouched ?? false,
      acceptsPath: options.acceptsPath ?? false,
    })
    const database = databaseFile(chosen.inForce.configuration, dataFolder)
    const lock = lockFolder(dataFolder, database, now())
    if (!lock.ok) throw failureOfLock(dataFolder, lock)
    try {
      const before = await readAccepted(dataFolder)
      // Whoever had the folder until just now may have accepted something else meanwhile.
      if (before?.hash === chosen.before?.hash && before?.path === chosen.before?.path) {
        environment.learn(chosen.inForce.configuration)
        environment.learn(chosen.disk.configuration)
        const accepted = await accept(chosen, dataFolder, new Date(now()).toISOString())
        return { environment, chosen, accepted, database, release: lock.release }
      }
    } catch (error) {
      lock.release()
      throw error
    }
    lock.release()
  }
}

/** Whoever else has written to the database has ended: the lock lets one process at a time own it (R3.1). */
export function soleMember(id: string): Membership {
  return { id, isGone: () => Promise.resolve(true) }
}

/** Through a link it is the same file, but what lies beside it (programs, servers) is not what was accepted with it. */
async function asAccepted(dataFolder: string, path: string): Promise<string> {
  const before = await readAccepted(dataFolder)
  return before !== null && (await isSamePath(before.path, path)) ? before.path : path
}

async function accept(
  chosen: ConfigurationChoice,
  dataFolder: string,
  now: string,
): Promise<AcceptedConfiguration> {
  const { before, acceptedBy, inForce } = chosen
  if (acceptedBy === null && before !== null) return before
  const { path, hash } = inForce.configuration
  // Words need nobody: what else is in it was accepted before.
  const last = acceptedBy === 'words' ? before : null
  const accepted = {
    path,
    hash,
    files: inForce.texts,
    by: last?.by ?? acceptedBy ?? 'start',
    at: last?.at ?? now,
  }
  await writeAccepted(dataFolder, accepted)
  return accepted
}
