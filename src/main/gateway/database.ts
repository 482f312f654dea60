/** Which database a configuration names. */
import { isAbsolute, join } from 'node:path'
import type { Configuration } from '../model/configuration.ts'

/** Null: everything is kept in memory. */
export function databaseFile(configuration: Configuration, dataFolder: string): string | null {
  if (configuration.store.kind === 'memory') return null
  const { path } = configuration.store
  if (path === undefined) return join(dataFolder, 'countersign.db')
  return isAbsolute(path) ? path : join(dataFolder, path)
}
