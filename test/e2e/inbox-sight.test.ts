/** Nothing decisive out of sight: what is long, pushed away or folded must have been in view before it can run. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { actAs } from '../support/card-agent.ts'
import { type CardDesk, openCardDesk } from '../support/card-workspace.ts'
import { describeWhere } from '../support/needs.ts'

let opened: CardDesk

const { callTool, look } = actAs(() => opened.agent)
const call = (args: object) => callTool('db.write', args)

const rows = () => opened.page.locator('#inbox-list [data-item]')
const known = new Set<string>()
let newest = ''

/** What is in the list for the first time: what was decided may stand there for a moment more. */
async function findNew(): Promise<string | undefined> {
  const ids = await rows().evaluateAll((all) => all.map((row) => row.getAttribute('data-item') ?? ''))
  return ids.find((id) => !known.has(id))
}

async function openNewest() {
  await opened.desk.goTo('Inbox')
  await expect.poll(findNew).toBeDefined()
  newest = (await findNew()) ?? ''
  known.add(newest)
  await opened.page.locator(`#inbox-list [data-item="${newest}"]`).click()
  const card = opened.desk.item()
  await card.getByRole('heading', { level: 2 }).waitFor()
  return card
}

async function refuse(): Promise<void> {
  await opened.desk.outcome('Refuse').click()
  await opened.page.locator(`#inbox-list [data-item="${newest}"]`).waitFor({ state: 'detached' })
}

async function setSize(width: number, height: number): Promise<void> {
  await opened.page.setViewportSize({ width, height })
}

/** In pixels: of the card, of the dock, and what of an element is in view above the dock or its bar. */
async function measure(text: string) {
  return await opened.page.evaluate((wanted) => {
    const card = document.querySelector('#item')
    const dock = card?.querySelector('[aria-label="Your decision"]')
    const bar = card?.querySelector('[data-bar]')
    const frame = card?.getBoundingClientRect()
    const limit = (bar ?? dock)?.getBoundingClientRect().top ?? 0
    const walker = document.createTreeWalker(card ?? document.body, NodeFilter.SHOW_TEXT)
    const found: boolean[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const from = node.textContent?.indexOf(wanted) ?? -1
      if (from < 0) continue
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, from + wanted.length)
      const { top, bottom, height } = range.getBoundingClientRect()
      if (height > 0) found.push(top >= (frame?.top ?? 0) && bottom <= limit)
    }
    return {
      card: frame?.height ?? 0,
      dock: (dock?.getBoundingClientRect().height || bar?.getBoundingClientRect().height) ?? 0,
      inView: found.some(Boolean),
    }
  }, text)
}

const HIDDEN = { note: `Tidy up${'\n'.repeat(400)}`, target: 'every account' }
const LONG = Array.from({ length: 90 }, (_, line) => `Line ${line + 1} of what is written.`).join('\n')

describeWhere(['chromium'], 'What is out of sight', () => {
  beforeAll(async () => {
    opened = await openCardDesk()
  })
  afterAll(() => opened?.close())

  it('a second argument behind 400 line breaks stands right below the count of them, and short items stay one click [sight.runs] [sight.waits]', async () => {
    const begun = await call(HIDDEN)
    const card = await openNewest()
    await card.getByText('400 line breaks').first().waitFor()
    expect((await measure('every account')).inView).toBe(true)
    await opened.desk.outcome('Approve').click()
    await expect.poll(async () => (await look(begun)).context.lastResult).toMatchObject({ text: 'ran write' })
  })

  it('what runs waits until it was in view to its end, by click and by key, and the card says how much is below [sight.waits] [sight.keys]', async () => {
    const begun = await call({ text: LONG, target: 'every account', force: true })
    const card = await openNewest()
    const names = card.getByText('3 values:')
    await names.waitFor()
    expect(await names.innerText()).toMatch(/text.*target.*force/)
    await card.getByText(/Read first: \d+ more lines, \d more values/).waitFor()
    await expect.poll(() => opened.desk.outcome('Refuse').isEnabled()).toBe(true)
    expect(await opened.desk.outcome('Approve').isDisabled()).toBe(true)
    await card.focus()
    await opened.page.keyboard.press('a')
    await opened.page.keyboard.press('a')
    expect((await look(begun)).context.lastResult).toBeUndefined()
    await expect.poll(() => findViolations(opened.page), { timeout: 20_000 }).toEqual([])

    // A jump to the end is no reading.
    const scroller = card.locator('[data-scroller]')
    await card.getByRole('button', { name: /more lines/ }).click()
    await scroller.evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
    await card.getByText(/more lines/).waitFor()
    expect(await opened.desk.outcome('Approve').isDisabled()).toBe(true)

    await scroller.evaluate((box) => box.scrollTo({ top: 0 }))
    const readOn = card.getByRole('button', { name: 'Read on' })
    // It goes with the last of what it leads to.
    for (let turn = 0; turn < 40 && (await readOn.count()) > 0; turn += 1)
      await readOn.click({ timeout: 2000 }).catch(() => undefined)
    await expect.poll(() => opened.desk.outcome('Approve').isEnabled()).toBe(true)
    await opened.desk.outcome('Approve').click()
    await expect.poll(async () => (await look(begun)).context.lastResult).toMatchObject({ text: 'ran write' })
  })

  it('of a small value with lists in it all is in view, and of a large one ‘Read on’ unfolds the rest [sight.waits] [sight.keys]', async () => {
    const guest = (name: string) => ({ name, likes: [{ drink: `tea for ${name}` }] })
    await call({ guests: [guest('Anna')] })
    const card = await openNewest()
    await card.getByText('tea for Anna').first().waitFor()
    await expect.poll(() => opened.desk.outcome('Approve').isEnabled()).toBe(true)
    await refuse()

    await call({ guests: Array.from({ length: 12 }, (_, n) => guest(`guest ${n}`)) })
    await openNewest()
    const readOn = card.getByRole('button', { name: 'Read on' })
    await readOn.waitFor()
    expect(await card.getByText('tea for guest 11', { exact: true }).count()).toBe(0)
    // By the keyboard alone, which stays where it is until there is nothing more to read.
    await readOn.focus()
    for (let turn = 0; turn < 80 && (await readOn.count()) > 0; turn += 1) {
      await opened.page.keyboard.press('Space')
      await opened.page.evaluate(() => new Promise(requestAnimationFrame))
    }
    await card.getByText('tea for guest 11', { exact: true }).waitFor()
    await expect.poll(() => opened.desk.outcome('Approve').isEnabled()).toBe(true)
    await refuse()
  })

  it('the dock leaves room for what is asked for, says whole what its buttons lead to, and at 200 % for the sentence and the count [card.dock] [card.once]', async () => {
    await call({ path: 'notes/plan.md', content: LONG })
    const card = await openNewest()
    await card.getByText('with exactly the values above').waitFor({ state: 'attached' })
    for (const [width, height] of [
      [1280, 800],
      [1000, 640],
    ] as const) {
      await setSize(width, height)
      await expect.poll(async () => (await measure('notes/plan.md')).inView).toBe(true)
      await expect.poll(async () => (await measure('content')).inView).toBe(true)
      const { card: whole, dock } = await measure('')
      expect(dock / whole).toBeLessThanOrEqual(0.4)
      expect(await cutOff(card.locator('[data-leads] *'))).toEqual([])
    }
    for (const [width, height] of [
      [640, 400],
      [500, 320],
    ] as const) {
      await setSize(width, height)
      await card.evaluate((element) => element.scrollTo({ top: 0 }))
      await expect.poll(async () => (await measure('write')).inView).toBe(true)
      const count = card.locator('[data-bar]').getByText(/more lines/)
      await count.waitFor()
      const box = await count.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
    }
    await setSize(1280, 800)
    await refuse()
  })

  it('text that grows lays the desk out as a narrow window does, its buttons in sight, and brings nothing into view [inbox.large-text] [sight.waits]', async () => {
    const text = 'What is written here is read before it runs. '.repeat(12)
    await call({ first: text, second: text, third: text, last: text })
    const { page } = opened
    const card = await openNewest()
    await card.getByText(/Read first/).waitFor()
    const fonts = await page.context().newCDPSession(page)
    await fonts.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    await page.getByRole('button', { name: 'Back to the list' }).waitFor()
    await expect.poll(() => opened.desk.outcome('Refuse').isEnabled()).toBe(true)
    expect(await opened.desk.outcome('Approve').isDisabled()).toBe(true)
    await card.getByText(/Read first/).waitFor()
    const endOfRefuse = async () => {
      const { y = 0, height = 0 } = (await opened.desk.outcome('Refuse').boundingBox()) ?? {}
      return y + height
    }
    await expect.poll(endOfRefuse).toBeLessThan(800)
    await fonts.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
    await refuse()
  })

  it('or until a person says that they have seen all of it; what runs nothing never waits [sight.waits]', async () => {
    const begun = await call({ text: LONG, target: 'nobody' })
    const card = await openNewest()
    await card.getByRole('button', { name: 'I have seen all of it' }).click()
    await opened.desk.outcome('Approve').click()
    await expect.poll(async () => (await look(begun)).context.lastResult).toMatchObject({ text: 'ran write' })
    await call({ text: LONG, target: 'somebody' })
    await openNewest()
    await refuse()
  })

  it('what stands behind the list of a narrow window is not in view, and appears when the list goes [sight.waits] [window.press]', async () => {
    const begun = await call({ text: LONG, target: 'hidden' })
    await openNewest()
    await setSize(640, 480)
    const back = opened.page.getByRole('button', { name: 'Back to the list' })
    const row = opened.desk.row(/db/i).last()
    await back.click()
    await row.click()
    const readOn = opened.desk.item().getByText(/Read first: \d+ more lines/)
    await readOn.waitFor()
    await expect.poll(() => opened.desk.outcome('Refuse').isEnabled()).toBe(true)
    expect(await opened.desk.outcome('Approve').isDisabled()).toBe(true)
    await back.click()
    await row.waitFor()
    const alive = opened.page.locator('[data-outcome]:not([disabled])')
    await expect.poll(() => alive.count()).toBeGreaterThan(0)
    // The second click of two on a row comes long before a button may count.
    const atOnce = await row.evaluate(async (element) => {
      element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return document.querySelectorAll('[data-outcome]:not([disabled])').length
    })
    expect(atOnce).toBe(0)
    await expect.poll(() => opened.desk.outcome('Refuse').isEnabled()).toBe(true)
    expect((await look(begun)).context.lastResult).toBeUndefined()
    await setSize(1280, 800)
    await refuse()
  })

  it('names with other characters than they seem to have are marked [sight.alike]', async () => {
    await call({ 'new\nline': 1, 'new line': 2, 'p\u0251y': 3, 'a\u00a0b': 4 })
    const card = await openNewest()
    for (const mark of ['line break', 'U+0251', 'U+00A0']) await card.getByText(mark).first().waitFor()
    await refuse()
  })
})

/** What is shown of a text, and not all of it. */
function cutOff(texts: Locator): Promise<(string | null)[]> {
  return texts.evaluateAll((all) =>
    all
      .filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 1)
      .map((text) => text.textContent),
  )
}
