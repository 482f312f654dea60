/** The playground as a person tunes: try, move, compare, ask why, apply, roll back; an agent beside it sees only what is live. */
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { lookAt } from '../support/look.ts'
import { describeWhere } from '../support/needs.ts'
import { openShopDesk, type ShopDesk } from '../support/shop-desk.ts'

const QUERY = 'please cancel an invoice'
const JUDGED = '{"query": "cancel invoice", "grades": {"billing.credit_note": 3}}'

let shop: ShopDesk
let page: Page

async function goTo(part: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/search${part}`)
}
const query = () => page.getByRole('searchbox', { name: 'Search as an agent would' })
const results = () => page.getByRole('list', { name: 'Results, best first' })
const bar = () => page.getByRole('region', { name: 'Draft' })
const panel = () => page.getByRole('region', { name: 'Tuning' })
const slider = (name: string) => panel().getByRole('slider', { name, exact: true })
const dialog = () => page.getByRole('dialog')

/** Ids in the order in which they are shown. */
async function readIds(): Promise<string[]> {
  return await results()
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row') ?? '').filter((id) => id !== ''))
}

async function hasFocus(element: Locator): Promise<boolean> {
  return await element.evaluate((one) => one === one.ownerDocument.activeElement)
}

async function open(): Promise<void> {
  shop = await openShopDesk()
  page = shop.desk.page
  await goTo('')
  // Closed for somebody new; it stays as it is left.
  await page.getByRole('button', { name: 'Tune' }).click()
}

/** Something is tried: `smart`, unless something was. */
async function tryOut(): Promise<void> {
  await goTo('')
  const begin = panel().getByRole('button', { name: 'Start from smart' })
  await begin.or(bar()).first().waitFor()
  if ((await begin.count()) > 0) await begin.press('Enter')
  await bar().waitFor()
}

async function applyAs(name: string): Promise<void> {
  await tryOut()
  await bar().getByRole('button', { name: 'Apply…' }).press('Enter')
  await dialog().getByRole('textbox', { name: 'Name' }).fill(name)
  const apply = dialog().getByRole('button', { name: /^Apply/ })
  await dialog().getByText(`name: ${name}`).waitFor()
  const read = dialog().getByRole('checkbox')
  if ((await read.count()) > 0) await read.press('Space')
  await expect.poll(() => apply.isDisabled()).toBe(false)
  await apply.press('Enter')
  await toast(`‘${name}’ is live now.`).waitFor()
}
const toast = (text: string) => page.getByRole('listitem').filter({ hasText: text })

describeWhere(['chromium'], 'The playground of search', () => {
  let isSpoilt = false
  beforeAll(open)
  beforeEach(async () => {
    if (!isSpoilt) return
    isSpoilt = false
    await shop.close()
    await open()
    await query().fill(QUERY)
    await tryOut()
  })
  // What one test leaves half done is no fault of the next.
  afterEach(({ task }) => {
    isSpoilt = task.result?.state === 'fail'
  })
  afterAll(() => shop?.close())

  it('has no fault before anything is kept, as at 200 % [playground.keys]', async () => {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 640, height: 400 })
    await goTo('/profiles')
    await page.getByText('No saved profile.').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Tune a profile' }).press('Enter')
    await query().waitFor()
    if (size !== null) await page.setViewportSize(size)
  })

  it('tries a query as an agent types it, and says why by word, field and way [playground.try] [playground.classic]', async () => {
    await query().fill(QUERY)
    await results().getByText('Issue a credit note').waitFor()
    await panel().getByText('has no settings', { exact: false }).waitFor()
    expect(await slider('Title').isDisabled()).toBe(true)
    await panel().getByRole('button', { name: 'Start from smart' }).press('Enter')
    await bar().getByText('Draft: smart. Live: classic.').waitFor()
    await page.getByText('Does not count').waitFor()
    const first = results().getByRole('listitem').first()
    await first.getByRole('button', { name: 'Why it is here' }).press('Enter')
    await first.getByRole('table').getByText('Sum').first().waitFor()
    await page.getByRole('button', { name: 'The agent’s call and answer' }).press('Enter')
    await page.getByText('gateway.search {"query":"please cancel an invoice","limit":10}').waitFor()
    expect(await readIds()).toContain('billing.credit_note')
  })

  it('lets a word count that does not, and takes that back [playground.word-lists] [playground.settings]', async () => {
    await page.getByRole('button', { name: 'Let “please” count' }).press('Enter')
    await page.getByRole('button', { name: 'Ignore “please”' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Let “please” count' }).waitFor()
    await panel().getByRole('button', { name: 'Edit: Groups of synonyms' }).press('Enter')
    await panel().getByLabel('Words with the same meaning', { exact: false }).fill('invoice, faktura')
    await page.keyboard.press('Enter')
    await panel().getByRole('button', { name: 'Remove “invoice = faktura”' }).press('Enter')
    await panel().getByRole('button', { name: 'Close the list: Groups of synonyms' }).press('Enter')
  })

  it('leads from a result, and from nothing found, to words by which the query finds it [playground.words] [playground.weak]', async () => {
    await results().getByRole('button', { name: 'Make this findable… Issue a credit note' }).press('Enter')
    await dialog().getByRole('heading', { name: 'Aliases and tags of “Issue a credit note”' }).waitFor()
    await dialog().getByText(QUERY).first().waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await query().fill('zzqqxx')
    await page.getByRole('button', { name: 'Make an item findable with this…' }).press('Enter')
    await dialog().getByText('Which item should have been found?').first().waitFor()
    expect(await findViolations(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Cancel' }).press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await query().fill('opera trip by train, and a hotel for a customer')
    const weak = page.getByRole('region', { name: 'No good match.', exact: false })
    await weak.getByText('nothing of: opera, trip, train, hotel.', { exact: false }).waitFor()
    await page.getByText(', no good match', { exact: false }).waitFor()
    await weak.getByRole('button', { name: 'Make an item findable with this…' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await query().fill(QUERY)
    await weak.waitFor({ state: 'detached' })
    await results().getByText('Issue a credit note').waitFor()
  })

  it('says of a query that no agent can send that it is refused [playground.try]', async () => {
    await query().fill('invoice '.repeat(300))
    await page.getByText('2,400 characters.').waitFor()
    await query().fill(QUERY)
    await results().getByText('Issue a credit note').waitFor()
  })

  it('narrows by kind, source and tag [playground.filters]', async () => {
    const all = (await readIds()).length
    const filters = page.getByRole('region', { name: 'Filters' })
    const orders = filters.getByRole('button', { name: /^orders \d/ })
    await orders.press('Enter')
    await expect.poll(async () => (await readIds()).length).toBeLessThan(all)
    expect(await orders.getAttribute('aria-pressed')).toBe('true')
    await orders.press('Enter')
    await expect.poll(async () => (await readIds()).length).toBe(all)
  })

  it('moves results with the slider, by keys, and no agent notices [playground.draft] [playground.settings] [settings.number]', async () => {
    const live = await shop.search(QUERY)
    const before = await readIds()
    await slider('Aliases').focus()
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft')
    await expect.poll(readIds).not.toEqual(before)
    expect(await slider('Aliases').inputValue()).toBe('0')
    const movements = results().getByText(/^(Up|Down) \d+: number \d+ live$|^new$/)
    await expect.poll(() => movements.count()).toBeGreaterThan(0)
    expect(await shop.search(QUERY)).toEqual(live)
    await page.keyboard.press('Control+z')
    await expect.poll(readIds).toEqual(before)
    const typed = panel().getByRole('textbox', { name: 'Aliases, as a number' })
    await typed.fill('')
    await typed.pressSequentially('1,5')
    expect(await typed.inputValue()).toBe('1,5')
    expect(await slider('Aliases').inputValue()).toBe('1.5')
    await typed.fill('1,000')
    expect(await typed.getAttribute('aria-invalid')).toBe('true')
    expect(await slider('Aliases').inputValue()).toBe('1.5')
    await typed.fill('0')
    await expect.poll(readIds).not.toEqual(before)
    await page.reload()
    await shop.desk.untilConnected()
    expect(await slider('Aliases').inputValue()).toBe('0')
    await lookAt(page, 'search-tuning')
    await panel().getByRole('button', { name: 'Aliases: back to the standard, 3' }).press('Enter')
    await expect.poll(readIds).toEqual(before)
  })

  it('asks for one position of a dragged slider at a time, and ends with the last [playground.newest]', async () => {
    const open = new Set<Request>()
    let most = 0
    const isQuery = (request: Request) => request.url().endsWith('call/search.query')
    const begin = (request: Request) => {
      if (isQuery(request)) most = Math.max(most, open.add(request).size)
    }
    const end = (request: Request) => open.delete(request)
    page.on('request', begin).on('requestfinished', end)
    const before = await readIds()
    const box = await slider('Aliases').boundingBox()
    const [left, middle] = [(box?.x ?? 0) + 7, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    await page.mouse.move(left + 40, middle)
    await page.mouse.down()
    await page.mouse.move(left + 250, middle, { steps: 20 })
    await page.mouse.move(left - 20, middle, { steps: 20 })
    await page.mouse.up()
    expect(await slider('Aliases').inputValue()).toBe('0')
    await expect.poll(() => open.size).toBe(0)
    await expect.poll(readIds).not.toEqual(before)
    expect(most).toBe(1)
    page.off('request', begin).off('requestfinished', end)
    await panel().getByRole('button', { name: 'Aliases: back to the standard, 3' }).press('Enter')
    await expect.poll(readIds).toEqual(before)
  })

  it('goes through the results by keys, and compares two [playground.keys] [playground.why]', async () => {
    const [first, second] = await readIds()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await expect.poll(() => hasFocus(query())).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('j')
    const rows = results().getByRole('listitem')
    await expect.poll(() => hasFocus(rows.first())).toBe(true)
    await page.keyboard.press('x')
    await rows.first().getByText('Chosen. Now choose the other one.').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await dialog().getByText('Together').waitFor()
    await lookAt(page, 'search-why')
    const swap = dialog().getByRole('region', { name: 'The smallest change that swaps them' })
    if ((await swap.count()) > 0) {
      await swap.getByRole('button', { name: 'Try it' }).press('Enter')
      const isSwapped = (ids: string[]) => ids.indexOf(second ?? '') < ids.indexOf(first ?? '')
      await expect.poll(async () => isSwapped(await readIds())).toBe(true)
      await page.keyboard.press('Control+z')
    } else await page.keyboard.press('Escape')
    await expect.poll(readIds).toEqual(expect.arrayContaining([first, second]))
  })

  it('shows what is live and what is tried side by side [playground.side-by-side]', async () => {
    await page.getByRole('button', { name: 'Side by side' }).press('Enter')
    const both = page.getByRole('region', { name: 'Side by side: live and draft' })
    await both.getByRole('list', { name: 'Live' }).getByText('Issue a credit note').waitFor()
    await both.getByRole('list', { name: 'Draft' }).getByText('Issue a credit note').waitFor()
    await lookAt(page, 'search-side-by-side')
    await page.getByRole('button', { name: 'Side by side' }).press('Enter')
  })

  it('asks twice before a profile that makes a judged query worse [playground.guard]', async () => {
    await goTo('/judged')
    await page
      .getByRole('button', { name: /^Import/ })
      .first()
      .press('Enter')
    await dialog().getByRole('textbox').fill(JUDGED)
    await dialog()
      .getByRole('button', { name: /^Import/ })
      .press('Enter')
    await page.getByText('cancel invoice').first().waitFor()
    await page.keyboard.press('Escape')
    await goTo('')
    for (const name of ['Aliases', 'Description', 'Title', 'Name']) {
      await panel()
        .getByRole('textbox', { name: `${name}, as a number` })
        .fill('0')
    }
    await bar().getByText('1 worse').waitFor()
    await bar().getByRole('button', { name: 'Apply…' }).press('Enter')
    await dialog().getByText('The judged query gets worse:').first().waitFor()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Blind')
    const apply = dialog().getByRole('button', { name: 'Apply anyway' })
    expect(await apply.isDisabled()).toBe(true)
    await lookAt(page, 'search-guard')
    await dialog().getByRole('checkbox', { name: 'I have read what gets worse.' }).press('Space')
    await expect.poll(() => apply.isDisabled()).toBe(false)
    await dialog().getByRole('button', { name: 'Cancel' }).press('Enter')
    await panel().getByRole('button', { name: 'Standard values' }).press('Enter')
  })

  it('keeps a profile, applies it, and the agent’s next search ranks by it; Undo takes it back [playground.apply] [playground.profiles]', async () => {
    const before = await shop.search(QUERY)
    await panel().getByRole('textbox', { name: 'Aliases, as a number' }).fill('20')
    await bar().getByRole('button', { name: 'Keep…' }).press('Enter')
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Names first')
    await dialog().getByRole('button', { name: 'Keep the profile' }).press('Enter')
    await bar().getByText('A draft of ‘Names first’').waitFor()
    // Whoever takes the same name again is told which one goes.
    await bar().getByRole('button', { name: 'Keep…' }).press('Enter')
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Names')
    expect(await dialog().getByText('Replaces the one that is kept').count()).toBe(0)
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Names first')
    await dialog().getByText('Replaces the one that is kept under this name.').waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).press('Enter')
    await bar().getByRole('button', { name: 'Apply…' }).press('Enter')
    await dialog().getByText('aliases: 20').waitFor()
    await dialog().getByRole('button', { name: 'Apply the profile' }).press('Enter')
    await page.getByText('‘Names first’ is live now.').waitFor()
    await expect.poll(() => shop.search(QUERY)).not.toEqual(before)
    expect(shop.configuration()).toContain('# older name')
    await goTo('/profiles')
    await page.getByText('Aliases: 20 (standard 3)').first().waitFor()
    await toast('‘Names first’ is live now.').getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(() => shop.search(QUERY)).toEqual(before)
  })

  it('what the menu of a profile opens has the keyboard [playground.keys] [playground.profiles]', async () => {
    await goTo('/profiles')
    for (const downs of [0, 1]) {
      await page.getByRole('button', { name: 'More for ‘Names first’' }).press('Enter')
      await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
      if (downs === 1) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      const hasFocus = () => dialog().evaluate((each) => each.contains(document.activeElement))
      await expect.poll(hasFocus).toBe(true)
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
    }
  })

  it('rolls back from the history under the same guard [playground.apply] [playground.profiles]', async () => {
    await goTo('/profiles')
    const older = page.getByRole('button', { name: 'Roll back to ‘Names first’' }).first()
    await older.or(page.getByText('No profile has been applied here yet.')).waitFor()
    if ((await older.count()) === 0) {
      await tryOut()
      await panel().getByRole('textbox', { name: 'Aliases, as a number' }).fill('20')
      await applyAs('Names first')
      await toast('‘Names first’ is live now.').getByRole('button', { name: 'Undo' }).press('Enter')
      await goTo('/profiles')
    }
    const before = await shop.search(QUERY)
    await older.press('Enter')
    await dialog().getByText('Effect on judged queries').waitFor()
    const rollBack = dialog().getByRole('button', { name: 'Roll back', exact: true })
    await expect.poll(() => rollBack.isDisabled()).toBe(false)
    // The second press comes before the button can rest: it neither applies twice nor hides that it is done.
    await rollBack.dblclick()
    await page.getByText('Rolled back: ‘Names first’ is live again.').waitFor()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => shop.search(QUERY)).not.toEqual(before)
    await lookAt(page, 'search-profiles')
    await page.getByRole('button', { name: 'Roll back to ‘Classic’' }).first().press('Enter')
    const again = dialog().getByRole('button', { name: /^Roll back/ })
    const read = dialog().getByRole('checkbox')
    await dialog().getByRole('table').or(dialog().getByText('does not get worse')).first().waitFor()
    if ((await read.count()) > 0) await read.press('Space')
    await expect.poll(() => again.isDisabled()).toBe(false)
    await again.press('Enter')
    await expect.poll(() => shop.search(QUERY)).toEqual(before)
  })

  it('takes nothing back unseen that is live since then [playground.apply]', async () => {
    await applyAs('Mine')
    shop.write(shop.configuration().replace('name: Mine', 'name: Theirs'))
    await goTo('/profiles')
    await page.getByText('Applied by editing the settings file').waitFor()
    await toast('‘Mine’ is live now.').getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText('Another profile is live by now.').waitFor()
    expect(shop.configuration()).toContain('name: Theirs')
    await dialog().getByRole('button', { name: 'Cancel' }).press('Enter')
  })

  for (const [width, height] of [
    [1000, 640],
    [640, 400],
  ] as const) {
    it(`has no fault at ${width}×${height}, in both themes [playground.keys]`, async () => {
      // Colours take a moment to change with the theme.
      const isFaultless = () => expect.poll(() => findViolations(page), { timeout: 20_000 }).toEqual([])
      await page.setViewportSize({ width, height })
      await goTo('')
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await results().getByText('Issue a credit note').waitFor()
        await isFaultless()
        await goTo('/profiles')
        await page.getByText('Applied before').waitFor()
        await isFaultless()
        await goTo('')
      }
      if (width < 700) {
        await slider('Title').waitFor()
        await isFaultless()
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(overflow).toBe(false)
    })
  }
})
