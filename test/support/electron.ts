/** The desktop app in its real window. The sandbox of the operating system is off only because tests run as root. */
import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { readFound } from '../setup/found.ts'
import { makeAppFolder } from './app-folder.ts'
import { openDisplay } from './display.ts'
import { makeFolder } from './folders.ts'

export interface Desktop {
  /**
   * Starts the app on a home folder; the page is its window. `packed` is the program of a desktop package, and the
   * home folder then that of the person too.
   */
  launch(home: string, packed?: string): Promise<{ app: ElectronApplication; page: Page }>
  /**
   * Starts it without waiting for a window, with a stand-in for the system's message boxes, which no test can
   * press: they are kept in the main process as `messageBoxes`, and wait until their `press` is called.
   */
  startWithoutMessageBoxes(home: string): Promise<ElectronApplication>
  /** The bridge's script, as the app loads it. */
  preload: string
  /** For a start of one's own: program, arguments and environment. */
  command: string
  args: string[]
  environment(home: string): Record<string, string>
  /** Which Electron runs. */
  version: string
  close(): Promise<void>
}

export async function openDesktop(): Promise<Desktop> {
  const { electron } = readFound()
  if (electron === null) throw new Error('There is no Electron; the test should have been skipped.')
  const { executable } = electron
  const display = await openDisplay()
  const folder = makeAppFolder(electron)
  const boxes = makeFolder('boxes')
  writeFileSync(
    join(boxes.path, 'package.json'),
    JSON.stringify({ name: 'boxes', version: '1.0.0', ...MODULE }),
  )
  writeFileSync(join(boxes.path, 'main.js'), keepMessageBoxes(join(folder.path, 'out/main/index.js')))
  const switches = ['--no-sandbox', '--disable-gpu']
  const running: { app: ElectronApplication; child: ChildProcess }[] = []

  function environment(home: string): Record<string, string> {
    return { ...(process.env as Record<string, string>), ...display.env, COUNTERSIGN_HOME: home }
  }
  async function start(
    executablePath: string,
    args: string[],
    home: string,
    more: Record<string, string> = {},
  ): Promise<ElectronApplication> {
    const app = await _electron.launch({
      executablePath,
      args: [...switches, ...args],
      env: { ...environment(home), ...more },
      timeout: 60_000,
    })
    // An app that has ended does not say any more which process it was.
    running.push({ app, child: app.process() })
    return app
  }

  return {
    startWithoutMessageBoxes: (home) => start(executable, [boxes.path], home),
    preload: join(folder.path, 'out/preload/index.cjs'),
    async launch(home, packed) {
      const app = packed
        ? await start(packed, [], home, { HOME: home })
        : await start(executable, [folder.path], home)
      const page = await app.firstWindow({ timeout: 60_000 })
      await page.waitForLoadState('domcontentloaded')
      return { app, page }
    },
    command: executable,
    args: [...switches, folder.path],
    environment,
    version: electron.version,
    async close() {
      for (const { app, child } of running) {
        // One that was killed would be waited for until the time is up.
        if (child.exitCode === null && child.signalCode === null) await app.close().catch(() => undefined)
      }
      folder.remove()
      boxes.remove()
      await display.close()
    },
  }
}

const MODULE = { type: 'module', main: 'main.js' }

/** An app that puts its own message boxes in place of the system's, and then is the real one. */
function keepMessageBoxes(entry: string): string {
  return `
import { dialog } from 'electron'
globalThis.messageBoxes = []
dialog.showMessageBox = (options) => new Promise((resolve) => {
  globalThis.messageBoxes.push({ options, press: (response) => resolve({ response, checkboxChecked: false }) })
})
await import(${JSON.stringify(pathToFileURL(entry).href)})
`
}
