/** From ten approvals to a rule that lets the eleventh through, by a real agent and a person in a real browser. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import type { Agent, WorkflowAnswerView } from '../support/agent.ts'
import { type DeskPage, readDesk } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const CONFIGURATION = `# Notes of the team
approvals: { holdMs: 20 }
connections:
  shell: { kind: cli, command: /bin/echo, approval: { required: true } } # ask for each
proxy:
  expose:
    - name: notes.write
      title: Write a note
      inputSchema: { type: object, required: [path], properties: { path: { type: string }, text: { type: string } } }
      executor: { kind: cli, connection: shell, args: ["$.arguments.path", "$.arguments.text"] }
`
let opened: PeopleDesk
let page: Page
let desk: DeskPage
let agent: Agent

const write = async (path: string, text: string): Promise<WorkflowAnswerView> => {
  const input = { capability: 'notes.write', arguments: { path, text } }
  return (await agent.call('workflow.start', { definitionId: 'proxy_default', input })).answer
}
const dialog = () => page.getByRole('dialog')

async function openAttention(): Promise<void> {
  await desk.goTo('Activity')
  await page
    .getByRole('navigation', { name: 'Parts of the activity' })
    .getByRole('link', { name: 'Attention' })
    .click()
}

describeWhere(['chromium'], 'The attention of people', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(() => CONFIGURATION, { width: 1280, height: 860 })
    ;({ page, desk, agent } = opened)
  })
  afterAll(() => opened?.close())

  it('says that there is nothing yet, and what will be there [attention.screen]', async () => {
    await openAttention()
    await page.getByText('Nobody has decided anything in this time.').waitFor()
  })

  it('leads from ten approvals to a rule that is seen, saved, holds, and says so [attention.screen] [attention.suggest] [except.lets]', async () => {
    await desk.goTo('Inbox')
    for (let index = 0; index < 10; index += 1) {
      const asked = await write(`notes/day-${index}.md`, `${index} words`)
      expect(asked.result.status).toBe('waiting_for_action')
      await desk.row(/Write a note/).click()
      await desk.outcome('Approve').click()
      await expect.poll(() => desk.row(/Write a note/).count()).toBe(0)
    }
    await openAttention()
    const table = page.getByRole('table', { name: 'What people were asked' })
    await expect.poll(() => table.innerText()).toMatch(/Write a note[\s\S]*\b10\b/)
    await page.getByText('10 decisions · 100 % approved').waitFor()
    expect(await findViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Suggest a rule for Write a note…' }).click()
    await dialog().getByText('10 of 10 would have run without asking.').waitFor()
    await dialog().getByText('‘path’ begins with "notes/day-"').first().waitFor()
    await dialog()
      .getByText(/\+ .*except|except:/)
      .first()
      .waitFor()
    expect(await findViolations(page)).toEqual([])
    expect(await readFile(opened.workspace.config, 'utf8')).toBe(`version: "1.0.0"\n${CONFIGURATION}`)
    await dialog().getByRole('button', { name: 'Save the rule' }).click()
    await page.getByText(/The rule is in force until/).waitFor()
    expect(await readFile(opened.workspace.config, 'utf8')).toContain('# ask for each')

    const through = await write('notes/day-11.md', 'something else')
    expect(through.result.status).toBe('executed')
    expect((await write('notes/../etc/passwd', 'x')).result.status).toBe('waiting_for_action')
    await desk.goTo('Activity')
    const entry = page
      .getByRole('button', { name: /ran without asking: an exception to its approval/ })
      .first()
    await entry.click()
    await page
      .getByText(/connections\.shell/)
      .first()
      .waitFor()
  })

  it('is taken back at once, and asks again [attention.screen] [edit.undo]', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Rule removed. You are asked again.').waitFor()
    expect(await readFile(opened.workspace.config, 'utf8')).toBe(`version: "1.0.0"\n${CONFIGURATION}`)
    expect((await write('notes/day-12.md', 'again')).result.status).toBe('waiting_for_action')
  })

  it('shows what was refused before all else, and saves only when that was read [attention.replay]', async () => {
    await desk.goTo('Inbox')
    await expect.poll(() => desk.row(/Write a note/).count()).toBe(2)
    await desk
      .row(/Write a note/)
      .last()
      .click()
    await desk
      .item()
      .getByRole('textbox', { name: /Comment/ })
      .fill('Not on Sundays.')
    await desk.outcome('Refuse').click()
    await expect.poll(() => desk.pending()).toBe(1)
    await openAttention()
    await page.getByRole('button', { name: 'Suggest a rule for Write a note…' }).click()
    await dialog().getByText('One of them a person had refused:').waitFor()
    await dialog()
      .getByText(/Not on Sundays\./)
      .waitFor()
    const save = dialog().getByRole('button', { name: 'Save the rule' })
    await dialog().getByText('What changes in the file').first().waitFor()
    expect(await save.isDisabled()).toBe(true)
    await dialog().getByRole('checkbox', { name: 'I have read what would run without asking.' }).check()
    await expect.poll(() => save.isEnabled()).toBe(true)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('counts what is decided elsewhere while it is open [attention.live]', async () => {
    await page.getByText(/^11 decisions/).waitFor()
    const elsewhere = readDesk(await opened.openAnother())
    await elsewhere.untilConnected()
    await elsewhere.row(/Write a note/).click()
    await elsewhere.outcome('Refuse').click()
    await expect.poll(() => elsewhere.pending()).toBe(0)
    await page.getByText(/^12 decisions/).waitFor()
  })

  it('shows what another refuses while a rule is looked at, which is not read by then [attention.replay]', async () => {
    await page.getByRole('button', { name: 'Suggest a rule for Write a note…' }).click()
    const read = dialog().getByRole('checkbox', { name: 'I have read what would run without asking.' })
    await read.check()
    await write('notes/day-13.md', 'too late')
    const elsewhere = readDesk(await opened.openAnother())
    await elsewhere.untilConnected()
    await elsewhere.row(/Write a note/).click()
    await elsewhere
      .item()
      .getByRole('textbox', { name: /Comment/ })
      .fill('Not this one.')
    await elsewhere.outcome('Refuse').click()
    await dialog()
      .getByText(/Not this one\./)
      .waitFor()
    await dialog().getByText('2 of them a person had refused:').waitFor()
    expect(await read.isChecked()).toBe(false)
    expect(await dialog().getByRole('button', { name: 'Save the rule' }).isDisabled()).toBe(true)
  })
})
