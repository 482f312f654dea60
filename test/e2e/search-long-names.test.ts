/** A name of the longest kind in the playground of search, in the smallest window. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWhere } from '../support/needs.ts'
import { openShopDesk, type ShopDesk } from '../support/shop-desk.ts'

describeWhere(['chromium'], 'A kept profile of a long name', () => {
  let shop: ShopDesk
  beforeAll(async () => {
    shop = await openShopDesk()
  })
  afterAll(() => shop?.close())

  it('reaches out of no bar and no menu [playground.keys]', async () => {
    const { page } = shop.desk
    const base = page.url().split('#')[0]
    const bar = page.getByRole('region', { name: 'Draft' })
    const long = 'n'.repeat(60)
    await page.setViewportSize({ width: 480, height: 400 })
    await page.goto(`${base}#/search`)
    await page.getByRole('button', { name: 'Tune' }).click()
    await page.getByRole('button', { name: 'Start from smart' }).press('Enter')
    await bar.getByRole('button', { name: 'Keep…' }).press('Enter')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(long)
    await page.keyboard.press('Enter')
    await bar.getByText(long, { exact: false }).waitFor()
    // Nor does one that turns its neighbours round turn the sentence about it.
    await bar.getByRole('button', { name: 'Keep…' }).press('Enter')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Zoë \u202egnp')
    await page.keyboard.press('Enter')
    await bar.getByText('U+202E').waitFor()
    await page.goto(`${base}#/search/profiles`)
    await page.getByRole('button', { name: `More for ‘${long}’` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
    for (const part of [bar.locator('p').first(), page.getByRole('menu')]) {
      const { left, right } = await part.evaluate((element) => {
        const inside = [element, ...element.querySelectorAll('*')].map((each) => each.getBoundingClientRect())
        return {
          left: Math.min(...inside.map((box) => box.left)),
          right: Math.max(...inside.map((box) => box.right)),
        }
      })
      expect([left >= 0, right <= 480]).toEqual([true, true])
    }
  })
})
