/** An inbox with more in it than a window fetches at once: its ends are reached, and its numbers are whole. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillInbox } from '../bench/full-inbox.ts'
import { connectAgent } from '../support/agent.ts'
import { launchBrowser, type TestBrowser } from '../support/browser.ts'
import { readDesk } from '../support/desk-page.ts'
import { makeFolder } from '../support/folders.ts'
import { type GatewayProcess, startGateway } from '../support/gateway-process.ts'
import { describeWhere } from '../support/needs.ts'

const WAITING = 1200
const FLOWS = `version: "1.0.0"
workflows:
  letter:
    title: Letters
    initialState: reading
    states:
      reading:
        transitions:
          send: { title: Send the letter, target: sent, actor: human }
          refuse: { title: Refuse the letter, target: refused, actor: human }
      sent: { terminal: true }
      refused: { terminal: true }
`

let folder: ReturnType<typeof makeFolder>
let gateway: GatewayProcess
let browser: TestBrowser
let page: Page

async function open(waiting: number): Promise<void> {
  folder = makeFolder('long')
  const workspace = { config: join(folder.path, 'countersign.yaml'), data: join(folder.path, 'data') }
  writeFileSync(workspace.config, FLOWS)
  gateway = await startGateway(workspace)
  const agent = await connectAgent('newer', workspace)
  const { answer } = await agent.call('workflow.start', { definitionId: 'letter', input: {} })
  await agent.close()
  await gateway.stop()
  await fillInbox(workspace, answer.workflowId, waiting)
  gateway = await startGateway(workspace, '--desk')
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  await page.goto(gateway.ready.desk ?? '')
  await readDesk(page).untilConnected()
  await readDesk(page).goTo('Inbox')
}

async function close(): Promise<void> {
  await browser?.close()
  await gateway?.stop()
  folder?.remove()
}

/** The number beside the picture of the inbox: neither over it nor beyond the rail. */
async function findBadgeWhole(): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Screens' })
  const [nav, icon, badge] = await Promise.all([
    rail.boundingBox(),
    rail.locator('a svg').first().boundingBox(),
    rail.locator('[data-count]').boundingBox(),
  ])
  expect(badge?.x ?? 0).toBeGreaterThanOrEqual((icon?.x ?? 0) + (icon?.width ?? 0) - 4)
  expect((badge?.x ?? 0) + (badge?.width ?? 0)).toBeLessThanOrEqual((nav?.x ?? 0) + (nav?.width ?? 0) - 1)
}

describeWhere(['chromium'], 'An inbox of some hundred', () => {
  beforeAll(() => open(888))
  afterAll(close)

  it.each([640, 1000])('has its number whole beside it, %i px wide [frame.badge]', async (width) => {
    await page.setViewportSize({ width, height: 700 })
    await page.getByRole('link', { name: 'Inbox 888' }).waitFor()
    await findBadgeWhole()
  })

  it('grows with the font size of the browser, and shows what is open in forced colours [window.large-text] [window.forced]', async () => {
    await page.setViewportSize({ width: 1280, height: 860 })
    const link = page.getByRole('link', { name: 'Inbox 888' })
    const styleOf = (name: 'fontSize' | 'borderLeftWidth') =>
      link.evaluate((element, name) => getComputedStyle(element)[name], name)
    const widthOfIcon = () => link.locator('svg').evaluate((icon) => icon.getBoundingClientRect().width)
    expect(await styleOf('fontSize')).toBe('13px')
    expect(await widthOfIcon()).toBe(16)
    // As the browser's own setting does.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '24px'
    })
    expect(await styleOf('fontSize')).toBe('19.5px')
    expect(await widthOfIcon()).toBe(24)
    await findBadgeWhole()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = ''
    })
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await styleOf('borderLeftWidth')).toBe('4px')
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog')
    await palette.waitFor()
    expect(await palette.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px')
    const choice = palette.getByRole('option', { selected: true })
    expect(await choice.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
    await page.keyboard.press('Escape')
    await page.goto(`${page.url().split('#')[0]}#/settings/notifications`)
    const ground = (name: string) =>
      page
        .getByRole('switch', { name, exact: true })
        .evaluate((element) =>
          [element, element.firstElementChild ?? element].map(
            (each) => getComputedStyle(each).backgroundColor,
          ),
        )
    const [on, off] = [await ground('Notifications'), await ground('Sound')]
    expect(new Set([...on, ...off]).size).toBeGreaterThan(2)
    expect(on[0]).not.toBe(off[0])
    await page.goto(`${page.url().split('#')[0]}#/settings/connect`)
    const grounds = async (pressed: boolean) =>
      await page
        .getByRole('button', { pressed })
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await grounds(true)).not.toBe(await grounds(false))
    await page.emulateMedia({ forcedColors: 'none' })
  })

  it('and a list of as many runs is one stop of Tab, which the arrows move [screens.list-stop]', async () => {
    await page.setViewportSize({ width: 1280, height: 860 })
    await readDesk(page).goTo('Runs')
    const rows = page.getByRole('list', { name: 'Runs' }).locator('[data-row]')
    const here = () => page.evaluate(() => document.activeElement?.getAttribute('data-row') ?? null)
    await rows.first().waitFor()
    await page.locator('#runs-filter input').focus()
    await page.keyboard.press('Tab')
    const first = await here()
    expect(first).toBe(await rows.first().getAttribute('data-row'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const third = await rows.nth(2).getAttribute('data-row')
    await expect.poll(here).toBe(third)
    await page.keyboard.press('Tab')
    expect(await here()).toBeNull()
    // Wherever the list is scrolled to.
    await rows.first().evaluate((row) => row.closest('ul')?.parentElement?.scrollTo({ top: 20_000 }))
    await expect.poll(() => rows.count()).toBeGreaterThan(20)
    await page.keyboard.press('Shift+Tab')
    expect(await here()).toBe(third)
  })
})

describeWhere(['chromium'], 'A long inbox', () => {
  beforeAll(() => open(WAITING))
  afterAll(close)

  it('says how many wait where the badge has no room for it [inbox.counted]', async () => {
    await page.getByRole('link', { name: 'Inbox 999+' }).waitFor()
    await page.getByRole('tab', { name: 'For you 1,200', exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Filter by any text' }).fill('nothing is called so')
    await page.getByText('1,200 items are hidden by the filter').waitFor()
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await readDesk(page).goTo('Runs')
    await page.getByRole('tab', { name: 'Waiting 1,200' }).waitFor()
    await readDesk(page).goTo('Inbox')
  })

  it('is walked to its ends, and the keyboard is where the selection is [inbox.keys]', async () => {
    const place = () =>
      page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset') ?? null)
    await page.getByRole('list', { name: 'Items' }).locator('[data-item]').first().click()
    await expect.poll(place).toBe('1')
    await page.keyboard.press('End')
    await expect.poll(place, { timeout: 10_000 }).toBe('1200')
    await page.keyboard.press('k')
    await expect.poll(place).toBe('1199')
    await page.keyboard.press('Home')
    await expect.poll(place).toBe('1')
  })

  it.each([320, 400, 700, 720, 760, 900, 1119])(
    'cuts nothing off %i px wide, on the card or beside it [inbox.narrow] [frame.badge]',
    async (width) => {
      await page.setViewportSize({ width: 1280, height: 860 })
      await page.getByRole('list', { name: 'Items' }).locator('[data-item]').first().click()
      await page.setViewportSize({ width, height: 860 })
      const item = page.getByRole('article', { name: 'Item' })
      await item.getByText('No comment: the agent is told no reason.').waitFor({ timeout: 10_000 })
      await item.getByRole('link', { name: 'Open the run' }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      const outside = await item.evaluate((article) =>
        [...article.querySelectorAll('a, button, p, textarea')]
          .filter((part) => part.getBoundingClientRect().right > innerWidth)
          .map((part) => part.textContent),
      )
      expect(outside).toEqual([])
      await findBadgeWhole()
    },
  )
})
