/** What ends behind an open card: its time, or its run goes on without it. The card says so, and decides nothing. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routeCall } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const WORKSPACE = `
workflows:
  hurry:
    title: Hurry
    initialState: ready
    states:
      ready:
        transitions:
          ask: { title: Ask in a hurry, target: done, executor: { kind: human, timeoutMs: 8000 } }
      done: { terminal: true }
  letter:
    title: Letters
    initialState: reading
    states:
      reading:
        transitions:
          send: { title: Send it, target: sent, actor: human }
          take_back: { title: Take it back, target: writing }
      writing: { transitions: { hand_in: { target: reading } } }
      sent: { terminal: true }
  trip:
    title: Trips
    initialState: planned
    states:
      planned:
        transitions:
          book:
            title: Book the trip
            target: booked
            inputSchema: { type: object, properties: { town: { type: string, title: Town }, key: { type: string, format: password, title: Key } } }
            executor: { kind: human }
          take_back: { title: Take it back, target: booked }
      booked: { terminal: true }
  printing:
    title: Printing
    initialState: ready
    states:
      ready: { transitions: { print: { title: Print it, target: done, actor: human, executor: { kind: workflow, definitionId: press } } } }
      done: { terminal: true }
  press:
    title: The press
    initialState: idle
    states:
      idle: { transitions: { roll: { target: done, actor: deterministic, executor: { kind: cli, command: sh, args: ["-c", "sleep 1; echo no ink >&2; exit 1"] } } } }
      done: { terminal: true }
`

let opened: PeopleDesk
const page = (): Page => opened.page
const decision = () => page().getByRole('region', { name: 'Your decision' })
let release = (): void => undefined
const pressed = new Promise<void>((resolve) => {
  release = resolve
})
/** What a screen reader is told. */
const heard = (text: RegExp) => page().getByRole('status').filter({ hasText: text })
async function openRow(text: RegExp): Promise<void> {
  await opened.desk.goTo('Inbox')
  await opened.desk.row(text).first().click()
  await opened.desk.item().waitFor()
}

describeWhere(['chromium'], 'An open card', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(() => WORKSPACE)
  })
  afterAll(async () => {
    await page().unrouteAll({ behavior: 'wait' })
    await opened.close()
  })

  it('says that nobody decided in time, loses its buttons, and gives back what was being written [card.ended] [card.unsent] [card.end-heard]', async () => {
    await opened.desk.goTo('Inbox')
    const { answer } = await opened.agent.call('workflow.start', { definitionId: 'hurry', input: {} })
    const { workflowId, version } = answer
    const asking = opened.agent.call('workflow.submit', {
      workflowId,
      expectedVersion: version,
      transition: 'ask',
    })
    // The only item opens by itself.
    await decision().waitFor()
    await page()
      .getByRole('textbox', { name: /Comment/ })
      .fill('Half of a thought')
    await heard(/Ask in a hurry.*: Nobody decided in time/).waitFor({ state: 'attached', timeout: 20_000 })
    await page()
      .getByText('Nobody decided in time. Nothing was approved.')
      .first()
      .waitFor({ timeout: 20_000 })
    await expect.poll(() => decision().count()).toBe(0)
    const ended = page().getByRole('region', { name: 'Decided' })
    await ended.getByText('What you had written; it went to nobody').waitFor()
    await ended.getByText('Half of a thought').waitFor()
    await asking
  })

  it('says that the run went on without it, and the press that was on its way decides nothing [card.ended] [card.too-late]', async () => {
    const { answer } = await opened.agent.call('workflow.start', { definitionId: 'letter', input: {} })
    const { workflowId, version } = answer
    await openRow(/Send it/)
    await expect.poll(() => opened.desk.outcome('Send it').isEnabled(), { timeout: 15_000 }).toBe(true)
    // The desk hears of it only after the press: pushes take their time.
    await routeCall(page(), 'inbox.*', async (route) => {
      const name = route.request().url().split('/').at(-1)
      if (name !== 'inbox.decide') await pressed
      await route.continue()
    })
    await opened.agent.call('workflow.submit', {
      workflowId,
      expectedVersion: version,
      transition: 'take_back',
    })
    await opened.desk.outcome('Send it').click()
    release()
    const ended = page().getByRole('region', { name: 'Decided' })
    await ended.getByText(/Withdrawn[:.] /).waitFor()
    expect((await ended.innerText()).match(/withdrawn/gi)).toHaveLength(1)
    await expect.poll(() => decision().count()).toBe(0)
    await ended.getByText('‘Send it’ came too late and did nothing.').waitFor()
    const now = await opened.agent.call('workflow.get', { workflowId })
    expect(now.answer.state).toBe('writing')
  })
  it('gives back what was filled in, also after a reload, but for what looks like a secret [card.unsent]', async () => {
    await page().unrouteAll({ behavior: 'wait' })
    const { answer } = await opened.agent.call('workflow.start', { definitionId: 'trip', input: {} })
    const { workflowId, version } = answer
    const here = { workflowId, expectedVersion: version }
    const asking = opened.agent.call('workflow.submit', {
      ...{ ...here, transition: 'book', arguments: { town: 'Bath' } },
    })
    await openRow(/Book the trip/)
    await decision().getByRole('button', { name: /^Edit/ }).click()
    const town = opened.desk.item().getByRole('textbox', { name: 'Town' })
    await town.fill('York')
    await opened.desk.item().getByRole('textbox', { name: 'Key' }).fill('opensesame')
    await page().reload()
    await expect.poll(() => town.inputValue()).toBe('York')
    await decision().getByText('Runs with your changes: Town.').waitFor()
    expect(await page().evaluate(() => JSON.stringify(sessionStorage))).not.toContain('opensesame')
    // It is on screen, and never written down.
    await opened.desk.item().getByRole('textbox', { name: 'Key' }).fill('opensesame')
    await opened.agent.call('workflow.submit', { ...here, transition: 'take_back' })
    const ended = page().getByRole('region', { name: 'Decided' })
    const values = ended.getByRole('region', { name: 'What you had filled in; it went to nobody' })
    await values.getByRole('button', { name: 'Copy ‘Town’' }).waitFor()
    expect(await values.innerText()).toMatch(/Town\s+York/)
    expect(await values.innerText()).toContain('‘Key’ was not kept: it looks like a secret.')
    await page().reload()
    await values.getByText('York').waitFor()
    expect(await page().content()).not.toContain('opensesame')
    await asking
  })

  it('that is left before its press is answered has what came of it told elsewhere [decide.told-elsewhere]', async () => {
    const told = page().getByRole('region', { name: /^Notifications/ })
    for (const tooLate of [false, true]) {
      const { answer } = await opened.agent.call('workflow.start', { definitionId: 'letter', input: {} })
      const { workflowId, version } = answer
      const left = Promise.withResolvers<void>()
      await routeCall(page(), 'inbox.decide', async (route) => {
        await left.promise
        await route.continue()
      })
      await openRow(/Send it/)
      await expect.poll(() => opened.desk.outcome('Send it').isEnabled(), { timeout: 15_000 }).toBe(true)
      await opened.desk.outcome('Send it').click()
      await opened.desk.goTo('Catalog')
      if (tooLate) {
        const here = { workflowId, expectedVersion: version }
        await opened.agent.call('workflow.submit', { ...here, transition: 'take_back' })
      }
      left.resolve()
      await told.getByText(tooLate ? /came too late and did nothing. Withdrawn:/ : /is now at/).waitFor()
      await page().unrouteAll({ behavior: 'wait' })
    }
    await told.getByRole('link', { name: 'Open the item' }).click()
    await opened.desk
      .item()
      .getByText(/Withdrawn[:.] /)
      .first()
      .waitFor()
  })

  it('that was decided says so when the workflow that was to do it has failed [decide.failed-beneath]', async () => {
    await opened.agent.call('workflow.start', { definitionId: 'printing', input: {} })
    await openRow(/Print it/)
    await expect.poll(() => opened.desk.outcome('Print it').isEnabled(), { timeout: 15_000 }).toBe(true)
    await opened.desk.outcome('Print it').click()
    const told = page().getByRole('region', { name: /^Notifications/ })
    await told.getByText('‘Print it’ failed.').waitFor()
    await told.getByText(/‘Printing’: .*Open the run to read all of it\./).waitFor()
    await page().getByRole('tab', { name: 'Decided' }).click()
    await opened.desk
      .row(/Printing.*Then failed|Then failed.*Printing/)
      .first()
      .click()
    await opened.desk
      .item()
      .getByText(/no ink/)
      .first()
      .waitFor()
  })
  it('that was decided with others is told with them, once, when the last has failed [decide.many-failed]', async () => {
    const told = page().getByRole('region', { name: /^Notifications/ })
    await told.getByRole('button', { name: 'Close toast' }).click()
    await opened.agent.call('workflow.start', { definitionId: 'printing', input: {} })
    await page().getByRole('tab', { name: 'For you' }).click()
    await openRow(/Print it/)
    // One waits again since it failed.
    await expect.poll(() => opened.desk.row(/Print it/).count()).toBe(2)
    await page().keyboard.press('x')
    await page().keyboard.press('Control+a')
    const picked = page().getByRole('region', { name: 'Selected items' })
    await picked.getByText('2 selected').waitFor()
    await picked.getByRole('button', { name: 'Print it…' }).click()
    await page().getByRole('dialog').getByRole('button', { name: 'Print it (2)' }).click()
    await page().getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await told.getByText(/0 of 2 items went through; 2 failed: .*‘Print it’ failed/).waitFor()
    await told.getByRole('link', { name: 'Open the first' }).click()
    await opened.desk.item().getByText('‘Print it’ failed.').first().waitFor()
  })
})
