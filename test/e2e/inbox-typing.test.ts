/** What is typed goes where it was meant to go, or nowhere: a PIN whose dialog goes, the key that leads to a field. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { readDesk, setPin } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const workspace = (): string => `
people: { ann: {}, bo: {} }
approvals: { proof: highRisk, holdMs: 0 }
workflows:
  deploy:
    title: Deploy
    initialState: asked
    states:
      asked:
        transitions:
          go: { title: Deploy it, target: gone, actor: human, risk: high, summary: Deploy it }
      gone: { terminal: true }
  visit:
    title: Visit
    initialState: planned
    states:
      planned:
        transitions:
          look:
            title: Look at the meter
            target: seen
            actor: human
            summary: Look at the meter
            inputSchema:
              type: object
              required: [shows]
              properties: { shows: { type: string, title: What it shows, maxLength: 5 } }
      seen: { terminal: true }
`

const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset') ?? null)

describeWhere(['chromium'], 'What is typed at the desk', () => {
  let opened: PeopleDesk
  beforeAll(async () => {
    opened = await openPeopleDesk(workspace)
  })
  afterAll(() => opened?.close())

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel(/^PIN of/).fill('4711')
    await page.keyboard.press('Enter')
    await readDesk(page).untilConnected()
  }
  async function begin(definitionId: string): Promise<void> {
    await opened.agent.call('workflow.start', { definitionId, input: {} })
  }
  async function proveDeploy(page: Page) {
    const desk = readDesk(page)
    await desk.goTo('Inbox')
    await desk.row('Deploy it').first().click()
    await expect.poll(() => desk.outcome('Deploy it').isEnabled()).toBe(true)
    await desk.outcome('Deploy it').click()
    const sure = page.getByRole('dialog')
    await sure.getByRole('checkbox').check()
    await sure.getByRole('button', { name: 'Deploy it' }).click()
    return page.getByRole('dialog', { name: 'Enter your PIN' })
  }

  it('in a dialog is not lost by a press beside it, or one of the Escape key, which close one without it [window.written]', async () => {
    const { page, desk } = opened
    await desk.goTo('Catalog')
    await page
      .getByRole('tab', { name: 'Servers' })
      .or(page.getByRole('link', { name: 'Servers' }))
      .click()
    const dialog = page.getByRole('dialog', { name: 'Add a server' })
    const command = dialog.getByLabel('Command line')
    const add = page.getByRole('button', { name: 'Add a server…' }).first()
    await add.click()
    await command.pressSequentially('npx -y server')
    await page.mouse.click(5, 5)
    await dialog.getByRole('button', { name: 'Cancel' }).focus()
    expect(await command.inputValue()).toBe('npx -y server')
    await command.press('Escape')
    await dialog.and(page.locator(':focus')).waitFor()
    expect(await command.inputValue()).toBe('npx -y server')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await add.click()
    await command.waitFor()
    await page.mouse.click(5, 5)
    await dialog.waitFor({ state: 'detached' })
  })

  it('with the key of an outcome is not written into the field that it leads to [inbox.typing-stays]', async () => {
    const { page, desk } = opened
    await begin('visit')
    await desk.goTo('Inbox')
    await desk.row('Look at the meter').click()
    await desk.item().getByLabel('What it shows').fill('too long')
    await page.keyboard.press('Escape')
    const field = desk.item().getByLabel('What it shows')
    await expect
      .poll(async () => {
        await page.keyboard.press('1')
        return field.evaluate((element) => element === document.activeElement)
      })
      .toBe(true)
    expect(await field.inputValue()).toBe('too long')
  })

  it('is no press once the field has gone by itself, and is one again after a gesture [inbox.typing-stays]', async () => {
    const { page, desk } = opened
    await setPin(page, '4711')
    for (let times = 0; times < 3; times += 1) await begin('deploy')
    const proof = await proveDeploy(page)
    await proof.getByLabel('Your PIN').click()
    const other = await opened.openAnother()
    await signIn(other)
    const theirs = await proveDeploy(other)
    await theirs.getByLabel('Your PIN').fill('4711')
    // Somebody types a character each tenth of a second, and does not look up; letters count as well.
    const typing = page.keyboard.type('k'.repeat(60), { delay: 100 })
    await other.keyboard.press('Enter')
    await proof.waitFor({ state: 'detached' })
    const shown = page.url()
    await typing
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    expect(page.url()).toBe(shown)
    await page.getByRole('dialog', { name: 'Your PIN is not needed any more' }).waitFor()
    await page.keyboard.press('Escape')
    await desk.row('Look at the meter').click()
    await page.keyboard.press('j')
    await expect.poll(() => focusedRow(page)).toBe('2')
  })

  it('is no press either where the typing begins only when the dialog has gone [inbox.typing-stays]', async () => {
    const { page, desk } = opened
    await begin('deploy')
    await desk.row('Deploy it').nth(2).waitFor()
    const proof = await proveDeploy(page)
    const id = new URL(page.url()).hash.split('/').at(-1)
    await proof.getByLabel('Your PIN').and(page.locator(':focus')).waitFor()
    const other = await opened.openAnother()
    await signIn(other)
    await (await proveDeploy(other)).getByLabel('Your PIN').fill('4711')
    await other.keyboard.press('Enter')
    await proof.waitFor({ state: 'detached' })
    const ended = page.getByRole('dialog', { name: 'Your PIN is not needed any more' })
    await ended.waitFor()
    // Also below a dialog.
    const waiting = page.locator('#inbox-list [data-item]')
    // The dialog may go before the list has heard of what was decided.
    await page.locator(`#inbox-list [data-item="${id}"]`).waitFor({ state: 'detached' })
    const before = await waiting.count()
    // A PIN, and a name of its own: each of these is a key of the screen.
    for (const key of ['j', 'k', '1', '1', 'r', 'r', 'a', 'a', 'Enter', ' ']) await page.keyboard.press(key)
    await ended.waitFor()
    expect(await waiting.count()).toBe(before)
    expect(await findViolations(page)).toEqual([])
    await ended.getByRole('button', { name: 'Close' }).last().click()
    await ended.waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('was a PIN for what somebody then leaves by the Back button, and nothing is said to have changed [people.pin-left]', async () => {
    const { page, desk } = opened
    const before = await desk.pending()
    await begin('deploy')
    await expect.poll(() => desk.pending()).toBe(before + 1)
    await desk.goTo('Runs')
    const proof = await proveDeploy(page)
    await proof.getByLabel('Your PIN').and(page.locator(':focus')).waitFor()
    await page.goBack()
    await proof.waitFor({ state: 'detached' })
    const ended = page.getByRole('dialog', { name: 'Your PIN is not needed any more' })
    await ended.getByText('‘Deploy it’ was not done: this window shows something else now.').waitFor()
    await page.keyboard.press('Escape')
    await ended.waitFor({ state: 'detached' })
    expect(await desk.pending()).toBe(before + 1)
  })

  it('is asked for no more once the PIN is removed at another desk, and that is what is said [people.pin-gone]', async () => {
    const { page } = opened
    await begin('deploy')
    const proof = await proveDeploy(page)
    await proof.getByLabel('Your PIN').fill('4712')
    await page.keyboard.press('Enter')
    await proof.getByText('That is not the PIN').first().waitFor()
    const other = await opened.openAnother()
    await signIn(other)
    await other.goto(`${other.url().split('#')[0]}#/settings/people`)
    await other.getByRole('button', { name: 'Remove the PIN' }).click()
    await other.getByText('Without a PIN you cannot make high-risk decisions').waitFor()
    await other.getByLabel('Current PIN').fill('4711')
    await page.bringToFront()
    await other.getByRole('button', { name: 'Remove the PIN' }).click()
    await proof.getByText('You have no PIN').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(await proof.getByText('That is not the PIN').count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await setPin(page, '4711')
  })

  it('leaves no dialog behind where the desk was locked over it [people.locked]', async () => {
    const { page } = opened
    await proveDeploy(page)
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    const lock = async () => {
      await tab.getByRole('button', { name: /^Person at the desk/ }).click()
      await tab.getByRole('button', { name: 'Lock the desk' }).click()
      await signIn(page)
      await page.getByRole('heading', { name: 'Deploy it' }).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    await lock()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await lock()
    // Nor a word that was said to somebody else, whichever page of the desk they came through.
    await page.goto(`${page.url().split('#')[0]}#/settings/people`)
    await page.getByRole('button', { name: 'Change the PIN' }).click()
    for (const label of ['Current PIN', 'New PIN', 'Repeat new PIN'])
      await page.getByLabel(label, { exact: true }).fill('4711')
    await page.getByRole('button', { name: 'Save the PIN' }).click()
    await page.getByText('PIN set').waitFor()
    await tab.getByRole('button', { name: /^Person at the desk/ }).click()
    await tab.getByRole('button', { name: /\bann\b/ }).click()
    await page.getByRole('button', { name: /^Person at the desk:\s*ann/ }).waitFor()
    await page.getByText('PIN set').waitFor({ state: 'detached', timeout: 3000 })
    await tab.close()
  })
})
