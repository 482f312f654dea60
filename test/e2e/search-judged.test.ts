/** Real traffic, judged queries and words of items as a person works with them, with a real agent behind it. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAgent } from '../support/agent.ts'
import { holdCall } from '../support/desk-page.ts'
import { lookAt } from '../support/look.ts'
import { describeWhere } from '../support/needs.ts'
import { openShopDesk, type ShopDesk } from '../support/shop-desk.ts'

const ITEM = 'billing.credit_note'
const QUERY = 'cancel an order of a customer'
const HOSTILE = '<b>bold</b> \u202etxt.exe'

let shop: ShopDesk
let page: Page

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = () => page.getByRole('dialog')
const list = (name: string) => page.getByRole('list', { name })
const queries = () => list('Queries of agents').getByRole('listitem')
const candidates = () => list('Items to be judged').locator('[data-candidate]')
const judged = () => list('Judged queries').getByRole('listitem')
const picker = () => page.getByRole('searchbox', { name: 'Title, name or words of an item' })

async function goTo(part: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/search${part}`)
}
async function pressedGrades(): Promise<string[]> {
  return candidates().getByRole('button', { pressed: true }).allInnerTexts()
}

/** Types and presses Enter before the window has had time to list what is found. */
async function enterAtOnce(text: string): Promise<void> {
  await picker().evaluate((field, typed) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  }, text)
}

describeWhere(['chromium'], 'Judged queries and real traffic', () => {
  beforeAll(async () => {
    shop = await openShopDesk()
    page = shop.desk.page
  })
  afterAll(() => shop?.close())

  it('shows what an agent searched, what found nothing first, and its hunts [playground.traffic]', async () => {
    expect(await shop.search('refund')).toEqual([])
    await shop.search('refund payment')
    await shop.search('refund the money')
    expect(await shop.search('list orders')).toContain('orders.list')
    await shop.start('orders.list')
    await shop.search(HOSTILE)
    await goTo('/traffic')
    await page.getByText('5 searches by 1 client').waitFor()
    await page.getByText('1 led to a start (20 %)').waitFor()
    expect(await queries().first().innerText()).toMatch(/refund[\s\S]*found nothing/)
    const followed = queries().filter({ hasText: 'list orders' })
    expect(await followed.innerText()).toContain('Then started: orders.list')
    expect(await queries().filter({ hasText: 'bold' }).innerText()).toMatch(/<b>bold<\/b>[\s\S]*U\+202E/)
    await lookAt(page, 'search-traffic')

    await page.keyboard.press('/')
    await page.keyboard.type('payment')
    await expect.poll(() => queries().count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const second = queries().nth(1).locator('[data-row]')
    await expect.poll(() => second.evaluate((row) => row === document.activeElement)).toBe(true)

    await page.getByRole('tab', { name: /^Hunts/ }).click()
    const trail = list('Queries, in order')
    await expect.poll(() => trail.getByRole('listitem').count()).toBe(3)
    expect(await trail.innerText()).toMatch(/refund\n[\s\S]*refund payment\n[\s\S]*refund the money\n/)
    await lookAt(page, 'search-hunts')

    // Another pipe is another session: what both search for together is nobody's hunt.
    const other = await connectAgent('older', shop.workspace)
    for (const query of ['value of stock', 'stock value']) await other.call('gateway.search', { query })
    await other.close()
    await shop.search('the stock’s value')
    await page.getByText('8 searches by 2 clients').waitFor()
    expect(await page.getByRole('tab', { name: /^Hunts/ }).innerText()).toMatch(/Hunts\s+1/)
  })

  it('a query that found nothing is judged with an item found by its name [playground.judging]', async () => {
    await page.getByRole('tab', { name: /^Queries/ }).click()
    await button('Judge it: “refund”').click()
    await page.getByText('No matches for this query.').waitFor()
    await page.keyboard.type('c')
    await list('Matching items').getByText('billing.charge').waitFor()
    await enterAtOnce('credit')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await pressedGrades()).toEqual([expect.stringContaining('Exactly right')])
    expect(await candidates().locator('code').allInnerTexts()).toEqual([ITEM])
    await page.keyboard.press('n')
    await expect.poll(() => judged().count()).toBe(1)
    await expect
      .poll(() => judged().innerText())
      .toMatch(/refund[\s\S]*1 right answer, from real traffic[\s\S]*none in 50/)
  })

  it('is judged by the keyboard, without scores, and each grade is kept and can be taken back [playground.judging]', async () => {
    await page.getByRole('textbox', { name: 'A query to judge' }).fill(QUERY)
    await page.keyboard.press('Enter')
    await candidates().first().waitFor()
    const all = await candidates().count()
    const order = await candidates().locator('code').allInnerTexts()
    expect(await list('Items to be judged').innerText()).not.toMatch(/\d\.\d|score|rank/i)
    await page.keyboard.press('1')
    await page.keyboard.press('4')
    await page.keyboard.press('3')
    await page.getByText(`3 of ${all} judged`).waitFor()
    expect((await pressedGrades()).map((text) => text.replace(/\s*\d$/, ''))).toEqual([
      ...['Exactly right', 'Wrong', 'Helps'],
    ])
    await lookAt(page, 'search-judging')
    await page.keyboard.press('u')
    await page.getByText(`2 of ${all} judged`).waitFor()
    await page.keyboard.press('s')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    // Another time, after a reload: the same items, the same grades.
    await page.reload()
    await judged().getByRole('button', { name: QUERY }).first().click()
    await page.getByText(`2 of ${all} judged`).waitFor()
    expect((await candidates().locator('code').allInnerTexts()).toSorted()).toEqual(order.toSorted())
    const first = candidates()
      .filter({ hasText: order[0] ?? '' })
      .first()
    expect(await first.getByRole('button', { pressed: true }).innerText()).toContain('Exactly right')
    await page.keyboard.press('Escape')
    await button('Judge in a row').click()
    await page.getByText('Query 1 of 2').waitFor()
    await page.keyboard.press('n')
    await page.getByText('Query 2 of 2').waitFor()
    await page.keyboard.press('Escape')
  })

  it('a name that is missing is added to the YAML, the agent finds the item, and it is undone [playground.words]', async () => {
    const before = shop.configuration()
    await goTo('/traffic')
    await button('Make it findable… “refund”').click()
    await picker().fill('credit note')
    await list('Matching items').getByText(ITEM).waitFor()
    await page.keyboard.press('Enter')
    const effect = dialog().getByRole('region', { name: 'Effect' })
    await expect.poll(() => effect.innerText()).toMatch(/searched with refund: not found →\s*place 1/)
    expect(await effect.innerText()).toMatch(/Over 2 judged queries[\s\S]*1 better[\s\S]*0 worse/)
    await dialog().getByText('# older name').first().waitFor()
    await lookAt(page, 'search-words')
    expect(shop.configuration()).toBe(before)
    await button('Save changes').click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => shop.search('refund')).toEqual([ITEM])
    expect(shop.configuration()).toBe(before.replace('[cancel invoice] #', '[cancel invoice, refund] #'))
    await goTo('/judged')
    await expect
      .poll(() => judged().filter({ hasText: 'refund' }).innerText())
      .toMatch(/First right one\s+1\s/)

    await button('Undo').click()
    await page.getByText('Undone.').waitFor()
    expect(shop.configuration()).toBe(before)
    await expect.poll(() => shop.search('refund')).toEqual([])
  })

  it('aliases and tags are changed in the catalog, too, and one that is there is taken away [playground.words]', async () => {
    const before = shop.configuration()
    await page.goto(`${page.url().split('#')[0]}#/catalog/capabilities/${ITEM}`)
    // What the window still knows of the item is of before the undo: nothing of that is written.
    const held = await holdCall(page, 'words.get')
    await button('Change the aliases and tags of Issue a credit note').click()
    await dialog().getByRole('textbox', { name: 'New alias' }).fill('money back')
    await page.keyboard.press('Enter')
    held.letGo()
    await dialog().getByText('[cancel invoice, money back]').waitFor()
    await expect.poll(() => button('Save changes').isEnabled()).toBe(true)
    // Before what is written has followed, nothing is saved.
    await button('Remove “cancel invoice”').evaluate(async (take: HTMLButtonElement) => {
      const save = [...document.querySelectorAll('button')].find(({ textContent }) =>
        textContent.startsWith('Save changes'),
      )
      take.click()
      await new Promise(requestAnimationFrame)
      save?.click()
    })
    await dialog().getByText('[money back]').waitFor()
    await button('Save changes').click()
    await dialog().waitFor({ state: 'detached' })
    await page.getByText('Aliases: money back').waitFor()
    expect(shop.configuration()).toBe(before.replace('[cancel invoice]', '[money back]'))
  })

  it('judged queries are compared with what is tried, removed, put back, exported and imported [playground.judged-list] [playground.judged-files]', async () => {
    await page.evaluate(() => {
      const state = { draft: { ranking: 'smart' }, name: '', past: [], panelOpen: null, sideBySide: false }
      localStorage.setItem('countersign.search', JSON.stringify({ state, version: 1 }))
    })
    await goTo('/judged')
    await page.reload()
    const totals = page.getByRole('region', { name: 'In total' })
    await expect
      .poll(() => totals.innerText())
      .toMatch(/nDCG@10[\s\S]*live \d\.\d{3}[\s\S]*Mean of 2 queries/)
    await lookAt(page, 'search-judged')

    await button('Remove “refund”').click()
    await expect.poll(() => judged().count()).toBe(1)
    await button('Undo').click()
    await expect.poll(() => judged().count()).toBe(2)
    await button('More').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as a file' }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    expect(text.trim().split('\n')).toHaveLength(2)
    expect(text).toContain(`"query":"refund"`)

    await button('More').click()
    await page.getByRole('menuitem', { name: 'Import…' }).click()
    const lines = dialog().getByRole('textbox', { name: 'Lines' })
    await lines.fill(`${text}not JSON`)
    await button('Import').click()
    await dialog()
      .getByText(/Line 3/)
      .waitFor()
    await lines.fill('{"query": "stock of an article", "grades": {"stock.count": 3, "stock.gone": 1}}')
    await button('Import').click()
    await dialog().getByText('stock.gone').waitFor()
    await button('Done').click()
    await expect.poll(() => judged().count()).toBe(3)
  })

  it('a query fails, is judged, gets an alias, the figures rise; a profile is applied, the agent gets the new order, and it is rolled back [playground.judging] [playground.words] [playground.apply] [playground.profiles]', async () => {
    const [query, right] = ['storno', 'orders.cancel']
    const order = 'please cancel an invoice'
    const before = await shop.search(order)
    const figures = () => page.getByRole('region', { name: 'In total' }).innerText()
    const right1 = () => judged().filter({ hasText: query })
    await page.evaluate(() => localStorage.removeItem('countersign.search'))
    await goTo('')
    await page.reload()
    const box = page.getByRole('searchbox', { name: 'Search as an agent would' })
    await box.fill(query)
    await page.getByText('No matches. The agent is told:').waitFor()

    await goTo('/judged')
    await page.getByRole('textbox', { name: 'A query to judge' }).fill(query)
    await page.keyboard.press('Enter')
    await picker().fill('cancel an order')
    await list('Matching items').getByText(right).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => right1().innerText()).toContain('none in 50')
    const failing = await figures()

    await goTo('')
    await button('Make an item findable with this…').click()
    await picker().fill('cancel an order')
    await list('Matching items').getByText(right).waitFor()
    await page.keyboard.press('Enter')
    await button('Save changes').click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => shop.search(query)).toEqual([right])
    await goTo('/judged')
    await expect.poll(() => right1().innerText()).toMatch(/First right one\s+1\s/)
    await expect.poll(figures).not.toBe(failing)

    await goTo('')
    await box.fill(order)
    await button('Tune').click()
    await button('Start from smart').click()
    const bar = page.getByRole('region', { name: 'Draft' })
    await bar.getByRole('button', { name: 'Apply…' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Found')
    await dialog().getByText('name: Found').waitFor()
    const read = dialog().getByRole('checkbox')
    if ((await read.count()) > 0) await read.press('Space')
    const apply = dialog().getByRole('button', { name: /^Apply/ })
    await expect.poll(() => apply.isDisabled()).toBe(false)
    await apply.click()
    await page.getByText('‘Found’ is live now.').waitFor()
    await expect.poll(() => shop.search(order)).not.toEqual(before)

    await goTo('/profiles')
    await button('Roll back to ‘Classic’').click()
    await dialog().getByText('Effect on judged queries').waitFor()
    const back = dialog().getByRole('button', { name: /^Roll back/ })
    await dialog().getByText('-  profile:').or(dialog().getByText('ranking: smart')).first().waitFor()
    if ((await read.count()) > 0) await read.press('Space')
    await expect.poll(() => back.isDisabled()).toBe(false)
    await back.click()
    await expect.poll(() => shop.search(order)).toEqual(before)
    expect(shop.configuration()).toContain('# older name')
  })

  it('nothing is cut off at 200 percent of a small window [playground.judged-list] [playground.traffic]', async () => {
    await page.setViewportSize({ width: 500, height: 320 })
    for (const part of ['/judged', '/traffic']) {
      await goTo(part)
      await page.getByRole('status').first().waitFor()
      const wide = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth)
      expect(wide, part).toBeLessThanOrEqual(1)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('keeping ends when a person says so, and all of it is forgotten [playground.kept]', async () => {
    await goTo('/traffic')
    await page.getByRole('tab', { name: 'What is kept' }).click()
    await page.getByRole('switch', { name: 'Search history' }).click()
    await page.getByText('Search history is off.').waitFor()
    await button('Delete search history…').click()
    await button('Delete search history').click()
    await page.getByText(/searches deleted/).waitFor()
    await shop.search('after the end')
    await page.getByRole('tab', { name: /^Queries/ }).click()
    await page.getByText('Search history is off.').waitFor()
    await button('Turn on search history').click()
    await page.getByText('No searches in this time.').waitFor()
    await shop.search('from now on')
    await queries().filter({ hasText: 'from now on' }).waitFor()
    expect(await queries().count()).toBe(1)
  })
})
