/** What the engine can do beyond the first loop, as a person meets it in the browser desk, by keyboard. */
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startOAuthServer } from '../connections/oauth-server.ts'
import { findViolations } from '../support/accessibility.ts'
import { connectAgent } from '../support/agent.ts'
import { launchBrowser } from '../support/browser.ts'
import { type DeskPage, readDesk } from '../support/desk-page.ts'
import { makeFolder } from '../support/folders.ts'
import { startGateway, type Workspace } from '../support/gateway-process.ts'
import { describeWhere } from '../support/needs.ts'
import { programOf } from '../support/programs.ts'

const workflows = `
approvals: { holdMs: 0 }
proxy:
  expose: [{ name: mail.send, executor: { kind: noop }, approval: { required: true } }]
workflows:
  nightly:
    title: Nightly check
    steps:
      - { name: fetch, title: Fetch the sources, executor: { kind: noop } }
      - { name: confirm, approve: { title: Publish the build } }
      - { name: publish, executor: { kind: noop } }
  train:
    title: Release train
    initialState: ready
    states:
      ready:
        transitions:
          go: { title: Check everything, target: arrived, executor: { kind: workflow, definitionId: nightly } }
      arrived: {}
`

interface Opened {
  workspace: Workspace
  desk: DeskPage
  page: Page
  close(): Promise<void>
}

/** A gateway of its own with a browser signed in at its desk. */
async function openDesk(yaml: string): Promise<Opened> {
  const folder = makeFolder('engine-screens')
  const workspace = { config: join(folder.path, 'countersign.yaml'), data: join(folder.path, 'data') }
  writeFileSync(workspace.config, `version: "1.0.0"\n${yaml}`)
  const gateway = await startGateway(workspace, '--desk')
  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(gateway.ready.desk ?? '')
  const desk = readDesk(page)
  await desk.untilConnected()
  return {
    workspace,
    desk,
    page,
    async close() {
      await browser.close()
      await gateway.stop()
      folder.remove()
    },
  }
}

let opened: Opened
let desk: DeskPage
let page: Page
let train: string

async function open(route: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#${route}`)
}
async function expectNoFault(): Promise<void> {
  expect(await findViolations(page)).toEqual([])
}

describeWhere(['chromium'], 'The desk of the whole engine', () => {
  beforeAll(async () => {
    opened = await openDesk(workflows)
    ;({ desk, page } = opened)
    const agent = await connectAgent('newer', opened.workspace)
    const begun = await agent.call('workflow.start', { definitionId: 'train', input: {} })
    train = begun.answer.workflowId
    const link = begun.answer.links.find(({ rel }) => rel === 'go')
    await agent.call('workflow.submit', { ...link?.args, arguments: {} })
    await agent.close()
  })
  afterAll(() => opened?.close())

  it('signs in at a server on a page of its own, and the connection comes up by itself [connections.oauth]', async () => {
    const { url } = await startOAuthServer()
    const other = await openDesk(`connections: { calendar: { kind: mcp, url: "${url}" } }\n`)
    onTestFinished(other.close)
    await other.page.goto(`${other.page.url().split('#')[0]}#/catalog/connections/calendar`)
    await other.page.getByRole('button', { name: 'Sign in…', exact: true }).press('Enter')
    const link = other.page.getByRole('link', { name: /^Open the sign-in page at 127\.0\.0\.1/ })
    const focused = () => link.evaluate((element) => element === element.ownerDocument.activeElement)
    await expect.poll(focused).toBe(true)
    expect(await findViolations(other.page)).toEqual([])
    const [popup] = await Promise.all([other.page.waitForEvent('popup'), link.press('Enter')])
    await other.page.getByRole('article').getByText('Healthy').waitFor({ timeout: 20_000 })
    await popup.close()
  })

  it('shows on the page of a server what waits about it, as it comes and goes [screens.connection-tools]', async () => {
    const args = JSON.stringify([await programOf('asking-server'), 'saved'])
    const run = `kind: mcp, command: ${JSON.stringify(process.execPath)}, args: ${args}`
    const other = await openDesk(
      `approvals: { holdMs: 0 }\nconnections: { asking: { ${run} } }\nproxy: { import: [{ connection: asking }] }\n`,
    )
    onTestFinished(other.close)
    await other.page.goto(`${other.page.url().split('#')[0]}#/catalog/connections/asking`)
    const article = other.page.getByRole('article')
    await article.getByText('Healthy').waitFor()
    const agent = await connectAgent('newer', other.workspace)
    onTestFinished(() => agent.close())
    await agent.call('workflow.start', {
      definitionId: 'proxy_default',
      input: { capability: 'ask', arguments: {} },
    })
    await article.getByText('Question from a server').waitFor()
    expect(await findViolations(other.page)).toEqual([])
    await article.getByRole('link', { name: 'Decide: Question from a server' }).press('Enter')
    await other.desk.outcome('Do not answer').click()
    await other.page.goBack()
    await article.getByText('Healthy').waitFor()
    await article.getByText('Question from a server').waitFor({ state: 'detached' })
  })

  it('says that signing in was refused until somebody tries again, and keeps no page that leads nowhere [connections.oauth]', async () => {
    const server = await startOAuthServer()
    server.refuse()
    const other = await openDesk(`connections: { calendar: { kind: mcp, url: "${server.url}" } }\n`)
    onTestFinished(other.close)
    await other.page.goto(`${other.page.url().split('#')[0]}#/catalog/connections/calendar`)
    const signIn = other.page.getByRole('button', { name: 'Sign in…', exact: true })
    const link = other.page.getByRole('link', { name: /^Open the sign-in page/ })
    const said = other.page
      .getByRole('article')
      .getByText('Signing in failed. It was refused on the sign-in page.')
    for (let times = 0; times < 2; times += 1) {
      await signIn.click()
      const [popup] = await Promise.all([other.page.waitForEvent('popup'), link.click()])
      await popup.getByText('It was refused on the sign-in page.').waitFor()
      await popup.close()
      await said.waitFor()
      await link.waitFor({ state: 'detached' })
      await signIn.waitFor()
      const tries = server.asked()
      await expect.poll(() => server.asked(), { timeout: 20_000 }).toBeGreaterThan(tries)
      await said.waitFor()
    }
  })

  it('leads from a run to its step and back, and says what cancelling takes with it [screens.related-runs]', async () => {
    await open(`/runs/${train}`)
    const run = page.getByRole('article', { name: 'Run' })
    await run.getByRole('link', { name: 'Nightly check' }).press('Enter')
    await run.getByText('1 of 3 done').waitFor()
    await expectNoFault()
    await run.getByRole('link', { name: 'Release train' }).press('Enter')
    await run.getByRole('heading', { name: 'Release train' }).waitFor()
    await run.getByRole('button', { name: 'More' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Cancel the run…' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('These runs are cancelled too: ‘Nightly check’.').waitFor()
    await dialog.getByRole('textbox', { name: /Reason/ }).fill('Not tonight.')
    await dialog.getByRole('button', { name: 'Cancel the run' }).press('Enter')
    await run.getByText('Not tonight.').first().waitFor()
    const child = run.getByRole('listitem').filter({ hasText: 'Nightly check' })
    await child.getByText('Cancelled').waitFor()
    await expect.poll(() => desk.pending()).toBe(0)
  })

  it('verifies the log and saves what is shown of it [screens.activity-whole]', async () => {
    await open('/activity')
    const log = page.getByRole('button', { name: 'The log' })
    await log.press('Enter')
    await page.getByRole('menuitem', { name: 'Verify the log' }).press('Enter')
    await page
      .getByRole('dialog')
      .getByText(/^The log is whole: \d+ entries\.$/)
      .waitFor()
    await expectNoFault()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('searchbox').fill('nightly')
    await log.press('Enter')
    await page.getByRole('menuitem', { name: 'Export…' }).press('Enter')
    await expectNoFault()
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save the file' })
    const [download] = await Promise.all([page.waitForEvent('download'), save.press('Enter')])
    expect(download.suggestedFilename()).toBe('countersign-audit.jsonl')
    const entries = (await readFile(await download.path(), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { sequence: number })
    expect(entries.length).toBeGreaterThan(0)
    const sequences = entries.map(({ sequence }) => sequence)
    expect(sequences).toEqual([...sequences].sort((one, other) => one - other))
    for (const entry of entries) expect(JSON.stringify(entry)).toContain('nightly')
  })

  it('finds a single call in the runs by what it was called with, and shows it as such [runs.single-calls]', async () => {
    const agent = await connectAgent('newer', opened.workspace)
    onTestFinished(() => agent.close())
    const input = { capability: 'mail.send', arguments: { to: 'Geneva' } }
    await agent.call('workflow.start', { definitionId: 'proxy_default', input })
    await open('/runs')
    const search = page.getByRole('main').getByRole('searchbox')
    await search.fill('geneva')
    const row = page.getByRole('main').getByRole('button', { name: /Single call/ })
    await expect.poll(() => row.innerText()).toMatch(/mail\.send.*to: Geneva.*Needs a person/s)
    await page.getByText('1 found').waitFor()
    await row.click()
    await page.getByRole('article', { name: 'Run' }).getByRole('link', { name: 'Open the item' }).waitFor()
    expect(await page.getByText('proxy_default').count()).toBe(0)
    await expectNoFault()
    await search.fill('nowhere')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect.poll(() => row.count()).toBe(0)
    expect(await search.inputValue()).toBe('')
  })
})
