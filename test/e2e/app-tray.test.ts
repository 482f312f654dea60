/** What the app says where its window is not looked at: the tray counts what the list has, and a notification opens its item. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultPlaces } from '../../src/main/config/workspace.ts'
import { type Agent, connectAgent } from '../support/agent.ts'
import { type DeskPage, readDesk } from '../support/desk-page.ts'
import { type Desktop, openDesktop } from '../support/electron.ts'
import { makeFolder } from '../support/folders.ts'
import { describeWhere } from '../support/needs.ts'

const WORKSPACE = `version: "1.0.0"
approvals: { holdMs: 0 }
people: { alex: {}, bo: { roles: [lead] } }
workflows:
  deploy:
    title: Deployment
    initialState: ready
    states:
      ready:
        transitions:
          go:
            title: Deploy it
            summary: "Deploy {image}"
            target: done
            approval: { by: { role: lead } }
            inputSchema: { type: object, properties: { image: { type: string } } }
      done: { terminal: true }
`

interface Watched {
  tips: string[]
  notices: { title: string; body: string; emit(event: 'click'): void }[]
}

let desktop: Desktop
let home: ReturnType<typeof makeFolder>
let app: ElectronApplication
let page: Page
let desk: DeskPage
let agent: Agent

/** What the tray says now: no test can hover over it. */
const tip = () => app.evaluate(() => (globalThis as unknown as Watched).tips.at(-1))
const notices = () =>
  app.evaluate(() => (globalThis as unknown as Watched).notices.map(({ title, body }) => `${title}: ${body}`))

async function ask(image: string): Promise<void> {
  const { workflowId } = (await agent.call('workflow.start', { definitionId: 'deploy', input: {} })).answer
  const call = { workflowId, expectedVersion: 1, transition: 'go', arguments: { image } }
  await agent.call('workflow.submit', call)
}

describeWhere(['electron', 'display'], 'The app that nobody looks at', () => {
  beforeAll(async () => {
    desktop = await openDesktop()
    home = makeFolder('home')
    const { configuration } = defaultPlaces(home.path)
    mkdirSync(dirname(configuration), { recursive: true })
    writeFileSync(configuration, WORKSPACE)
    ;({ app, page } = await desktop.launch(home.path))
    desk = readDesk(page)
    await desk.untilConnected()
    // In place of the system's: a test sees neither its tray nor its notifications.
    await app.evaluate(({ Tray, Notification, BrowserWindow }) => {
      const watched = Object.assign(globalThis, { tips: [], notices: [] }) as unknown as Watched
      const { setToolTip } = Tray.prototype
      Tray.prototype.setToolTip = function (text) {
        watched.tips.push(text)
        setToolTip.call(this, text)
      }
      Notification.isSupported = () => true
      Notification.prototype.show = function () {
        watched.notices.push(this as unknown as Watched['notices'][number])
      }
      for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => false
    })
    agent = await connectAgent('newer', { home: home.path })
  })
  afterAll(async () => {
    await agent?.close()
    await desktop?.close()
    home.remove()
  })

  it('counts in its tray what the list has, also when somebody’s rights have changed, and opens what a notification was about [told.tray] [told.opens]', async () => {
    await ask('one')
    await desk.goTo('Settings')
    await page.getByRole('link', { name: 'People and clients' }).click()
    // Whoever uses this computer, who has no rights yet.
    await page
      .getByRole('row', { name: /\byou\b/ })
      .getByRole('button', { name: /^Change/ })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Roles').fill('lead')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect.poll(() => desk.pending()).toBe(1)
    await expect.poll(tip).toMatch(/^Countersign: 1 item waits for you/)
    await ask('two')
    await expect.poll(() => desk.pending()).toBe(2)
    await expect.poll(tip).toMatch(/^Countersign: 2 items wait for you/)
    await expect.poll(async () => (await notices()).length).toBeGreaterThan(0)
    expect((await notices()).join('\n')).not.toMatch(/one|two/)
    await app.evaluate(() => (globalThis as unknown as Watched).notices.at(-1)?.emit('click'))
    await desk
      .item()
      .getByRole('heading', { name: /Deploy .*two/ })
      .waitFor()
    await expect.poll(() => desk.pending()).toBe(2)
  })
})
