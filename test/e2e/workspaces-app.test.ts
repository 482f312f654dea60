/** Another workspace in place of the one that is open, in the app's own window. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Agent, connectAgent } from '../support/agent.ts'
import { readDesk } from '../support/desk-page.ts'
import { type Desktop, openDesktop } from '../support/electron.ts'
import { makeFolder } from '../support/folders.ts'
import { describeWhere } from '../support/needs.ts'

const home = makeFolder('home')
const own = join(`${home.path}-own`, 'desk')
let desktop: Desktop
let agent: Agent

describeWhere(['electron', 'display'], 'Workspaces in the app', () => {
  beforeAll(async () => {
    desktop = await openDesktop()
  })
  afterAll(async () => {
    await agent?.close()
    await desktop?.close()
    home.remove()
  })

  it('are opened in place, and are what the next start opens [workspace.opens] [workspace.remembered]', async () => {
    const first = await desktop.launch(home.path)
    const desk = readDesk(first.page)
    await desk.untilConnected()
    agent = await connectAgent('newer', { home: home.path })
    const found = async () => {
      const { answer } = await agent.call('gateway.home', {})
      return (answer.items as { id: string }[]).map(({ id }) => id)
    }
    expect(await found()).toContain('content_review')
    await first.page.goto(`${first.page.url().split('#')[0]}#/settings/workspace`)
    await first.page.getByRole('button', { name: 'Set up a workspace of your own…' }).click()
    await first.page.getByRole('textbox', { name: 'Folder' }).fill(own)
    await first.page.keyboard.press('Enter')
    // The window goes to another gateway meanwhile: its address says when it is there.
    await first.page.getByRole('button', { name: 'Open it now' }).click({ noWaitAfter: true })
    await first.page.waitForURL(/#\/inbox$/)
    await desk.untilConnected()
    await expect.poll(async () => (await found()).includes('content_review'), { timeout: 20_000 }).toBe(false)
    await first.app.close()

    const again = await desktop.launch(home.path)
    await readDesk(again.page).untilConnected()
    await readDesk(again.page).goTo('Settings')
    await again.page.getByRole('link', { name: 'Workspace', exact: true }).click()
    const open = again.page
      .getByRole('list', { name: 'Workspaces opened here' })
      .getByRole('listitem')
      .first()
    expect(await open.innerText()).toContain(join(own, 'countersign.yaml'))
    await again.app.close()
  }, 90_000)
})
