/** Another workspace in place of the one that is open: real processes, a real browser, an agent at the pipe. */
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Agent, connectAgent } from '../support/agent.ts'
import { launchBrowser, type TestBrowser } from '../support/browser.ts'
import { type DeskPage, holdCall, readDesk } from '../support/desk-page.ts'
import { makeFolder } from '../support/folders.ts'
import { describeWhere } from '../support/needs.ts'
import { type OpenDesk, startOpenDesk } from '../support/open-desk.ts'

const home = makeFolder('home')
const own = join(`${home.path}-own`, 'desk')
const OTHER = `
version: "1.0.0"
connections:
  clock: { kind: cli, command: date }
workflows:
  greeting:
    title: Greeting
    initialState: writing
    states:
      writing: { transitions: { send: { title: Send it, target: sent, actor: human } } }
      sent: {}
`

let opened: OpenDesk
let browser: TestBrowser
let page: Page
let desk: DeskPage
let agent: Agent

async function signIn(): Promise<void> {
  page = await (await browser.newContext({ viewport: { width: 1280, height: 860 } })).newPage()
  await page.goto(opened.link)
  desk = readDesk(page)
  await desk.untilConnected()
}

const workspacePart = async () => {
  await desk.goTo('Settings')
  await page.getByRole('link', { name: 'Workspace', exact: true }).click()
}
const list = () => page.getByRole('list', { name: 'Workspaces opened here' })

/** What an agent finds, through the pipe that it has had from the beginning. */
async function found(): Promise<string[]> {
  const { answer } = await agent.call('gateway.home', {})
  return (answer.items as { id: string }[]).map(({ id }) => id)
}

describeWhere(['chromium'], 'Workspaces', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
    opened = await startOpenDesk(home.path)
    await signIn()
    agent = await connectAgent('newer', { home: home.path })
  }, 60_000)
  afterAll(async () => {
    await agent?.close()
    await browser?.close()
    await opened?.stop()
    home.remove()
  })

  it('are begun and opened in place; an agent that named none follows [workspace.opens]', async () => {
    expect(await found()).toContain('content_review')
    await workspacePart()
    const suggestion = await holdCall(page, 'workspace.suggest')
    await page.getByRole('button', { name: 'Set up a workspace of your own…' }).click()
    await suggestion.asked
    // Nothing is typed that a suggestion could still come before.
    const folder = page.getByRole('textbox', { name: 'Folder' })
    expect(await folder.isEditable()).toBe(false)
    suggestion.letGo()
    await folder.fill(own)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Open it now' }).click()
    await page.waitForURL(/#\/inbox$/)
    await desk.untilConnected()
    await workspacePart()
    await expect.poll(() => list().getByRole('listitem').first().innerText()).toContain('desk')
    expect(await list().getByRole('listitem').first().innerText()).toContain('open')
    expect(await list().getByRole('listitem').last().innerText()).toContain('Sample workspace')
    await expect.poll(async () => (await found()).includes('content_review'), { timeout: 20_000 }).toBe(false)
  }, 60_000)

  it('are what the next start opens; one that is gone is said [workspace.remembered]', async () => {
    await opened.stop()
    opened = await startOpenDesk(home.path)
    await signIn()
    await workspacePart()
    expect(await list().getByRole('listitem').first().innerText()).toContain(join(own, 'countersign.yaml'))
    await opened.stop()
    await rename(join(own, 'countersign.yaml'), join(own, 'elsewhere.yaml'))
    opened = await startOpenDesk(home.path)
    expect(opened.said()).toContain('is not there any more')
    await signIn()
    await page.getByText('is not there any more, so the desk’s own one is open').waitFor()
    await workspacePart()
    expect(await list().getByRole('listitem').last().innerText()).toContain('open')
  }, 60_000)

  it('are opened by their file, after what they start was seen; with errors not at all [workspace.seen-first]', async () => {
    const file = join(`${home.path}-own`, 'other', 'countersign.yaml')
    await mkdir(dirname(file))
    await writeFile(file, `${OTHER}  broken: { initialState: nowhere, states: {} }\n`)
    await page.getByRole('button', { name: 'Open another…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Settings file' }).fill(file)
    await page.keyboard.press('Enter')
    await dialog.getByText('It cannot be opened before this is fixed').waitFor()
    expect(await dialog.getByRole('button', { name: 'Open workspace' }).isDisabled()).toBe(true)
    // It leaves the field, then the dialog.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    // What a checkout brings beside it is not taken for its data.
    await mkdir(join(dirname(file), 'data'))
    await writeFile(join(dirname(file), 'data', 'configuration.json'), '{}')
    await writeFile(file, OTHER.replace('command: date', 'command: date, env: { NODE_OPTIONS: --inspect }'))
    await page.getByRole('button', { name: 'Open another…' }).click()
    await dialog.getByRole('textbox', { name: 'Settings file' }).fill(file)
    await page.keyboard.press('Enter')
    await dialog.getByText('Loads other code into every Node program').waitFor()
    // It changes between the look and the press.
    await writeFile(file, OTHER)
    await dialog.getByRole('button', { name: 'Open workspace' }).click()
    await dialog.getByText('were changed since you looked').waitFor()
    expect(await found()).not.toContain('greeting')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open another…' }).click()
    await dialog.getByRole('textbox', { name: 'Settings file' }).fill(file)
    await page.keyboard.press('Enter')
    await dialog.getByText('clock').waitFor()
    expect(await dialog.innerText()).toContain('date')
    await dialog.getByRole('button', { name: 'Open workspace' }).click()
    await expect.poll(found, { timeout: 20_000 }).toContain('greeting')
    await desk.untilConnected()
    await desk.goTo('Catalog')
    await page.getByText('Greeting').first().waitFor()
    expect(await readdir(join(dirname(file), 'data'))).toEqual(['configuration.json'])
  }, 60_000)
})
