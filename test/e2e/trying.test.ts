/** Trying things from the catalog, and helping an agent's run on, as a person does it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { lookAt } from '../support/look.ts'
import { describeWhere } from '../support/needs.ts'
import type { PeopleDesk } from '../support/people-desk.ts'
import { openTryingPage } from '../support/trying-desk.ts'

let open: PeopleDesk
let page: Page

const result = () => page.getByRole('region', { name: 'Result' })

async function tryOut(view: 'Workflows' | 'Tools', name: string): Promise<void> {
  await open.desk.goTo('Catalog')
  await page.getByRole('tab', { name: new RegExp(`^${view}`) }).click()
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('list', { name: view }).getByRole('button', { name }).click()
  await page.getByRole('tab', { name: 'Try it' }).click()
}

describeWhere(['chromium'], 'A person at the desk', () => {
  beforeAll(async () => {
    open = await openTryingPage()
    page = open.desk.page
  })
  afterAll(async () => {
    await open?.close()
  })

  it('tries a tool that only reads with one press, and sees what a model sees [trying.shown] [trying.answer]', async () => {
    await tryOut('Tools', 'every.echo')
    await page.getByText('It would be refused like this').waitFor()
    const run = page.getByRole('button', { name: 'Try it', exact: true })
    expect(await run.isDisabled()).toBe(true)
    await page.getByLabel('message').fill('Hello desk')
    await expect.poll(() => run.isEnabled()).toBe(true)
    await run.click()
    await result().getByText('Done').waitFor()
    await result().getByText('Echo: Hello desk').waitFor()
    await lookAt(page, 'try-tool')
    await result().getByRole('tab', { name: 'The model' }).click()
    await result().getByText('"status": "executed"').first().waitFor()
    await result()
      .getByText(/about \d+ tokens/)
      .waitFor()
  })

  it('sends nothing while a field holds what is no value, and tells values apart that look alike [trying.whole]', async () => {
    await tryOut('Tools', 'notes.keep')
    const run = page.getByRole('button', { name: 'Try it', exact: true })
    await expect.poll(() => run.isEnabled()).toBe(true)
    await page.getByRole('combobox', { name: 'mark' }).click()
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toEqual(['Choose…', '1', '"1"', '"two"'])
    await page.keyboard.press('Escape')
    const more = page.getByRole('textbox', { name: 'more' })
    await more.fill('{"a": 1')
    await expect.poll(() => run.isDisabled()).toBe(true)
    await page.getByText('not valid JSON', { exact: false }).waitFor()
    await more.fill('{"a": 1}')
    await expect.poll(() => run.isEnabled()).toBe(true)
    // What is broken in one way of filling it in is not left behind in the other.
    await page.getByRole('tab', { name: 'JSON' }).click()
    await page.getByLabel('Input as JSON').fill('{')
    await expect.poll(() => run.isDisabled()).toBe(true)
    await page.getByRole('tab', { name: 'Form' }).click()
    await expect.poll(() => more.inputValue()).toContain('"a": 1')
    await expect.poll(() => run.isEnabled()).toBe(true)
  })

  it('presses twice for a tool that may change something, and a gate asks in the inbox [trying.gates] [trying.shown]', async () => {
    await tryOut('Tools', 'careful.gzip')
    await page.getByRole('tab', { name: 'JSON' }).click()
    await page
      .getByLabel('Input as JSON')
      .fill('{ "name": "a.gz", "data": "data:text/plain,abc", "outputType": "resource" }')
    await page.getByText('A person must approve it before it runs').first().waitFor()
    const run = page.getByRole('button', { name: 'Try it', exact: true })
    await expect.poll(() => run.isEnabled()).toBe(true)
    await run.click()
    const confirm = page.getByRole('button', { name: 'Yes, run it now' })
    await confirm.waitFor()
    await lookAt(page, 'try-confirm')
    await confirm.click()
    await result().getByText('Waiting', { exact: true }).waitFor()
    // Not in the words for agents, with a time as programs write it.
    expect(await result().innerText()).toContain('Somebody has to decide it in the inbox first.')
    expect(await result().innerText()).not.toMatch(/\d{4}-\d\d-\d\dT/)
    await result().getByRole('link', { name: 'Open the item in the inbox' }).click()
    await open.desk.outcome('Approve').waitFor()
    await open.desk.readAll()
    await open.desk.outcome('Approve').click()
    await tryOut('Tools', 'careful.gzip')
    await result().getByText('Done').waitFor()
  })

  it('rehearses a workflow, then runs it and sees every step [trying.rehearse] [settings.number]', async () => {
    await tryOut('Workflows', 'Greet twice')
    await page.getByRole('textbox', { name: /^Name/ }).fill('Ada')
    const rehearse = page.getByRole('button', { name: 'Rehearse' })
    // What may be read in two ways is kept as it is typed, and nothing runs with it.
    const limit = page.getByRole('textbox', { name: 'Stop it after (seconds)' })
    await limit.pressSequentially('1,000')
    expect(await limit.inputValue()).toBe('1,000')
    await page.getByText('Write a thousand as 1000.').waitFor()
    expect(await rehearse.isDisabled()).toBe(true)
    await limit.fill('')
    await expect.poll(() => rehearse.isEnabled()).toBe(true)
    await rehearse.click()
    await result().getByText('Rehearsal: nothing has run.').waitFor()
    expect(await result().getByText('planned').count()).toBe(2)
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByRole('button', { name: 'Yes, run it now' }).click()
    await expect.poll(() => result().getByRole('cell', { name: 'done' }).count()).toBe(2)
    await lookAt(page, 'try-steps')
    await result().getByRole('link', { name: 'Open the run' }).click()
    await page.getByRole('article', { name: 'Run' }).waitFor()
  })

  it('takes an agent’s step from the run; the agent that waits learns of it [trying.step] [R1.7]', async () => {
    const started = await open.agent.call('workflow.start', { definitionId: 'letter', input: { to: 'Ada' } })
    const { workflowId, version } = started.answer
    const waiting = open.agent.call('workflow.get', { workflowId, waitMs: 50_000, sinceVersion: version })
    await page.goto(`${page.url().split('#')[0]}#/runs/${workflowId}`)
    await page.getByRole('button', { name: 'Do it yourself: Hand the letter in' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Text').fill('Dear Ada, it works.')
    const fire = dialog.getByRole('button', { name: 'Do this step' })
    await expect.poll(() => fire.isEnabled()).toBe(true)
    await lookAt(page, 'fire-step')
    await fire.click()
    await dialog.getByText('Done').waitFor()
    expect((await waiting).answer).toMatchObject({
      state: 'reading',
      context: { text: 'Dear Ada, it works.' },
    })
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Open the item' }).first().waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('starts another run like it, with its input to begin from [trying.again]', async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Start another like this…' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByLabel('Recipient').inputValue()).toBe('Ada')
    await dialog.getByLabel('Recipient').fill('Grace')
    const run = dialog.getByRole('button', { name: 'Run it' })
    await expect.poll(() => run.isEnabled()).toBe(true)
    await run.click()
    await dialog.getByText('It waits for somebody to go on.').waitFor()
  })

  it('saves a bundle for Claude Desktop, and reads what a client sees, asked and costs [clients.bundle] [clients.figures]', async () => {
    await page.keyboard.press('Escape')
    await open.desk.goTo('Settings')
    await page.getByRole('button', { name: 'Show what local sees and does' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as .mcpb' }).click()
    expect((await saved).suggestedFilename()).toBe('countersign.mcpb')
    await page.getByRole('button', { name: 'Show what local sees and does' }).click()
    await page.getByRole('dialog').getByText('2 calls').waitFor()
    await lookAt(page, 'client-figures')
  })

  it('tries things in the smallest window, enlarged to 200 %, without scrolling sideways [trying.small]', async () => {
    await page.keyboard.press('Escape')
    await tryOut('Workflows', 'Greet twice')
    for (const size of [
      { width: 720, height: 560 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(size)
      await page.getByRole('button', { name: 'Run it' }).scrollIntoViewIfNeeded()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
      const detail = page.getByRole('article', { name: 'Catalog entry' })
      expect(await detail.evaluate((entry) => entry.scrollWidth - entry.clientWidth)).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})
