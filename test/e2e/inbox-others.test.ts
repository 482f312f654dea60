/** Another person approves while somebody reads what their own approval would do: from then on it would do something else. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { holdCall, readDesk } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const workspace = (folder: string): string => `
approvals: { timeoutMs: 600000, holdMs: 0 }
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
            confirm: true
            summary: Pay {invoice}
            inputSchema: { type: object, required: [invoice], properties: { invoice: { type: string } } }
            executor: { kind: cli, command: touch, workingDirectory: "${folder}", args: ["$.arguments.invoice"] }
            approval: { quorum: 2, by: { role: lead } }
      paid: { terminal: true }
  transfer:
    title: Transfer
    initialState: ready
    states:
      ready: { transitions: { send: { title: Send the money, target: sent, actor: human, risk: high } } }
      sent: { terminal: true }
`

let opened: PeopleDesk
let kim: Page
let bo: Page
const paid = () => readdirSync(opened.folder).filter((name) => name.startsWith('paid-'))
const pay = (page: Page) => readDesk(page).outcome('Approve: Pay the invoice')
const dialog = (page: Page) => page.getByRole('dialog')
const tick = (page: Page) => dialog(page).getByRole('checkbox', { name: 'I have read what will happen.' })

async function ask(invoice: string): Promise<void> {
  const { answer } = await opened.agent.call('workflow.start', { definitionId: 'payment', input: {} })
  const link = answer.links.find(({ rel }) => rel === 'pay')
  await opened.agent.call('workflow.submit', { ...link?.args, arguments: { invoice } })
}

async function sit(page: Page, who: string): Promise<Page> {
  await readDesk(page).goTo('Inbox')
  await page.getByRole('button', { name: /^Person at the desk/ }).click()
  await dialog(page)
    .getByRole('button', { name: new RegExp(`\\b${who}\\b`) })
    .click()
  await page.getByRole('button', { name: `Person at the desk: ${who}` }).waitFor()
  return page
}

async function open(page: Page, invoice: string): Promise<void> {
  await readDesk(page).row(invoice).click()
  await expect.poll(() => pay(page).isEnabled()).toBe(true)
  await pay(page).click()
  await tick(page).check()
}

async function approve(page: Page, invoice: string): Promise<void> {
  await open(page, invoice)
  await dialog(page).getByRole('button', { name: 'Approve: Pay the invoice' }).click()
  await dialog(page).waitFor({ state: 'detached' })
}

describeWhere(['chromium'], 'What a person has read of their approval', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(workspace)
    kim = await sit(opened.page, 'kim')
    bo = await sit(await opened.openAnother(), 'bo')
  })
  afterAll(() => opened?.close())

  it('holds no more when another approves: that nothing ran yet, and that it would now, is said, and nothing that was begun goes on [decide.others-meanwhile]', async () => {
    await ask('paid-a')
    await open(bo, 'paid-a')
    expect(await dialog(bo).innerText()).toMatch(
      /Nothing runs yet: one other person[\s\S]*Runs after the last approval/,
    )
    await approve(kim, 'paid-a')
    await dialog(bo).waitFor({ state: 'detached' })
    const decision = bo.getByRole('region', { name: 'Your decision' })
    await decision.getByText('This changed while you looked at it.').waitFor()
    expect(await decision.innerText()).toMatch(/before[\s\S]*Nothing runs yet: one other person[\s\S]*now/)
    expect(paid()).toEqual([])
    // Whoever gave theirs is told of no change: it is their own.
    expect(await kim.getByText('This changed while you looked at it.').count()).toBe(0)
    await readDesk(bo).readAll()
    await expect.poll(() => pay(bo).isEnabled()).toBe(true)
    await pay(bo).click()
    expect(await tick(bo).isChecked()).toBe(false)
    expect(await dialog(bo).innerText()).toContain('Runs now')
    await bo.keyboard.press('Escape')
  })

  it('holds no more where another one approves while the press is on its way [inbox.last-vote]', async () => {
    await ask('paid-way')
    await open(bo, 'paid-way')
    const held = await holdCall(bo, 'inbox.decide')
    await dialog(bo).getByRole('button', { name: 'Approve: Pay the invoice' }).click()
    await held.asked
    await approve(kim, 'paid-way')
    held.letGo()
    const decision = bo.getByRole('region', { name: 'Your decision' })
    await decision.getByText('This changed while you looked at it.').waitFor()
    // What the press is told may come before what it would do now: only that is to be read.
    await expect.poll(() => decision.innerText()).toMatch(/before[\s\S]*Nothing runs yet[\s\S]*now/)
    expect(paid()).toEqual([])
    await readDesk(bo).readAll()
    await approve(bo, 'paid-way')
    await expect.poll(paid).toEqual(['paid-way'])
    rmSync(join(opened.folder, 'paid-way'))
  })

  it('holds no more of a list of several either [decide.others-meanwhile]', async () => {
    for (const invoice of ['paid-b', 'paid-c']) await ask(invoice)
    await readDesk(bo).row('paid-c').waitFor()
    await readDesk(bo).row('paid-b').click()
    await bo.keyboard.press('x')
    await bo.keyboard.press('Control+a')
    await bo
      .getByRole('region', { name: 'Selected items' })
      .getByRole('button', { name: /^Approve/ })
      .click()
    await tick(bo).check()
    await approve(kim, 'paid-c')
    await dialog(bo).getByRole('alert').getByText('This changed while you looked at it.').waitFor()
    await expect.poll(() => tick(bo).isChecked()).toBe(false)
    expect(paid()).toEqual([])
    await bo.keyboard.press('Escape')
  })

  it('holds no more when somebody sets for how long it can be taken back [decide.others-meanwhile]', async () => {
    await opened.agent.call('workflow.start', { definitionId: 'transfer', input: {} })
    await readDesk(bo).row('Send the money').click()
    const send = readDesk(bo).outcome('Send the money')
    await expect.poll(() => send.isEnabled()).toBe(true)
    await send.click()
    await tick(bo).check()
    await kim.goto(`${kim.url().split('#')[0]}#/settings/approvals`)
    await kim.getByRole('button', { name: 'Change…', exact: true }).click()
    await dialog(kim)
      .getByLabel(/can be undone for/)
      .fill('0')
    await dialog(kim).getByRole('button', { name: 'Save changes' }).click()
    await dialog(bo).waitFor({ state: 'detached' })
    await bo.getByText('The time in which it can be taken back has changed.').waitFor()
  })

  it('is not done for somebody who is removed while it is on its way; their desk locks and says why [people.removed-told]', async () => {
    await ask('paid-removed')
    await open(bo, 'paid-removed')
    const held = await holdCall(bo, 'inbox.decide')
    await dialog(bo).getByRole('button', { name: 'Approve: Pay the invoice' }).click()
    await held.asked
    const { config } = opened.workspace
    writeFileSync(config, readFileSync(config, 'utf8').replace('  bo: { roles: [lead] }\n', ''))
    await readDesk(kim).goTo('Inbox')
    await readDesk(kim).row('The settings file was edited').click()
    const apply = readDesk(kim).outcome('Apply the changes')
    await readDesk(kim).readAll()
    await apply.click()
    await tick(kim).check()
    await dialog(kim).getByRole('button', { name: 'Apply the changes' }).click()
    await bo.getByRole('heading', { name: 'This desk is locked' }).waitFor()
    await bo.getByText('bo was removed from the people in the settings file.').waitFor()
    const refused = bo.waitForResponse((reply) => reply.url().endsWith('/inbox.decide'))
    held.letGo()
    await refused
    await readDesk(kim).row('paid-removed').click()
    await kim.getByRole('article', { name: 'Item' }).getByText('0 of 2 approvals').first().waitFor()
    expect(await findViolations(bo)).toEqual([])
  })
})
