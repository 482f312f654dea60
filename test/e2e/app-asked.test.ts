/** What people and other programs ask of the app: a preview and nothing else; how it stays in the tray. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultPlaces } from '../../src/main/config/workspace.ts'
import { isAlive } from '../../src/main/system/processes.ts'
import { connectAgent } from '../support/agent.ts'
import { readDesk } from '../support/desk-page.ts'
import { type Desktop, openDesktop } from '../support/electron.ts'
import { makeFolder } from '../support/folders.ts'
import { NODE } from '../support/gateway-process.ts'
import { describeWhere } from '../support/needs.ts'

let desktop: Desktop
let home: ReturnType<typeof makeFolder>
let elsewhere: ReturnType<typeof makeFolder>
let app: ElectronApplication
let page: Page

/** As the system does it for a link or a file: the program once more, which hands over and ends. */
async function ask(...words: string[]): Promise<void> {
  const second = spawn(desktop.command, [...desktop.args, ...words], {
    env: desktop.environment(home.path),
    cwd: elsewhere.path,
    stdio: 'ignore',
  })
  expect((await once(second, 'exit'))[0]).toBe(0)
}

/** The app that was started with this file, once the one that is driven from here has ended; null: none runs. */
function startedWith(file: string): number | null {
  const isThis = (pid: string) => {
    try {
      // Chromium writes its words over with blanks between them.
      const said = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return said.startsWith(desktop.command) && said.endsWith(` ${file}`)
    } catch {
      return false
    }
  }
  const found = readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && isThis(pid))
  return found === undefined ? null : Number(found)
}

/** A workspace that leaves a mark as soon as anything of it is started. */
function makeWorkspace(name: string): { file: string; mark: string } {
  const folder = join(elsewhere.path, 'desk')
  mkdirSync(folder, { recursive: true })
  const [file, mark] = [join(folder, name), join(folder, 'started')]
  writeFileSync(
    file,
    `version: "1.0.0"\nconnections:\n  marks: { kind: mcp, command: touch, args: ['${mark}'] }\n`,
  )
  return { file, mark }
}

describeWhere(['electron', 'display'], 'The app is asked', () => {
  beforeAll(async () => {
    desktop = await openDesktop()
  })
  afterAll(() => desktop?.close())
  beforeEach(async () => {
    home = makeFolder('home')
    elsewhere = makeFolder('elsewhere')
  })
  afterEach(async () => {
    await app.close().catch(() => undefined)
    home.remove()
    elsewhere.remove()
  })
  const start = async () => {
    ;({ app, page } = await desktop.launch(home.path))
    await readDesk(page).untilConnected()
  }
  const dialog = () => page.getByRole('dialog', { name: 'Open a workspace' })

  it('by a link for a preview, in which nothing has started, and says in one sentence what it refuses, however often [shell.links]', async () => {
    await start()
    const { file, mark } = makeWorkspace('countersign.yaml')
    await ask(`countersign://workspace?file=${encodeURIComponent(file)}`)
    await dialog().getByText('A link or a file asked for this.').waitFor()
    await dialog().getByText('touch').waitFor()
    expect(await dialog().getByRole('textbox').inputValue()).toBe(file)
    // Nothing but the person's own press opens it: not the key that a page can have somebody hold.
    await page.keyboard.press('Enter')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => page.url()).toMatch(/#\/settings\/workspace$/)
    expect(existsSync(mark)).toBe(false)
    expect(existsSync(join(home.path, 'workspaces.json'))).toBe(false)

    await app.evaluate(({ dialog }) => {
      const said: string[] = []
      Object.assign(globalThis, { said })
      dialog.showMessageBox = (async (options: { detail: string }) => {
        said.push(options.detail)
        await new Promise(() => undefined)
      }) as never
    })
    const said = () => app.evaluate(() => (globalThis as unknown as { said: string[] }).said)
    const before = page.url()
    await ask('countersign://approve?item=ap_1')
    await expect.poll(said).toEqual(['Countersign does not know this link.'])
    await ask(`countersign://workspace?file=${encodeURIComponent('//evil.example/s/a.yaml')}`)
    await ask(`countersign://workspace?file=${encodeURIComponent('/dev/zero')}`)
    expect(await said()).toHaveLength(1)
    expect(page.url()).toBe(before)
  })

  it('by a file of a workspace, relative to where it was said, and opens it on a press [shell.links]', async () => {
    await start()
    const { mark } = makeWorkspace('our.countersign')
    await ask('desk/our.countersign')
    await dialog().getByRole('button', { name: 'Open workspace' }).click()
    await page.waitForURL(/#\/inbox$/)
    await expect.poll(() => existsSync(mark), { timeout: 20_000 }).toBe(true)
  })

  it('to stay in the tray when its window is closed, and comes back when it is started again [shell.keeps-running]', async () => {
    await start()
    await readDesk(page).goTo('Settings')
    await page.getByRole('link', { name: 'Notifications', exact: true }).click()
    // A checkout cannot be started at login.
    const stay = page.getByRole('switch', { name: 'Keep running when I close the window' })
    await stay.click()
    await expect.poll(() => stay.isChecked()).toBe(true)
    expect(await page.getByRole('switch', { name: 'Start when I log in' }).count()).toBe(0)
    const isVisible = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()))
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect.poll(isVisible).toEqual([false])
    // The start at login changes nothing about that.
    await ask('--hidden')
    expect(await isVisible()).toEqual([false])
    await ask()
    await expect.poll(isVisible).toEqual([true])
  })

  it('for its page once more, which has crashed twice, and shows it [shell.comes-again]', async () => {
    await start()
    const isCrashed = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.isCrashed())
    const crash = (until: 'did-finish-load' | 'render-process-gone') =>
      app.evaluate(async ({ BrowserWindow }, event) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        await new Promise<void>((resolve) => {
          contents?.once(event as 'did-finish-load', () => resolve())
          contents?.forcefullyCrashRenderer()
        })
      }, until)
    await crash('did-finish-load')
    await crash('render-process-gone')
    await expect.poll(isCrashed).toBe(true)
    await ask()
    await expect.poll(isCrashed).toBe(false)
  })

  it('to come while it ends, and comes once it has ended, with the file that it was asked to show [shell.comes-again]', async () => {
    const { configuration, data } = defaultPlaces(home.path)
    const [begun, goOn] = ['begun', 'go-on'].map((name) => join(elsewhere.path, name)) as [string, string]
    mkdirSync(dirname(configuration), { recursive: true })
    writeFileSync(configuration, `version: "1.0.0"\n${waitFor(begun, goOn)}`)
    await start()
    const agent = await connectAgent('newer', { home: home.path })
    const call = { definitionId: 'proxy_default', input: { capability: 'wait', arguments: {} } }
    const answered = agent.call('workflow.start', call)
    await expect.poll(() => existsSync(begun)).toBe(true)

    const first = app.process()
    const [ended, gone] = [once(first, 'exit'), page.waitForEvent('close')]
    void app.evaluate(({ app }) => app.quit()).catch(() => undefined)
    await gone
    const { file } = makeWorkspace('late.yaml')
    await ask(`countersign://workspace?file=${encodeURIComponent(file)}`)
    await ask()
    writeFileSync(goOn, '')
    await Promise.all([ended, answered])
    // Nobody drives its window from here: what it was started with says what it shows.
    await expect.poll(() => startedWith(file), { timeout: 20_000 }).not.toBeNull()
    const holder = () => {
      const note = join(data, 'gateway.lock.holder')
      return existsSync(note)
        ? (JSON.parse(readFileSync(note, 'utf8') || '{}') as { pid?: number }).pid
        : null
    }
    await expect.poll(holder, { timeout: 20_000 }).toEqual(expect.any(Number))
    const again = holder() ?? 0
    expect(again).not.toBe(first.pid)
    await agent.close()
    for (const pid of new Set([again, startedWith(file) ?? again])) {
      process.kill(pid)
      await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false)
    }
  })
})

/** A tool whose program says that it has begun, and ends when a file is there. */
function waitFor(begun: string, goOn: string): string {
  const program = `const fs = require('node:fs')
fs.writeFileSync(${JSON.stringify(begun)}, '')
const timer = setInterval(() => { if (fs.existsSync(${JSON.stringify(goOn)})) clearInterval(timer) }, 50)`
  return `
connections: { shell: { kind: cli, command: ${JSON.stringify(NODE)} } }
capabilities:
  wait: { title: Wait, executor: { kind: cli, connection: shell, args: ["-e", ${JSON.stringify(program)}] } }
proxy: { expose: [{ capability: wait }] }
`
}
