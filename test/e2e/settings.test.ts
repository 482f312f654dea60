/** The settings as a person uses them, in a real browser: each change is looked for where it has its effect. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { type BrowserDesk, openBrowserDesk } from '../support/browser-desk.ts'
import { holdCall } from '../support/desk-page.ts'
import { makeFolder } from '../support/folders.ts'
import { describeWhere } from '../support/needs.ts'

const CURSOR =
  '{\n  "mcpServers": {\n    "github": { "command": "gh", "env": { "GITHUB_TOKEN": "ghp_mine" } }\n  }\n}\n'
const CODEX = '# mine\nmodel = "o5"\n'
const SECRET = 'sk-never-shown-again-4711'

const person = makeFolder('person')
const home = process.env.HOME
let opened: BrowserDesk
let page: Page
let configuration: string
let data: string

const file = (name: string) => join(person.path, name)
const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = () => page.getByRole('dialog')

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(file(name)), { recursive: true })
  await writeFile(file(name), text)
}

async function goTo(part: string): Promise<void> {
  await opened.desk().goTo('Settings')
  await page
    .getByRole('navigation', { name: 'Parts of the settings' })
    .getByRole('link', { name: part })
    .click()
  await page.getByRole('heading', { name: part, level: 2 }).waitFor()
}

describeWhere(['chromium'], 'The settings in a browser', () => {
  beforeAll(async () => {
    await put('.cursor/mcp.json', CURSOR)
    await put('.codex/config.toml', CODEX)
    await put('.gemini/settings.json', '{ not json')
    process.env.HOME = person.path
    opened = await openBrowserDesk('named')
    page = opened.desk().page
    if (!('config' in opened.workspace)) throw new Error('The workspace has no name.')
    configuration = opened.workspace.config
    data = opened.workspace.data
  })
  afterAll(async () => {
    process.env.HOME = home
    await opened?.close()
    person.remove()
  })

  describe('clients of this machine', () => {
    it('are connected in two presses, after the change was seen, and put back as they were [settings.in-browser]', async () => {
      await goTo('Connect an agent')
      await button('Connect Cursor…').click()
      await dialog().getByText('"countersign"').waitFor()
      expect(await dialog().innerText()).not.toContain('ghp_mine')
      expect(await readFile(file('.cursor/mcp.json'), 'utf8')).toBe(CURSOR)
      await button('Write the change').click()
      await page.getByText('Set up: restart Cursor').waitFor()
      await page.getByText('Then say to it:').waitFor()
      const written = JSON.parse(await readFile(file('.cursor/mcp.json'), 'utf8'))
      expect(written.mcpServers.github).toEqual({ command: 'gh', env: { GITHUB_TOKEN: 'ghp_mine' } })
      expect(written.mcpServers.countersign.command).toMatch(/countersign-mcp$/)

      await button('Disconnect Cursor…').click()
      await button('Restore the file').click()
      await button('Connect Cursor…').waitFor()
      expect(await readFile(file('.cursor/mcp.json'), 'utf8')).toBe(CURSOR)
      expect(await readdir(file('.cursor'))).toEqual(['mcp.json'])
    })

    it('by the keyboard, and the focus is where it was before [settings.in-browser]', async () => {
      await button('Connect Codex…').focus()
      await page.keyboard.press('Enter')
      await dialog().getByText('[mcp_servers.countersign]').waitFor()
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
      await expect
        .poll(() => button('Connect Codex…').evaluate((element) => element === document.activeElement))
        .toBe(true)
      expect(await readFile(file('.codex/config.toml'), 'utf8')).toBe(CODEX)
    })

    it('say what is wrong with a file, which stays as it is [settings.in-browser]', async () => {
      const row = page
        .getByRole('list', { name: 'Clients on this machine' })
        .getByRole('listitem')
        .filter({ hasText: 'Gemini CLI' })
      expect(await row.innerText()).toMatch(/Cannot be changed from here[\s\S]*no valid JSON: line 1/)
      expect(await button('Connect Gemini CLI…').count()).toBe(0)
    })

    it('whose file changes between look and press are not written over [settings.in-browser]', async () => {
      await button('Connect Cursor…').click()
      await dialog().getByText('"countersign"').waitFor()
      const other = CURSOR.replace('"gh"', '"gh2"')
      await put('.cursor/mcp.json', other)
      await button('Write the change').click()
      await dialog().getByText('have changed since they were shown').waitFor()
      expect(await readFile(file('.cursor/mcp.json'), 'utf8')).toBe(other)
      // The next press is for what the file is by now.
      await dialog().getByText('"gh2"').first().waitFor()
      await button('Write the change').click()
      await button('Disconnect Cursor…').waitFor()
    })
  })

  it('A secret that the configuration waits for is stored, and its value is nowhere [settings.in-browser]', async () => {
    const text = await readFile(configuration, 'utf8')
    const named = `connections:\n  weather:\n    kind: rest\n    baseUrl: https://weather.test\n    headers: { key: "\${secret:WEATHER_KEY}" }\n`
    await writeFile(
      configuration,
      text.replace('connections:\n', () => named),
    )
    await goTo('Secrets')
    await button('Store WEATHER_KEY…').click()
    const value = dialog().getByLabel('Value')
    expect(await value.getAttribute('type')).toBe('password')
    await value.fill(SECRET)
    await page.keyboard.press('Enter')
    await page.getByText('Secret WEATHER_KEY stored.').waitFor()
    await page.getByRole('table', { name: 'Stored' }).getByText('WEATHER_KEY').waitFor()
    await expect.poll(() => page.getByText('Missing').count()).toBe(0)
    expect(await page.content()).not.toContain(SECRET)
    expect(opened.gateway().log()).not.toContain(SECRET)
    expect(await readFile(join(data, 'secrets.json'), 'utf8')).not.toContain(SECRET)

    await button('Delete WEATHER_KEY…').click()
    await button('Delete the secret').click()
    await page.getByText('No secret is stored.').waitFor()
    await writeFile(configuration, text)
  })

  it('A backup is made while everything runs, and listed [settings.in-browser]', async () => {
    await goTo('Data')
    await button('Back up now').click()
    await page.getByText('Backup created').waitFor()
    const [made] = (await readdir(join(data, 'backups'))).filter((name) => name.endsWith('.db'))
    await page
      .getByText(made ?? 'none', { exact: false })
      .first()
      .waitFor()
    // The file may hold no more than it was told of: a copy that is put there by hand runs nothing either.
    for (const what of [join(data, 'backups', made ?? 'none'), '--keep'])
      await page
        .locator('span')
        .filter({ hasText: new RegExp(`cli\\.js restore ${what} --data ${data}$`) })
        .getByRole('button', { name: 'Copy the command' })
        .waitFor()
    await page.getByText('nothing runs yet', { exact: false }).waitFor()
    await button('Remove old entries…').click()
    await dialog().getByText('No entries are that old').waitFor()
    await page.keyboard.press('Escape')
    // What has grown meanwhile is told at each visit.
    await goTo('Secrets')
    const asked = page.waitForRequest(/\/call\/data\.get$/)
    await goTo('Data')
    await asked
  })

  it('Waiting is changed with the difference in sight, and put back [settings.in-browser] [window.press-once]', async () => {
    const before = await readFile(configuration, 'utf8')
    await goTo('Approvals')
    await button('Change…').click()
    const hold = dialog().getByLabel(/wait on the line/)
    await hold.fill('many')
    await dialog().getByText('A number from 0 to 600. Write a thousand as 1000.').waitFor()
    await hold.fill('25')
    await dialog().getByText('holdMs: 25000').waitFor()
    // The second press comes before the button can rest, and its refusal does not hide that it is saved.
    const held = await holdCall(page, 'configuration.save')
    await button('Save changes').dblclick()
    // To close the dialog does not call it back, and hides neither that it is saved nor the way back.
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    held.letGo()
    await page.getByText('25 seconds').waitFor()
    expect(await readFile(configuration, 'utf8')).toContain('holdMs: 25000')
    await button('Undo').click()
    await page.getByText('Undone.').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    expect(await readFile(configuration, 'utf8')).toBe(before)
  })

  it('A change is undone long after its toast has gone, where the settings file is described [edit.changes]', async () => {
    const before = await readFile(configuration, 'utf8')
    await goTo('Approvals')
    await button('Change…').click()
    await dialog()
      .getByLabel(/wait on the line/)
      .fill('35')
    await dialog().getByText('holdMs: 35000').waitFor()
    await button('Save changes').click()
    await page.getByText('35 seconds').waitFor()
    // Its toast goes with the window.
    await page.reload()
    await goTo('Workspace')
    const changes = page.getByRole('list', { name: 'Last changes from this desk' })
    const newest = changes.getByRole('listitem').first()
    await newest.getByText('Show the change').click()
    await newest.getByText('holdMs: 35000').first().waitFor()
    expect(await findViolations(page)).toEqual([])
    await newest.getByRole('button', { name: /^Undo the last change of/ }).click()
    await page.getByText('Undone.').waitFor()
    expect(await readFile(configuration, 'utf8')).toBe(before)
    await expect.poll(() => changes.getByText('holdMs: 35000').count()).toBe(0)
  })

  it('People are added, changed and removed in the configuration [settings.in-browser]', async () => {
    const before = await readFile(configuration, 'utf8')
    await goTo('People and clients')
    await button('Add a person…').click()
    await dialog().getByLabel('Name').fill('Kim')
    await dialog().getByLabel('Roles').fill('finance, editor')
    await dialog().getByText(/Kim:/).waitFor()
    await button('Save changes').click()
    await page.getByRole('row', { name: /Kim/ }).getByText('finance, editor').waitFor()
    await button('Remove Kim…').click()
    await dialog().getByText(/Kim:/).waitFor()
    await page.keyboard.press('Escape')
    // No press is lost because the window happens to ask the same again.
    const held = await holdCall(page, 'configuration.preview')
    await button('Remove Kim…').click()
    await button('Remove person').click()
    await dialog().waitFor({ state: 'detached' })
    held.letGo()
    await page.getByRole('row', { name: /Kim/ }).waitFor({ state: 'detached' })
    await page.unrouteAll({ behavior: 'wait' })
    expect(await readFile(configuration, 'utf8')).toBe(before)
  })

  it('Clients are added with what they find, changed and removed in the configuration [settings.in-browser] [edit.clients] [desk.client-tokens]', async () => {
    const before = await readFile(configuration, 'utf8')
    await goTo('People and clients')
    await button('Add a client…').click()
    await dialog().getByLabel('Name').fill('builds')
    await dialog().getByText('Only what has one of these tags').click()
    await dialog().getByRole('textbox', { name: 'Tags' }).fill('release, files')
    await dialog()
      .getByText(/builds:/)
      .waitFor()
    expect(await findViolations(page)).toEqual([])
    await button('Save changes').click()
    const clients = page.getByRole('list', { name: 'Clients with a token of their own' })
    await clients.getByText('Finds only what has a tag of: release, files.').waitFor()
    await button('Change builds…').click()
    await dialog().getByText('Everything').click()
    await dialog()
      .getByText(/gets the sight of every tag/)
      .waitFor()
    await button('Save changes').click()
    await clients.getByText('Finds everything.').waitFor()
    // The token is seen, whatever is pressed while it is made.
    await clients.getByRole('button', { name: 'Create token' }).click()
    const held = await holdCall(page, 'clients.createToken')
    await button('Create the token').click()
    await held.asked
    await page.keyboard.press('Escape')
    held.letGo()
    await dialog().getByText('The token is shown only now.').waitFor()
    await page.keyboard.press('Escape')
    await page.unrouteAll({ behavior: 'wait' })
    await button('Remove builds…').click()
    await button('Remove client').click()
    await dialog().waitFor({ state: 'detached' })
    await clients.getByText('builds').waitFor({ state: 'detached' })
    expect(await readFile(configuration, 'utf8')).toBe(`${before.trimEnd()}\nclients: {}\n`)
  })

  it('How people are told is kept [settings.in-browser] [told.silence]', async () => {
    await goTo('Notifications')
    await page.getByRole('switch', { name: 'Use quiet hours' }).click()
    // From ten to ten would be on, and never quiet.
    await page.getByLabel('To', { exact: true }).fill('10:00')
    await page.getByLabel('From').fill('10:00')
    await page.getByText('Choose two different times.').waitFor()
    expect(await button('Save the hours').isDisabled()).toBe(true)
    await page.getByLabel('To', { exact: true }).fill('08:00')
    await page.getByLabel('From').fill('19:30')
    await button('Save the hours').click()
    await button('Pause for 1 hour').click()
    await page.getByText('Paused, until').waitFor()
    await page.reload()
    await page.getByText('Paused, until').waitFor()
    expect(await page.getByLabel('From').inputValue()).toBe('19:30')
    await button('Resume now').click()
    await page.getByText('Not paused.').waitFor()
    await page.getByRole('switch', { name: 'Use quiet hours' }).click()
  })

  it('What is typed of the quiet hours stays while another window saves others [settings.in-browser]', async () => {
    const other = await page.context().newPage()
    await other.goto(page.url())
    await goTo('Notifications')
    await page.getByRole('switch', { name: 'Use quiet hours' }).click()
    await page.getByLabel('From').fill('20:15')
    await other.goto(`${other.url().split('#')[0]}#/settings/notifications`)
    await other.getByLabel('To').fill('06:45')
    await other.getByRole('button', { name: 'Save the hours' }).click()
    await expect.poll(() => page.getByLabel('To').inputValue()).toBe('06:45')
    expect(await page.getByLabel('From').inputValue()).toBe('20:15')
    await button('Save the hours').click()
    await expect.poll(() => other.getByLabel('From').inputValue()).toBe('20:15')
    await page.getByRole('switch', { name: 'Use quiet hours' }).click()
    await other.close()
  })

  it.each(['light', 'dark'] as const)(
    'Every part is without a fault that axe finds, and nothing is cut off at 200 percent (%s) [settings.in-browser]',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme })
      const found: string[] = []
      for (const part of [
        'Connect an agent',
        'People and clients',
        'Approvals',
        'Notifications',
        'Secrets',
        'Data',
      ]) {
        await goTo(part)
        found.push(...(await findViolations(page)).map((each) => `${part}: ${each}`))
        // A window of 1000 × 640 at 200 %.
        await page.setViewportSize({ width: 500, height: 320 })
        const wide = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth)
        if (wide > 1) found.push(`${part}: ${wide} px wider than the window`)
        await page.setViewportSize({ width: 1280, height: 860 })
      }
      expect(found).toEqual([])
    },
  )

  it('What another window has saved meanwhile is not written over [settings.as-now]', async () => {
    await goTo('People and clients')
    const other = await page.context().newPage()
    const edit = async (opened: string, label: RegExp | string, text: string): Promise<void> => {
      // What is behind another page is drawn once a second.
      await other.bringToFront()
      await button(opened, other).click()
      await other.getByRole('dialog').getByLabel(label).fill(text)
      await button('Save changes', other).click()
      await other.getByRole('dialog').waitFor({ state: 'detached' })
      await page.bringToFront()
    }
    await other.goto(page.url())
    await edit('Add a person…', 'Name', 'Kim')
    await edit('Change Kim…', 'Roles', 'editor')

    await button('Change Kim…').click()
    await dialog().getByLabel('Permissions').fill('ship')
    await edit('Change Kim…', 'Roles', 'editor, finance')
    await edit('Change Kim…', 'Permissions', 'pay')
    await expect.poll(() => dialog().getByLabel('Permissions').inputValue()).toBe('pay, ship')
    await button('Save changes').click()
    await page.getByRole('row', { name: /Kim.*editor, finance.*pay, ship/ }).waitFor()
    await button('Add a person…').click()
    await dialog().getByLabel('Name').fill('Kim')
    await dialog().getByText('“Kim” is there already.').waitFor()
    expect(await button('Save changes').isEnabled()).toBe(false)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    await goTo('Approvals')
    await button('Change…').click()
    await dialog()
      .getByLabel(/wait on the line/)
      .fill('45')
    await other.goto(page.url())
    await edit('Change…', /can be undone for/, '12')
    await dialog().getByText('holdMs: 45000').waitFor()
    await expect
      .poll(() =>
        dialog()
          .getByLabel(/can be undone for/)
          .inputValue(),
      )
      .toBe('12')
    await dialog().getByText('undoMs: 12000').waitFor()
    await button('Save changes').click()
    await dialog().waitFor({ state: 'detached' })
    const saved = await readFile(configuration, 'utf8')
    expect(saved).toContain('holdMs: 45000')
    expect(saved).toContain('undoMs: 12000')
    await other.close()
  })
})
