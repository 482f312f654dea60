/** What the cards of inbox-cards.test.ts leave out, looked at in both themes: people, dialogs, lists, settings. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PictureName } from '../screens/pictures.ts'
import { type Agent, connectAgent } from '../support/agent.ts'
import { type BrowserDesk, openBrowserDesk } from '../support/browser-desk.ts'
import { handInDraft } from '../support/content-review.ts'
import { lookAt } from '../support/look.ts'
import { describeWhere } from '../support/needs.ts'

const PARTS = [
  ...['connect', 'workspace', 'people', 'approvals', 'notifications'],
  ...['secrets', 'data', 'appearance', 'about'],
] as const
const PAYMENT = 'Approve: Release the payment'

let opened: BrowserDesk
let page: Page
let agent: Agent

const dialog = () => page.getByRole('dialog')
const look = (name: PictureName) => lookAt(page, name)

async function goTo(route: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/${route}`)
}
async function openRow(sentence: RegExp): Promise<void> {
  await opened.desk().row(sentence).first().click()
  await opened.desk().item().getByRole('heading', { level: 2 }).waitFor()
}
async function untilArmed(outcome: string): Promise<void> {
  await opened.desk().readAll()
  await expect.poll(() => opened.desk().outcome(outcome).isEnabled()).toBe(true)
}
async function confirmPayment(): Promise<void> {
  await dialog().getByRole('checkbox').check()
  await dialog().getByRole('button', { name: PAYMENT }).click()
  await dialog().waitFor({ state: 'detached' })
}
/** The focus is on a button with this name again, and no dialog is open. */
async function expectReturned(name: string | RegExp): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  const button = page.getByRole('button', { name })
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
}

describeWhere(['chromium'], 'Looked at in both themes', () => {
  beforeAll(async () => {
    opened = await openBrowserDesk('usual')
    page = opened.desk().page
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  afterAll(async () => {
    await agent?.close()
    await opened?.close()
  })

  it('the first run, and what comes after the first decision [loop.accessible] [first-run.own-workspace]', async () => {
    await page.getByRole('button', { name: 'Play the agent' }).waitFor()
    await look('first-run')
    await page.getByRole('button', { name: 'Play the agent' }).click()
    await page.getByRole('link', { name: 'Open the item' }).click()
    await untilArmed('Approve the content')
    await opened.desk().outcome('Approve the content').click()
    await page.getByRole('button', { name: 'Set up a workspace of your own…' }).waitFor()
    await look('first-run-next')
    await page.getByRole('button', { name: 'Set up a workspace of your own…' }).click()
    await dialog().getByRole('textbox').waitFor()
    await look('new-workspace')
    await dialog().getByRole('textbox').fill(join(opened.files, '../../mine'))
    await page.keyboard.press('Enter')
    await dialog().getByText('Run this in a terminal.').waitFor()
    await look('new-workspace-made')
    await expectReturned('Set up a workspace of your own…')
  })

  it('a payment for two people, from the card to the ring [loop.accessible] [first-run.two-people]', async () => {
    await page.getByRole('button', { name: 'Play a two-person approval' }).click()
    await page.getByRole('link', { name: 'Open the item' }).click()
    await untilArmed(PAYMENT)
    await look('quorum')
    await opened.desk().outcome(PAYMENT).click()
    await dialog().waitFor()
    await look('confirm')
    await expectReturned(new RegExp(`^${PAYMENT}`))
    await opened.desk().outcome(PAYMENT).click()
    await confirmPayment()
    await page.getByRole('tab', { name: 'For others' }).click()
    await openRow(/Pay/)
    await opened.desk().item().getByText('You approved this').waitFor()
    await untilArmed('Refuse')
    await look('quorum-half')
    await page.getByRole('button', { name: /^Person at the desk/ }).click()
    await dialog().waitFor()
    await look('switcher')
    await dialog()
      .getByRole('button', { name: /\balex\b/ })
      .click()
    await page.getByRole('button', { name: 'Person at the desk: alex' }).waitFor()
    await opened.desk().goTo('Inbox')
    await page.getByRole('tab', { name: 'For you' }).click()
    await openRow(/Pay/)
    await untilArmed(PAYMENT)
    await opened.desk().outcome(PAYMENT).click()
    await confirmPayment()
    await page.getByRole('tab', { name: 'Decided' }).click()
    await openRow(/Pay/)
    await look('scheduled')
    await openRow(/Publish/)
    await look('decided')
    await page.getByRole('tab', { name: 'For you' }).click()
  })

  it('snoozing, and several at once [loop.accessible]', async () => {
    agent = await connectAgent('newer', opened.workspace)
    for (let count = 0; count < 4; count += 1) await handInDraft(agent)
    await opened.desk().goTo('Inbox')
    await openRow(/Publish/)
    await untilArmed('Approve the content')
    await page.getByRole('button', { name: /^Snooze/ }).click()
    await dialog().waitFor()
    await look('snooze-dialog')
    await expectReturned(/^Snooze/)
    await page.getByRole('button', { name: /^Snooze/ }).click()
    await dialog()
      .getByRole('button', { name: /In 2 hours/ })
      .click()
    await page.getByRole('tab', { name: /^Snoozed/ }).click()
    await openRow(/Publish/)
    await untilArmed('Approve the content')
    await look('snoozed')
    await page.getByRole('tab', { name: 'For you' }).click()
    await openRow(/Publish/)
    await opened
      .desk()
      .row(/Publish/)
      .first()
      .focus()
    await page.keyboard.press('x')
    await page.keyboard.press('ControlOrMeta+a')
    const bar = page.getByRole('region', { name: 'Selected items' })
    await bar.getByText('3 selected').waitFor()
    await untilArmed('Approve the content')
    // The message of the snooze is over the bar for as long as it is there.
    await expect.poll(() => page.getByText(/^Snoozed until/).count(), { timeout: 10_000 }).toBe(0)
    await look('many')
    await bar.getByRole('button', { name: /^Approve the content/ }).click()
    await dialog().getByRole('list', { name: 'What will be decided' }).waitFor()
    await look('many-dialog')
    await dialog()
      .getByRole('button', { name: /^Approve the content/ })
      .click()
    await dialog().getByText('3 of 3 items decided').waitFor()
    await dialog().getByRole('button', { name: 'Done' }).click()
  })

  it('the other screens, the palette and the sheet of keys [loop.accessible]', async () => {
    await goTo('runs')
    await page.getByRole('main').getByRole('button', { name: /Pay/ }).first().click()
    await look('runs')
    await goTo('catalog/workflows/payment')
    await page.getByRole('heading', { name: 'Pay an invoice' }).waitFor()
    await look('catalog')
    await goTo('search')
    await page.getByRole('main').getByRole('searchbox').first().fill('pay an invoice')
    await page.getByRole('main').getByText('Pay an invoice').first().waitFor()
    await look('search')
    await goTo('activity')
    await page.getByRole('main').getByRole('button').nth(8).waitFor()
    await look('activity')
    await goTo('activity/attention')
    await page.getByRole('table', { name: 'What people were asked' }).waitFor()
    await look('attention')
    await page.keyboard.press('ControlOrMeta+k')
    await dialog().waitFor()
    await look('palette')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await dialog().waitFor()
    await look('keys')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it.each(PARTS)('the part %s of the settings [loop.accessible]', async (part) => {
    await goTo(`settings/${part}`)
    await page.locator('#settings-part').waitFor()
    await look(`settings-${part}` as PictureName)
  })

  it('a locked desk [loop.accessible]', async () => {
    await page.getByRole('button', { name: /^Person at the desk/ }).click()
    await dialog().getByRole('button', { name: 'Lock the desk' }).click()
    await page.getByRole('heading', { name: 'This desk is locked' }).waitFor()
    await look('lock')
  })
})
