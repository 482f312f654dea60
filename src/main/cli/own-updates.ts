/** Updates of this copy of Countersign, and its first starts after one. */
import { existsSync } from 'node:fs'
import { defaultPlaces } from '../config/workspace.ts'
import type { Gateway } from '../gateway.ts'
import { backupFolderOf } from '../store/backups/backups.ts'
import { beginStart, type FirstStart, type WorkspaceDatabase } from '../updates/first-starts.ts'
import { findInstallation, readUpdateSource } from '../updates/update-source.ts'
import { createUpdates, type UpdatesOptions } from '../updates/updates.ts'
import { findDatabase } from './find-database.ts'
import { packageRoot, packageVersion } from './package-root.ts'
import { deskHome, readOpened } from './places.ts'

interface OwnOptions extends Pick<UpdatesOptions, 'packages'>, Partial<Pick<UpdatesOptions, 'fetch'>> {
  /** Where a packaged app keeps its parts; null: it is not packaged. */
  resources?: string | null
  /** That which is open now. */
  gateway?: () => Pick<Gateway, 'rest' | 'runtime'> | null
}

/** A process without a window replaces nothing, and has no use for the gateway. */
export function openOwnUpdates({
  resources = null,
  gateway = () => null,
  ...given
}: OwnOptions): ReturnType<typeof createUpdates> {
  const root = packageRoot()
  const { platform, arch, env: environment } = process
  const isElectron = process.versions.electron !== undefined
  return createUpdates({
    home: deskHome(),
    version: packageVersion(),
    source: readUpdateSource(root),
    installation: findInstallation({ platform, environment, isElectron, resources, root }),
    environment,
    platform,
    arch,
    now: Date.now,
    fetch,
    drain: async () => await gateway()?.rest(),
    running: () => gateway()?.runtime.executing() ?? 0,
    ...given,
  })
}

/** To be called before anything else of a start that can be replaced. `target`: the file it is started from. */
export async function beginOwnStart(target: string | null): Promise<FirstStart> {
  return await beginStart({ home: deskHome(), version: packageVersion(), target, databases: findDatabases })
}

/** Of every workspace that was opened at this desk, and is there. What keeps nothing on the disk has nothing to go back to. */
async function findDatabases(): Promise<WorkspaceDatabase[]> {
  const home = deskHome()
  const own = defaultPlaces(home)
  const places = [...(await readOpened(home)), { configuration: own.configuration, dataFolder: own.data }]
  const found = await Promise.all(
    places.map(async ({ configuration, dataFolder }) => {
      const named = { config: existsSync(configuration) ? configuration : null, data: dataFolder }
      const database = await findDatabase(named).catch(() => null)
      if (database === null || !existsSync(database.file)) return []
      return [{ dataFolder, file: database.file, backups: backupFolderOf(dataFolder) }]
    }),
  )
  return [...new Map(found.flat().map((each) => [each.file, each])).values()]
}
