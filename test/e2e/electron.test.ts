/** The whole loop in the real window, and what the window lets nobody do. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ElectronApplication, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultPlaces, ensureSampleWorkspace } from '../../src/main/config/workspace.ts'
import { ROOT } from '../setup/found.ts'
import { connectAgent, GENERATIONS, type ToolAnswer } from '../support/agent.ts'
import { handInDraft, waitForPerson, withoutAge } from '../support/content-review.ts'
import { type DeskPage, readDesk } from '../support/desk-page.ts'
import { type Desktop, openDesktop } from '../support/electron.ts'
import { makeFolder } from '../support/folders.ts'
import { startGateway } from '../support/gateway-process.ts'
import { describeWhere } from '../support/needs.ts'

let desktop: Desktop
let home: ReturnType<typeof makeFolder>
let app: ElectronApplication
let page: Page
let desk: DeskPage

async function launch(): Promise<void> {
  ;({ app, page } = await desktop.launch(home.path))
  desk = readDesk(page)
  await desk.untilConnected()
}

describeWhere(['electron', 'display'], 'The app', () => {
  beforeAll(async () => {
    desktop = await openDesktop()
    console.log(`Electron ${desktop.version}`)
  })
  afterAll(() => desktop?.close())
  beforeEach(() => {
    home = makeFolder('home')
  })
  afterEach(async () => {
    await app.close().catch(() => undefined)
    home.remove()
  })

  it('lets agents on both SDKs go on when a person has clicked, also after a kill [loop.person-decides, loop.survives-kill]', async () => {
    await launch()
    const waiting = new Map<(typeof GENERATIONS)[number], ToolAnswer>()
    for (const generation of GENERATIONS) {
      const first = await connectAgent(generation, { home: home.path })
      const { workflowId, version } = await handInDraft(first)
      const refused = await first.call('workflow.submit', {
        ...{ workflowId, expectedVersion: version, transition: 'approve', arguments: {} },
      })
      expect(refused).toMatchObject({ isError: true, answer: { error: { code: 'ACTOR_MISMATCH' } } })
      waiting.set(generation, await first.call('workflow.get', { workflowId }))
      await first.close()
    }
    await expect.poll(() => desk.pending()).toBe(GENERATIONS.length)

    const ended = once(app.process(), 'exit')
    app.process().kill('SIGKILL')
    await ended
    await launch()

    for (const [generation, seen] of waiting) {
      const { workflowId } = seen.answer
      const agent = await connectAgent(generation, { home: home.path })
      const now = await agent.call('workflow.get', { workflowId })
      expect(withoutAge(now)).toEqual(withoutAge(seen))
      const answer = waitForPerson(agent, seen.answer)
      await page.goto(`${page.url().split('#')[0]}#/runs/${workflowId}`)
      await page.getByRole('main').getByRole('link', { name: 'Open the item' }).click()
      await desk.item().getByText(workflowId).waitFor()
      await desk.outcome('Approve the content').click()
      expect(await answer).toMatchObject({ state: 'published', terminal: true })
      await agent.close()
    }
    await expect.poll(() => desk.pending()).toBe(0)
  })

  it('takes over from the gateway that a pipe has started, and the pipe goes on with it [shell.takes-over]', async () => {
    const agent = await connectAgent('newer', { home: home.path })
    const waiting = await handInDraft(agent)
    await launch()
    await desk.goTo('Inbox')
    await desk.row(/Release notes/).click()
    const answer = waitForPerson(agent, waiting)
    await desk.outcome('Approve the content').click()
    expect((await answer).state).toBe('published')
    await agent.close()
  })

  it('opens where it was, as large as it was, on the screen that it showed [shell.window-state]', async () => {
    await launch()
    const bounds = { x: 64, y: 48, width: 1000, height: 700 }
    await app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds)
    await desk.goTo('Activity')
    await app.close()
    await launch()
    const now = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
    expect(now).toMatchObject(bounds)
    await expect.poll(() => page.url()).toContain('#/activity')
  })

  it('says whose process holds the folder, and comes when that has ended [shell.held-folder]', async () => {
    const { configuration } = await ensureSampleWorkspace(home.path, `${ROOT}/resources`)
    const gateway = await startGateway({ config: configuration, data: defaultPlaces(home.path).data })
    app = await desktop.startWithoutMessageBoxes(home.path)
    const details = () =>
      app.evaluate(() => {
        const { messageBoxes } = globalThis as unknown as { messageBoxes: { options: { detail: string } }[] }
        return messageBoxes.map(({ options }) => options.detail)
      })
    await expect.poll(details, { timeout: 20_000 }).toEqual([expect.stringContaining(String(gateway.pid))])
    await gateway.stop()
    await app.evaluate(() => {
      const { messageBoxes } = globalThis as unknown as { messageBoxes: { press(button: number): void }[] }
      messageBoxes[0]?.press(0)
    })
    page = await app.firstWindow()
    await readDesk(page).untilConnected()
    expect(await details()).toHaveLength(1)
  })
})

describeWhere(['electron', 'display'], 'The app’s window', () => {
  beforeAll(async () => {
    desktop = await openDesktop()
    home = makeFolder('home')
    await launch()
  })
  afterAll(async () => {
    await desktop?.close()
    home.remove()
  })

  it('has no Node, and one bridge with four things on it [shell.locked-down]', async () => {
    expect(await page.evaluate(() => [typeof globalThis.require, typeof globalThis.process])).toEqual([
      'undefined',
      'undefined',
    ])
    const bridge = await page.evaluate(() =>
      Object.keys((globalThis as unknown as { countersign: object }).countersign).sort(),
    )
    expect(bridge).toEqual(['call', 'kind', 'onLink', 'onPush'])
  })

  it('stays on its page, opens no window and is granted nothing [shell.locked-down]', async () => {
    const address = page.url()
    await app.evaluate(({ shell }) => {
      const asked: string[] = []
      Object.assign(globalThis, { asked })
      shell.openExternal = async (url) => {
        asked.push(url)
      }
    })
    await page.evaluate(() => {
      window.location.href = 'https://example.com/'
    })
    expect(await page.evaluate(() => window.open('https://example.com/') === null)).toBe(true)
    expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied')
    expect(
      await page.evaluate(
        () =>
          new Promise((resolve) =>
            navigator.geolocation.getCurrentPosition(
              () => resolve('granted'),
              () => resolve('denied'),
            ),
          ),
      ),
    ).toBe('denied')
    expect(page.url()).toBe(address)
    expect(app.windows()).toHaveLength(1)
    expect(await app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)).toEqual([])
  })

  it('serves its own files under its policy, and no other file [shell.own-address]', async () => {
    const answers = await page.evaluate(async () => {
      const read = async (path: string) => {
        const response = await fetch(path)
        return { status: response.status, policy: response.headers.get('content-security-policy') }
      }
      return {
        page: await read('app://countersign/index.html'),
        outside: await read('app://countersign/%2e%2e/main/index.js'),
        encoded: await read('app://countersign/..%2fmain%2findex.js'),
        absolute: await read('app://countersign//etc/passwd'),
      }
    })
    expect(answers.page.status).toBe(200)
    expect(answers.page.policy).toContain("script-src 'self'")
    expect(answers.page.policy).not.toContain('unsafe-eval')
    expect([answers.outside.status, answers.encoded.status, answers.absolute.status]).toEqual([404, 404, 404])
    const blocked = await page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const script = document.createElement('script')
          script.textContent = 'document.title = "ran"'
          document.addEventListener('securitypolicyviolation', () => resolve(true), { once: true })
          document.body.append(script)
          setTimeout(() => resolve(document.title !== 'ran'), 2000)
        }),
    )
    expect(blocked).toBe(true)
  })

  it('answers the window’s person only: another page with the same bridge is refused [R1.1]', async () => {
    const heard = await app.evaluate(async ({ BrowserWindow }, preload) => {
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
      await stranger.loadURL('data:text/html,<p>stranger</p>')
      const answer: unknown = await stranger.webContents.executeJavaScript(
        "countersign.call('inbox.list', {})",
      )
      stranger.destroy()
      return answer
    }, desktop.preload)
    expect(heard).toMatchObject({ ok: false, error: { code: 'NOT_ALLOWED' } })
  })

  it('leads from the menu to each screen, and to the item that waits longest, and hears what arrives, after a navigation that was stopped as well [shell.menu] [shell.locked-down]', async () => {
    await choose('Go', 'Runs')
    await expect.poll(() => page.url()).toContain('#/runs')
    const agent = await connectAgent('newer', { home: home.path })
    await handInDraft(agent)
    await expect.poll(() => desk.pending()).toBe(1)
    await choose('Go', 'Item That Waits Longest')
    await desk.outcome('Approve the content').waitFor()
    expect(page.url()).toMatch(/#\/inbox\/ap_/)
    await agent.close()
  })

  it('brings the item that is asked for into sight, also where it is open behind the list of a narrow window [shell.menu]', async () => {
    const resize = (width: number) =>
      app.evaluate(({ BrowserWindow }, width) => BrowserWindow.getAllWindows()[0]?.setSize(width, 800), width)
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setMinimumSize(300, 300))
    await resize(600)
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await desk.item().waitFor({ state: 'hidden' })
    const shown = page.url()
    await choose('Go', 'Item That Waits Longest')
    await desk.item().waitFor()
    expect(page.url()).toBe(shown)
    await resize(1280)
  })

  it('is made larger and smaller by the keys that people press for it [shell.zoom]', async () => {
    const press = (keyCode: string) =>
      app.evaluate(({ BrowserWindow }, keyCode) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.focus()
        for (const type of ['keyDown', 'keyUp'] as const)
          contents?.sendInputEvent({ type, keyCode, modifiers: ['control'] })
      }, keyCode)
    const level = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel())
    for (const [key, expected] of [
      ['=', 0.5],
      ['Plus', 1],
      ['-', 0.5],
      ['0', 0],
      ['numadd', 0.5],
      ['numsub', 0],
    ] as const) {
      await press(key)
      await expect.poll(level).toBe(expected)
    }
  })

  it('is one: a second start brings the first window back and ends [shell.single-instance]', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    const second = spawn(desktop.command, desktop.args, {
      env: desktop.environment(home.path),
      stdio: 'ignore',
    })
    const [code] = await once(second, 'exit')
    expect(code).toBe(0)
    await expect
      .poll(() =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isMinimized())),
      )
      .toEqual([false])
  })
})

/** Chooses an entry of the application's menu. */
async function choose(menu: string, entry: string): Promise<void> {
  await app.evaluate(
    ({ Menu }, [menuLabel, entryLabel]) => {
      const bar = Menu.getApplicationMenu()
      const found = bar?.items.find(({ label }) => label === menuLabel)?.submenu?.items
      found?.find(({ label }) => label === entryLabel)?.click()
    },
    [menu, entry],
  )
}
