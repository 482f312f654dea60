/** Servers and tools whose names deceive, in their dialogs; and where the focus is when a menu has opened one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeTools, SERVER } from '../runtime/changing-server.ts'
import { findViolations } from '../support/accessibility.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const TITLE = 'safe\u202egnp.exe'
const LONG = `<b>bold</b> ${'x'.repeat(300)}`

let opened: PeopleDesk
const page = () => opened.page
const dialog = () => page().getByRole('dialog')
const button = (name: string) => page().getByRole('button', { name, exact: true })
const wider = () => page().evaluate(() => document.documentElement.scrollWidth - innerWidth)

async function goToTab(name: RegExp): Promise<void> {
  await opened.desk.goTo('Catalog')
  await page().getByRole('tab', { name }).click()
}

describeWhere(['chromium'], 'Names that deceive', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk((folder) => {
      writeFileSync(join(folder, 'server.cjs'), SERVER)
      writeFileSync(join(folder, 'tools.json'), describeTools([{ name: 'one' }, { name: 'a'.repeat(64) }]))
      const command = JSON.stringify(process.execPath)
      return `connections:
  broken: { kind: mcp, title: ${JSON.stringify(TITLE)}, command: no-such-program }
  db: { kind: mcp, title: ${JSON.stringify(LONG)}, command: ${command}, args: ["\${COUNTERSIGN_WORKSPACE}/server.cjs"] }
proxy: { import: [{ connection: db, prefix: db }] }
`
    })
  })
  afterAll(() => opened?.close())

  it('turn nothing round in a dialog, which has the focus and gives it back [servers.dialogs]', async () => {
    await goToTab(/^Servers/)
    for (const item of ['Rename…', 'Change…', 'Disable…', 'Remove…']) {
      await button('Manage').focus()
      await page().keyboard.press('Enter')
      await page().getByRole('menuitem', { name: item }).press('Enter')
      const title = dialog().getByRole('heading', { level: 2 })
      expect(await title.innerText()).toContain('U+202E')
      expect(await title.innerText()).not.toContain('\u202e')
      await expect
        .poll(() => dialog().evaluate((element) => element.contains(document.activeElement)), {
          message: item,
        })
        .toBe(true)
      await page().keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
      await expect.poll(() => page().evaluate(() => document.activeElement?.textContent)).toBe('Manage')
    }
  })

  it('of 300 characters are read whole, in the narrowest window as well [servers.dialogs]', async () => {
    await goToTab(/^Tool settings/)
    const boxes = page().getByRole('row').getByRole('checkbox')
    await expect.poll(() => boxes.count()).toBeGreaterThan(2)
    await boxes.nth(1).click()
    await boxes.nth(2).click()
    await button('Turn off…').click()
    await dialog().getByText('2 tools change').waitFor()
    await page().setViewportSize({ width: 640, height: 400 })
    expect(await wider()).toBeLessThanOrEqual(0)
    expect(await findViolations(page())).toEqual([])
    const cut = () =>
      dialog()
        .getByRole('region', { name: '2 tools change' })
        .getByRole('list')
        .evaluate((list) => list.scrollWidth > list.clientWidth || list.scrollHeight > list.clientHeight)
    expect(await cut()).toBe(false)
    await page().keyboard.press('Escape')
    // A narrow window shows the server alone, and has its heading all the same.
    await page().setViewportSize({ width: 1280, height: 800 })
    await goToTab(/^Servers/)
    await page().setViewportSize({ width: 640, height: 400 })
    expect(await page().getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await findViolations(page())).toEqual([])
  })
})
