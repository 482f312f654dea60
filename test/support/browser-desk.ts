/** The sample workspace behind a gateway of its own, with a browser signed in at its desk. */
import { dirname, join } from 'node:path'
import { defaultPlaces, ensureSampleWorkspace } from '../../src/main/config/workspace.ts'
import { ROOT } from '../setup/found.ts'
import { launchBrowser, type TestBrowser } from './browser.ts'
import { type DeskPage, readDesk } from './desk-page.ts'
import { makeFolder } from './folders.ts'
import { type GatewayProcess, startGateway, type Target } from './gateway-process.ts'

export interface BrowserDesk {
  workspace: Target
  /** The folder that the sample's file server may change. */
  files: string
  gateway(): GatewayProcess
  desk(): DeskPage
  browser: TestBrowser
  /** Kills the gateway, as a power failure would. */
  kill(): Promise<void>
  /** Starts the gateway again and signs in with a new page. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** `named`: with `--config` and `--data`; `usual`: the workspace that a person has who names none. */
export async function openBrowserDesk(which: 'named' | 'usual'): Promise<BrowserDesk> {
  const home = makeFolder('desk')
  const { configuration } = await ensureSampleWorkspace(home.path, join(ROOT, 'resources'))
  const workspace =
    which === 'usual' ? { home: home.path } : { config: configuration, data: defaultPlaces(home.path).data }
  const browser = await launchBrowser()
  let gateway = await startGateway(workspace, '--desk')
  let desk = await signIn()

  async function signIn(): Promise<DeskPage> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
    const page = await context.newPage()
    if (gateway.ready.desk === undefined) throw new Error('The gateway has no desk.')
    await page.goto(gateway.ready.desk)
    const opened = readDesk(page)
    await opened.untilConnected()
    return opened
  }

  return {
    workspace,
    files: join(dirname(configuration), 'files'),
    gateway: () => gateway,
    desk: () => desk,
    browser,
    kill: () => gateway.kill(),
    async restart() {
      gateway = await startGateway(workspace, '--desk')
      desk = await signIn()
    },
    async close() {
      await browser.close()
      await gateway.stop()
      home.remove()
    },
  }
}
