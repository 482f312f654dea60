/** Which configuration a gateway opens with: the one on the disk, or the one that was accepted last (R2.1, R2.2). */

import { type LoadResult, loadConfiguration } from '../../config/load.ts'
import { readerOf } from '../../config/read/include.ts'
import { compareConfigurations } from '../../config/reload/difference.ts'
import type { Configuration } from '../../model/configuration.ts'
import { ConfigurationDiffers, ConfigurationInvalid } from '../../model/failure-to-open.ts'
import { type AcceptedConfiguration, isSamePath, readAccepted } from './accepted.ts'

export interface ValidConfiguration extends LoadResult {
  configuration: Configuration
}

export interface ConfigurationChoice {
  inForce: ValidConfiguration
  /** As read at the start. It need not be valid, nor in force. */
  disk: LoadResult
  /** What was remembered; null if this is the folder's first start. */
  before: AcceptedConfiguration | null
  /** By whom `inForce` is accepted now, if it was not before. */
  acceptedBy: string | null
}

export interface Choice {
  path: string
  dataFolder: string
  environment: Record<string, string | undefined>
  /** A person starts the gateway with this configuration and stands for it. */
  vouched: boolean
  /** A person has said that this folder may have another configuration than before. */
  acceptsPath: boolean
}

/** @throws ConfigurationInvalid, ConfigurationDiffers */
export async function chooseConfiguration(choice: Choice): Promise<ConfigurationChoice> {
  const { path, environment } = choice
  const before = await readAccepted(choice.dataFolder)
  const disk = await loadConfiguration(path, environment)
  const whole = (by: string | null): ConfigurationChoice => ({
    inForce: valid(path, disk),
    disk,
    before,
    acceptedBy: by,
  })
  if (before === null) return whole('start')
  if (!(await isSamePath(before.path, path))) {
    if (!choice.acceptsPath) throw new ConfigurationDiffers(choice.dataFolder, before.path, path)
    return whole('serve')
  }
  if (disk.configuration?.hash === before.hash) return whole(null)
  if (choice.vouched) return whole('serve')
  const kept = await loadConfiguration(before.path, environment, readerOf(before.files))
  if (kept.configuration === null) {
    throw new ConfigurationInvalid(before.path, (disk.configuration === null ? disk : kept).problems)
  }
  const { configuration } = kept
  if (disk.configuration !== null && compareConfigurations(configuration, disk.configuration).wordsOnly) {
    return whole('words')
  }
  return { inForce: { ...kept, configuration }, disk, before, acceptedBy: null }
}

function valid(path: string, loaded: LoadResult): ValidConfiguration {
  const { configuration } = loaded
  if (configuration === null) throw new ConfigurationInvalid(path, loaded.problems)
  return { ...loaded, configuration }
}
