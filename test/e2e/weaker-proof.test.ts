/** Settings that ask for less than before are saved with a proof, where decisions of high risk need one. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { setPin } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const workspace = (): string => `
approvals: { proof: highRisk }
workflows:
  deploy: { initialState: a, states: { a: { transitions: { go: { target: b, actor: human } } }, b: {} } }
`

describeWhere(['chromium'], 'Settings that ask for less', () => {
  let opened: PeopleDesk
  beforeAll(async () => {
    opened = await openPeopleDesk(workspace)
  })
  afterAll(() => opened?.close())

  it('are saved with the person’s PIN, and not without [people.proof]', async () => {
    const { page } = opened
    const file = join(opened.folder, 'countersign.yaml')
    await setPin(page, '4711')

    await page.goto(`${page.url().split('#')[0]}#/settings/approvals`)
    await page.getByRole('button', { name: 'Change…' }).click()
    await page.getByLabel('High-risk decisions can be undone for (seconds)').fill('20')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved.').waitFor()
    // More is protected than before, so only the way back needs a proof; its dialog has gone by then.
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    const back = page.getByRole('dialog', { name: 'Enter your PIN' })
    await back.getByLabel('Your PIN').fill('4711')
    expect(await readFile(file, 'utf8')).toContain('undoMs: 20000')
    await page.keyboard.press('Enter')
    await page.getByText('Undone.').waitFor()
    expect(await readFile(file, 'utf8')).not.toContain('undoMs')

    await page.getByRole('button', { name: 'Change…' }).click()
    await page.getByRole('switch', { name: 'Ask for PIN before high-risk decisions' }).click()
    await page.getByText('Nobody proves any more who they are before a decision of high risk.').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter your PIN' })
    await dialog.waitFor()
    expect(await findViolations(page)).toEqual([])
    expect(await readFile(file, 'utf8')).toContain('proof: highRisk')
    await page.keyboard.type('4711')
    await page.keyboard.press('Enter')
    await expect.poll(() => readFile(file, 'utf8'), { timeout: 10_000 }).toContain('proof: never')
    await page.getByText('Saved.').last().waitFor()
  })
})
