/** A dialog that is closed while what it has sent is on its way. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdCall } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'
import { openShopDesk, type ShopDesk } from '../support/shop-desk.ts'

let shop: ShopDesk

describeWhere(['chromium'], 'A profile whose dialog is closed while it is applied', () => {
  beforeAll(async () => {
    shop = await openShopDesk()
  })
  afterAll(() => shop?.close())

  it('is said to be live, with the way back [playground.apply-closed]', async () => {
    const { page } = shop.desk
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')
    await page.goto(`${page.url().split('#')[0]}#/search`)
    await page.getByRole('searchbox', { name: 'Search as an agent would' }).fill('cancel an invoice')
    await button('Tune').click()
    await button('Start from smart').click()
    await button('Apply…').click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Unseen')
    await dialog.getByText('name: Unseen').waitFor()
    const held = await holdCall(page, 'profiles.apply')
    await button('Apply the profile').click()
    await held.asked
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    held.letGo()
    const told = page.locator('[data-sonner-toast]').filter({ hasText: '‘Unseen’ is live now.' })
    await told.waitFor()
    expect(shop.configuration()).toContain('Unseen')
    await told.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => shop.configuration()).not.toContain('Unseen')
    await page.unrouteAll({ behavior: 'wait' })
  })
})
