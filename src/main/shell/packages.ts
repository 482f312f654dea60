/**
 * Gets packages by electron-updater, and starts again with them. What it gets stands in the signed list and nowhere else: it
 * reads no list of the server. May import: updates, electron.
 */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { app, net } from 'electron'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import { findImage } from '../updates/own-image.ts'
import type { OfferedFile, PackagePort } from '../updates/updates.ts'
import { HIDDEN } from './asked.ts'
import { findAsked } from './links.ts'

export interface Packages {
  /** What updates are made with here. `packages` null: this copy is not replaced by itself. */
  given: { packages: PackagePort | null; fetch: typeof net.fetch; resources: string | null }
  /** Ends the process, which has let go of everything, and starts what is to come after it. */
  endApp(): void
  /** Somebody has started the app while it was ending: it comes again once it has ended, and shows this file. */
  comeAgain(file?: string): void
  /** Ends this process and starts what lies in its place, now. */
  startAgain(): void
}

/** @param folder for what it needs itself */
export function createPackages(folder: string): Packages {
  const target = findImage()
  /** What ends this process so that something comes after it. */
  let after: (() => void) | null = null
  let updater: AppUpdater | null = null
  /** What it was asked to show while it ended. */
  let asked: string | null = null

  const port: PackagePort = {
    target,
    async download(offered, progress) {
      updater = await openUpdater(folder, offered)
      updater.on('download-progress', ({ percent }) => progress(percent / 100))
      if ((await updater.checkForUpdates()) === null) throw new Error('This copy cannot be updated.')
      const [path = ''] = await updater.downloadUpdate()
      return path
    },
    restart() {
      // An installer ends the app itself when it is ready for it.
      after = target === null ? () => updater?.quitAndInstall(true, true) : startAgain
      app.quit()
    },
  }
  const isReplaced = target !== null || (process.platform !== 'linux' && app.isPackaged)
  return {
    given: {
      packages: isReplaced ? port : null,
      fetch: (...request) => net.fetch(...request),
      resources: app.isPackaged ? process.resourcesPath : null,
    },
    endApp() {
      if (after === null) app.exit(0)
      else after()
    },
    comeAgain(file) {
      asked = file ?? asked
      after ??= startAgain
    },
    startAgain,
  }

  /** Without what it was asked to open at its start, and not hidden; any other switch stays. */
  function startAgain(): void {
    // Of a checkout, where its sources are is one of them.
    const isSource = target === null && !app.isPackaged
    const isKept = (word: string) =>
      word !== HIDDEN && (word.startsWith('--') || (isSource && findAsked([word], process.cwd()) === null))
    const args = [...process.argv.slice(1).filter(isKept), ...(asked === null ? [] : [asked])]
    app.releaseSingleInstanceLock()
    if (target === null) app.relaunch({ args })
    else spawn(target, args, { detached: true, stdio: 'ignore' }).unref()
    app.exit(0)
  }
}

async function openUpdater(folder: string, { version, file, address }: OfferedFile): Promise<AppUpdater> {
  const library = await import('electron-updater')
  class SignedProvider extends library.Provider<UpdateInfo> {
    async getLatestVersion(): Promise<UpdateInfo> {
      const info = { url: file.name, size: file.size, sha512: file.sha512 }
      return { version, files: [info], path: file.name, sha512: file.sha512, releaseDate: '' }
    }
    resolveFiles({ files }: UpdateInfo) {
      return files.map((info) => ({ url: new URL(address), info }))
    }
  }
  const Updater = { linux: library.AppImageUpdater, darwin: library.MacUpdater }[process.platform as string]
  const updater = new (Updater ?? library.NsisUpdater)()
  // It asks this file where it keeps what it has got.
  const configuration = join(folder, 'electron-updater.yml')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  writeFileSync(
    configuration,
    'provider: generic\nurl: https://localhost/\nupdaterCacheDirName: countersign-updater\n',
  )
  updater.updateConfigPath = configuration
  updater.forceDevUpdateConfig = true
  updater.logger = null
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.disableDifferentialDownload = true
  updater.disableWebInstaller = true
  updater.allowDowngrade = false
  updater.setFeedURL({ provider: 'custom', updateProvider: SignedProvider } as never)
  // Whoever waits for the download is told; without a listener it would end the process.
  updater.on('error', () => undefined)
  return updater
}
