/** A window in which only the list or the item is in sight: keys bring the one that they are about. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdCall } from '../support/desk-page.ts'
import { type LettersDesk, openLettersDesk } from '../support/letters-desk.ts'
import { describeWhere } from '../support/needs.ts'

let opened: LettersDesk
let page: Page

const keys = () => page.keyboard
const row = (title: string) => opened.desk.row(`Send ${title}`)
const isFocused = (of: Locator) => of.evaluate((element) => element === document.activeElement)

describeWhere(['chromium'], 'The inbox in a narrow window', () => {
  beforeAll(async () => {
    opened = await openLettersDesk()
    page = opened.desk.page
    await page.setViewportSize({ width: 640, height: 480 })
    await opened.desk.goTo('Inbox')
  })
  afterAll(() => opened?.close())

  it('goes from the item to the filter, the first hit and back by keys, and what is typed there is no command [inbox.one-in-sight]', async () => {
    const bringItem = async () => {
      await keys().press('Enter')
      const item = opened.desk.item()
      await item.getByRole('heading', { name: /Rossby/ }).waitFor()
    }
    await opened.handIn('to Arras')
    await expect.poll(() => opened.desk.pending()).toBe(1)
    await opened.handIn('to Rossby')
    await expect.poll(() => opened.desk.pending()).toBe(2)
    await keys().press('/')
    await keys().type('Rossby')
    await row('to Rossby').waitFor()
    await expect.poll(() => row('to Arras').count()).toBe(0)
    // Whoever goes into an item that is still on its way is there when it comes.
    const held = await holdCall(page, 'inbox.item')
    await keys().press('Enter')
    await expect.poll(() => isFocused(row('to Rossby'))).toBe(true)
    await keys().press('Enter')
    held.letGo()
    await opened.desk
      .item()
      .getByRole('heading', { name: /Rossby/ })
      .waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await expect.poll(() => isFocused(opened.desk.item())).toBe(true)
    await keys().press('Escape')
    await expect.poll(() => isFocused(row('to Rossby'))).toBe(true)
    await bringItem()
    // The first hit is what is open already.
    await keys().press('/')
    await keys().type('Rossby')
    await keys().press('Enter')
    await expect.poll(() => isFocused(row('to Rossby'))).toBe(true)
    await keys().press('/')
    await keys().type('Arras')
    await row('to Arras').waitFor()
    expect(await opened.desk.pending()).toBe(2)
  })

  it('shows what somebody comes to from elsewhere, not the list around it [window.arrive]', async () => {
    const toItem = page.getByRole('link', { name: 'Open the item' })
    const others = page.locator('#inbox-list [data-item]:not([aria-current=true])')
    await page.locator('#inbox-filter input').fill('')
    await opened.desk.goTo('Runs')
    await page.locator('[data-row]').first().click()
    await toItem.click()
    await opened.desk.outcome('Approve the letter').waitFor()
    await opened.desk.item().getByRole('link', { name: 'Open the run' }).click()
    await toItem.waitFor()
    // As from a notification, while the list is in sight.
    await opened.desk.goTo('Inbox')
    await row('to Arras').waitFor()
    const other = await others.first().getAttribute('data-item')
    await page.evaluate((id) => {
      window.location.hash = `#/inbox/${id}`
    }, other)
    await opened.desk.outcome('Approve the letter').waitFor()
    await page.reload()
    await opened.desk.outcome('Approve the letter').waitFor()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await row('to Arras').waitFor()
    await keys().press('/')
    await keys().type('Arras')
    await expect.poll(() => row('to Rossby').count()).toBe(0)
  })

  it('shows the item before a key from the list decides it [inbox.one-in-sight] [decide.in-sight]', async () => {
    await keys().press('Enter')
    await expect.poll(() => isFocused(row('to Arras'))).toBe(true)
    // Out of sight it has no role.
    const button = page.locator('[data-outcome]', { hasText: 'Approve the letter' })
    await expect.poll(() => button.isEnabled()).toBe(true)
    await keys().press('Enter')
    // It has just come into sight, and nothing counts for a moment, in which somebody goes back.
    await button.and(page.locator(':disabled')).waitFor()
    await keys().press('Escape')
    await row('to Arras').waitFor()
    await keys().press('a')
    await opened.desk.item().getByRole('heading', { name: /Arras/ }).waitFor()
    await expect.poll(() => isFocused(button)).toBe(true)
    expect(await opened.desk.pending()).toBe(2)
  })
})
