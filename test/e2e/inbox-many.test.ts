/** Several items decided together, each by itself, with the exact list before and what came of it after. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { type Letters, openLettersApp, openLettersDesk } from '../support/letters-desk.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk } from '../support/people-desk.ts'

let opened: Letters
let page: Page

const bar = () => page.getByRole('region', { name: 'Selected items' })
const dialog = () => page.getByRole('dialog')

const several = (open: () => Promise<Letters>) => () => {
  beforeAll(async () => {
    opened = await open()
    page = opened.desk.page
    await opened.desk.goTo('Inbox')
  })
  afterAll(() => opened?.close())

  it('are selected by key, shown one by one, and decided each for its own agent [inbox.many] [inbox.many-shown]', async () => {
    const runs = [
      await opened.handIn('to Berlin'),
      await opened.handIn('to Cordoba'),
      await opened.handIn('to Dresden'),
    ]
    const plan = await opened.plan('7.1')
    await opened.desk.row('to Berlin').click()
    await page.keyboard.press('x')
    await bar().getByText('1 selected').waitFor()
    await page.keyboard.press('Control+a')
    await bar().getByText('3 selected').waitFor()
    // Whoever only looks keeps what is selected, for another key.
    await page.keyboard.press('a')
    await dialog().waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await bar().getByText('3 selected').waitFor()
    await bar().getByRole('button', { name: 'Approve the letter…' }).click()
    const listed = dialog().getByRole('list', { name: 'What will be decided' })
    await expect.poll(() => listed.getByRole('listitem').count()).toBe(3)
    expect(await listed.innerText()).toContain('to Cordoba')
    // Who asks and since when stands beside each: sentences alone may be the same.
    await expect.poll(() => listed.locator('time').count()).toBe(3)
    expect(await findViolations(page)).toEqual([])
    await dialog().getByRole('textbox', { name: 'Comment for the agents' }).fill('Well written.')
    const answers = runs.map((run) => opened.wait(run))
    await dialog().getByRole('button', { name: 'Approve the letter (3)' }).click()
    for (const answer of answers) expect((await answer).state).toBe('sent')
    await dialog().getByText('3 of 3 items decided').waitFor()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => bar().count()).toBe(0)
    await opened.desk.row('Deploy 7.1').waitFor()
    expect((await opened.agent.call('workflow.get', { workflowId: plan.workflowId })).answer.state).toBe(
      'planned',
    )
  })

  it('say first, with the reason, which of them has dropped out while the list was read [inbox.many-shown]', async () => {
    const runs = [await opened.handIn('to Oslo'), await opened.handIn('to Porto')]
    const gone = await opened.handIn('to Quito')
    await opened.desk.row('to Oslo').click()
    await page.keyboard.press('x')
    await page.keyboard.press('Control+a')
    await bar().getByText('3 selected').waitFor()
    await bar().getByRole('button', { name: 'Approve the letter…' }).click()
    const approve = (count: number) => dialog().getByRole('button', { name: `Approve the letter (${count})` })
    await approve(3).waitFor()
    await opened.withdraw(gone)
    await approve(2).waitFor()
    const dropped = dialog().getByRole('region', { name: 'Left out' })
    await dropped.getByText('to Quito').waitFor()
    const top = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN
    expect(await top(dropped)).toBeLessThan(await top(dialog().getByText('to Oslo')))
    await approve(2).click()
    for (const run of runs) expect((await opened.wait(run)).state).toBe('sent')
    await dialog().getByRole('button', { name: 'Done' }).click()
  })

  it('say that none is left to decide, and no number of them [inbox.many-shown]', async () => {
    const runs = [await opened.handIn('to Rome'), await opened.handIn('to Seville')]
    await opened.desk.row('to Rome').click()
    await page.keyboard.press('x')
    await page.keyboard.press('Control+a')
    await bar().getByText('2 selected').waitFor()
    await bar().getByRole('button', { name: 'Approve the letter…' }).click()
    await dialog().getByRole('button', { name: 'Approve the letter (2)' }).waitFor()
    await dialog().getByRole('textbox', { name: 'Comment for the agents' }).fill('Not this time.')
    for (const run of runs) await opened.withdraw(run)
    await dialog().getByText('None of these can be decided together.').waitFor()
    // What was written is there to be copied.
    await dialog().getByText('Not this time.').waitFor()
    const press = dialog().getByRole('button', { name: 'Approve the letter' })
    expect(await press.isDisabled()).toBe(true)
    expect(await press.innerText()).not.toMatch(/\d/)
    await dialog().getByRole('heading', { name: 'Approve the letter', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('need the second gesture where one of them would [inbox.many]', async () => {
    const plan = await opened.plan('7.2')
    await opened.desk.row('Deploy 7.1').click()
    await page.keyboard.press('x')
    await opened.desk.row('Deploy 7.2').click({ modifiers: ['Shift'] })
    await bar().getByText('2 selected').waitFor()
    await bar().getByRole('button', { name: 'Deploy…' }).click()
    const deploy = dialog().getByRole('button', { name: 'Deploy (2)' })
    const tick = dialog().getByRole('checkbox', { name: 'I have read what will happen.' })
    await tick.waitFor()
    expect(await deploy.isDisabled()).toBe(true)
    const answer = opened.wait(plan)
    await tick.check()
    await deploy.click()
    expect((await answer).state).toBe('done')
    await dialog().getByRole('button', { name: 'Done' }).click()
  })

  it('that ask different things are only snoozed together; what ends leaves the selection [inbox.alike] [inbox.many]', async () => {
    const letter = await opened.handIn('to Edinburgh')
    await opened.plan('7.3')
    await opened.desk.row('to Edinburgh').click()
    await page.keyboard.press('x')
    await page.getByRole('checkbox', { name: /Select: Deploy/ }).check()
    await bar().getByText('They ask different things, so they are decided one by one.').waitFor()
    expect(
      await bar()
        .getByRole('button', { name: /Approve/ })
        .count(),
    ).toBe(0)
    await opened.withdraw(letter)
    await bar().getByText('1 selected').waitFor()
    await bar().getByRole('button', { name: 'Snooze…' }).click()
    await page.keyboard.press('1')
    await page.getByText('Nothing is waiting for you.').first().waitFor()
    await page.getByRole('tab', { name: /Snoozed/ }).click()
    await opened.desk.item().getByRole('button', { name: 'Show again' }).click()
    await page.getByRole('tab', { name: 'For you' }).click()
    await opened.desk.row('Deploy 7.3').waitFor()
  })
}

describeWhere(['chromium'], 'Several items at once in a browser', several(openLettersDesk))
describeWhere(['electron', 'display'], 'Several items at once in the app', several(openLettersApp))

describeWhere(['chromium'], 'Several items that call nothing', () => {
  it('are listed with all that each is about [many.sight]', async () => {
    const {
      desk,
      page: own,
      agent,
      close,
    } = await openPeopleDesk(
      () => `
approvals: { holdMs: 0 }
proxy:
  expose:
    - { name: note, title: Note, executor: { kind: noop }, approval: { required: true } }
`,
    )
    const why = `because ${'of this '.repeat(20)}`.trim()
    for (const given of [{ to: 'Ann' }, { to: 'Bob', why }])
      await agent.call('workflow.start', {
        definitionId: 'proxy_default',
        input: { capability: 'note', arguments: given },
      })
    await desk.goTo('Inbox')
    await desk.row(/Bob/).click()
    await own.keyboard.press('x')
    await own.keyboard.press('Control+a')
    await own.getByRole('region', { name: 'Selected items' }).getByText('2 selected').waitFor()
    await own.keyboard.press('a')
    const listed = own.getByRole('dialog').getByRole('list', { name: 'What will be decided' })
    await expect.poll(() => listed.getByRole('listitem').count()).toBe(2)
    for (const text of ['to: Ann', 'to: Bob', why]) await listed.getByText(text).waitFor()
    expect(await findViolations(own)).toEqual([])
    await close()
  })
})
