/** Where a data folder has its database, with or without the configuration that may say so. */
import { dirname, join, resolve } from 'node:path'
import { gatherFiles } from '../config/read/include.ts'
import { toJson } from '../config/read/tree.ts'
import { isJsonObject } from '../model/json.ts'
import { lookInto } from './folder.ts'
import type { NamedWorkspace } from './line.ts'
import { findUsual } from './places.ts'

/** @throws FolderUnusable, Error if the configuration cannot be read, or keeps its store in memory */
export async function findDatabase(command: NamedWorkspace): Promise<{ dataFolder: string; file: string }> {
  const usual = await findUsual()
  const dataFolder = command.data === null ? usual.dataFolder : resolve(command.data)
  await lookInto(dataFolder, command.data === null ? 'COUNTERSIGN_HOME' : '--data')
  const usually = join(dataFolder, 'countersign.db')
  if (command.config === null) return { dataFolder, file: usually }
  // Whether the rest of it can be used here (its variables, its secrets) does not matter here.
  const config = resolve(command.config)
  const { root, problems } = await gatherFiles(config)
  const [error] = problems
  if (root === null) throw new Error(`The configuration cannot be read: ${error?.message ?? 'unknown'}`)
  const document = toJson(root)
  const store = isJsonObject(document) && isJsonObject(document.store) ? document.store : {}
  if (store.kind === 'memory')
    throw new Error('This configuration keeps its store in memory: there is no database on the disk.')
  const { path } = store
  return { dataFolder, file: typeof path === 'string' ? resolve(dirname(config), path) : usually }
}
