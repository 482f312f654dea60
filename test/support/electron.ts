/** The desktop app in its real window. The sandbox of the operating system is off only because tests run as root. */
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { readFound } from '../setup/found.ts'
import { makeAppFolder } from './app-folder.ts'
import { openDisplay } from './display.ts'

export interface Desktop {
  /** Starts the app on a data folder; the page is its window. */
  launch(home: string): Promise<{ app: ElectronApplication; page: Page }>
  /** Which Electron runs. */
  version: string
  close(): Promise<void>
}

export async function openDesktop(): Promise<Desktop> {
  const { electron } = readFound()
  if (electron === null) throw new Error('There is no Electron; the test should have been skipped.')
  const display = await openDisplay()
  const folder = makeAppFolder(electron)
  const running: ElectronApplication[] = []
  return {
    version: electron.version,
    async launch(home) {
      const app = await _electron.launch({
        executablePath: electron.executable,
        args: ['--no-sandbox', '--disable-gpu', folder.path],
        env: { ...(process.env as Record<string, string>), ...display.env, COUNTERSIGN_HOME: home },
        timeout: 60_000,
      })
      running.push(app)
      const page = await app.firstWindow({ timeout: 60_000 })
      await page.waitForLoadState('domcontentloaded')
      return { app, page }
    },
    async close() {
      for (const app of running) await app.close().catch(() => undefined)
      folder.remove()
      await display.close()
    },
  }
}
