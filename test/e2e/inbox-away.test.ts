/** While the gateway does not answer: what cannot act says so, wherever one looks, and comes back by itself. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { routeCall } from '../support/desk-page.ts'
import { type LettersDesk, openLettersDesk } from '../support/letters-desk.ts'
import { describeWhere } from '../support/needs.ts'

let opened: LettersDesk
let page: Page

const away = (where: { getByText: Page['getByText'] }) => where.getByText('Countersign is not responding.')
const dialog = () => page.getByRole('dialog')
const bar = () => page.getByRole('region', { name: 'Selected items' })
/** To a screen reader. */
const said = () => page.locator('[role="status"].sr-only')
/** Also below a dialog. */
const strip = () => page.locator('footer').filter({ hasText: 'MCP address' })

/** A gateway that hangs says nothing more, and after ten seconds counts as away. */
async function goAway(isAway: boolean): Promise<void> {
  process.kill(opened.gateway.pid, isAway ? 'SIGSTOP' : 'SIGCONT')
  await strip()
    .getByText(isAway ? 'Not connected' : 'Running', { exact: true })
    .waitFor({ timeout: 30_000 })
}

describeWhere(['chromium'], 'While the gateway does not answer', () => {
  beforeAll(async () => {
    opened = await openLettersDesk()
    page = opened.desk.page
    await opened.desk.goTo('Inbox')
    await opened.handIn('to Berlin')
    await opened.handIn('to Cordoba')
    await opened.desk.row('to Berlin').click()
  })
  afterAll(async () => {
    if (opened === undefined) return
    process.kill(opened.gateway.pid, 'SIGCONT')
    await opened.close()
  })

  it('an item and the list of several say why they cannot be decided, and nothing says how many are connected [window.away]', async () => {
    const [one, both] = [
      opened.desk.outcome('Approve the letter'),
      dialog().getByRole('button', { name: 'Approve the letter (2)' }),
    ]
    await expect.poll(() => one.isEnabled()).toBe(true)
    await strip().getByText('1 client').waitFor()
    await page.keyboard.press('x')
    await page.keyboard.press('Control+a')
    await bar().getByText('2 selected').waitFor()
    await page.keyboard.press('a')
    await expect.poll(() => both.isEnabled()).toBe(true)
    await goAway(true)
    await away(dialog()).waitFor()
    expect(await both.isDisabled()).toBe(true)
    await page.keyboard.press('a')
    await away(said()).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await away(page.getByRole('main')).waitFor()
    expect(await one.isDisabled()).toBe(true)
    expect(
      await strip()
        .getByText(/\bclients?\b/)
        .count(),
    ).toBe(0)
    expect(await findViolations(page)).toEqual([])
    await bar().getByRole('button', { name: 'Approve the letter…' }).click()
    await away(dialog()).waitFor()
    await goAway(false)
    await away(dialog()).waitFor({ state: 'detached' })
    await expect.poll(() => both.isEnabled()).toBe(true)
    await strip().getByText('1 client').waitFor()
    await both.click()
    await dialog().getByText('2 of 2 items decided').waitFor()
    await dialog().getByRole('button', { name: 'Done' }).click()
  })

  it('so it is where calls do not get through, although it still tells of changes [window.away]', async () => {
    await opened.handIn('to Faro')
    await opened.desk.row('to Faro').click()
    const approve = opened.desk.outcome('Approve the letter')
    await expect.poll(() => approve.isEnabled()).toBe(true)
    await routeCall(page, '*', (route) => route.abort('connectionrefused'))
    await opened.handIn('to Galway')
    await strip().getByText('Not connected').waitFor()
    await away(page.getByRole('main')).waitFor()
    expect(await approve.isDisabled()).toBe(true)
    await page.unroute('**/call/*')
    await strip().getByText('Running', { exact: true }).waitFor()
    await opened.desk.row('to Galway').waitFor()
    await expect.poll(() => approve.isEnabled()).toBe(true)
    // What is pressed finds out as well.
    await routeCall(page, '*', (route) => route.abort('connectionrefused'))
    await approve.click()
    await strip().getByText('Not connected').waitFor()
    await page.unroute('**/call/*')
    await strip().getByText('Running', { exact: true }).waitFor()
    await expect.poll(() => approve.isEnabled()).toBe(true)
  })

  it('an item that was pressed says so, and what came of it once it is answered [window.sent]', async () => {
    await opened.handIn('to Dublin')
    await opened.desk.row('to Dublin').click()
    const approve = opened.desk.outcome('Approve the letter')
    await expect.poll(() => approve.isEnabled()).toBe(true)
    process.kill(opened.gateway.pid, 'SIGSTOP')
    await approve.click()
    const sent = opened.desk.item().getByRole('status').getByText('You pressed this.')
    await sent.waitFor()
    process.kill(opened.gateway.pid, 'SIGCONT')
    await page
      .getByText(/^Approved\./)
      .first()
      .waitFor()
    await sent.waitFor({ state: 'detached' })
  })

  it('the second gesture of a risky outcome does so as well [window.away]', async () => {
    await opened.plan('7.1')
    await opened.desk.row('Deploy 7.1').click()
    const deploy = opened.desk.outcome('Deploy')
    await expect.poll(() => deploy.isEnabled()).toBe(true)
    await deploy.click()
    await dialog().getByRole('checkbox').check()
    const confirm = dialog().getByRole('button', { name: 'Deploy' })
    await expect.poll(() => confirm.isEnabled()).toBe(true)
    await goAway(true)
    await away(dialog()).waitFor()
    expect(await confirm.isDisabled()).toBe(true)
    await goAway(false)
    await expect.poll(() => confirm.isEnabled()).toBe(true)
    expect(await dialog().getByRole('checkbox').isChecked()).toBe(true)
    await page.keyboard.press('Escape')
  })
})
