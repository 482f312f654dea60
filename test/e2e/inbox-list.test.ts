/** The list of the inbox as a person works through it: narrowing, snoozing, walking, always with a real agent behind it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { holdCall } from '../support/desk-page.ts'
import { type Letters, openLettersApp, openLettersDesk } from '../support/letters-desk.ts'
import { describeWhere } from '../support/needs.ts'

let opened: Letters
let page: Page

const rows = () => page.getByRole('list', { name: 'Items' }).locator('[data-item]')
const filter = () => page.getByRole('searchbox', { name: 'Filter by any text' })

const list = (open: () => Promise<Letters>) => () => {
  beforeAll(async () => {
    opened = await open()
    page = opened.desk.page
  })
  afterAll(() => opened?.close())

  it('is narrowed by text and by what the items are, and says what the filter hides [inbox.filter]', async () => {
    for (const title of ['to Berlin', 'to Cordoba', 'to Dresden']) await opened.handIn(title)
    await opened.plan('7.1')
    await opened.desk.goTo('Inbox')
    await expect.poll(() => rows().count()).toBe(4)
    await page.keyboard.press('/')
    await page.keyboard.type('cordoba')
    await expect.poll(() => rows().count()).toBe(1)
    await filter().fill('')
    await expect.poll(() => rows().count()).toBe(4)

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Workflow' }).click()
    await page.getByRole('option', { name: 'Deployments (1)' }).click()
    await expect.poll(() => rows().count()).toBe(1)
    await filter().fill('Berlin')
    await page.getByText('4 items are hidden by the filter: Text: “Berlin”, Workflow: Deployments.').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await expect.poll(() => rows().count()).toBe(4)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => filter().inputValue()).toBe('Berlin')
    await filter().fill('')
    await page.getByRole('button', { name: 'Remove the filter Workflow: Deployments' }).click()
    await expect.poll(() => rows().count()).toBe(4)
  })

  it('keeps a filter by its name, and takes a change of it back with a key [inbox.saved-filters]', async () => {
    await filter().fill('to D')
    await expect.poll(() => rows().count()).toBe(1)
    await page.getByRole('textbox', { name: 'Save this filter as' }).fill('Dresden only')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await filter().fill('')
    await expect.poll(() => rows().count()).toBe(4)
    await page.getByRole('button', { name: 'Dresden only', exact: true }).click()
    await expect.poll(() => rows().count()).toBe(1)
    await rows().first().click()
    await page.keyboard.press('Control+z')
    await expect.poll(() => rows().count()).toBe(4)
    await page.getByRole('button', { name: 'Forget the filter Dresden only' }).click()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
  })

  it('is walked with keys to its ends [inbox.keys]', async () => {
    await rows().first().click()
    const place = () =>
      page.evaluate(() => {
        const row = document.activeElement?.closest('li')
        return row?.getAttribute('aria-posinset') ?? null
      })
    await page.keyboard.press('End')
    await expect.poll(place).toBe('4')
    await page.keyboard.press('ArrowUp')
    await expect.poll(place).toBe('3')
    await page.keyboard.press('Home')
    await expect.poll(place).toBe('1')
    for (let step = 0; step < 6; step += 1) await page.keyboard.down('j')
    await page.keyboard.up('j')
    await expect.poll(place).toBe('4')
  })

  it('leads to what has waited longest with one key, also past a filter [inbox.oldest]', async () => {
    await filter().fill('Dresden')
    await expect.poll(() => rows().count()).toBe(1)
    await rows().first().click()
    await page.keyboard.press('Control+Shift+J')
    await expect.poll(() => opened.desk.item().getByText('to Berlin').first().isVisible()).toBe(true)
    await page.getByText('This item is not in the list below its filter.').waitFor()
    await filter().fill('')
    await expect.poll(() => rows().count()).toBe(4)
  })

  it('hides an item until a time, with a way back, and moves on [inbox.snooze]', async () => {
    const run = await opened.handIn('to Zagreb')
    await opened.desk.row('to Zagreb').click()
    await opened.desk.item().getByText('to Zagreb').first().waitFor()
    await page.keyboard.press('s')
    await page.getByRole('dialog', { name: 'Snooze 1 item' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('2')
    await opened.desk.row('to Zagreb').waitFor({ state: 'detached' })
    await expect.poll(() => rows().count()).toBe(4)
    await expect.poll(() => opened.desk.item().getByText('to Zagreb').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await opened.desk.row('to Zagreb').click()

    await opened.desk
      .item()
      .getByRole('button', { name: /Snooze/ })
      .click()
    await page.getByRole('button', { name: /Tomorrow at 9:00/ }).click()
    await opened.desk.row('to Zagreb').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: /Snoozed/ }).click()
    await opened.desk.row('to Zagreb').click()
    await opened.desk
      .item()
      .getByText(/Snoozed until/)
      .waitFor()

    // The key that hid it shows it again.
    await page.keyboard.press('s')
    await page.getByText('Nothing is snoozed.').waitFor()
    await page.getByRole('tab', { name: 'For you' }).click()
    await opened.desk.row('to Zagreb').click()
    await opened.desk.item().getByText('to Zagreb').first().waitFor()
    await page.keyboard.press('s')
    await page.getByRole('dialog', { name: 'Snooze 1 item' }).waitFor()
    await page.keyboard.press('2')
    await opened.desk.row('to Zagreb').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: /Snoozed/ }).click()
    await opened.desk.row('to Zagreb').click()
    await opened.desk
      .item()
      .getByText(/Snoozed until/)
      .waitFor()

    // It waits all the same: whoever opens it can decide it.
    const answer = opened.wait(run)
    await opened.desk.outcome('Approve the letter').click()
    expect((await answer).state).toBe('sent')
    await page.getByText('Nothing is snoozed.').waitFor()
    await page.getByRole('tab', { name: 'For you' }).click()
    await expect.poll(() => rows().count()).toBe(4)
  })
}

describeWhere(['chromium'], 'The list of the inbox, while answers are on their way,', () => {
  beforeAll(async () => {
    opened = await openLettersDesk()
    page = opened.desk.page
    for (const title of ['to Berlin', 'to Cordoba', 'to Dresden']) await opened.handIn(title)
    await opened.desk.goTo('Inbox')
  })
  afterAll(() => opened?.close())

  it('is all of the inbox that an arrival has the window ask for, also before the first decision [window.live-order]', async () => {
    await expect.poll(() => rows().count()).toBe(3)
    const asked = new Set<string | null>()
    page.on('request', (request) => {
      if (request.url().endsWith('/call/inbox.list')) asked.add(request.postData())
    })
    const arrived = await opened.handIn('to Essen')
    await opened.desk.row('to Essen').waitFor()
    // The number comes after all lists.
    await expect.poll(() => opened.desk.pending()).toBe(4)
    await opened.withdraw(arrived)
    await expect.poll(() => opened.desk.pending()).toBe(3)
    expect([...asked]).toHaveLength(1)
  })

  it('leaves the focus to whoever has begun to write before the decision is answered [inbox.focus-kept]', async () => {
    await expect.poll(() => rows().count()).toBe(3)
    await opened.desk.row('to Berlin').click()
    await expect.poll(() => opened.desk.outcome('Approve the letter').isEnabled()).toBe(true)
    const decision = await holdCall(page, 'inbox.decide')
    await opened.desk.outcome('Approve the letter').click()
    await decision.asked
    await page.keyboard.press('/')
    await page.keyboard.type('t')
    decision.letGo()
    // The next one opens all the same.
    await opened.desk.item().getByText('to Cordoba').first().waitFor()
    await opened.desk.row('to Berlin').waitFor({ state: 'detached' })
    await page.keyboard.type('o D')
    expect(await filter().inputValue()).toBe('to D')
    await expect.poll(() => rows().count()).toBe(1)
  })

  it('shows nothing as waiting that was decided since it was narrowed so before [inbox.no-old-list]', async () => {
    await filter().fill('Cordoba')
    await expect.poll(() => rows().count()).toBe(1)
    await filter().fill('')
    await expect.poll(() => rows().count()).toBe(2)
    await opened.desk.row('to Cordoba').click()
    await expect.poll(() => opened.desk.outcome('Approve the letter').isEnabled()).toBe(true)
    await opened.desk.outcome('Approve the letter').click()
    await expect.poll(() => rows().count()).toBe(1)
    const narrowed = await holdCall(page, 'inbox.list', ({ text }) => text === 'Cordoba')
    await filter().fill('Cordoba')
    await narrowed.asked
    expect(await opened.desk.row('to Cordoba').count()).toBe(0)
    narrowed.letGo()
    await expect.poll(() => rows().count()).toBe(0)
  })
})
describeWhere(['chromium'], 'The list of the inbox in a browser', list(openLettersDesk))
describeWhere(['electron', 'display'], 'The list of the inbox in the app', list(openLettersApp))
