/**
 * The first starts of this copy of Countersign after an update. It is loaded before anything else, and loads nothing that could
 * keep it from that: databases are looked at only when an update is taken back.
 */
import { resolve } from 'node:path'
import { defaultHome } from '../config/workspace.ts'
import { beginStart, type FirstStart } from '../updates/first-starts.ts'
import { packageVersion } from './package-root.ts'

/** `target`: the file that it is started from. */
export async function beginOwnStart(target: string | null): Promise<FirstStart> {
  const home = resolve(defaultHome(process.env, process.platform))
  return await beginStart({
    home,
    version: packageVersion(),
    target,
    returnDatabases: async (format) => (await import('./return-databases.ts')).returnDatabases(home, format),
  })
}
