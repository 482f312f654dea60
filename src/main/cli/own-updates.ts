/** Updates of this copy of Countersign. */
import type { Gateway } from '../gateway.ts'
import { findInstallation, readUpdateSource } from '../updates/update-source.ts'
import { createUpdates, type UpdatesOptions } from '../updates/updates.ts'
import { packageRoot, packageVersion } from './package-root.ts'
import { deskHome } from './places.ts'

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
  const { platform, arch, env: environment, execPath: program } = process
  const isElectron = process.versions.electron !== undefined
  return createUpdates({
    home: deskHome(),
    version: packageVersion(),
    source: readUpdateSource(root),
    installation: findInstallation({ platform, environment, program, isElectron, resources, root }),
    environment,
    platform,
    arch,
    now: Date.now,
    after(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds).unref()
      return { cancel: () => clearTimeout(timer) }
    },
    fetch,
    async drain() {
      // Another workspace may be opened in place while one comes to rest.
      for (let last = null, next = gateway(); next !== last; next = gateway()) {
        await next?.rest()
        last = next
      }
    },
    running: () => gateway()?.runtime.executing() ?? 0,
    ...given,
  })
}
