/** The package for Debian from its making to its removal, on a computer that has nothing else, for an ordinary person. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { _electron } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import configuration from '../../resources/packaging/electron-builder.ts'
import { ROOT, readFound } from '../setup/found.ts'
import { connectByEntry } from '../support/agent.ts'
import { handInDraft, waitForPerson } from '../support/content-review.ts'
import { type DebianRoot, openDebianRoot, whyNoDebianRoot } from '../support/debian-root.ts'
import { readDesk } from '../support/desk-page.ts'
import { type Display, openDisplay } from '../support/display.ts'
import { isLong } from '../support/effort.ts'
import { type PackagedDesktop, packDesktop } from '../support/packaged-desktop.ts'

const MINUTE_MS = 60_000
const APP = '/opt/Countersign'

const why = isLong(process.env)
  ? (readFound().missing[0]?.why ?? whyNoDebianRoot())
  : 'it takes minutes; `npm run test:long` runs it'

describe.skipIf(why !== null)(`The package for Debian${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let packed: PackagedDesktop
  let debian: DebianRoot
  let display: Display
  let running: ChildProcess | null = null
  const home = (path: string) => join(debian.home, path)
  /** What stands in the client's file, started inside. */
  const entry = () => {
    const { mcpServers } = JSON.parse(readFileSync(home('.cursor/mcp.json'), 'utf8'))
    const { command, args } = mcpServers.countersign as { command: string; args: string[] }
    return debian.asPerson([command, ...args])
  }

  beforeAll(async () => {
    packed = await packDesktop(['deb'], { CUSTOM_FPM_PATH: join(ROOT, 'test/support/fpm.ts') })
    debian = await openDebianRoot(configuration.deb?.depends ?? [])
    display = await openDisplay()
  }, 20 * MINUTE_MS)
  afterAll(async () => {
    running?.kill('SIGKILL')
    debian?.remove()
    packed?.remove()
    await display?.close()
  })

  it(
    'installs with what it says that it needs, and is fused [package.installs] [package.fuses]',
    async () => {
      const name = readdirSync(packed.output).find((each) => each.endsWith('.deb')) ?? ''
      copyFileSync(join(packed.output, name), join(debian.path, 'tmp/countersign.deb'))
      debian.asRoot('dpkg', '--install', '/tmp/countersign.deb')
      expect(debian.asRoot('ldd', `${APP}/countersign-desk`)).not.toContain('not found')
      const fuses = await getCurrentFuseWire(join(debian.path, APP, 'countersign-desk'))
      expect(fuses[FuseV1Options.RunAsNode]).toBe(FuseState.DISABLE)
      expect(fuses[FuseV1Options.OnlyLoadAppFromAsar]).toBe(FuseState.ENABLE)
      // Links and files of workspaces lead to it, and a terminal has its commands.
      const entry = readFileSync(join(debian.path, 'usr/share/applications/countersign-desk.desktop'), 'utf8')
      expect(entry).toMatch(/^MimeType=.*x-scheme-handler\/countersign;/m)
      expect(entry).toMatch(/^MimeType=.*application\/x-countersign;/m)
      expect(entry).toMatch(/^Exec=.*%U$/m)
      const { command, args } = debian.asPerson(['countersign', '--version'])
      expect(execFileSync(command, args, { encoding: 'utf8' }).trim()).toMatch(/^\d+\.\d+\.\d+$/)
    },
    5 * MINUTE_MS,
  )

  it(
    'writes a client’s file and starts at login, as a person says it in the twin that can be looked into [package.installs]',
    async () => {
      copyFileSync(packed.twin, join(debian.path, APP, 'countersign-twin'))
      mkdirSync(home('.cursor'))
      debian.asRoot('chown', '-R', 'ann:ann', '/home/ann')
      const { command, args } = debian.asPerson([`${APP}/countersign-twin`], display.env)
      const start = join(packed.output, 'start-twin')
      const quoted = [command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`)
      writeFileSync(start, `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`, { mode: 0o755 })
      const app = await _electron.launch({
        executablePath: start,
        args: ['--disable-gpu'],
        // The app keeps its own walls here: whoever runs it is no root.
        chromiumSandbox: true,
        timeout: MINUTE_MS,
      })
      const page = await app.firstWindow({ timeout: MINUTE_MS })
      await readDesk(page).untilConnected()
      await readDesk(page).goTo('Settings')
      const cursor = page.getByRole('listitem').filter({ hasText: 'Cursor' })
      await cursor.getByRole('button', { name: /^Connect/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Write the change' }).click()
      await expect.poll(() => existsSync(home('.cursor/mcp.json')), { timeout: 20_000 }).toBe(true)
      await page.getByRole('link', { name: 'Notifications', exact: true }).click()
      await page.getByRole('switch', { name: 'Start when I log in' }).click()
      await expect.poll(() => existsSync(home('.config/autostart/dev.countersign.desk.desktop'))).toBe(true)
      await app.close()
    },
    3 * MINUTE_MS,
  )

  it(
    'answers that client while the app does not run, and by it makes one gated call, which a person decides by the keys of the shipped program [package.installs]',
    async () => {
      const alone = await connectByEntry(entry(), {})
      expect(await alone.tools()).toHaveLength(7)
      await alone.close()

      const start = debian.asPerson(['countersign-desk', '--disable-gpu'], display.env)
      const shipped = spawn(start.command, start.args, { stdio: ['ignore', 'ignore', 'pipe'] })
      running = shipped
      let said = ''
      shipped.stderr.on('data', (chunk) => {
        said += chunk
      })
      const agent = await connectByEntry(entry(), {})
      const windows = () => {
        try {
          // Its title says how much waits.
          return xdotool('search', '--onlyvisible', '--name', '^(\\([0-9]+\\) )?Countersign$')
            .trim()
            .split('\n')
        } catch {
          return []
        }
      }
      const waiting = await handInDraft(agent)
      let state = waiting.state
      let asks = false
      await expect
        .poll(
          () => {
            if (shipped.exitCode !== null || shipped.signalCode !== null)
              throw new Error(`It has ended (${shipped.exitCode ?? shipped.signalCode}): ${said}`)
            return windows().length
          },
          { timeout: MINUTE_MS, interval: 1000 },
        )
        .toBe(1)
      // A window that was only just shown may miss a key; that of ‘Approve the content’ counts once the item was in sight
      // for a moment.
      let turn = 0
      await expect
        .poll(
          () => {
            // The app takes the place of the gateway that answers; then the wait is over, and is asked for again.
            if (!asks)
              void waitForPerson(agent, waiting).then((now) => {
                state = now.state
                asks = false
              })
            asks = true
            if (state !== waiting.state) return state
            if (turn % 4 === 0) {
              xdotool('windowfocus', windows()[0] ?? '')
              xdotool('key', 'ctrl+shift+j')
            } else xdotool('key', 'a')
            turn += 1
            return state
          },
          { timeout: MINUTE_MS, interval: 1500 },
        )
        .toBe('published')
      await agent.close()
      const ended = once(shipped, 'exit')
      shipped.kill('SIGTERM')
      await ended
      running = null
    },
    4 * MINUTE_MS,
  )

  it(
    'goes without a trace but the data, and what a client starts says so [package.uninstalls]',
    async () => {
      debian.asRoot('rm', `${APP}/countersign-twin`)
      const database = home('.local/share/countersign/data/countersign.db')
      const size = statSync(database).size
      const client = entry()
      debian.asRoot('dpkg', '--purge', 'countersign')
      for (const path of [
        APP,
        'usr/bin/countersign',
        'usr/bin/countersign-desk',
        'usr/share/mime/packages/countersign-desk.xml',
      ])
        expect(existsSync(join(debian.path, path))).toBe(false)
      expect(existsSync(home('.config/autostart/dev.countersign.desk.desktop'))).toBe(false)
      expect(statSync(database).size).toBe(size)
      const child = spawn(client.command, client.args, { stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
      })
      expect((await once(child, 'close'))[0]).toBe(1)
      expect(said).toContain('Countersign was moved or removed.')
    },
    2 * MINUTE_MS,
  )

  function xdotool(...args: string[]): string {
    return execFileSync('xdotool', args, {
      encoding: 'utf8',
      env: { ...process.env, ...display.env },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  }
})
