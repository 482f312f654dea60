/**
 * Tells when files of a configuration change, however an editor saves them: in place, or by putting a new file where
 * the old one was. Folders are watched, so that a file that is missing is seen to appear.
 */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'

export interface Watch {
  /**
   * From now on these files, and all files of these folders. Resolves when no change of them is missed any more.
   */
  follow(files: string[], folders: string[]): Promise<void>
  close(): Promise<void>
}

export interface WatchOptions {
  /** Called once when it has been quiet for `quietMs` after a change. */
  onChange(): void
  quietMs: number
  /** Calls back once after so many milliseconds. */
  wakeIn(ms: number, callback: () => void): { cancel(): void }
  /** Watching failed, for example because the system has no watches left. */
  onError(error: unknown): void
}

export function watchFiles(options: WatchOptions): Watch {
  let files = new Set<string>()
  /** Whose every file counts. */
  let folders = new Set<string>()
  /** Those that something is expected in, whether they exist or not. */
  let expected: string[] = []
  /** Those that exist, and for the others the nearest one above. */
  let watched = new Set<string>()
  let watcher: FSWatcher | null = null
  let timer: { cancel(): void } | null = null
  let closed = false

  const isWanted = (path: string) =>
    files.has(path) ||
    folders.has(dirname(path)) ||
    expected.some((folder) => folder === path || folder.startsWith(path + sep))

  const noticed = (path: string) => {
    if (!isWanted(resolve(path))) return
    timer?.cancel()
    timer = options.wakeIn(options.quietMs, () => {
      timer = null
      options.onChange()
    })
  }

  const open = (): FSWatcher => {
    const opened = watch([...watched], {
      ignoreInitial: true,
      depth: 0,
      // A configuration may lie in a folder of thousands of other files.
      ignored: (path) => !watched.has(resolve(path)) && !isWanted(resolve(path)),
    })
    opened.on('error', options.onError)
    opened.on('all', (_event, path) => noticed(path))
    return opened
  }

  return {
    async follow(nextFiles, nextFolders) {
      const before = watched
      files = new Set(nextFiles)
      folders = new Set(nextFolders)
      expected = [...new Set([...nextFiles.map((file) => dirname(file)), ...nextFolders])]
      watched = new Set(expected.map(nearestExisting))
      if (closed || (watched.size === before.size && [...watched].every((folder) => before.has(folder))))
        return
      const last = watcher
      watcher = open()
      await once(watcher, 'ready')
      await last?.close()
    },
    async close() {
      closed = true
      timer?.cancel()
      await watcher?.close()
    },
  }
}

function nearestExisting(folder: string): string {
  const above = dirname(folder)
  return existsSync(folder) || above === folder ? folder : nearestExisting(above)
}
