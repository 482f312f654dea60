/** A gateway of its own on some YAML, an agent, and browsers at its desk: one a person, or one for all. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Agent, connectAgent } from './agent.ts'
import { launchBrowser } from './browser.ts'
import { type DeskPage, readDesk } from './desk-page.ts'
import { makeFolder } from './folders.ts'
import { type GatewayProcess, startGateway, type Workspace } from './gateway-process.ts'

export interface PeopleDesk {
  desk: DeskPage
  page: Page
  agent: Agent
  gateway: GatewayProcess
  workspace: Workspace
  folder: string
  /** A browser of its own, signed in with a link of its own. */
  openAnother(): Promise<Page>
  restart(): Promise<void>
  close(): Promise<void>
}

/** `yaml` is told the folder of the workspace. */
export async function openPeopleDesk(
  yaml: (folder: string) => string,
  size = { width: 1280, height: 800 },
): Promise<PeopleDesk> {
  const folder = makeFolder('people')
  const workspace = { config: join(folder.path, 'countersign.yaml'), data: join(folder.path, 'data') }
  writeFileSync(workspace.config, `version: "1.0.0"\n${yaml(folder.path)}`)
  let gateway = await startGateway(workspace, '--desk')
  const browser = await launchBrowser()
  const openPage = async (link: string): Promise<Page> => {
    const context = await browser.newContext({ viewport: size })
    const page = await context.newPage()
    await page.goto(link)
    return page
  }
  let page = await openPage(gateway.ready.desk ?? '')
  let desk = readDesk(page)
  await desk.untilConnected()
  let agent = await connectAgent('newer', workspace)
  return {
    get desk() {
      return desk
    },
    get page() {
      return page
    },
    get agent() {
      return agent
    },
    get gateway() {
      return gateway
    },
    workspace,
    folder: folder.path,
    openAnother: async () => openPage(await gateway.newLink()),
    async restart() {
      await agent.close()
      await page.context().close()
      await gateway.stop()
      gateway = await startGateway(workspace, '--desk')
      page = await openPage(gateway.ready.desk ?? '')
      desk = readDesk(page)
      agent = await connectAgent('newer', workspace)
    },
    async close() {
      await agent.close()
      await browser.close()
      await gateway.stop()
      folder.remove()
    },
  }
}
