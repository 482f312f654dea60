/** The app takes an update through a local server, as an AppImage does, and refuses what is not right. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { _electron, chromium, type Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { defaultPlaces } from '../../src/main/config/workspace.ts'
import { findGateway } from '../../src/main/mcp/endpoint.ts'
import { readAttempt } from '../../src/main/updates/attempt.ts'
import { type Manifest, signManifest } from '../../src/main/updates/manifest.ts'
import { readRecord } from '../../src/main/updates/update-record.ts'
import { eventually } from '../mcp/support.ts'
import { findViolations } from '../support/accessibility.ts'
import { connectAgent } from '../support/agent.ts'
import { readDesk } from '../support/desk-page.ts'
import { openDisplay } from '../support/display.ts'
import { isLong } from '../support/effort.ts'
import { makeFolder } from '../support/folders.ts'
import { describeWhere } from '../support/needs.ts'
import { makeUpdatableApp } from '../support/update-app.ts'
import { makeSigningKey, manifestFor, openUpdateServer } from '../support/update-server.ts'

/** Until it is let go on, or its folder is gone. */
const SLOW = `const fs = require('node:fs'); const at = (name) => process.argv[1] + '/' + name
fs.writeFileSync(at('began'), '')
const waiting = setInterval(() => {
  if (fs.existsSync(at('began')) && !fs.existsSync(at('go-on'))) return
  clearInterval(waiting)
  if (fs.existsSync(at('go-on'))) fs.appendFileSync(at('effects'), 'ran\\n')
}, 50)`

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
  return { key, other, server, app, env, home: home.path, data, page }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Over every screen; the list of this computer may say the same. */
const news = (page: Page) => page.getByRole('region', { name: 'Update' })

async function check(page: Page): Promise<void> {
  await readDesk(page).goTo('Settings')
  await page
    .getByRole('navigation', { name: 'Parts of the settings' })
    .getByRole('link', { name: 'About' })
    .click()
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
    await page
      .getByRole('list', { name: 'What is new in 1.0.1' })
      .getByText('The inbox opens faster.')
      .waitFor()
    await page.goBack()
    expect(readFileSync(app.file)).toEqual(app.older)
    await page.evaluate((hash) => (location.hash = hash), route)
    await readDesk(page).item().waitFor()

    const started = await agent.call('workflow.start', { definitionId: 'slow', input: {} })
    const { workflowId, version } = started.answer
    void agent
      .call('workflow.submit', { workflowId, expectedVersion: version, transition: 'go', arguments: {} })
      .catch(() => undefined)
    await expect.poll(() => existsSync(join(home, 'began'))).toBe(true)
    await button(page, 'Restart now').click()
    await page.getByText('Restarting with 1.0.1 when one step has ended…').waitFor()
    // The update is looked at once more before the gateway lets nothing new begin.
    const startAnother = () => agent.call('workflow.start', { definitionId: 'ask', input: {} })
    await expect.poll(async () => (await startAnother()).answer.error?.code).toBe('GATEWAY_DRAINING')
    writeFileSync(join(home, 'go-on'), '')

    const again = await attach(home, data, '1.0.1')
    expect(readFileSync(join(home, 'effects'), 'utf8')).toBe('ran\n')
    expect(readFileSync(app.file)).toEqual(app.newer)
    await news(again).getByText('Countersign was updated from 1.0.0 to 1.0.1.').waitFor()
    expect(new URL(again.url()).hash).toBe(route)
    await readDesk(again).item().waitFor()
    expect(existsSync(join(home, 'updates/attempt.json'))).toBe(false)
    expect(existsSync(join(home, 'updates/package-before'))).toBe(false)
    await button(again, 'Dismiss').focus()
    await again.keyboard.press('Enter')
    await expect.poll(() => again.getByText('Countersign was updated').count()).toBe(0)
  })

  it('that is not right is refused with its reason, and nothing is replaced [update.refused]', async () => {
    const { app, key, other, page, server } = await openWorld()
    const right = manifestFor(app.newer)
    const signed = (change: Partial<Manifest>, by = key.private) =>
      signManifest({ ...right, ...change }, [by])
    const [file] = right.files
    if (file === undefined) throw new Error('The list names no file.')
    const good = signed({})
    const otherBytes = Buffer.from(app.newer)
    otherBytes.writeUInt8(otherBytes.readUInt8(40) ^ 1, 40)

    type Bad = { list: string | null; content?: Buffer; breakAfter?: number; says: string; asks: boolean }
    const bad: Bad[] = [
      {
        list: good.replace('opens faster', 'opens slower'),
        says: 'was changed after it was signed',
        asks: false,
      },
      { list: JSON.stringify({ ...JSON.parse(good), signatures: [] }), says: 'is not signed', asks: false },
      {
        list: signed({}, other.private),
        says: 'signed by somebody whom this version does not know',
        asks: false,
      },
      { list: signed({ expires: '2026-02-01T00:00:00Z' }), says: 'was good until 2026-02-01', asks: false },
      {
        list: signed({ version: '0.9.9' }),
        says: 'Version 0.9.9 is offered, which is older than 1.0.0',
        asks: false,
      },
      { list: signed({ channel: 'beta' }), says: 'is for “beta”, and this is “stable”', asks: false },
      { list: 'nothing', says: 'cannot be read', asks: false },
      { list: null, says: 'cannot be reached', asks: false },
      { list: '<!doctype html>', says: 'Maybe this network wants you to sign in first', asks: false },
      { list: good, breakAfter: 60, says: 'The download of version 1.0.1 broke off', asks: true },
      { list: good, content: otherBytes, says: 'is not the one that was signed', asks: true },
      {
        list: signed({ files: [{ ...file, size: file.size - 1 }] }),
        says: 'has another size than its signed list says',
        asks: true,
      },
      {
        list: signed({ files: [{ ...file, kind: 'deb' }] }),
        says: 'has no package for this computer',
        asks: false,
      },
    ]
    for (const { list, content = app.newer, breakAfter = null, says, asks } of bad) {
      Object.assign(server, { list, content, breakAfter, asked: [] })
      await check(page)
      await page.getByRole('status').filter({ hasText: says }).first().waitFor()
      await button(page, 'Check now').and(page.locator(':enabled')).waitFor()
      expect([says, server.asked.some((path) => path.endsWith('.AppImage'))]).toEqual([says, asks])
      expect(await button(page, 'Restart now').count()).toBe(0)
      expect(readFileSync(app.file)).toEqual(app.older)
    }
    // The same list as doctor has it.
    await button(page, 'Check again').click()
    await page
      .getByRole('list', { name: 'This computer' })
      .getByText('has no package for this computer')
      .waitFor()

    Object.assign(server, { list: good, content: app.newer, breakAfter: null })
    await check(page)
    await page.getByText('Countersign 1.0.1 is ready.').waitFor()
    // In the smallest window too.
    await page.setViewportSize({ width: 720, height: 480 })
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      expect(await findViolations(page)).toEqual([])
      await readDesk(page).goTo('Inbox')
      await page.getByRole('region', { name: 'Update' }).waitFor()
      expect(await findViolations(page)).toEqual([])
      await page.goBack()
    }
    await button(page, 'Later').focus()
    await page.keyboard.press('Enter')
    await readDesk(page).goTo('Inbox')
    expect(await page.getByRole('region', { name: 'Update' }).count()).toBe(0)
  })

  it('that does not start twice gives its place back, and says so [update.returned]', async () => {
    const { app, home, data, page } = await openWorld("throw new Error('It cannot even be loaded.')")
    await check(page)
    await button(page, 'Restart now').click()
    await expect.poll(() => readNews(home), { timeout: 60_000 }).toContain('did not start twice')
    const again = await attach(home, data, '1.0.0')
    await news(again).getByText('Countersign 1.0.1 did not start twice, so 1.0.0 is back.').waitFor()
    expect(readFileSync(app.file)).toEqual(app.older)
    await check(again)
    await again.getByText('Countersign 1.0.1 did not start on this computer, so it is not offered.').waitFor()
  })

  it.skipIf(!isLong(process.env))(
    `that dies while it starts is gone back from by the start after the second [update.returned]${isLong(process.env) ? '' : ' (skipped: npm run test:long runs it)'}`,
    async () => {
      const { app, env, home, data, page } = await openWorld("process.kill(process.pid, 'SIGKILL')")
      await check(page)
      await button(page, 'Restart now').click()
      const starts = () => readAttempt(home)?.starts ?? null
      await expect.poll(starts, { timeout: 60_000 }).toBe(1)
      const start = () =>
        once(spawn(app.file, ['--remote-debugging-port=0'], { env, stdio: 'ignore' }), 'exit')
      expect(await start()).toEqual([null, 'SIGKILL'])
      expect(starts()).toBe(2)
      expect(readFileSync(app.file)).toEqual(app.newer)
      await start()
      const again = await attach(home, data, '1.0.0')
      await news(again).getByText('Countersign 1.0.1 did not start twice, so 1.0.0 is back.').waitFor()
      expect(readFileSync(app.file)).toEqual(app.older)
    },
  )
})

/** The window of a process that started by itself. */
async function attach(home: string, data: string, version: string): Promise<Page> {
  await expect.poll(async () => (await findGateway(data))?.version, { timeout: 60_000 }).toBe(version)
  const pid = (await findGateway(data))?.pid ?? 0
  cleaning.push(() => {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  })
  const page = await eventually(async () => {
    // Whoever connects while it starts may never be answered: then it is tried again.
    const address = `http://127.0.0.1:${readPort(home)}`
    const browser = await chromium.connectOverCDP(address, { timeout: 5000 }).catch(() => null)
    const [shown] = browser?.contexts().flatMap((context) => context.pages()) ?? []
    if (shown === undefined) await browser?.close()
    return shown
  }, 'the window')
  await readDesk(page).untilConnected()
  return page
}

function readNews(home: string): string {
  return readRecord(home).news?.text ?? ''
}

function readPort(home: string): string | null {
  try {
    return readFileSync(join(home, 'window/DevToolsActivePort'), 'utf8').split('\n')[0] ?? null
  } catch {
    return null
  }
}
