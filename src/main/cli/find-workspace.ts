/** The configuration that is in force in a workspace, and its database: read as they lie there, without a gateway. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { compileAccepted, loadConfiguration } from '../config/load.ts'
import { readAccepted } from '../gateway/configuration/accepted.ts'
import { chooseConfiguration } from '../gateway/configuration/choose-configuration.ts'
import { databaseFile } from '../gateway/database.ts'
import type { Configuration } from '../model/configuration.ts'
import { ConfigurationInvalid } from '../model/failure-to-open.ts'
import { lookInto } from './folder.ts'
import type { NamedWorkspace } from './line.ts'
import { findUsual, variablesFor } from './places.ts'

export interface FoundWorkspace {
  configuration: Configuration
  /** Null: no data folder was named, its gateway has not run yet, or it keeps its store in memory. */
  database: string | null
  /** What a person should know of it, each a sentence. */
  notes: string[]
}

/**
 * The named workspace, or that of the desk if nothing is named.
 * @throws Error with a sentence for a person, ConfigurationInvalid, ConfigurationDiffers
 */
export async function findWorkspace(named: NamedWorkspace): Promise<FoundWorkspace> {
  const usual = await findUsual()
  const isUsual = named.config === null && named.data === null
  if (isUsual && !existsSync(usual.configuration))
    throw new Error(
      'There is no workspace of the desk yet: countersign open makes it. Name a configuration with --config, or ' +
        'a file of tools with --tools.',
    )
  const data = isUsual ? usual.dataFolder : named.data === null ? null : resolve(named.data)
  if (data !== null) await lookInto(data, isUsual ? 'COUNTERSIGN_HOME' : '--data')
  const accepted = data === null ? null : await readAccepted(data)
  const path = named.config !== null ? resolve(named.config) : isUsual ? usual.configuration : accepted?.path
  if (path === undefined)
    throw new Error(
      `No gateway has run with the data folder ${data} yet. Name its configuration with --config.`,
    )
  if (data === null || accepted === null) return foundAt(await loadFrom(path), data, [])
  const { configuration, differs } = await inForce(path, data, accepted)
  const note = 'The files of the configuration differ from what is in force, which is what was searched.'
  return foundAt(configuration, data, differs ? [note] : [])
}

function foundAt(configuration: Configuration, data: string | null, notes: string[]): FoundWorkspace {
  const file = data === null ? null : databaseFile(configuration, data)
  return { configuration, database: file !== null && existsSync(file) ? file : null, notes }
}

async function loadFrom(path: string): Promise<Configuration> {
  const { configuration, problems } = await loadConfiguration(path, await variablesFor(path, null))
  if (configuration === null) throw new ConfigurationInvalid(path, problems)
  return configuration
}

/** As a gateway would choose that starts now; what it could not start with for want of a variable can be searched. */
async function inForce(
  path: string,
  dataFolder: string,
  accepted: { path: string; files: Record<string, string> },
): Promise<{ configuration: Configuration; differs: boolean }> {
  const environment = await variablesFor(path, null)
  try {
    const chosen = await chooseConfiguration({
      path,
      dataFolder,
      environment,
      vouched: false,
      acceptsPath: false,
    })
    const { configuration } = chosen.inForce
    return { configuration, differs: chosen.disk.configuration?.hash !== configuration.hash }
  } catch (error) {
    if (!(error instanceof ConfigurationInvalid)) throw error
    return { configuration: await compileAccepted(accepted.path, accepted.files), differs: true }
  }
}
