/** In the real window: a server is added by its form, one of its tools turned off, another tried. */
import { readFile } from 'node:fs/promises'
import type { ElectronApplication, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultPlaces } from '../../src/main/config/workspace.ts'
import { type DeskPage, readDesk } from '../support/desk-page.ts'
import { type Desktop, openDesktop } from '../support/electron.ts'
import { makeFolder } from '../support/folders.ts'
import { describeWhere } from '../support/needs.ts'

const EVERYTHING = `\${COUNTERSIGN_MODULES}/@modelcontextprotocol/server-everything/dist/index.js`

let desktop: Desktop
let home: ReturnType<typeof makeFolder>
let app: ElectronApplication
let page: Page
let desk: DeskPage

const dialog = () => page.getByRole('dialog')
const button = (name: string, within: Pick<Page, 'getByRole'> = page) =>
  within.getByRole('button', { name, exact: true })
const result = () => page.getByRole('region', { name: 'Result' })

async function goToTab(name: RegExp): Promise<void> {
  await desk.goTo('Catalog')
  await page.getByRole('tab', { name }).click()
}

describeWhere(['electron', 'display'], 'Servers in the app', () => {
  beforeAll(async () => {
    desktop = await openDesktop()
    home = makeFolder('home')
    ;({ app, page } = await desktop.launch(home.path))
    desk = readDesk(page)
    await desk.untilConnected()
  })
  afterAll(async () => {
    await app?.close().catch(() => undefined)
    await desktop?.close()
    home?.remove()
  })

  it('adds one by its form, turns a tool off and tries another [servers.in-app]', async () => {
    await goToTab(/^Servers/)
    await button('Add a server…').click()
    await dialog()
      .getByRole('textbox', { name: 'Command line' })
      .fill(`\${COUNTERSIGN_NODE} ${EVERYTHING} stdio`)
    await button('Continue').click()
    await button('Start it once').click()
    await dialog().getByText('It works').waitFor({ timeout: 60_000 })
    await button('Continue').click()
    await button('Add server').click()
    const article = page.getByRole('article', { name: 'Catalog entry' })
    await article.getByText('Healthy').waitFor({ timeout: 60_000 })

    await goToTab(/^Tool settings/)
    await page.getByRole('searchbox', { name: /^Filter by name/ }).fill('get-env')
    const row = page.getByRole('row').filter({ has: page.getByText('get-env', { exact: true }) })
    await row.getByRole('checkbox').click()
    await button('Turn off…').click()
    const save = button('Save changes', dialog())
    await expect.poll(() => save.isEnabled()).toBe(true)
    await save.click()
    await row.getByText('Off', { exact: true }).waitFor({ timeout: 30_000 })
    expect(await readFile(defaultPlaces(home.path).configuration, 'utf8')).toContain('get-env')

    await goToTab(/^Tools/)
    await page.getByRole('searchbox').fill('everything.echo')
    await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: 'everything.echo' }).click()
    await page.getByRole('tab', { name: 'Try it' }).click()
    await page.getByLabel('message').fill('Hello app')
    const run = button('Try it')
    await expect.poll(() => run.isEnabled()).toBe(true)
    await run.click()
    await result().getByRole('link', { name: 'Open the item in the inbox' }).click()
    await desk.readAll()
    await desk.outcome('Approve').click()
    await goToTab(/^Tools/)
    await page.getByRole('searchbox').fill('everything.echo')
    await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: 'everything.echo' }).click()
    await page.getByRole('tab', { name: 'Try it' }).click()
    await result().getByText('Echo: Hello app').waitFor()
  })
})
