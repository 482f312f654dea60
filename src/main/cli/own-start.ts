/**
 * The first starts of this copy of Countersign after an update. It is loaded before anything else, and loads nothing that could
 * keep it from that: databases are looked at only when an update is taken back.
 */
import { join, resolve } from 'node:path'
import { defaultHome } from '../config/workspace.ts'
import { beginStart, type FirstStart } from '../updates/first-starts.ts'
import { offerPrograms, packageVersion } from './package-root.ts'

/** Once, before anything else. @returns the folder of the desk */
export function prepareApp(app: { setPath(name: 'userData', path: string): void }): string {
  const home = resolve(defaultHome(process.env, process.platform))
  offerPrograms()
  // One window a home: the lock of the single instance lies in this folder.
  app.setPath('userData', join(home, 'window'))
  return home
}

/** `target`: the file that it is started from. */
export async function beginOwnStart(home: string, target: string | null): Promise<FirstStart> {
  return await beginStart({
    home,
    version: packageVersion(),
    target,
    returnDatabases: async (format) => (await import('./return-databases.ts')).returnDatabases(home, format),
  })
}
