/** A server is added by hand, in a real browser: by form, tried, offered behind a person; then an agent calls it. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { connectAgent } from '../support/agent.ts'
import { type BrowserDesk, openBrowserDesk } from '../support/browser-desk.ts'
import { holdCall } from '../support/desk-page.ts'
import { lookAt } from '../support/look.ts'
import { describeWhere } from '../support/needs.ts'

const EVERYTHING = `\${COUNTERSIGN_MODULES}/@modelcontextprotocol/server-everything/dist/index.js`
const MEMORY = `\${COUNTERSIGN_MODULES}/@modelcontextprotocol/server-memory/dist/index.js`
const README = JSON.stringify({
  mcpServers: {
    memory: { command: `\${COUNTERSIGN_NODE}`, args: [MEMORY], env: { NODE_OPTIONS: '--inspect' } },
  },
})

let opened: BrowserDesk
let page: Page
let configuration: string

const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = () => page.getByRole('dialog')
const article = () => page.getByRole('article', { name: 'Catalog entry' })
const field = (name: string) => dialog().getByRole('textbox', { name })
const file = () => readFile(configuration, 'utf8')

async function goToServers(): Promise<void> {
  await opened.desk().goTo('Catalog')
  await page.getByRole('tab', { name: /^Servers/ }).click()
}

const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement
    return `${element?.tagName.toLowerCase()} ${element?.textContent ?? ''}`
  })

/** With no more presses than anybody would put up with. */
async function tabTo(name: string): Promise<void> {
  for (let press = 0; press < 30; press += 1) {
    if ((await focused()) === `button ${name}`) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach “${name}”.`)
}

async function manage(item: string): Promise<void> {
  await button('Manage', article()).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describeWhere(['chromium'], 'Servers in a browser', () => {
  beforeAll(async () => {
    opened = await openBrowserDesk('named')
    page = opened.desk().page
    if (!('config' in opened.workspace)) throw new Error('The workspace has no name.')
    configuration = opened.workspace.config
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  afterAll(async () => {
    await opened?.close()
  })

  describe('one that a person adds', () => {
    it('by form is checked, tried and added, and its secret is in no file and on no screen [servers.in-browser] [servers.masked]', async () => {
      const before = await file()
      await goToServers()
      await button('Add a server…').click()
      await field('Command line').fill(`\${COUNTERSIGN_NODE} ${EVERYTHING} stdio`)
      await button('Add variable').click()
      await field('Variables: Name 1').fill('API_TOKEN')
      const value = dialog().getByLabel('Variables: Value 1')
      await value.pressSequentially('tok-4711-of-mine')
      expect(await value.getAttribute('type')).toBe('password')
      expect(await dialog().getByRole('checkbox', { name: 'Keep API_TOKEN as a secret' }).isChecked()).toBe(
        true,
      )
      await lookAt(page, 'server-form')
      await button('Show API_TOKEN').click()
      expect(await value.getAttribute('type')).toBe('text')
      await button('Hide API_TOKEN').click()
      await button('Continue').click()
      await dialog().getByText('secret, stored when you add the server').waitFor()
      expect(await dialog().innerText()).not.toContain('tok-4711-of-mine')
      await lookAt(page, 'server-check')
      await button('Start it once').click()
      await dialog().getByText('It works').waitFor({ timeout: 60_000 })
      await dialog().getByText('get-sum', { exact: true }).waitFor()
      await lookAt(page, 'server-tried')
      await button('Continue').click()
      await dialog().getByText('What changes in the file').waitFor()
      expect(await file()).toBe(before)
      await lookAt(page, 'server-change')
      await button('Add server').click()
      await article().getByText('Healthy').waitFor({ timeout: 60_000 })
      await lookAt(page, 'server')
      expect(await file()).toContain(`API_TOKEN: \${secret:everything.API_TOKEN}`)
      expect(await file()).not.toContain('tok-4711-of-mine')
    })

    it('answers an agent once a person has approved the call [servers.in-browser]', async () => {
      const agent = await connectAgent('older', opened.workspace)
      const call = agent.call('workflow.start', {
        definitionId: 'proxy_default',
        input: { capability: 'everything.echo', arguments: { message: 'hello from mine' } },
      })
      await opened.desk().goTo('Inbox')
      await opened.desk().row(/echo/).click()
      await opened.desk().readAll()
      await opened.desk().outcome('Approve').first().click()
      expect(JSON.stringify(await call)).toContain('hello from mine')
      await agent.close()
    })

    it('keeps the name that was typed, whatever is filled in after coming back to the form [servers.whole]', async () => {
      await goToServers()
      await button('Add a server…').click()
      await field('Command line').fill('npx -y some-server')
      await field('Name').fill('mine')
      await button('Continue').click()
      await button('Back').click()
      await field('Command line').fill('npx -y another-server')
      expect(await field('Name').inputValue()).toBe('mine')
      await button('Cancel').click()
    })

    it('keeps its secret where the dialog is closed while it is being added [servers.secret-kept]', async () => {
      const before = await file()
      await goToServers()
      await button('Add a server…').click()
      await field('Command line').fill(`\${COUNTERSIGN_NODE} ${MEMORY}`)
      await button('Add variable').click()
      await field('Variables: Name 1').fill('API_KEY')
      await dialog().getByLabel('Variables: Value 1').fill('key-4711-of-mine')
      await button('Continue').click()
      await button('Continue without a test').click()
      await button('Continue').click()
      await dialog().getByText('What changes in the file').waitFor()
      const held = await holdCall(page, 'configuration.save')
      await button('Add server').click()
      await held.asked
      const deleted = page.waitForRequest(/secrets\.delete$/, { timeout: 1000 }).catch(() => null)
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
      expect(await deleted).toBeNull()
      held.letGo()
      await page.unrouteAll({ behavior: 'wait' })
      await page.waitForURL(/connections\/memory/)
      const name = /secret:([\w.-]+\.API_KEY)/.exec(await file())?.[1] ?? ''
      await page.goto(`${page.url().split('#')[0]}#/settings/secrets`)
      await page.getByRole('row', { name }).waitFor()
      await button('Undo').first().click()
      await page.getByRole('row', { name }).waitFor({ state: 'detached' })
      expect(await file()).toBe(before)
    })

    it('is disabled, enabled, renamed and removed, each seen before it is saved [servers.in-browser]', async () => {
      await goToServers()
      await page.getByRole('button', { name: /^everything/ }).click()
      await manage('Disable…')
      await dialog().getByText('14 tools that agents find').waitFor()
      await button('Disable server').click()
      await article().getByText('Disabled').waitFor()
      expect(await file()).toContain('enabled: false')
      await manage('Enable…')
      await button('Enable server').click()
      await article().getByText('Healthy').waitFor({ timeout: 60_000 })
      await button('Full log').click()
      await dialog().getByText('Starting default (STDIO) server...').waitFor()
      await page.keyboard.press('Escape')
      await manage('Rename…')
      await field('New name').fill('demo')
      await dialog().getByText('prefix: demo').waitFor()
      await button('Rename server').click()
      await article().getByText('demo', { exact: true }).first().waitFor()
      await article().getByText('Healthy').waitFor({ timeout: 60_000 })
      await manage('Remove…')
      await button('Remove server').click()
      await dialog().waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /^demo/ }).waitFor({ state: 'detached' })
      expect(await file()).not.toContain('demo')
    })
  })

  describe('one that is not well', () => {
    const start = async (fill: () => Promise<void>, label = 'Start it once') => {
      await goToServers()
      await button('Add a server…').click()
      await fill()
      await button('Continue').click()
      await button(label).click()
    }
    const program = (name: string) => async () =>
      await field('Command line').fill(`\${COUNTERSIGN_NODE} ${join(dirname(configuration), name)}`)
    const leave = async () => {
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
    }

    it('because it is broken says so in its own words, and is added only after that was seen [servers.not-well]', async () => {
      const before = await file()
      await writeFile(
        join(dirname(configuration), 'broken.cjs'),
        'console.error("No licence found for this machine."); process.exit(3)\n',
      )
      await start(program('broken.cjs'))
      await dialog().getByText('It does not work').waitFor({ timeout: 60_000 })
      await dialog().getByText('No licence found for this machine.').first().waitFor()
      await button('Try again').waitFor()
      await button('Go on anyway').waitFor()
      expect(await findViolations(page)).toEqual([])
      await leave()
      expect(await file()).toBe(before)
    })

    it('because it never answers says how long, and is ended by one press [servers.not-well]', async () => {
      const path = join(dirname(configuration), 'hanging.cjs')
      // Its second line comes at once after the first.
      await writeFile(
        path,
        'console.error("Looking for my licence."); console.error("Still looking."); process.stdin.resume()\n',
      )
      const runs = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(path)
      await start(program('hanging.cjs'))
      await dialog()
        .getByText(/Starting… \d+ s/)
        .waitFor({ timeout: 30_000 })
      await dialog().getByText('Still looking.').waitFor({ timeout: 15_000 })
      expect(runs()).toBe(true)
      await button('Cancel the test').click()
      await dialog().getByText('Test cancelled').waitFor()
      await expect.poll(runs, { timeout: 10_000 }).toBe(false)
      await leave()
    })

    it('because it wants a sign-in says where that is done [servers.not-well]', async () => {
      const server = createServer((_, response) => {
        response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const { port } = server.address() as AddressInfo
      await start(async () => {
        await dialog().getByRole('tab', { name: 'Web address' }).click()
        await field('Address').fill(`http://127.0.0.1:${port}/mcp`)
        await field('Name').fill('locked')
      }, 'Connect once')
      await dialog().getByText('It wants you to sign in').waitFor({ timeout: 60_000 })
      await dialog().getByText('press “Sign in”').waitFor()
      await leave()
      server.close()
    })
    it('is not said to work where nothing was sent: a web API [servers.not-well]', async () => {
      await start(async () => {
        await dialog().getByRole('tab', { name: 'Web API' }).click()
        await field('Address').fill('http://127.0.0.1:1')
        await field('Title').fill('Look up')
      }, 'Check it')
      await dialog().getByText('The address can be used. Nothing was sent to it.').waitFor()
      expect(await dialog().getByText('It works').count()).toBe(0)
      await leave()
    })
  })

  /** As soon as it takes what is typed. */
  async function choose(typed: string, label: string): Promise<void> {
    await page.keyboard.press('Control+k')
    await dialog().getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(typed)
    await dialog().getByRole('option', { name: label, selected: true }).waitFor()
    await page.keyboard.press('Enter')
  }

  it.each([
    ['secrets', 'Settings → Secrets', '#/settings/secrets'],
    ['restore', 'Settings → Data', '#/settings/data'],
    ['judged', 'Search → Judged queries', '#/search/judged'],
  ])('typed ‘%s’, the palette goes to ‘%s’ [window.palette-places]', async (typed, label, address) => {
    await choose(typed, label)
    await expect.poll(() => new URL(page.url()).hash).toBe(address)
    await dialog().waitFor({ state: 'detached' })
  })

  it('is found by other words for it, too [window.palette-places]', async () => {
    await choose('import', 'Add a server…')
    await field('Command line').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('by the keyboard alone, from the palette to the saved change [servers.in-browser]', async () => {
    await goToServers()
    // Whatever had the focus before must not have it back between two steps.
    await button('Add a server…').focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Add a server')
    await page.keyboard.press('Enter')
    await field('Command line').waitFor()
    await expect.poll(() => focused()).toContain('textarea')
    await page.keyboard.type(`\${COUNTERSIGN_NODE} ${MEMORY}`)
    await page.keyboard.press('Enter')
    await dialog().getByText('What would start').waitFor()
    await tabTo('Start it once')
    await page.keyboard.press('Enter')
    await dialog().getByText('It works').waitFor({ timeout: 60_000 })
    await tabTo('Continue')
    await page.keyboard.press('Enter')
    await dialog().getByText('What changes in the file').waitFor()
    // Until it has been looked at, the button cannot be pressed.
    await expect.poll(() => button('Add server').isEnabled(), { timeout: 10_000 }).toBe(true)
    await tabTo('Add server')
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await article().getByText('Healthy').waitFor({ timeout: 60_000 })
    await button('Undo').first().click()
    await page.getByText('Undone.').waitFor()
    expect(await file()).not.toContain('memory')
  })

  it('has what its tool takes filled in by the keyboard alone: what is added has the focus [servers.in-browser]', async () => {
    await goToServers()
    await button('Add a server…').click()
    await dialog().getByRole('tab', { name: 'Web API' }).press('Enter')
    await field('Path').fill('/items/{id}')
    await button('Add input “id”').press('Enter')
    expect(await field('Name of input 1').evaluate((input) => input === document.activeElement)).toBe(true)
    await tabTo('Add input')
    await page.keyboard.press('Enter')
    await page.keyboard.type('kind')
    expect(await field('Name of input 2').inputValue()).toBe('kind')
    await button('Remove kind').press('Enter')
    await expect.poll(() => focused()).toBe('button Add input')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('from a README is pasted; every step is accessible, in both themes and the smallest window [servers.in-browser]', async () => {
    await page.setViewportSize({ width: 720, height: 700 })
    await goToServers()
    await button('Add a server…').click()
    await field('Command line').evaluate((element, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, README)
    await dialog().getByText('Filled in from what you pasted: memory.').waitFor()
    expect(await findViolations(page)).toEqual([])
    await button('Continue').click()
    await dialog().getByText('Loads other code into every Node program').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page)).toEqual([])
    }
    await button('Continue without a test').click()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })
})
