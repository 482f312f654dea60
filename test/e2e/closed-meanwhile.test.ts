/** A dialog that is closed while what it has sent is on its way. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdCall, readDesk } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'
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

const MAIL = `
approvals: { holdMs: 0 }
connections: { shell: { kind: cli, command: node } }
proxy:
  expose:
    - name: mail.send
      title: Send an e-mail
      inputSchema: { type: object, properties: { to: { type: string } } }
      approval: { required: true }
      executor: { kind: cli, connection: shell, args: [-e, "", "$.arguments.to"] }
`

describeWhere(['chromium'], 'A list of several that is closed while they are decided', () => {
  let opened: PeopleDesk
  beforeAll(async () => {
    opened = await openPeopleDesk(() => MAIL)
  })
  afterAll(() => opened?.close())

  it('says before that this stops none of them, and which of them were left out [inbox.many-shown] [inbox.many-closed]', async () => {
    for (const to of ['amy', 'ben', 'cleo']) await send(to)
    const { page } = opened
    const other = readDesk(await opened.openAnother())
    await opened.desk.row('amy').click()
    await page.keyboard.press('x')
    await page.keyboard.press('Control+a')
    await page.getByText('3 selected', { exact: true }).first().waitFor()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve (3)' }).waitFor()
    await other.row('ben').click()
    await other.outcome('Refuse').click()
    await dialog.getByRole('region', { name: 'Left out' }).getByText('to: ben').waitFor()
    const held = await holdCall(page, 'inbox.decideMany')
    await dialog.getByRole('button', { name: 'Approve (2)' }).click()
    await held.asked
    await dialog.getByText('Closing this stops none of them.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
    expect(await dialog.getByRole('button', { name: 'Stop the rest' }).isEnabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    held.letGo()
    await page.locator('[data-sonner-toast]').filter({ hasText: '2 of 2 items decided' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await expect.poll(focused).toBe('inbox-list')
  })

  it('keeps the keyboard in the list when the row goes that had it, under a dialog and without [inbox.row-gone]', async () => {
    for (const to of ['dora', 'eve', 'fred']) await send(to)
    const { page, desk } = opened
    const other = readDesk(await opened.openAnother())
    await desk.row('dora').click()
    await page.keyboard.press('s')
    await page.getByRole('dialog').waitFor()
    await other.row('dora').click()
    await other.outcome('Refuse').click()
    await desk.row('dora').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('inbox-list')
    await page.keyboard.press('j')
    await expect.poll(focused).toContain('eve')
    await other.row('eve').click()
    await other.outcome('Refuse').click()
    await expect.poll(focused).toBe('inbox-list')
    await page.keyboard.press('j')
    await expect.poll(focused).toContain('fred')
  })

  it('says in the snooze dialog what no longer waits, and offers nothing for it [inbox.snooze-gone]', async () => {
    for (const to of ['gina', 'hugo', 'otto']) await send(to)
    const { page, desk } = opened
    const other = readDesk(await opened.openAnother())
    const decide = async (to: string) => {
      await other.row(to).click()
      await other.outcome('Refuse').click()
      await desk.row(to).waitFor({ state: 'detached' })
    }
    for (const to of ['gina', 'hugo', 'otto']) {
      await desk.row(to).click()
      await page.keyboard.press('x')
    }
    await page.keyboard.press('s')
    const several = page.getByRole('dialog', { name: 'Snooze 3 items' })
    await several.waitFor()
    await decide('gina')
    const rest = page.getByRole('dialog', { name: 'Snooze 2 items' })
    await rest.getByText('1 of 3 no longer waits.').waitFor()
    await page.keyboard.press('2')
    await page.locator('[data-sonner-toast]').filter({ hasText: '2 items snoozed' }).waitFor()
    expect(await page.getByText('It was not snoozed.').count()).toBe(0)

    await send('jana')
    await desk.row('jana').click()
    await page.keyboard.press('s')
    const one = page.getByRole('dialog', { name: 'Snooze 1 item' })
    await one.getByRole('button', { name: /In 2 hours/ }).focus()
    await decide('jana')
    await one.getByText('This item no longer waits.').waitFor()
    expect(await one.getByRole('button').evaluateAll((buttons) => buttons.length)).toBe(2)
    await page.keyboard.press('2')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await one.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('inbox-list')
    expect(await page.getByText('It was not snoozed.').count()).toBe(0)
  })

  async function send(to: string): Promise<void> {
    const input = { capability: 'mail.send', arguments: { to } }
    await opened.agent.call('workflow.start', { definitionId: 'proxy_default', input })
  }

  /** Where the keyboard is: an id, or the words of a row. */
  const focused = () =>
    opened.page.evaluate(() => document.activeElement?.id || (document.activeElement?.textContent ?? ''))
})
