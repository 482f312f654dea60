/** `countersign open`, which `npm start` runs: the desk in a window, or in a browser where there is none. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openInBrowser from 'open'
import type { DeskWeb } from '../../desk/doors/web.ts'
import { askGateway } from '../../mcp/pipe/ask.ts'
import { FolderHeld } from '../../model/failure-to-open.ts'
import type { Command } from '../command-line.ts'
import { explainFailure } from '../failure.ts'
import { keepPort, offerLinks, openBrowserDesk, sayLink } from '../hosting/browser-desk.ts'
import type { HostOptions } from '../hosting/host.ts'
import { type OpenWorkspace, openWorkspace } from '../hosting/open-workspace.ts'
import { onParentGone } from '../hosting/parent.ts'
import { createStop } from '../hosting/stop.ts'
import { takeFolder } from '../hosting/take-folder.ts'
import { createLog } from '../log.ts'
import { hasDisplay, packagedApp, packageRoot, packageVersion, whyNoWindow } from '../package-root.ts'
import { choosePlaces, type Places, sayMissing } from '../places.ts'

/** As long as a link is good, in milliseconds. */
const LINK_LASTS_MS = 60_000

/** Resolves with an exit code when the desk has been closed, or null if it runs on in this process. */
export async function runOpen(command: Extract<Command, { name: 'open' }>): Promise<number | null> {
  const places = await choosePlaces({ config: null, data: null })
  const electron = findElectron()
  if (electron.ok) return runElectron(electron)
  return serveBrowser(places, electron.why, command.acceptConfiguration ?? false)
}

async function serveBrowser(places: Places, why: string, acceptsPath: boolean): Promise<number | null> {
  const log = createLog('warn')
  let web: DeskWeb | null = null
  let stop: (reason: string) => void = () => undefined
  const options: Omit<HostOptions, 'places'> = {
    log,
    startedBy: 'app',
    onEnd: (reason) => stop(reason),
    onOpen() {
      if (web === null) return 'Its desk is just starting.'
      if (!hasDisplay()) return 'Its desk has no screen here: press Enter in its terminal for a new link.'
      // Without a key: only a browser that is signed in already gets further than the door.
      showInBrowser(web.url)
      return null
    },
  }
  const workspace = await openOrAsk(
    places,
    (each, openOther) =>
      takeFolder({ ...options, places: each, openOther, acceptsPath: acceptsPath && each === places }),
    {
      opened: async (host) => (web === null ? undefined : await keepPort(host, web)),
      report: (error) => log.error({ err: error }, 'another workspace was opened'),
    },
  )
  if (typeof workspace === 'number') return workspace
  stop = createStop(async () => {
    await web?.close()
    await workspace.close()
  })
  onParentGone(() => stop('parent'))
  web = await openBrowserDesk(workspace.host(), workspace.desk)
  process.stdout.write(`${why} The desk opens in a browser instead.\n`)
  if (places.missing !== undefined) process.stdout.write(`${sayMissing(places.missing)}\n`)
  process.stdout.write(`  MCP    ${workspace.host().doors.mcpUrl}\n`)
  const link = web.newLink()
  sayLink(link)
  if (hasDisplay()) showLink(link, places.dataFolder)
  offerLinks(web)
  return null
}

/** Somebody else may have the folder: one that a pipe started makes room, any other one comes to the front. */
async function openOrAsk(...given: Parameters<typeof openWorkspace>): Promise<OpenWorkspace | number> {
  const [places] = given
  try {
    return (await openWorkspace(...given)) ?? 1
  } catch (error) {
    if (!(error instanceof FolderHeld)) return explainFailure(error, places)
    const shown = await askGateway(places.dataFolder, 'open', packageVersion())
    if (shown.ok) {
      process.stdout.write('Countersign runs already; its desk was brought to the front.\n')
      return 0
    }
    process.stderr.write(`${error.message} ${shown.reason ?? ''}\n`)
    return 1
  }
}

/**
 * Arguments of a process can be read by everybody on the machine: the browser gets a file that only this user can read,
 * and that leads on. A browser that may not read it has the link in the terminal.
 */
function showLink(link: string, dataFolder: string): void {
  const file = join(dataFolder, 'open-desk.html')
  const remove = () => rmSync(file, { force: true })
  remove()
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Countersign</title><script>location.replace(${JSON.stringify(link)})</script>`,
    {
      mode: 0o600,
      flag: 'wx',
    },
  )
  setTimeout(remove, LINK_LASTS_MS).unref()
  process.once('exit', remove)
  showInBrowser(pathToFileURL(file).href)
}

function showInBrowser(url: string): void {
  if (hasDisplay()) openInBrowser(url).catch(() => undefined)
}

// Whether the desk can be a window here, and starting it as one.

/** On a slow line; a line that is not there fails within seconds. */
const FETCH_WITHIN_MS = 15 * 60_000

type ElectronDesk = { ok: true; executable: string; args: string[] } | { ok: false; why: string }

/** `why` is a sentence for a person. Fetches Electron's program the first time, if that can be done. */
function findElectron(): ElectronDesk {
  const why = whyNoWindow()
  if (why !== null) return { ok: false, why: why.text }
  const app = packagedApp()
  if (app !== null) return { ok: true, executable: app, args: [] }
  const require = createRequire(join(packageRoot(), 'package.json'))
  let folder: string
  try {
    folder = dirname(require.resolve('electron/package.json'))
  } catch {
    return { ok: false, why: 'Electron is not installed here.' }
  }
  const installed = executableIn(folder)
  const args = [packageRoot()]
  if (installed !== null) return { ok: true, executable: installed, args }
  process.stdout.write('Fetching Electron for the window (once, about 110 MB) …\n')
  spawnSync(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore', timeout: FETCH_WITHIN_MS })
  const fetched = executableIn(folder)
  if (fetched !== null) return { ok: true, executable: fetched, args }
  return { ok: false, why: 'Electron, which makes the window, could not be fetched.' }
}

/** Runs the app until it is closed; resolves with its exit code. */
function runElectron({ executable, args }: { executable: string; args: string[] }): Promise<number> {
  const child = spawn(executable, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  onParentGone(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function executableIn(folder: string): string | null {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const name = existsSync(join(folder, 'path.txt'))
    ? readFileSync(join(folder, 'path.txt'), 'utf8')
    : 'electron'
  const executable = join(override ?? join(folder, 'dist'), name)
  return existsSync(executable) ? executable : null
}
