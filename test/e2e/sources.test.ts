/** Servers from other clients and from registries, as a person takes them, in a real browser. */
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NPX, openNpm } from '../desk/sources/acme.ts'
import { listed, openRegistry, type TestRegistry } from '../desk/sources/registry.ts'
import { ROOT } from '../setup/found.ts'
import { findViolations } from '../support/accessibility.ts'
import { type BrowserDesk, openBrowserDesk } from '../support/browser-desk.ts'
import { makeFolder } from '../support/folders.ts'
import { lookAt } from '../support/look.ts'
import { describeWhere } from '../support/needs.ts'

const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
const module = (name: string) => join(ROOT, 'node_modules/@modelcontextprotocol', name, 'dist/index.js')
const CLAUDE = `${JSON.stringify(
  {
    numStartups: 12,
    mcpServers: {
      everything: {
        type: 'stdio',
        command: process.execPath,
        args: [module('server-everything'), 'stdio'],
        env: { GITHUB_TOKEN: SECRET, LEVEL: 'debug' },
        timeout: 30_000,
      },
      memory: { type: 'stdio', command: process.execPath, args: [module('server-memory')] },
      sentry: { type: 'http', url: 'https://mcp.sentry.dev/mcp' },
    },
    projects: { '/home/anna/shop': { mcpServers: { db: { command: 'pg-mcp', args: [`\${DB_URL}`] } } } },
  },
  null,
  2,
)}\n`
const HOSTILE = 'Press “Add”\u202e\u200b <img src=x onerror=alert(1)> '.repeat(20)

const person = makeFolder('person')
const home = process.env.HOME
let opened: BrowserDesk
let registry: TestRegistry
let npm: Awaited<ReturnType<typeof openNpm>>
let page: Page
let configuration: string

const file = (name: string) => join(person.path, name)
const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = () => page.getByRole('dialog')
const tab = (name: string) => dialog().getByRole('tab', { name })

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(file(name)), { recursive: true })
  await writeFile(file(name), text)
}

async function openDialog(): Promise<void> {
  await opened.desk().goTo('Catalog')
  await page.getByRole('tab', { name: /^Servers/ }).click()
  await button('Add a server…').first().click()
}

describeWhere(['chromium'], 'Servers from elsewhere, in a browser', () => {
  beforeAll(async () => {
    await put('.claude.json', CLAUDE)
    npm = await openNpm()
    await put('.npmrc', `@acme:registry=http://${npm.host}/npm/\n`)
    await put('npx', NPX)
    await chmod(file('npx'), 0o755)
    const acme = { command: file('npx'), args: ['-y', '@acme/mcp@1.2.3'] }
    await put('.cursor/mcp.json', JSON.stringify({ mcpServers: { acme } }))
    process.env.HOME = person.path
    // npm names it to whatever it runs, these tests too.
    delete process.env.npm_config_userconfig
    const filesystem = {
      registryType: 'npm',
      identifier: '@modelcontextprotocol/server-filesystem',
      version: '2026.8.31',
      transport: { type: 'stdio' },
      packageArguments: [
        { type: 'positional', valueHint: 'folder', description: 'What it may read', isRequired: true },
      ],
      environmentVariables: [{ name: 'API_KEY', isSecret: true, description: HOSTILE }],
    }
    registry = await openRegistry([
      listed({
        name: 'io.github.mcp/files',
        title: 'Files',
        description: 'Reads files',
        version: '1.1.0',
        packages: [filesystem],
      }),
      listed(
        { name: 'io.github.mcp/files', description: 'Older', version: '1.0.0', packages: [] },
        { isLatest: false, status: 'deprecated' },
      ),
      listed({
        name: `com.evil/files-${HOSTILE}`.slice(0, 200),
        title: HOSTILE,
        description: HOSTILE,
        version: '9.9.9',
        packages: [],
      }),
      ...Array.from({ length: 40 }, (_, index) =>
        listed({ name: `com.example/files-${index}`, description: 'One of many', version: '1.0.0' }),
      ),
    ])
    opened = await openBrowserDesk('named')
    page = opened.desk().page
    if (!('config' in opened.workspace)) throw new Error('The workspace has no name.')
    configuration = opened.workspace.config
  })
  afterAll(async () => {
    process.env.HOME = home
    await opened?.close()
    await registry?.close()
    await npm?.close()
    person.remove()
  })

  describe('servers of another app', () => {
    it('are chosen, looked at, added and replaced, and one press takes it all back [sources.in-browser]', async () => {
      const before = await readFile(configuration, 'utf8')
      await openDialog()
      await tab('From another app').click()
      await dialog().getByText('Claude Code').first().waitFor()
      await dialog().getByText('Not trusted').waitFor()
      await dialog()
        .getByRole('checkbox', { name: /everything/ })
        .check()
      await dialog()
        .getByRole('checkbox', { name: /memory/ })
        .check()
      await dialog().getByText('2 servers chosen').waitFor()
      await dialog().getByText('is not taken over').waitFor()
      expect(await dialog().innerText()).not.toContain(SECRET)
      expect(await findViolations(page)).toEqual([])
      await button('Review').click()
      await dialog().getByRole('switch', { name: 'Replace them in the other app' }).click()
      await dialog().getByText('What changes in Claude Code').waitFor()
      await dialog().getByText('everything.GITHUB_TOKEN').first().waitFor()
      expect(await dialog().innerText()).not.toContain(SECRET)
      expect(await findViolations(page)).toEqual([])
      await button('Start it once everything').click()
      await dialog().getByText('get-sum', { exact: true }).waitFor({ timeout: 60_000 })
      expect(await dialog().innerText()).not.toContain(SECRET)
      expect(await readFile(configuration, 'utf8')).toBe(before)
      expect(await readFile(file('.claude.json'), 'utf8')).toBe(CLAUDE)

      await button('Add 2 and replace').click()
      await page.getByText('2 servers added.').waitFor()
      await page.getByText('everything', { exact: true }).first().waitFor()
      const written = JSON.parse(await readFile(file('.claude.json'), 'utf8'))
      expect(Object.keys(written.mcpServers)).toEqual(['sentry', 'countersign'])
      const after = await readFile(configuration, 'utf8')
      expect(after).toContain('secret:everything.GITHUB_TOKEN')
      expect(after).not.toContain(SECRET)

      await button('Undo').click()
      await page.getByText('Undone. Everything is as before.').waitFor()
      expect(await readFile(configuration, 'utf8')).toBe(before)
      expect(await readFile(file('.claude.json'), 'utf8')).toBe(CLAUDE)
      expect((await readdir(person.path)).filter((name) => name.includes('before-countersign'))).toEqual([])
    })
  })

  describe('by keys alone', () => {
    const focused = () => page.locator(':focus')

    it('what is looked at before it is added has the focus, and the way back too [sources.by-keys]', async () => {
      await openDialog()
      await tab('From another app').press('Enter')
      await dialog()
        .getByRole('checkbox', { name: /memory/ })
        .press('Space')
      await button('Review').press('Enter')
      await focused().and(dialog().getByText('This is what starts when you add them.')).waitFor()
      await button('Back').press('Enter')
      await button('Review').and(focused()).waitFor()
      await page.keyboard.press('Escape')
    })

    it('a registry is added, searched, left for one of its servers and removed, and asks before that [sources.by-keys]', async () => {
      await openDialog()
      await tab('From a registry').press('Enter')
      await button('Registries…').press('Enter')
      await button('Add a registry').press('Enter')
      // What is to be filled in has the focus; a press of Enter saves it.
      await dialog().getByRole('textbox', { name: 'Name' }).and(focused()).fill('Anna’s – 😀 \u202eone')
      await page.keyboard.press('Tab')
      await page.keyboard.type(registry.address)
      await page.keyboard.press('Enter')
      await dialog().getByText('U+202E').waitFor()
      await button('Close', dialog().last()).last().press('Enter')
      await dialog().getByRole('combobox', { name: 'Registry' }).press('Enter')
      await page.getByRole('option', { name: 'Anna’s – 😀 [U+202E]one' }).press('Enter')
      await dialog().getByRole('searchbox', { name: 'Name of a server' }).fill('files')
      await page.keyboard.press('Enter')
      await button(/^Files/, dialog()).press('Enter')
      await button('Back to the results').press('Enter')
      await button(/^Files/, dialog())
        .and(focused())
        .waitFor()

      await button('Registries…').press('Enter')
      await button(/^Remove Anna’s – 😀/).press('Enter')
      await dialog().getByText('You can no longer search there.').waitFor()
      await button('Cancel').press('Enter')
      await dialog().getByText(registry.address).last().waitFor()
      await button(/^Remove Anna’s – 😀/).press('Enter')
      await button('Remove registry').press('Enter')
      await page.getByText('Removed.').waitFor()
      await button(/^Remove Anna’s – 😀/).waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      registry.asked.length = 0
    })
  })

  describe('servers of a registry', () => {
    it('are asked for by a press, chosen with their version, and opened in the form [sources.in-browser]', async () => {
      await openDialog()
      await tab('From a registry').click()
      await dialog().getByText('registry.modelcontextprotocol.io').waitFor()
      await button('Registries…').click()
      await button('Add a registry').click()
      await dialog().last().getByRole('textbox', { name: 'Name' }).fill('Ours')
      await dialog().last().getByRole('textbox', { name: 'Address' }).fill(registry.address)
      await button('Save registry').click()
      await dialog().last().getByText(registry.address).waitFor()
      await dialog().last().getByRole('button', { name: 'Close' }).last().click()
      await dialog().getByRole('combobox', { name: 'Registry' }).click()
      await page.getByRole('option', { name: 'Ours' }).click()
      await dialog().getByText(`Your search goes to ${registry.address}.`).waitFor()
      expect(registry.asked).toEqual([])
      await dialog().getByRole('searchbox', { name: 'Name of a server' }).fill('files')
      await page.keyboard.press('Enter')
      await dialog().getByText('30 servers, more to come').waitFor()
      expect(await findViolations(page)).toEqual([])
      await button('Show more').click()
      await dialog().getByText('42 servers').waitFor()
      await button(/^Files/, dialog()).click()
      await dialog().getByText('@modelcontextprotocol/server-filesystem').waitFor()
      await lookAt(page, 'server-registry')
      await dialog().getByRole('combobox', { name: 'Version' }).click()
      await page.getByRole('option', { name: '1.0.0 (deprecated)' }).click()
      await dialog().getByText('names no way to run').waitFor()
      await dialog().getByRole('combobox', { name: 'Version' }).click()
      await page.getByRole('option', { name: '1.1.0 (latest)' }).click()
      await button('Use this one').click()
      const command = dialog().getByRole('textbox', { name: 'Command line' })
      expect(await command.inputValue()).toContain('@modelcontextprotocol/server-filesystem@2026.8.31')
      await dialog().getByRole('textbox', { name: 'folder (required)' }).fill(person.path)
      await button('Continue').click()
      await dialog().getByText('@modelcontextprotocol/server-filesystem@2026.8.31').first().waitFor()
      await page.keyboard.press('Escape')
    })
  })

  describe('a server that is pinned to a version', () => {
    it('is updated after its tools were compared, in one place of its file [sources.newer]', async () => {
      await page.reload()
      await opened.desk().untilConnected()
      await openDialog()
      await tab('From another app').click()
      await dialog().getByRole('checkbox', { name: /acme/ }).check()
      await button('Review').click()
      await button('Add server').click()
      await page.getByText('1 server added.').waitFor()
      await page.getByText('acme', { exact: true }).first().click()
      const article = page.getByRole('article', { name: 'Catalog entry' })
      await article.getByText('Healthy').waitFor({ timeout: 60_000 })
      expect(npm.asked).toEqual([])
      await button('Look for a newer version…').click()
      await dialog().getByText(`Countersign asks http://${npm.host}/npm`).waitFor()
      expect(npm.asked).toEqual([])
      await button('Look now').click()
      await dialog().getByText('In use: 1.2.3').waitFor()
      await button('Continue').click()
      await dialog().getByText('@acme/mcp@1.10.0').first().waitFor()
      await button('Start it once').click()
      await dialog().getByText('It no longer says that it only reads.').waitFor({ timeout: 60_000 })
      await dialog().getByText('1 unchanged').waitFor()
      expect(await findViolations(page)).toEqual([])
      const before = await readFile(configuration, 'utf8')
      await button('Update server').click()
      await page.getByText('Saved.').waitFor()
      expect(await readFile(configuration, 'utf8')).toBe(
        before.replace('@acme/mcp@1.2.3', '@acme/mcp@1.10.0'),
      )
      await article.getByText('1.10.0').first().waitFor()
    })
  })
})
