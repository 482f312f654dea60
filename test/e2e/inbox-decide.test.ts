/** Deciding as a person does it: taking back, editing, giving away, and what must not count. A real agent listens. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import type { ToolAnswer } from '../support/agent.ts'
import { type AnyDesk, openAppDesk } from '../support/app-desk.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk } from '../support/people-desk.ts'

const workspace = (folder: string): string => `
approvals: { timeoutMs: 600000, holdMs: 50000, undoMs: 4000 }
people:
  kim: {}
  bo: {}
proxy:
  expose:
    - name: note
      title: Write a note
      inputSchema:
        type: object
        required: [name, count]
        properties: { name: { type: string, title: Name }, count: { type: integer, minimum: 1, title: Count }, extra: { title: Extra } }
      executor: { kind: cli, command: sh, args: ["-c", "echo \\"$0 $1\\" >> ${folder}/notes", "$.arguments.name", "$.arguments.count"] }
      approval: { required: true }
workflows:
  deploy:
    title: Deployment
    initialState: ready
    states:
      ready:
        transitions:
          go: { title: Deploy it, target: done, actor: human, risk: high, executor: { kind: cli, command: sh, args: ["-c", "echo once >> ${folder}/deployed"] } }
          stop: { title: Refuse, target: done, actor: human }
      done: { terminal: true }
  rollout:
    title: Rollout
    initialState: ready
    states:
      ready:
        transitions:
          go: { title: Roll it out, target: done, actor: human, risk: high, undoMs: 60000, executor: { kind: cli, command: sh, args: ["-c", "echo once >> ${folder}/rolled-out"] } }
          stop: { title: Refuse, target: done, actor: human }
      done: { terminal: true }
  archive:
    title: Archive
    initialState: ready
    states:
      ready:
        transitions:
          drop: { title: Drop the archive, target: done, actor: human, risk: high, confirm: true, undoMs: 1500, executor: { kind: cli, command: sh, args: ["-c", "echo no room for $(seq -s, 1 99) >&2; exit 1"] } }
          keep: { title: Keep it, target: done, actor: human }
      done: { terminal: true }
`

let opened: AnyDesk
const page = (): Page => opened.page
const decision = () => page().getByRole('region', { name: 'Your decision' })
const linesOf = async (file: string): Promise<string[]> =>
  (await readFile(join(opened.folder, file), 'utf8').catch(() => '')).split('\n').filter(Boolean)
const notes = (): Promise<string[]> => linesOf('notes')

function askForNote(name: string, count: number): Promise<ToolAnswer> {
  return opened.agent.call('workflow.start', {
    definitionId: 'proxy_default',
    input: { capability: 'note', arguments: { name, count } },
  })
}
/** What the test before has decided has left the list, so that it is not what is opened. */
async function noNoteWaits(): Promise<void> {
  await expect.poll(() => opened.desk.row(/note/i).count()).toBe(0)
}
async function openItem(title: RegExp): Promise<void> {
  await opened.desk.goTo('Inbox')
  await opened.desk.row(title).first().click()
  await opened.desk.item().waitFor()
}
async function untilAlive(label: string): Promise<void> {
  await expect.poll(() => opened.desk.outcome(label).isEnabled(), { timeout: 10_000 }).toBe(true)
}
/** Pressed, read, and pressed once more. */
async function decideTwice(label: string): Promise<void> {
  await untilAlive(label)
  await opened.desk.outcome(label).click()
  await page().getByRole('checkbox').check()
  await page().getByRole('dialog').getByRole('button', { name: label }).click()
}
const undoButton = () =>
  page()
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('button', { name: /^Undo \(\d+ s\)/ })
function placesOfButtons(): Promise<number[][]> {
  return decision()
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect()
        return [x, y, width, height]
      }),
    )
}
async function stateOf(workflowId: string): Promise<string> {
  return (await opened.agent.call('workflow.get', { workflowId })).answer.state
}

const deciding = (open: (yaml: typeof workspace) => Promise<AnyDesk>) => () => {
  beforeAll(async () => {
    opened = await open(workspace)
    // No button may move under a press, also where things do move.
    await page().emulateMedia({ reducedMotion: 'no-preference' })
  })
  afterAll(() => opened?.close())

  it('takes back by key what can be taken back, and nothing has run [decide.ring]', async () => {
    const { answer } = await opened.agent.call('workflow.start', { definitionId: 'deploy', input: {} })
    await openItem(/Deploy/)
    await decideTwice('Deploy it')
    const undo = undoButton()
    await undo.waitFor()
    expect(await stateOf(answer.workflowId)).toBe('ready')
    await page().keyboard.press('z')
    await page().getByText('Taken back', { exact: true }).waitFor()
    await opened.desk.row(/Deploy/).waitFor()
    await expect.poll(() => opened.desk.pending()).toBe(1)
    expect(await stateOf(answer.workflowId)).toBe('ready')

    // What is not taken back runs when the ring is closed; by then, what was taken back would have run as well.
    await openItem(/Deploy/)
    await decideTwice('Deploy it')
    await undo.waitFor()
    expect(await linesOf('deployed')).toEqual([])
    await expect.poll(() => stateOf(answer.workflowId), { timeout: 10_000 }).toBe('done')
    expect(await linesOf('deployed')).toEqual(['once'])
  })

  it('shows a ring while it can be taken back, and takes it back by key also when the page was loaded again [decide.ring] [decide.ring-reloaded]', async () => {
    const { answer } = await opened.agent.call('workflow.start', { definitionId: 'rollout', input: {} })
    await openItem(/Rollout/)
    await decideTwice('Roll it out')
    const undo = undoButton()
    await undo.waitFor()
    const ring = undo.locator('[data-ring]')
    expect(await ring.isVisible()).toBe(true)
    const closed = () =>
      ring
        .locator('circle')
        .last()
        .evaluate((circle) => getComputedStyle(circle).strokeDashoffset)
    const before = await closed()
    await expect.poll(closed).not.toBe(before)
    // It goes with the clock: drawn for every frame it would keep the processor busy for all that time.
    await expect.poll(() => undo.evaluate((button) => button.getAnimations({ subtree: true }).length)).toBe(0)
    await page().emulateMedia({ reducedMotion: 'reduce' })
    expect(await ring.isVisible()).toBe(false)
    await page().emulateMedia({ reducedMotion: 'no-preference' })
    await page().reload()
    await undo.waitFor()
    await page().keyboard.press('z')
    await page().getByText('Taken back', { exact: true }).waitFor()
    await openItem(/Rollout/)
    await untilAlive('Refuse')
    await opened.desk.outcome('Refuse').click()
    await expect.poll(() => stateOf(answer.workflowId)).toBe('done')
    expect(await linesOf('rolled-out')).toEqual([])
  })

  it('tells what failed after its time until that is closed, and what can be done on the card [decide.then-failed] [desk.failed-quoted]', async () => {
    const { answer } = await opened.agent.call('workflow.start', { definitionId: 'archive', input: {} })
    await openItem(/Archive/)
    await decideTwice('Drop the archive')
    const told = page().getByRole('region', { name: /^Notifications/ })
    await told.getByText('‘Drop the archive’ failed.').waitFor()
    await told
      .locator('q')
      .getByText(/^sh exited with code 1: no room for 1,2,.*…$/)
      .waitFor()
    await told.getByText('Open the run to read all of it.').waitFor()
    await page().getByRole('tab', { name: 'Decided' }).click()
    await opened.desk
      .row(/Archive/)
      .first()
      .click()
    const decided = page().getByRole('region', { name: 'Decided' })
    await decided.getByText('‘Drop the archive’ failed.').waitFor()
    await opened.desk
      .row(/Then failed/)
      .first()
      .waitFor()
    await decided.getByRole('link', { name: 'Open the run' }).click()
    await page().getByRole('link', { name: 'Open the item' }).click()
    await page().getByRole('tab', { name: 'For you', selected: true }).waitFor()
    await untilAlive('Keep it')
    await opened.desk.outcome('Keep it').click()
    await expect.poll(() => stateOf(answer.workflowId)).toBe('done')
    // It came as the offer to take it back went, and has not gone with it.
    expect(await told.getByText('‘Drop the archive’ failed.').isVisible()).toBe(true)
    await told.getByRole('button', { name: 'Close toast' }).first().click()
    await page().getByRole('tab', { name: 'For you' }).click()
  })

  it('changes what was asked for, as the engine would allow it, and says both afterwards [decide.edit] [form.number]', async () => {
    const answer = askForNote('asked', 3)
    await openItem(/note/i)
    await untilAlive('Approve')
    const item = opened.desk.item()
    expect(await item.getByLabel('Count').count()).toBe(0)
    await page().keyboard.press('e')
    const count = item.getByRole('textbox', { name: /Count/ })
    await count.waitFor()
    await item.getByText('Nothing is changed yet.').waitFor()
    await count.fill('0')
    await page().keyboard.press('Tab')
    await decision()
      .getByText(/Fill in first/)
      .waitFor()
    await count.fill('')
    await count.pressSequentially('1,000')
    await page().keyboard.press('Tab')
    expect(await count.inputValue()).toBe('1,000')
    await decision()
      .getByText(/Fill in first/)
      .waitFor()
    await count.fill('7')
    await page().keyboard.press('Tab')
    await item.getByText('Changed: Count').waitFor()
    await decision().getByText('Runs with your changes: Count.').waitFor()
    // What is typed and is no value yet is not left out.
    const extra = item.getByRole('textbox', { name: /Extra/ })
    await extra.fill('12 GB')
    await untilAlive('Approve')
    await opened.desk.outcome('Approve').click()
    await expect.poll(() => extra.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await notes()).toEqual([])
    await extra.fill('')
    expect(await findViolations(page())).toEqual([])
    await item.getByRole('button', { name: 'Reset to what was asked' }).click()
    expect(await item.getByRole('textbox', { name: /Count/ }).count()).toBe(0)
    await decision().getByRole('button', { name: /^Edit/ }).click()
    expect(await count.inputValue()).toBe('3')
    await count.fill('7')
    await untilAlive('Approve')
    await opened.desk.outcome('Approve').click()
    expect((await answer).answer.result.status).toBe('executed')
    expect(await notes()).toEqual(['asked 7'])
    await page().getByRole('tab', { name: 'Decided' }).click()
    await opened.desk.row(/note/i).first().click()
    await item.getByText('What was asked for').waitFor()
    await item.getByText('What would run instead').first().waitFor()
    await page().getByRole('tab', { name: 'For you' }).click()
  })

  it('is given to a person and taken on, with the mouse and by key, and that is taken back; no button moves [decide.assign] [decide.still]', async () => {
    await noNoteWaits()
    const answer = askForNote('given', 1)
    await openItem(/note/i)
    const item = opened.desk.item()
    await untilAlive('Refuse')
    const assigned = item.getByRole('paragraph').filter({ hasText: 'Assigned to' })
    const placesBefore = await placesOfButtons()
    await decision()
      .getByRole('button', { name: /^Assign/ })
      .click()
    await page().getByRole('menuitem', { name: 'Give it to bo' }).click()
    await assigned.filter({ hasText: 'bo' }).waitFor()
    expect(await placesOfButtons()).toEqual(placesBefore)
    await page()
      .getByRole('textbox', { name: /Comment/ })
      .fill('no')
    await decision().getByText('The agent gets your comment with it.').waitFor()
    expect(await placesOfButtons()).toEqual(placesBefore)
    await page()
      .getByRole('textbox', { name: /Comment/ })
      .fill('')
    await item.focus()
    await page().getByRole('button', { name: 'Undo' }).click()
    await assigned.waitFor({ state: 'hidden' })
    await page().keyboard.press('m')
    await assigned.waitFor()
    await page().keyboard.press('m')
    await assigned.waitFor({ state: 'hidden' })
    await page().keyboard.press('i')
    await page().getByRole('menuitem', { name: 'Give it to kim' }).waitFor()
    expect(await findViolations(page())).toEqual([])
    await page().keyboard.press('Escape')
    await page().getByRole('menuitem').first().waitFor({ state: 'hidden' })
    await untilAlive('Refuse')
    await decision().getByRole('button', { name: 'Reasons' }).click()
    await page().getByRole('menuitem', { name: 'The values look wrong.' }).click()
    await opened.desk.outcome('Refuse').click()
    const heard = await answer
    expect(heard.answer.error?.code).toBe('APPROVAL_DENIED')
    expect(JSON.stringify(heard.answer)).toContain('The values look wrong.')
  })

  it('does not count what was not meant: a held key, a key while typing, the first moments of a window that comes back [decide.meant]', async () => {
    const before = await notes()
    await noNoteWaits()
    const answer = askForNote('meant', 1)
    await openItem(/note/i)
    await opened.desk.readAll()
    await untilAlive('Approve')
    // Out of the item: the first press arms, however long it is held.
    await page()
      .locator('body')
      .click({ position: { x: 5, y: 5 } })
    await page().keyboard.down('a')
    for (let repeat = 0; repeat < 5; repeat += 1) await page().keyboard.down('a')
    await page().keyboard.up('a')
    const approve = opened.desk.outcome('Approve')
    await expect.poll(() => approve.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await opened.desk.pending()).toBe(1)
    // A held Enter that comes to rest on the button is still the press of before.
    await opened.desk.item().focus()
    await page().keyboard.down('Enter')
    await approve.focus()
    await page().keyboard.down('Enter')
    await page().keyboard.up('Enter')
    expect(await opened.desk.pending()).toBe(1)
    await page()
      .getByRole('textbox', { name: /Comment/ })
      .fill('aaa')
    await page().keyboard.press('a')
    await page().keyboard.press('r')
    expect(await opened.desk.pending()).toBe(1)
    await page().keyboard.press('Escape')
    // Back from where nobody could see it: too soon.
    await untilAlive('Approve')
    await page().evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'))
      document.querySelector<HTMLButtonElement>('[data-outcome=approve]')?.click()
    })
    // It is switched off a moment after the window came back, unless that is over already, and then on again.
    await page()
      .waitForFunction(() => document.querySelector('[data-outcome=approve]:disabled'), undefined, {
        timeout: 500,
      })
      .catch(() => undefined)
    await untilAlive('Approve')
    expect(await notes()).toEqual(before)
    expect(await opened.desk.pending()).toBe(1)
    // Armed by key, decided by Enter: two presses.
    await page()
      .locator('body')
      .click({ position: { x: 5, y: 5 } })
    await page().keyboard.press('a')
    await expect.poll(() => approve.evaluate((button) => button === document.activeElement)).toBe(true)
    await page().keyboard.press('Enter')
    expect((await answer).answer.result.status).toBe('executed')
    expect(await notes()).toEqual([...before, 'meant 1'])
  })
}

describeWhere(['chromium'], 'Deciding in a browser', deciding(openPeopleDesk))
describeWhere(['electron', 'display'], 'Deciding in the app', deciding(openAppDesk))
