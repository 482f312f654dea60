/** The app takes an update through a local server, as an AppImage does, and refuses what is not right. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { _electron, chromium, type Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { defaultPlaces } from '../../src/main/config/workspace.ts'
import { findGateway } from '../../src/main/mcp/endpoint.ts'
import { type Manifest, signManifest } from '../../src/main/updates/manifest.ts'
import { findViolations } from '../support/accessibility.ts'
import { connectAgent } from '../support/agent.ts'
import { readDesk } from '../support/desk-page.ts'
import { openDisplay } from '../support/display.ts'
import { makeFolder } from '../support/folders.ts'
import { describeWhere } from '../support/needs.ts'
import { makeUpdatableApp } from '../support/update-app.ts'
import { makeSigningKey, manifestFor, openUpdateServer } from '../support/update-server.ts'

const SLOW =
  "require('node:fs').writeFileSync(process.argv[1] + '/began', ''); setTimeout(() => require('node:fs').appendFileSync(process.argv[1] + '/effects', 'ran\\n'), 3000)"

const yaml = (folder: string) => `version: "1.0.0"
workflows:
  slow:
    title: Slow work
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, executor: { kind: cli, command: ${JSON.stringify(process.execPath)}, args: ["-e", ${JSON.stringify(SLOW)}, ${JSON.stringify(folder)}] } } } }
      done: {}
  ask:
    title: A question
    initialState: waiting
    states: { waiting: { transitions: { accept: { target: done, title: Accept it, actor: human, summary: "Accept the question" } } }, done: {} }
`

const cleaning: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

async function openWorld(broken: string | null = null) {
  const [key, other] = [makeSigningKey(), makeSigningKey()]
  const server = await openUpdateServer()
  cleaning.push(server.close)
  const app = makeUpdatableApp({ address: server.address, keys: [key.public] }, broken)
  cleaning.push(app.remove)
  server.content = app.newer
  server.list = signManifest(manifestFor(app.newer), [key.private])
  const home = makeFolder('home')
  cleaning.push(home.remove)
  const { configuration, data } = defaultPlaces(home.path)
  mkdirSync(dirname(configuration), { recursive: true })
  writeFileSync(configuration, yaml(home.path))
  const display = await openDisplay()
  cleaning.push(display.close)
  const env = {
    ...(process.env as Record<string, string>),
    ...display.env,
    COUNTERSIGN_HOME: home.path,
    XDG_CACHE_HOME: join(home.path, 'cache'),
  }
  const running = await _electron.launch({ executablePath: app.file, args: [], env, timeout: 60_000 })
  const child = running.process()
  cleaning.push(() => void child.kill('SIGKILL'))
  const page = await running.firstWindow({ timeout: 60_000 })
  await readDesk(page).untilConnected()
  return { key, other, server, app, home: home.path, data, page, child }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function check(page: Page): Promise<void> {
  await readDesk(page).goTo('Settings')
  await page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link', { name: 'About' }).click()
  await button(page, 'Check now').click()
}

describeWhere(['electron', 'display'], 'An update of the app', () => {
  it('waits for what runs, begins nothing new, and everything is as it was [update.taken] [update.drained]', async () => {
    const { app, home, data, page } = await openWorld()
    const agent = await connectAgent('newer', { home })
    cleaning.push(() => agent.close().catch(() => undefined))
    await agent.call('workflow.start', { definitionId: 'ask', input: {} })
    await readDesk(page).goTo('Inbox')
    await readDesk(page).row('Accept the question').click()
    await readDesk(page).item().waitFor()
    const route = new URL(page.url()).hash

    await check(page)
    await page.getByText('Countersign 1.0.1 is ready.').waitFor()
    await page.getByRole('list', { name: 'What is new in 1.0.1' }).getByText('The inbox opens faster.').waitFor()
    await page.goBack()
    expect(readFileSync(app.file)).toEqual(app.older)
    await page.evaluate((hash) => (location.hash = hash), route)
    await readDesk(page).item().waitFor()

    const started = await agent.call('workflow.start', { definitionId: 'slow', input: {} })
    const { workflowId, version } = started.answer
    void agent.call('workflow.submit', { workflowId, expectedVersion: version, transition: 'go', arguments: {} }).catch(() => undefined)
    await expect.poll(() => existsSync(join(home, 'began'))).toBe(true)
    await button(page, 'Restart now').click()
    await page.getByText('Restarting with 1.0.1 when one step has ended…').waitFor()
    const refused = await agent.call('workflow.start', { definitionId: 'ask', input: {} })
    expect(refused.answer.error?.code).toBe('GATEWAY_DRAINING')

    await expect.poll(async () => (await findGateway(data))?.version, { timeout: 60_000 }).toBe('1.0.1')
    const pid = (await findGateway(data))?.pid ?? 0
    cleaning.push(() => void process.kill(pid, 'SIGKILL'))
    expect(readFileSync(join(home, 'effects'), 'utf8')).toBe('ran\n')
    expect(readFileSync(app.file)).toEqual(app.newer)

    const port = await expect
      .poll(() => readPort(home), { timeout: 30_000 })
      .not.toBeNull()
      .then(() => readPort(home))
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    const again = browser.contexts()[0]?.pages()[0] as Page
    await readDesk(again).untilConnected()
    await again.getByText('Countersign was updated from 1.0.0 to 1.0.1.').waitFor()
    expect(new URL(again.url()).hash).toBe(route)
    await readDesk(again).item().waitFor()
    expect(existsSync(join(home, 'updates/attempt.json'))).toBe(false)
    expect(existsSync(join(home, 'updates/package-before'))).toBe(false)
    await button(again, 'Dismiss').focus()
    await again.keyboard.press('Enter')
    await expect.poll(() => again.getByText('Countersign was updated').count()).toBe(0)
    await browser.close()
  })
})

function readPort(home: string): string | null {
  try {
    return readFileSync(join(home, 'window/DevToolsActivePort'), 'utf8').split('\n')[0] ?? null
  } catch {
    return null
  }
}
