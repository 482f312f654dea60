/** An inbox with more in it than a window fetches at once: its ends are reached, and its numbers are whole. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillInbox } from '../bench/full-inbox.ts'
import { connectAgent } from '../support/agent.ts'
import { launchBrowser } from '../support/browser.ts'
import { readDesk } from '../support/desk-page.ts'
import { makeFolder } from '../support/folders.ts'
import { type GatewayProcess, startGateway } from '../support/gateway-process.ts'
import { describeWhere } from '../support/needs.ts'

const WAITING = 1200
const FLOWS = `version: "1.0.0"
workflows:
  letter:
    title: Letters
    initialState: reading
    states:
      reading: { transitions: { send: { title: Send the letter, target: sent, actor: human } } }
      sent: { terminal: true }
`

let folder: ReturnType<typeof makeFolder>
let gateway: GatewayProcess
let browser: Browser
let page: Page

describeWhere(['chromium'], 'A long inbox', () => {
  beforeAll(async () => {
    folder = makeFolder('long')
    const workspace = { config: join(folder.path, 'countersign.yaml'), data: join(folder.path, 'data') }
    writeFileSync(workspace.config, FLOWS)
    gateway = await startGateway(workspace)
    const agent = await connectAgent('newer', workspace)
    const { answer } = await agent.call('workflow.start', { definitionId: 'letter', input: {} })
    await agent.close()
    await gateway.stop()
    await fillInbox(workspace, answer.workflowId, WAITING)
    gateway = await startGateway(workspace, '--desk')
    browser = await launchBrowser()
    page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
    await page.goto(gateway.ready.desk ?? '')
    await readDesk(page).untilConnected()
    await readDesk(page).goTo('Inbox')
  })
  afterAll(async () => {
    await browser?.close()
    await gateway?.stop()
    folder?.remove()
  })

  it('says how many wait where the badge has no room for it [inbox.counted]', async () => {
    await page.getByRole('link', { name: 'Inbox 999+' }).waitFor()
    await page.getByRole('tab', { name: 'For you 1,200', exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Filter by any text' }).fill('nothing is called so')
    await page.getByText('1,200 items are hidden by the filter').waitFor()
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await readDesk(page).goTo('Runs')
    await page.getByRole('tab', { name: 'Waiting 1,200' }).waitFor()
    await readDesk(page).goTo('Inbox')
  })

  it('is walked to its ends, and the keyboard is where the selection is [inbox.keys]', async () => {
    const place = () =>
      page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset') ?? null)
    await page.getByRole('list', { name: 'Items' }).locator('[data-item]').first().click()
    await expect.poll(place).toBe('1')
    await page.keyboard.press('End')
    await expect.poll(place, { timeout: 10_000 }).toBe('1200')
    await page.keyboard.press('k')
    await expect.poll(place).toBe('1199')
    await page.keyboard.press('Home')
    await expect.poll(place).toBe('1')
  })
})
