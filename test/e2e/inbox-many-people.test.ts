/** Payments that two people approve, several at once: what is said is what happened, and all of it can be undone. */
import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const workspace = (folder: string): string => `
approvals: { timeoutMs: 600000, holdMs: 50000, undoMs: 20000 }
people:
  kim: { roles: [lead] }
  bo: { roles: [lead] }
workflows:
  payment:
    title: Payment
    initialState: ready
    states:
      ready:
        transitions:
          pay:
            title: Pay the invoice
            target: paid
            risk: high
            inputSchema:
              type: object
              required: [amount, invoice]
              properties: { amount: { type: number }, invoice: { type: string } }
            executor: { kind: cli, command: touch, workingDirectory: "${folder}", args: ["$.arguments.invoice"] }
            approval: { quorum: 2, by: { role: lead } }
      paid: { terminal: true }
`

let opened: PeopleDesk
const page = (): Page => opened.page
const dialog = () => page().getByRole('dialog')
const bar = () => page().getByRole('region', { name: 'Selected items' })
const paid = () => readdirSync(opened.folder).filter((name) => name.startsWith('paid-'))

async function switchTo(who: string): Promise<void> {
  await page()
    .getByRole('button', { name: /^Person at the desk/ })
    .click()
  await dialog()
    .getByRole('button', { name: new RegExp(`\\b${who}\\b`) })
    .click()
  await page()
    .getByRole('button', { name: `Person at the desk: ${who}` })
    .waitFor()
}

async function ask(invoices: readonly string[], amount: number): Promise<void> {
  for (const invoice of invoices) {
    const { answer } = await opened.agent.call('workflow.start', { definitionId: 'payment', input: {} })
    const link = answer.links.find(({ rel }) => rel === 'pay')
    void opened.agent
      .call('workflow.submit', { ...link?.args, arguments: { amount, invoice } })
      .catch(() => {})
  }
  await expect.poll(() => opened.desk.pending()).toBe(invoices.length)
}

async function approveAll(count: number): Promise<void> {
  await page().keyboard.press('Escape')
  await opened.desk.row(/pay/i).first().click()
  await page().keyboard.press('x')
  await page().keyboard.press('Control+a')
  await bar().getByText(`${count} selected`).waitFor()
  await bar()
    .getByRole('button', { name: /^Approve/ })
    .click()
  await dialog().getByRole('list', { name: 'What will be decided' }).getByRole('listitem').first().waitFor()
}

async function confirm(): Promise<void> {
  await dialog().getByRole('checkbox', { name: 'I have read what will happen.' }).check()
  await dialog()
    .getByRole('button', { name: /^Approve/ })
    .click()
}

describeWhere(['chromium'], 'Several payments that two people approve', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(workspace)
    await opened.desk.goTo('Inbox')
    await switchTo('kim')
  })
  afterAll(() => opened?.close())

  it('are recorded by the first, with their total, and nothing says that anything ran [many.said] [many.totals]', async () => {
    await ask(['paid-a', 'paid-b', 'paid-c'], 100.1)
    await approveAll(3)
    const text = await dialog().innerText()
    expect(text).toContain('Runs after the last approval')
    expect(text).not.toContain('Runs now')
    expect(text).toMatch(/3 items:\s*amount\s*total\s*300\.3/)
    expect(await findViolations(page())).toEqual([])
    await confirm()
    await dialog()
      .getByRole('heading', { name: '3 approvals recorded; 3 still need one more person' })
      .waitFor()
    expect(await dialog().innerText()).not.toContain('decided')
    expect(await dialog().getByRole('button', { name: /^Undo/ }).count()).toBe(0)
    await dialog().getByRole('button', { name: 'Done' }).click()
    expect(paid()).toEqual([])
  })

  it('are counted down for the second, who undoes one, then all by key; nothing has run [many.undo]', async () => {
    await switchTo('bo')
    await approveAll(3)
    expect(await dialog().innerText()).toMatch(/Runs 20 seconds after the decision/)
    await confirm()
    await dialog().getByRole('heading', { name: '3 have not run yet' }).waitFor()
    await dialog()
      .getByRole('button', { name: /^Undo all \(\d+ s\)/ })
      .waitFor()
    expect(await findViolations(page())).toEqual([])
    const rows = dialog().getByRole('list', { name: 'What came of it' }).getByRole('listitem')
    await rows
      .nth(1)
      .getByRole('button', { name: /^Undo \(/ })
      .click()
    await rows.nth(1).getByText('Taken back').waitFor()
    await dialog().getByRole('heading', { name: '2 have not run yet; 1 of 3 taken back' }).waitFor()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await page()
      .getByRole('button', { name: /^Undo all/ })
      .waitFor()
    expect(await page().getByText('2 have not run yet; 1 of 3 taken back').count()).toBe(1)
    await page().keyboard.press('z')
    await page().getByText('2 taken back').first().waitFor()
    await expect.poll(() => opened.desk.pending()).toBe(3)
    expect(paid()).toEqual([])
  })

  it('offer the way back also when the page was loaded again, and run when nobody takes it [many.undo] [many.said]', async () => {
    await approveAll(3)
    await confirm()
    await dialog().getByRole('heading', { name: '3 have not run yet' }).waitFor()
    await page().reload()
    await opened.desk.untilConnected()
    await page()
      .getByRole('button', { name: /^Undo all/ })
      .waitFor()
    await expect.poll(() => paid().length, { timeout: 40_000 }).toBe(3)
    // On the open card, in the notice.
    await expect.poll(() => page().getByRole('button', { name: /^Undo/ }).count()).toBe(0)
  })

  it('are not said to wait any more once their time is over, in a list that stays open [many.over]', async () => {
    await ask(['paid-d', 'paid-e'], 7)
    await switchTo('kim')
    await approveAll(2)
    await confirm()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await switchTo('bo')
    await approveAll(2)
    await confirm()
    await dialog().getByRole('heading', { name: '2 have not run yet' }).waitFor()
    await dialog().getByRole('heading', { name: '2 can no longer be undone' }).waitFor({ timeout: 40_000 })
    expect(await dialog().innerText()).not.toMatch(/not run yet|still undo/)
    expect(await dialog().getByRole('button', { name: /^Undo/ }).count()).toBe(0)
    await dialog().getByRole('button', { name: 'Done' }).click()
  })

  it('count down alike wherever the way back is offered [undo.one-clock]', async () => {
    await ask(['paid-f'], 7)
    await switchTo('kim')
    await approveAll(1)
    await confirm()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await switchTo('bo')
    await approveAll(1)
    await confirm()
    await dialog().getByRole('heading', { name: '1 has not run yet' }).waitFor()
    await page().reload()
    await opened.desk.untilConnected()
    const buttons = page().getByRole('button', { name: /^Undo \(/ })
    await expect.poll(() => buttons.count()).toBe(2)
    const shown = await page().evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen = new Set<string>()
          const until = performance.now() + 3500
          const look = () => {
            const texts = [...document.querySelectorAll('button')].flatMap(
              ({ textContent }) => /^Undo \((\d+) s\)/.exec(textContent)?.[1] ?? [],
            )
            if (texts.length === 2) seen.add(texts.join(' '))
            if (performance.now() < until) requestAnimationFrame(look)
            else resolve([...seen])
          }
          look()
        }),
    )
    expect(shown.length).toBeGreaterThan(1)
    for (const pair of shown) expect(pair).toMatch(/^(\d+) \1$/)
  })
})
