/**
 * The first hour of somebody who writes no code: from the sample over a workspace, a server and an agent of one's own to
 * a decision on a real call. No file is opened, no terminal used; the agent reads what the desk has written for it.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../setup/found.ts'
import { type Agent, connectByEntry } from '../support/agent.ts'
import { launchBrowser, type TestBrowser } from '../support/browser.ts'
import { type DeskPage, readDesk } from '../support/desk-page.ts'
import { makeFolder } from '../support/folders.ts'
import { NODE } from '../support/gateway-process.ts'
import { lookAt } from '../support/look.ts'
import { describeWhere } from '../support/needs.ts'
import { type OpenDesk, personEnvironment, startOpen } from '../support/open-desk.ts'

const EVERYTHING = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

const person = makeFolder('person')
const environment = personEnvironment(person.path)
const clientFile = join(person.path, '.claude.json')
let opened: OpenDesk
let browser: TestBrowser
let page: Page
let desk: DeskPage
let agent: Agent | undefined

const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = () => page.getByRole('dialog')
const steps = () => page.getByRole('region', { name: 'Three steps to your own desk' })

describeWhere(['chromium'], 'The first hour', () => {
  beforeAll(async () => {
    await writeFile(clientFile, '{ "theme": "dark" }')
    browser = await launchBrowser()
    opened = await startOpen(environment)
    page = await (await browser.newContext({ viewport: { width: 1280, height: 860 } })).newPage()
    await page.goto(opened.link)
    desk = readDesk(page)
    await desk.untilConnected()
  }, 60_000)
  afterAll(async () => {
    await agent?.close()
    await browser?.close()
    await opened?.stop()
    person.remove()
  })

  it('leads from the sample to a decision on a call of one’s own server [first-run.own-hour]', async () => {
    // The sample, played and decided.
    await button('Play the agent').click()
    await page.getByRole('link', { name: 'Open the item' }).click()
    await desk.readAll()
    await expect.poll(() => desk.outcome('Approve the content').isEnabled(), { timeout: 20_000 }).toBe(true)
    await desk.outcome('Approve the content').click()
    await page.getByText('That is all there is to it.').waitFor({ timeout: 20_000 })

    // A workspace of one's own, opened in place.
    await button('Set up a workspace of your own…').click()
    // The gateway proposes it.
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Folder' }).inputValue(), { timeout: 20_000 })
      .toBe(join(person.path, 'countersign'))
    await button('Create workspace').click()
    await button('Open it now').click()
    await steps().waitFor({ timeout: 20_000 })
    await lookAt(page, 'own-steps')

    // A server of one's own.
    await button('Add a server', steps()).click()
    await dialog().getByRole('textbox', { name: 'Command line' }).fill(`${NODE} ${EVERYTHING} stdio`)
    await button('Continue').click()
    await button('Start it once').click()
    await dialog().getByText('It works').waitFor({ timeout: 60_000 })
    await button('Continue').click()
    await button('Add server').click()
    await dialog().waitFor({ state: 'detached' })

    // An agent of one's own.
    await desk.goTo('Inbox')
    await steps().getByText('Your server is here.').waitFor()
    await steps().getByRole('link', { name: 'Connect an agent' }).click()
    await button('Connect Claude Code…').click()
    await button('Write the change').click()
    await page.getByText('Set up: restart Claude Code').waitFor()
    const written = JSON.parse(await readFile(clientFile, 'utf8'))
    expect(written.theme).toBe('dark')
    agent = await connectByEntry(written.mcpServers.countersign, environment)
    const search = await agent.call('gateway.search', { query: 'add two numbers' })
    const [first] = search.answer.results as { item: { id: string } }[]
    expect(first?.item.id).toBe('everything.get-sum')

    // A call waits, whatever it does: a person has freed nothing yet.
    const asked = agent.call('workflow.start', {
      definitionId: 'proxy_default',
      input: { capability: 'everything.get-sum', arguments: { a: 2, b: 40 } },
    })
    await desk.goTo('Inbox')
    await expect.poll(() => desk.pending(), { timeout: 20_000 }).toBe(1)
    await desk.row(/get-sum/).click()
    await desk.readAll()
    await expect.poll(() => desk.outcome('Approve').isEnabled(), { timeout: 20_000 }).toBe(true)
    await desk.outcome('Approve').click()
    const { answer, isError } = await asked
    expect({ isError, status: answer.result.status }).toEqual({ isError: false, status: 'executed' })
    expect(JSON.stringify(answer.context)).toContain('42')
  }, 180_000)
})
