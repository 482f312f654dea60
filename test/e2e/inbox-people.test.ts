/** People at the desk, as they act: switching, PINs, the lock screen, two people for one call. A real agent waits. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { type AnyDesk, openAppDesk } from '../support/app-desk.ts'
import { setPin } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const workspace = (folder: string): string => `
approvals: { timeoutMs: 600000, holdMs: 50000, proof: highRisk, undoMs: 0 }
people:
  kim: { roles: [lead] }
  bo: { roles: [lead] }
  zoe: {}
proxy:
  expose:
    - name: pay
      title: Pay an invoice
      inputSchema: { type: object, required: [amount], properties: { amount: { type: integer } } }
      executor: { kind: cli, command: touch, args: ["${join(folder, 'paid')}"] }
      approval: { quorum: 2, by: { role: lead } }
workflows:
  deploy:
    title: Deployment
    initialState: ready
    states:
      ready:
        transitions:
          go: { title: Deploy it, target: done, actor: human, risk: high }
          stop: { title: Refuse, target: done, actor: human }
      done: { terminal: true }
`

let opened: AnyDesk
/** The same, in a browser. */
let inBrowser: PeopleDesk
const page = (): Page => opened.page
const decision = (at = page()) => at.getByRole('region', { name: 'Your decision' })
const rail = (at = page()) => at.getByRole('button', { name: /^Person at the desk/ })

async function switchTo(who: string, pin?: string, at = page()): Promise<void> {
  await rail(at).click()
  await at
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`\\b${who}\\b`) })
    .click()
  if (pin !== undefined) await enterPin(pin, at)
  await expectSeated(who, at)
}
async function enterPin(pin: string, at = page()): Promise<void> {
  await at.getByLabel(/^PIN of/).fill(pin)
  await at.keyboard.press('Enter')
}
async function expectSeated(who: string, at = page()): Promise<void> {
  await at.getByRole('button', { name: `Person at the desk: ${who}` }).waitFor()
}
async function openItem(title: RegExp, list = 'For you'): Promise<void> {
  await opened.desk.goTo('Inbox')
  await page().getByRole('tab', { name: list }).click()
  await opened.desk.row(title).first().click()
  await opened.desk.item().waitFor()
}

/** Nothing lies over it, and no scrolling is needed. */
function isInSight(label: string): Promise<boolean> {
  return opened.desk.outcome(label).evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint((left + right) / 2, top + 2))
      ? button.contains(document.elementFromPoint((left + right) / 2, bottom - 2))
      : false
  })
}

const together = (open: (yaml: typeof workspace) => Promise<AnyDesk>) => () => {
  beforeAll(async () => {
    opened = await open(workspace)
  })
  afterAll(() => opened?.close())

  it('two of them let a call run that needs two; the agent that waited hears of it [people.switch] [people.quorum] [decide.in-sight] [decide.assign-able]', async () => {
    const paid = join(opened.folder, 'paid')
    const answer = opened.agent.call('workflow.start', {
      definitionId: 'proxy_default',
      input: { capability: 'pay', arguments: { amount: 3 } },
    })
    // The system's user has no role: the buttons are off, and say why.
    await openItem(/pay/i, 'For others')
    await decision().getByText('Only people with the role ‘lead’ may decide this.').first().waitFor()
    expect(await opened.desk.outcome('Approve').isDisabled()).toBe(true)
    await decision().getByRole('button', { name: 'Switch person' }).click()
    await page()
      .getByRole('dialog')
      .getByRole('button', { name: /\bkim\b/ })
      .click()
    await expectSeated('kim')

    await openItem(/pay/i)
    const item = opened.desk.item()
    await item.getByText('2 more people must approve.').waitFor()
    await item.getByText('kim and bo have no PIN: whoever sits here can be either of them.').waitFor()
    await decision().getByRole('button', { name: 'Assign' }).click()
    const zoe = page().getByRole('menuitem', { name: /^Give it to zoe/ })
    await zoe.getByText('Only people with the role ‘lead’ may decide this.').waitFor()
    expect(await zoe.isDisabled()).toBe(true)
    expect(await findViolations(page())).toEqual([])
    await page().keyboard.press('Escape')
    await zoe.waitFor({ state: 'hidden' })
    await opened.desk.outcome('Approve').click()
    const recorded = page().getByText('Your approval is recorded.')
    await recorded.waitFor()
    // It was not the approval of whoever comes next.
    await switchTo('bo')
    await expect.poll(() => recorded.count(), { timeout: 2000 }).toBe(0)
    await switchTo('kim')
    await openItem(/pay/i, 'For others')
    await item.getByText('One more person must approve.').waitFor()
    await decision().getByText('You approved this. One more person is needed.').waitFor()
    await expect.poll(() => opened.desk.outcome('Approve').isDisabled()).toBe(true)
    // Both buttons stay in sight, also where the window is small or zoomed to twice its size.
    for (const size of [
      { width: 1000, height: 640 },
      { width: 900, height: 640 },
      { width: 640, height: 400 },
    ]) {
      await page().setViewportSize(size)
      for (const label of ['Approve', 'Refuse']) await expect.poll(() => isInSight(label)).toBe(true)
    }
    // Where it leads is not, then: the first press only shows that.
    expect(await decision().getByText('Nothing runs. The agent is told').isVisible()).toBe(true)
    await opened.desk.outcome('Refuse').click()
    await opened.desk.outcome('Refuse').getByText('once more').waitFor()
    // It waits for the other one now.
    expect(await opened.desk.pending()).toBe(0)
    await page().setViewportSize({ width: 1280, height: 800 })
    // Neither does the key do what the button does not.
    await page().keyboard.press('a')
    await page().keyboard.press('a')
    expect(existsSync(paid)).toBe(false)
    expect(await findViolations(page())).toEqual([])

    await switchTo('bo')
    await openItem(/pay/i)
    await opened.desk.outcome('Approve').click()
    expect((await answer).answer).toMatchObject({ result: { status: 'executed' } })
    expect(existsSync(paid)).toBe(true)
    await switchTo('kim')
  })

  it('what one has written and begun is not the next one’s [people.switch]', async () => {
    await opened.agent.call('workflow.start', { definitionId: 'deploy', input: {} })
    await openItem(/Deploy/)
    await opened.desk
      .item()
      .getByRole('textbox', { name: /Comment/ })
      .fill('kim says so')
    await page().keyboard.press('Escape')
    await switchTo('bo')
    await openItem(/Deploy/)
    expect(
      await opened.desk
        .item()
        .getByRole('textbox', { name: /Comment/ })
        .inputValue(),
    ).toBe('')
    await switchTo('kim')
  })

  it('who has no PIN cannot decide what is of high risk, and is told what to do [people.proof]', async () => {
    await openItem(/Deploy/)
    await opened.desk.outcome('Deploy it').click()
    await page().getByRole('checkbox').check()
    await page().getByRole('dialog').getByRole('button', { name: 'Deploy it' }).click()
    const dialog = page().getByRole('dialog', { name: 'Enter your PIN' })
    await dialog.getByText(/You have no PIN/).waitFor()
    expect(await findViolations(page())).toEqual([])
    await dialog.getByRole('link', { name: 'Set a PIN' }).click()
    await page().getByRole('heading', { name: 'Your PIN' }).waitFor()
    await expect.poll(() => page().getByRole('dialog').count()).toBe(0)
  })
}

describeWhere(['electron', 'display'], 'People at the app', together(openAppDesk))
describeWhere(['chromium'], 'People at the desk', () => {
  together(async (yaml) => {
    inBrowser = await openPeopleDesk(yaml)
    return inBrowser
  })()

  it('locking without any PIN keeps nobody out, which the button and the lock screen say [people.locked]', async () => {
    await rail().click()
    await page().getByText('locking keeps nobody out').waitFor()
    expect(await findViolations(page())).toEqual([])
    await page().getByRole('button', { name: 'Lock the desk' }).click()
    await page().getByText('Nobody has a PIN, so anyone can unlock').waitFor()
    await page()
      .getByRole('button', { name: /\bkim\b/ })
      .click()
    await expectSeated('kim')
  })

  it('after the first PIN a link opens a locked desk, which shows nothing until a PIN opens it; the other desk sees it [people.locked] [people.seen]', async () => {
    await setPin(page(), '4711')
    await page().getByText('PIN set').waitFor()
    await rail().click()
    await page().getByRole('button', { name: 'Lock the desk' }).click()
    const command = page()
      .locator('span')
      .filter({ hasText: /pin remove NAME$/ })
    await command.getByRole('button', { name: 'Copy the command' }).waitFor()
    await enterPin('4711')
    await expectSeated('kim')
    expect(await page().getByText('PIN set').count()).toBe(0)
    // What one desk is told of the other is said for a few seconds only.
    const told = (text: string) => page().getByText(text).waitFor()
    const [other] = await Promise.all([
      inBrowser.openAnother(),
      told('A locked desk was opened in a browser'),
    ])
    await other.getByRole('heading', { name: 'This desk is locked' }).waitFor()
    expect(await other.getByText(/Deploy/).count()).toBe(0)
    // One person can open it, and is asked for the PIN at once.
    await other.getByLabel('PIN of kim').and(other.locator(':focus')).waitFor()
    await other.getByRole('button', { name: 'Somebody else' }).click()
    expect(await other.getByRole('button', { name: /\bzoe\b/ }).isDisabled()).toBe(true)
    expect(await findViolations(other)).toEqual([])
    // By keyboard alone.
    await other.getByRole('button', { name: /\bkim\b/ }).focus()
    await other.keyboard.press('Enter')
    await other.keyboard.type('0000')
    await other.keyboard.press('Enter')
    await other.getByText('That is not the PIN of kim. Try again.').first().waitFor()
    await other.keyboard.type('4711')
    await Promise.all([other.keyboard.press('Enter'), told('kim signed in from a browser')])
    await expectSeated('kim', other)
    await Promise.all([switchTo('zoe', undefined, other), told('zoe signed in from a browser')])
    await page().getByRole('table', { name: 'At a desk now' }).getByText('zoe').waitFor()

    await rail(other).click()
    await other.getByRole('button', { name: 'Lock the desk' }).click()
    await other.getByRole('heading', { name: 'This desk is locked' }).waitFor()
    await other.context().close()
  })

  it('a PIN of one of two does not hide that the other has none, until the press and in what asks once more [people.proven]', async () => {
    const answer = opened.agent.call('workflow.start', {
      definitionId: 'proxy_default',
      input: { capability: 'pay', arguments: { amount: 4 } },
    })
    await openItem(/pay/i)
    await decision().getByText('bo has no PIN: whoever sits here can be bo.').waitFor()
    expect(await findViolations(page())).toEqual([])
    await decision().getByRole('link', { name: 'Set a PIN' }).click()
    await page().getByRole('heading', { name: 'Your PIN' }).waitFor()
    await openItem(/pay/i)
    await opened.desk.outcome('Refuse').click()
    await expect.poll(() => opened.desk.pending()).toBe(1)
    await answer
  })

  it('a decision of high risk is asked for the PIN, once for each [people.proof]', async () => {
    const { answer } = await opened.agent.call('workflow.start', { definitionId: 'deploy', input: {} })
    await openItem(/Deploy/)
    await opened.desk.outcome('Deploy it').click()
    await page().getByRole('checkbox').check()
    await page().getByRole('dialog').getByRole('button', { name: 'Deploy it' }).click()
    const dialog = page().getByRole('dialog', { name: 'Enter your PIN' })
    await dialog.getByLabel('Your PIN').and(page().locator(':focus')).waitFor()
    await page().keyboard.type('1234')
    await page().keyboard.press('Enter')
    await dialog.getByText('That is not the PIN of kim. Try again.').first().waitFor()
    const before = await opened.agent.call('workflow.get', { workflowId: answer.workflowId })
    expect(before.answer.state).toBe('ready')
    expect(await findViolations(page())).toEqual([])
    await dialog.getByLabel('Your PIN').fill('4711')
    await page().keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => opened.desk.pending()).toBe(1)
    // What was decided is counted no more before it leaves the list.
    await expect.poll(() => opened.desk.row(/Deploy/).count()).toBe(1)
    await openItem(/Deploy/)
    await opened.desk.outcome('Refuse').click()
    await expect.poll(() => opened.desk.pending()).toBe(0)
  })

  it('five wrong PINs make the next try wait, which a restart does not shorten, and every desk says so [people.pin-tries] [people.seen]', async () => {
    await switchTo('bo')
    await rail().click()
    const dialog = page().getByRole('dialog')
    await dialog.getByRole('button', { name: /\bkim\b/ }).click()
    for (let wrong = 1; wrong <= 5; wrong += 1) {
      // What is said of the one before looks the same, and a PIN entered while one is checked is not sent.
      const answered = page().waitForResponse((answer) => answer.url().endsWith('/people.switch'))
      await enterPin(`000${wrong}`)
      await answered
      await expect.poll(() => dialog.getByText('Checking the PIN…').count()).toBe(0)
      await dialog
        .getByText(wrong < 5 ? 'Try again.' : /the next try counts in/)
        .first()
        .waitFor()
    }
    await page().getByText('Wrong PINs were entered for kim').waitFor()
    await inBrowser.restart()
    await page().getByRole('heading', { name: 'This desk is locked' }).waitFor()
    await enterPin('4711')
    await page()
      .getByText(/the next try counts in/)
      .first()
      .waitFor()
    const log = await readFile(join(opened.folder, 'data', 'audit.jsonl'), 'utf8').catch(() => '')
    expect(log).not.toContain('4711')
  })
})
