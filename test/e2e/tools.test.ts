/** The table of all tools: found, picked, changed together, and put back; by mouse and by keyboard alone. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { twoServers } from '../desk/tools/real-servers.ts'
import { findViolations } from '../support/accessibility.ts'
import { lookAt } from '../support/look.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

let opened: PeopleDesk
const page = (): Page => opened.page
const grid = () => page().getByRole('grid', { name: 'All tools' })
const row = (name: string) =>
  grid()
    .getByRole('row')
    .filter({ has: page().getByText(name, { exact: true }) })
const cell = (name: string, text: string) => row(name).getByRole('gridcell', { name: text, exact: true })
const bar = () => page().getByRole('region', { name: 'What to do with the selected tools' })
const dialog = () => page().getByRole('dialog')
const filter = () => page().getByRole('searchbox', { name: /^Filter by name/ })
const settings = () => readFileSync(join(opened.folder, 'countersign.yaml'), 'utf8')
const press = (name: string) => page().keyboard.press(name)

async function pick(...names: string[]): Promise<void> {
  for (const name of names) await row(name).getByRole('checkbox').click()
  await bar().getByText(`${names.length} selected`).waitFor()
}
async function save(button = 'Save changes'): Promise<void> {
  const ready = dialog().getByRole('button', { name: button, exact: true })
  await expect.poll(() => ready.isEnabled(), { timeout: 10_000 }).toBe(true)
  await ready.click()
  await dialog().waitFor({ state: 'detached' })
}
async function undo(before: string): Promise<void> {
  await page().getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect.poll(settings, { timeout: 10_000 }).toBe(before)
}

describeWhere(['chromium'], 'The table of all tools', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk((folder) => {
      const shared = join(folder, 'shared')
      mkdirSync(shared)
      return twoServers(shared)
    })
    await opened.desk.goTo('Catalog')
    await page().getByRole('tab', { name: 'Tool settings' }).click()
    await row('read_text_file').waitFor({ timeout: 30_000 })
    await row('echo').waitFor({ timeout: 30_000 })
  })
  afterAll(() => opened?.close())

  it('shows what each does, costs and asks, in both themes, at any size [tools.window]', async () => {
    await lookAt(page(), 'tools')
    await page().setViewportSize({ width: 720, height: 600 })
    const wider = () => page().evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await wider()).toBeLessThanOrEqual(0)
    expect(await findViolations(page())).toEqual([])
    // As at 200 % in a window of usual size.
    await page().setViewportSize({ width: 640, height: 400 })
    expect(await wider()).toBeLessThanOrEqual(0)
    await grid().getByRole('row').nth(1).waitFor()
    // All of them in sight.
    await page().setViewportSize({ width: 1280, height: 1700 })
  })

  it('asks two people about several, of two servers, in one save, and puts that back [tools.window] [tools.edit]', async () => {
    const before = settings()
    await pick('write_file', 'create_directory', 'echo')
    await bar().getByRole('button', { name: 'Ask a person…' }).click()
    await dialog().getByRole('radio', { name: 'Before every call' }).check()
    await dialog().getByRole('radio', { name: 'Choose' }).check()
    await dialog().getByRole('combobox', { name: 'Who decides' }).click()
    await page().getByRole('option', { name: 'Role: lead' }).click()
    await dialog().getByRole('textbox', { name: 'How many people must approve' }).fill('2')
    await dialog().getByRole('radio', { name: 'High' }).check()
    await dialog()
      .getByRole('region', { name: '3 tools change' })
      .getByText('Never → Always, 2 people')
      .waitFor()
    await dialog().getByText('toolApproval:').first().waitFor()
    await page().setViewportSize({ width: 1280, height: 800 })
    await lookAt(page(), 'tools-change')
    await page().setViewportSize({ width: 1280, height: 1700 })
    await save()
    expect(settings()).toContain('write_file:')
    expect(settings().match(/risk: high/g)).toHaveLength(3)
    for (const name of ['write_file', 'create_directory', 'echo'])
      await cell(name, 'Always, 2 people (lead)').waitFor()
    await undo(before)
    await cell('echo', 'Never').waitFor()
    await press('Escape')
  })

  it('stops asking about what only reads with one press, and says whose word that is [tools.window] [tools.readers]', async () => {
    const before = settings()
    const free = page().getByRole('button', { name: 'Stop asking for what only reads…' })
    await free.click()
    await dialog().getByText('is the word of their servers').waitFor()
    await dialog().getByText('Always (lead) → When it writes (lead)').first().waitFor()
    await dialog()
      .getByText(/its approval is left out for read-only tools/)
      .first()
      .waitFor()
    await save('Stop asking')
    await free.waitFor({ state: 'detached' })
    await cell('read_text_file', 'When it writes (lead)').waitFor()
    await cell('write_file', 'Always (lead)').waitFor()
    await undo(before)
    await free.waitFor()
  })

  it('says of what it cannot change why, and changes the rest only when the person agrees [tools.window] [tools.fixed]', async () => {
    const before = settings()
    await pick('orchestrator.run_workflow', 'get-sum')
    await bar().getByRole('button', { name: 'Turn off…' }).click()
    const fixed = dialog().getByRole('region', { name: '1 tool cannot be changed here' })
    await fixed.getByText('It comes with Countersign').waitFor()
    const ready = dialog().getByRole('button', { name: 'Save changes', exact: true })
    expect(await ready.isEnabled()).toBe(false)
    await dialog().getByRole('checkbox', { name: 'Change the other one' }).check()
    await save()
    await cell('get-sum', 'Off').waitFor()
    await undo(before)
    await press('Escape')
  })

  it('asks again whether the rest is changed when the change shown is another [tools.fixed]', async () => {
    await pick('orchestrator.run_workflow', 'get-sum')
    await bar().getByRole('button', { name: 'Ask a person…' }).click()
    await dialog().getByRole('radio', { name: 'Before every call' }).check()
    const agree = dialog().getByRole('checkbox', { name: 'Change the other one' })
    await agree.check()
    const ready = dialog().getByRole('button', { name: 'Save changes', exact: true })
    await expect.poll(() => ready.isEnabled(), { timeout: 10_000 }).toBe(true)
    await dialog().getByRole('radio', { name: 'When it writes' }).check()
    await dialog().getByText('Never → When it writes').waitFor()
    await expect.poll(() => agree.isChecked()).toBe(false)
    expect(await ready.isEnabled()).toBe(false)
    await press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await press('Escape')
    await bar().waitFor({ state: 'detached' })
  })

  it('is used by keyboard alone [tools.window]', async () => {
    await press('/')
    await page().keyboard.type('everything get-')
    await expect.poll(() => grid().getAttribute('aria-rowcount')).toMatch(/^[5-9]$/)
    await press('Tab')
    await expect
      .poll(async () => {
        await press('Tab')
        return await page().evaluate(() => document.activeElement?.closest('[data-row]') !== null)
      })
      .toBe(true)
    await press('Home')
    await press('ArrowDown')
    await press('Space')
    await bar().getByText('1 selected').waitFor()
    await press('Shift+ArrowDown')
    await press('Shift+ArrowDown')
    await bar().getByText('3 selected').waitFor()
    await press('Control+a')
    const count = Number(await grid().getAttribute('aria-rowcount')) - 1
    await bar().getByText(`${count} selected`).waitFor()
    await press('Escape')
    await bar().waitFor({ state: 'detached' })
    await press('Home')
    const first = grid().getByRole('row').nth(1)
    await expect.poll(() => first.evaluate((element) => element === document.activeElement)).toBe(true)
    await press('Enter')
    await page().getByRole('article', { name: 'Catalog entry' }).waitFor()
    await page().goBack()
    await filter().fill('')
  })

  it('makes no row anew while it is scrolled, and reads them in order after that [tools.scrolled]', async () => {
    await page().setViewportSize({ width: 1280, height: 400 })
    await page().reload()
    await grid().getByRole('row').nth(10).waitFor({ timeout: 30_000 })
    const places = () =>
      grid().evaluate((table) =>
        [...table.querySelectorAll('[data-row]')].map((one) => Number(one.getAttribute('aria-rowindex'))),
      )
    const last = Number(await grid().getAttribute('aria-rowcount'))
    expect((await places()).length).toBeLessThan(last - 3)
    const made = await grid().evaluate(async (table) => {
      const frame = table.parentElement
      const rows = table.querySelector('[data-row]')?.parentElement
      if (!frame || !rows) throw new Error('There are no rows.')
      let added = 0
      const watch = new MutationObserver((changes) => {
        for (const { addedNodes } of changes) added += [...addedNodes].filter((row) => !known.has(row)).length
      })
      const frames = async (top: number) => {
        frame.scrollTop = top
        for (let count = 0; count < 3; count += 1)
          await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      // The first row has the focus when it is entered, and stays beside the others from here on.
      await frames(260)
      const end = frame.getBoundingClientRect().bottom
      const isDrawn = () => [...rows.children].some((row) => row.getBoundingClientRect().bottom >= end)
      while (!isDrawn()) await frames(260)
      // Where scrolling rests, the same rows are put in order.
      const known = new Set<Node>(rows.children)
      watch.observe(rows, { childList: true })
      for (let top = 270; top < 700; top += 10) await frames(top)
      watch.disconnect()
      return added
    })
    expect(made).toBe(0)
    await expect.poll(async () => (await places()).at(-1)).toBe(last)
    expect(await places()).toEqual((await places()).toSorted((one, other) => one - other))
    await page().setViewportSize({ width: 1280, height: 1700 })
  })

  it('is sorted, narrowed, and keeps its columns over a restart of the window [tools.window]', async () => {
    await grid().getByRole('button', { name: 'Tokens' }).click()
    await expect
      .poll(() =>
        grid()
          .getByRole('columnheader', { name: /Tokens/ })
          .getAttribute('aria-sort'),
      )
      .toBe('descending')
    await page().getByRole('button', { name: 'Columns' }).click()
    await page().getByRole('menuitem', { name: 'What it does' }).click()
    await grid().getByRole('columnheader', { name: 'What it does' }).waitFor()
    // Before it is gone, a press outside is for it.
    await page().getByRole('menu').waitFor({ state: 'detached' })
    await page().getByRole('combobox', { name: 'Server' }).click()
    await page()
      .getByRole('option', { name: /^files/ })
      .click()
    await row('echo').waitFor({ state: 'detached' })
    await page().reload()
    await row('edit_file').waitFor({ timeout: 30_000 })
    await grid().getByRole('columnheader', { name: 'What it does' }).waitFor()
    expect(await row('echo').count()).toBe(0)
    expect(
      await grid()
        .getByRole('columnheader', { name: /Tokens/ })
        .getAttribute('aria-sort'),
    ).toBe('descending')
    await filter().fill('no such tool')
    await page().getByRole('button', { name: 'Clear all filters' }).click()
    await row('echo').waitFor()
  })
})
