/** What was approved a moment ago is asked for again, and what was decided says so; the agents are real. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const WORKSPACE = `
approvals: { timeoutMs: 600000, holdMs: 0, undoMs: 500 }
workflows:
  payment:
    title: Payment
    initialState: asked
    states:
      asked:
        transitions:
          pay:
            title: Release the payment
            target: paid
            risk: high
            inputSchema: { type: object, properties: { amount: { type: number, title: Amount in euros } } }
            approval: { required: true }
            executor: { kind: noop }
      paid: { terminal: true }
`

let opened: PeopleDesk
const page = () => opened.page
const approve = 'Approve: Release the payment'

async function pay(amount: number): Promise<void> {
  const { answer } = await opened.agent.call('workflow.start', { definitionId: 'payment', input: {} })
  const { workflowId, version } = answer
  const submit = { workflowId, expectedVersion: version, transition: 'pay', arguments: { amount } }
  await opened.agent.call('workflow.submit', submit)
  await opened.desk.goTo('Inbox')
  await opened.desk.row(new RegExp(`${amount}`)).click()
  await expect.poll(() => opened.desk.outcome(approve).isEnabled(), { timeout: 15_000 }).toBe(true)
}

describeWhere(['chromium'], 'The same again', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(() => WORKSPACE)
  })
  afterAll(() => opened?.close())

  it('says on the card and before the second gesture that it was approved a moment ago [card.repeated]', async () => {
    await pay(120)
    const said = page().getByText('Exactly the same was approved')
    expect(await said.count()).toBe(0)
    await opened.desk.outcome(approve).click()
    const dialog = page().getByRole('dialog')
    await dialog.getByText('Amount in euros').waitFor()
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: approve }).click()
    await expect.poll(() => opened.desk.pending()).toBe(0)
    // It counts once it has taken effect.
    await page()
      .getByText(/‘Payment’ is now at ‘paid’|Approved by/)
      .first()
      .waitFor()
    await pay(120)
    await opened.desk
      .item()
      .getByText(/Approve it only if it is to happen once more/)
      .waitFor()
    expect(await findViolations(page())).toEqual([])
    await opened.desk.outcome(approve).click()
    await dialog.getByText('Exactly the same was approved').waitFor()
    await page().keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('goes on at the comment with a chosen reason, and says in the past who refused it [window.decided-by]', async () => {
    const decision = page().getByRole('region', { name: 'Your decision' })
    await decision.getByText(/the agent is told no reason/).waitFor()
    await decision.getByRole('button', { name: 'Reasons' }).click()
    await page().getByRole('menuitem', { name: 'Not now.' }).click()
    const comment = page().getByRole('textbox', { name: /Comment/ })
    await expect.poll(() => comment.evaluate((field) => field === document.activeElement)).toBe(true)
    await page().keyboard.type(' More on Monday.')
    expect(await comment.inputValue()).toBe('Not now. More on Monday.')
    await opened.desk.outcome('Refuse').click()
    await page().getByText('Decided', { exact: true }).first().click()
    await opened.desk.row(/Refused by/).click()
    const decided = page().getByRole('region', { name: 'Decided' })
    await decided.getByText(/^Refused by/).waitFor()
    await decided.getByText('Not now. More on Monday.').waitFor()
    expect(await page().getByText('Exactly the same was approved').count()).toBe(0)
  })
})
