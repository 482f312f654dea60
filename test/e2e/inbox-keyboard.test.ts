/** Two hundred items of six kinds, worked through by keyboard alone, and what became of each for its agent. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../setup/run-command.ts'
import type { WorkflowAnswerView } from '../support/agent.ts'
import { actAs, describeReport } from '../support/card-agent.ts'
import { type CardDesk, openCardDesk, TOOLS } from '../support/card-workspace.ts'
import { CLI, NODE } from '../support/gateway-process.ts'
import { describeWhere } from '../support/needs.ts'

const NOTES = 118
const VISITS = 30
const RELEASES = 34
const NEW_TOOLS = 12
const QUESTIONS = 3
const PROPOSALS = 3
const ALL = NOTES + VISITS + RELEASES + NEW_TOOLS + QUESTIONS + PROPOSALS

let opened: CardDesk
let page: Page
const { begin, submit, look, callTool } = actAs(() => opened.agent)
const runs = new Map<string, WorkflowAnswerView>()

const keys = () => page.keyboard
const bar = () => page.getByRole('region', { name: 'Selected items' })
const dialog = () => page.getByRole('dialog')
const filter = () => page.getByRole('searchbox', { name: 'Filter by any text' })
const heading = () => opened.desk.item().getByRole('heading', { level: 2 })
const focusedRow = () =>
  page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset') ?? null)
const isFocused = (of: Locator) => of.evaluate((element) => element === document.activeElement)

/** Narrows the list with the keyboard, and is at the first hit. */
async function find(text: string, hits: number): Promise<void> {
  await keys().press('/')
  await keys().type(text)
  const size = () => page.locator('#inbox-list li[aria-setsize]').first().getAttribute('aria-setsize')
  await expect.poll(size, { timeout: 20_000 }).toBe(String(hits))
  await keys().press('Enter')
  await expect.poll(focusedRow, { timeout: 20_000 }).toBe('1')
  expect(await filter().inputValue()).toBe(text)
}

/** With the key of an outcome on all that is selected; answers when the result has been read. */
async function decideSelected(key: string, label: string, count: number): Promise<void> {
  await keys().press(key)
  const button = dialog().getByRole('button', { name: `${label} (${count})` })
  await expect.poll(() => button.isEnabled(), { timeout: 20_000 }).toBe(true)
  await keys().press(key)
  await dialog().getByText(`${count} of ${count} items decided`).waitFor({ timeout: 60_000 })
  await keys().press('Escape')
  await dialog().waitFor({ state: 'detached' })
}

/** The open item, with the key of an outcome; answers with its sentence when the next one is there, with the focus. */
async function decideOne(key: string, label: string): Promise<string> {
  const sentence = await heading().innerText()
  await expect.poll(() => opened.desk.outcome(label).isEnabled(), { timeout: 20_000 }).toBe(true)
  await keys().press(key)
  await page
    .getByRole('button', { name: /once more/ })
    .or(opened.desk.outcome(label))
    .first()
    .waitFor()
  await expect.poll(() => isFocused(opened.desk.outcome(label))).toBe(true)
  await keys().press(key)
  return sentence
}

async function tabTo(target: Locator): Promise<void> {
  for (let times = 0; times < 30 && !(await isFocused(target)); times += 1) await keys().press('Tab')
  expect(await isFocused(target)).toBe(true)
}

describeWhere(['chromium'], 'Two hundred items by keyboard', () => {
  beforeAll(async () => {
    opened = await openCardDesk(TOOLS, 400)
    page = opened.page
    // Its own lists are asked for again with every item: that lists follow is held elsewhere.
    await opened.desk.goTo('Settings')
    const keep = async (name: string, asked: Promise<WorkflowAnswerView>) => runs.set(name, await asked)
    for (let n = 1; n <= NOTES; n += 1) {
      const draft = { title: `Note ${n}`, content: `Text of ${n}` }
      await keep(draft.title, submit(await begin('content_review'), 'submit_draft', draft))
    }
    for (let n = 1; n <= VISITS; n += 1)
      await keep(`Lane ${n}`, submit(await begin('visit'), 'look', { address: `Lane ${n}` }))
    for (let n = 1; n <= RELEASES; n += 1)
      await keep(`app:${n}`, submit(await begin('release'), 'ship', { image: `app:${n}` }))
    const added = Array.from({ length: NEW_TOOLS }, (_, n) => ({ name: `extra_${n}`, readOnly: true }))
    await opened.offer(...TOOLS, ...added)
    await callTool('db.read', { announce: true })
    for (let n = 1; n <= PROPOSALS; n += 1) {
      const definition = describeReport({ actor: 'human' })
      await keep(
        `report-${n}`,
        callTool('orchestrator.create_workflow', { name: `report-${n}`, definition, overwrite: false }),
      )
    }
    await opened.desk.goTo('Inbox')
  }, 240_000)
  afterAll(() => opened?.close())

  it('begin with one stop of the Tab key at the list, and then what acts on the selection [inbox.keyboard-way]', async () => {
    await expect.poll(() => opened.desk.pending(), { timeout: 30_000 }).toBe(ALL - QUESTIONS)
    await find('Note', NOTES)
    await keys().press('ArrowDown')
    await expect.poll(focusedRow).toBe('2')
    await keys().press('Space')
    await bar().getByText('1 selected').waitFor()
    await keys().press('Tab')
    expect(await isFocused(bar().getByRole('button', { name: 'Clear' }))).toBe(true)
    await keys().press('Shift+Tab')
    expect(await focusedRow()).toBe('2')
    await keys().press('Shift+Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('#inbox-list'))).toBe(null)
    await keys().press('/')
    await keys().press('Escape')
    await expect.poll(focusedRow).toBe('2')
    expect(await filter().inputValue()).toBe('Note')
    await keys().press('Escape')
    await expect.poll(() => bar().count()).toBe(0)
    expect(await focusedRow()).toBe('2')
  })

  it('are not all in the command palette, which says so instead of that there is no such item [window.palette-part]', async () => {
    await keys().press('Control+k')
    const part = `the first 50 of ${ALL - QUESTIONS}`
    await dialog().getByText(`Waiting for you: ${part}`).waitFor()
    await keys().type('no such item')
    await dialog().getByText(`No matches in ${part} items. Filter the inbox to search all.`).waitFor()
    await keys().press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('that ask different things do nothing together by a key, and say why [inbox.many-keys]', async () => {
    await keys().press('x')
    await find('Lane', VISITS)
    await keys().press('x')
    await bar().getByText('2 selected').waitFor()
    await keys().press('a')
    await page
      .getByText('They ask different things, so they are decided one by one. Clear the selection')
      .first()
      .waitFor()
    await keys().press('e')
    await page.getByText('This key works on one item at a time.').first().waitFor()
    expect(await dialog().count()).toBe(0)
    expect(await opened.desk.pending()).toBe(ALL - QUESTIONS)
    await keys().press('Escape')
    await expect.poll(() => bar().count()).toBe(0)
  })

  it('are decided all together by keys that do not wait for the selection [inbox.many-keys]', async () => {
    // The key comes before the gateway has said what is alike.
    await keys().press('x')
    await keys().press('Control+a')
    await decideSelected('a', 'Approve: Look at the meter', VISITS)
    await find('app:', RELEASES)
    await keys().press('Control+a')
    await decideSelected('r', 'Refuse', RELEASES)
    await find('new tool', NEW_TOOLS)
    await keys().press('Control+a')
    await decideSelected('a', 'Accept the tool', NEW_TOOLS)
    await expect.poll(() => opened.desk.pending()).toBe(NOTES + PROPOSALS)
  })

  it('are decided in ranges, and one by one as the next comes by itself [inbox.many-keys] [inbox.keyboard-way]', async () => {
    await find('Note', NOTES)
    await keys().press('x')
    for (let steps = 0; steps < 29; steps += 1) await keys().press('j')
    await expect.poll(focusedRow).toBe('30')
    await keys().press('Shift+X')
    await decideSelected('r', 'Request changes', 30)
    // What came by itself is the next one, in the list and open.
    await expect.poll(focusedRow).toBe('1')
    await expect.poll(() => heading().innerText()).toContain('Note 31')
    for (let n = 31; n <= 50; n += 1) {
      const [key, label] = n % 2 === 0 ? ['r', 'Request changes'] : ['a', 'Approve the content']
      const sentence = await decideOne(key ?? '', label ?? '')
      expect(sentence).toContain(`Note ${n}`)
      await expect.poll(() => heading().innerText(), { timeout: 20_000 }).toContain(`Note ${n + 1}`)
      await expect.poll(focusedRow).toBe('1')
    }
    await keys().press('Control+a')
    await decideSelected('a', 'Approve the content', NOTES - 50)
    await expect.poll(() => opened.desk.pending()).toBe(PROPOSALS)
  }, 180_000)

  it('of a kind that is decided by itself are, each with its own second gesture [inbox.many-keys]', async () => {
    await find('report-', PROPOSALS)
    await keys().press('Control+a')
    await page.getByText('This one can only be decided by itself.').first().waitFor()
    for (let n = 1; n <= PROPOSALS; n += 1) {
      await expect.poll(() => heading().innerText()).toContain(`report-${n}`)
      await decideOne('a', 'Accept the workflow')
      // Before it is there, Tab walks through the page.
      await dialog().getByRole('checkbox').waitFor()
      await tabTo(dialog().getByRole('checkbox'))
      await keys().press('Space')
      const accept = dialog().getByRole('button', { name: 'Accept the workflow' })
      await expect.poll(() => accept.isEnabled()).toBe(true)
      await tabTo(accept)
      await keys().press('Enter')
      // As long as it is there, keys are its own.
      await dialog().waitFor({ state: 'detached' })
      await expect.poll(() => opened.desk.pending()).toBe(PROPOSALS - n)
    }
    for (let n = 1; n <= QUESTIONS; n += 1) {
      const asked = await callTool('asking.ask')
      await expect.poll(() => opened.desk.pending(), { timeout: 20_000 }).toBe(1)
      await find('asking', 1)
      await decideOne('r', 'Do not answer')
      await expect.poll(async () => (await look(asked)).context.lastResult).toBeDefined()
      await expect.poll(() => opened.desk.pending()).toBe(0)
    }
  })

  it('have each become what was pressed, once [inbox.many-keys]', async () => {
    const expected = (name: string): string => {
      const n = Number(name.replace(/\D+/g, ''))
      if (name.startsWith('Lane')) return 'seen'
      if (name.startsWith('app:')) return 'ready'
      return n <= 30 || (n <= 50 && n % 2 === 0) ? 'drafting' : 'published'
    }
    const wrong: string[] = []
    for (const [name, begun] of runs) {
      if (!/^(Note|Lane|app:)/.test(name)) continue
      const { state } = await look(begun)
      if (state !== expected(name)) wrong.push(`${name}: ${state}`)
    }
    expect(wrong).toEqual([])
    const { data, config } = opened.workspace
    const at = ['--data', data, '--config', config]
    const { stdout } = await runCommand(NODE, [CLI, 'audit', 'export', ...at])
    const decided = stdout
      .split('\n')
      .filter((line) => line.includes('"human.approval.decided"'))
      .map((line) => JSON.parse(line).payload.approvalId)
    expect(decided).toHaveLength(ALL)
    expect(new Set(decided).size).toBe(ALL)
  })
})
