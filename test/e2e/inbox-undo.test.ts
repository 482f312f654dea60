/** The way back from a decision, while the connection comes and goes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { holdCall, readDesk, routeCall } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const WAIT =
  'const look = setInterval(() => require("fs").existsSync(process.argv[1]) && clearInterval(look), 50)'

/** A workflow whose step runs until a file is there. */
const waiting = (name: string, title: string, file: string) => `
  ${name}:
    title: ${title}
    initialState: ready
    states:
      ready:
        transitions:
          go:
            title: Send it
            target: done
            actor: human
            undoMs: 500
            executor: { kind: cli, connection: node, args: ['-e', '${WAIT}', '${file}'] }
      done: { terminal: true }`

const workspace = (folder: string) => `
approvals: { timeoutMs: 600000, holdMs: 0, undoMs: 60000 }
connections:
  node: { kind: cli, command: ${JSON.stringify(process.execPath)} }
workflows:${waiting('letter', 'Letter', join(folder, 'go-on'))}${waiting('parcel', 'Parcel', join(folder, 'go-on-too'))}
  deploy:
    title: Deployment
    initialState: ready
    states:
      ready: { transitions: { go: { title: Deploy it, target: done, actor: human, risk: high } } }
      done: { terminal: true }
`

let opened: PeopleDesk

/** One more waits, and one of them is open. @returns its workflow, and how many wait now */
async function openItem(): Promise<{ workflowId: string | undefined; waiting: number }> {
  const { page, desk, agent } = opened
  const before = await desk.pending()
  const { answer } = await agent.call('workflow.start', { definitionId: 'deploy', input: {} })
  await expect.poll(() => desk.pending()).toBe(before + 1)
  await desk.goTo('Inbox')
  await page.getByRole('tab', { name: 'For you' }).click()
  await desk
    .row(/Deploy/)
    .first()
    .click()
  await expect.poll(() => desk.outcome('Deploy it').isEnabled(), { timeout: 10_000 }).toBe(true)
  return { workflowId: answer.workflowId, waiting: before + 1 }
}

async function deploy(): Promise<void> {
  const dialog = opened.page.getByRole('dialog')
  await opened.desk.outcome('Deploy it').click()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Deploy it' }).click()
}

/** Presses one outcome for all that are alike, so many of them. */
async function pressTogether(row: RegExp, label: string, count: number): Promise<Locator> {
  const { desk, page } = opened
  await expect.poll(() => desk.row(row).count()).toBe(count)
  await desk.row(row).first().click()
  await page.keyboard.press('x')
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('region', { name: 'Selected items' })
  await bar.getByText(`${count} selected`).waitFor()
  await bar.getByRole('button', { name: `${label}…` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: `${label} (${count})` }).click()
  return dialog
}

describeWhere(['chromium'], 'The way back from a decision', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(workspace)
  })
  afterAll(() => opened?.close())
  // What the test before was told does not stand there any more, and nothing of it is held.
  beforeEach(async () => {
    await opened.page.reload()
    await opened.desk.untilConnected()
  })
  afterEach(() => opened.page.unrouteAll({ behavior: 'ignoreErrors' }))

  it('is offered again where nobody answered whether it was taken, and what was taken back then is [undo.unanswered]', async () => {
    const { page, desk, agent } = opened
    const { workflowId, waiting } = await openItem()
    await deploy()
    const told = page.getByRole('region', { name: /^Notifications/ })
    const undo = { name: /^Undo \(\d+ s\)/ }
    await routeCall(page, 'inbox.undo', (route) => route.abort('connectionreset'))
    await told.getByRole('button', undo).click()
    const unknown = told.getByRole('listitem').filter({ hasText: 'Perhaps not taken back.' })
    await unknown.getByRole('button', undo).waitFor()
    await page.unroute('**/call/inbox.undo')
    await unknown.getByRole('button', undo).click()
    await told.getByText('Taken back', { exact: true }).waitFor()
    await expect.poll(() => unknown.count()).toBe(0)
    await expect.poll(() => desk.pending()).toBe(waiting)
    const now = await agent.call('workflow.get', { workflowId })
    expect(now.answer.state).toBe('ready')
  })

  it('that another window has taken says so to whoever presses second [undo.second]', async () => {
    const { page, desk } = opened
    const other = await opened.openAnother()
    const { waiting } = await openItem()
    await deploy()
    const undo = { name: /^Undo \(\d+ s\)/ }
    const told = (where: typeof page) => where.getByRole('region', { name: /^Notifications/ })
    await told(page).getByRole('button', undo).waitFor()
    await other.getByRole('tab', { name: 'Decided' }).click()
    await readDesk(other)
      .row(/Deploy/)
      .first()
      .click()
    const { asked, letGo } = await holdCall(other, 'inbox.undo')
    await other.getByRole('region', { name: 'Decided' }).getByRole('button', undo).click()
    await asked
    await told(page).getByRole('button', undo).click()
    await told(page).getByText('Nothing ran, and it waits for a decision again.').waitFor()
    letGo()
    await told(other).getByText('You took it back already; it waits for a decision again.').waitFor()
    await told(other).getByText('Already taken back', { exact: true }).waitFor()
    expect(await told(other).getByText('Could not undo.').count()).toBe(0)
    await expect.poll(() => desk.pending()).toBe(waiting)
    await other.context().close()
  })

  it('is not that from what somebody has decided anew since [undo.second]', async () => {
    const { page, desk } = opened
    const other = await opened.openAnother()
    const { waiting } = await openItem()
    await deploy()
    const undo = { name: /^Undo \(\d+ s\)/ }
    const told = page.getByRole('region', { name: /^Notifications/ })
    await told.getByRole('button', undo).waitFor()
    // Its card follows the new decision, which is one's own.
    for (const where of [page, other]) {
      await where.getByRole('tab', { name: 'Decided' }).click()
      await readDesk(where)
        .row(/Deploy/)
        .first()
        .click()
      await where.getByRole('region', { name: 'Decided' }).getByRole('button', undo).waitFor()
    }
    const { letGo } = await holdCall(page, 'inbox.item')
    await other.getByRole('region', { name: 'Decided' }).getByRole('button', undo).click()
    await readDesk(other).outcome('Deploy it').click()
    await other.getByRole('dialog').getByRole('checkbox').check()
    await other.getByRole('dialog').getByRole('button', { name: 'Deploy it' }).click()
    await other
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('button', undo)
      .waitFor()
    letGo()
    await told.getByText('Taken back', { exact: true }).waitFor()
    expect(await told.getByRole('button', undo).count()).toBe(0)
    await expect.poll(() => desk.pending()).toBe(waiting - 1)
    await other
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('button', undo)
      .click()
    await expect.poll(() => desk.pending()).toBe(waiting)
    await other.context().close()
  })

  it('that cannot be saved is said to be so wherever the decision is shown, for as long as that is so [undo.unsaved]', async () => {
    const { page, desk, workspace } = opened
    const other = await opened.openAnother()
    const { waiting } = await openItem()
    await deploy()
    const undo = { name: /^Undo \(\d+ s\)/ }
    const told = page.getByRole('region', { name: /^Notifications/ })
    await told.getByRole('button', undo).waitFor()
    for (const where of [page, other]) {
      await where.getByRole('tab', { name: 'Decided' }).click()
      await readDesk(where)
        .row(/Deploy/)
        .first()
        .click()
      await where.getByRole('region', { name: 'Decided' }).getByRole('button', undo).waitFor()
    }
    const holder = new Database(join(workspace.data, 'countersign.db'))
    holder.exec('BEGIN IMMEDIATE')
    try {
      await other.getByRole('region', { name: 'Decided' }).getByRole('button', undo).click()
      await told.getByText('Taken back, but not saved yet', { exact: true }).waitFor({ timeout: 20_000 })
      for (const where of [page, other]) {
        const decided = where.getByRole('region', { name: 'Decided' })
        await decided.getByText('Taken back, but not saved yet', { exact: true }).waitFor()
        await decided
          .getByText(/is held by another program.*If it is ended before, the decision runs/)
          .waitFor()
        expect(await decided.getByText(/In a moment|can still be taken back/).count()).toBe(0)
        await expect.poll(() => where.getByRole('button', undo).count()).toBe(0)
        await where.getByText('Cannot save', { exact: true }).waitFor()
      }
      await page.getByRole('link', { name: 'Open the run' }).click()
      const run = page.getByRole('article', { name: 'Run' })
      await run.getByText(/has taken that back, but it cannot be saved yet/).waitFor()
      expect(await run.getByText('A person must decide before this run goes on.').count()).toBe(0)
    } finally {
      holder.exec('ROLLBACK')
      holder.close()
    }
    await told.getByText('Taken back', { exact: true }).waitFor({ timeout: 20_000 })
    await expect.poll(() => desk.pending()).toBe(waiting)
    await other.context().close()
  })

  it('is told once, however early the list shows it [undo.unanswered]', async () => {
    const { page, desk } = opened
    const { waiting } = await openItem()
    await deploy()
    const told = page.getByRole('region', { name: /^Notifications/ })
    const undo = told.getByRole('button', { name: /^Undo \(\d+ s\)/ })
    // Only what was answered is followed when the page is there again.
    await undo.waitFor()
    await page.reload()
    await undo.waitFor()
    await expect.poll(() => desk.pending()).toBe(waiting - 1)
    const answered = Promise.withResolvers<void>()
    await routeCall(page, 'inbox.undo', async (route) => {
      const response = await route.fetch()
      await answered.promise
      await route.fulfill({ response })
    })
    const seen = page.waitForResponse(
      async (response) =>
        response.url().endsWith('/call/inbox.item') && (await response.json()).value.status === 'pending',
    )
    try {
      await page.keyboard.press('z')
      await seen
      await expect.poll(() => desk.pending()).toBe(waiting)
      // In words, so that a notice that comes too early says whose it is.
      const notices = await told.getByRole('listitem').allInnerTexts()
      expect(notices.filter((notice) => /Taken back/.test(notice))).toEqual([])
    } finally {
      answered.resolve()
    }
    await told.getByText('Taken back', { exact: true }).waitFor()
    expect(await told.getByText('Taken back', { exact: true }).count()).toBe(1)
  })

  it('stands on the card of what waits for its turn, also when its time is over [undo.together]', async () => {
    const { page, desk, agent } = opened
    await desk.goTo('Inbox')
    await page.getByRole('tab', { name: 'For you' }).click()
    const others = await desk.pending()
    const runs: string[] = []
    const start = async () => {
      const { answer } = await agent.call('workflow.start', { definitionId: 'letter', input: {} })
      runs.push(answer.workflowId)
    }
    // One that takes longer than ten seconds keeps nobody waiting: the four begin at one moment, just before the fifth.
    for (let letter = 0; letter < 4; letter += 1) await start()
    const dialog = await pressTogether(/Letter/, 'Send it', 4)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await start()
    await desk
      .row(/Letter/)
      .first()
      .click()
    await expect.poll(() => desk.outcome('Send it').isEnabled()).toBe(true)
    await desk.outcome('Send it').click()
    await expect.poll(() => desk.row(/Letter/).count()).toBe(0)
    await page.getByRole('tab', { name: 'Decided' }).click()
    await desk
      .row(/Letter/)
      .first()
      .click()
    const decided = page.getByRole('region', { name: 'Decided' })
    await decided.getByText('In a moment: Send it').waitFor()
    await decided.getByRole('button', { name: /^Undo( Z)?$/ }).click()
    await expect.poll(() => desk.pending()).toBe(others + 1)
    writeFileSync(join(opened.folder, 'go-on'), '')
    const stateOf = async (workflowId = '') => (await agent.call('workflow.get', { workflowId })).answer.state
    for (const run of runs.slice(0, 4)) await expect.poll(() => stateOf(run)).toBe('done')
    expect(await stateOf(runs[4])).toBe('ready')
  })

  it('stays in the results, and then in the notice of the press, for those of many that wait for their turn [undo.together]', async () => {
    const { page, desk, agent, folder } = opened
    await page.getByRole('tab', { name: 'For you' }).click()
    const runs: string[] = []
    for (let parcel = 0; parcel < 6; parcel += 1) {
      const { answer } = await agent.call('workflow.start', { definitionId: 'parcel', input: {} })
      runs.push(answer.workflowId)
    }
    const dialog = await pressTogether(/Parcel/, 'Send it', 6)
    await dialog.getByRole('heading', { name: '2 have not run yet; 4 can no longer be undone' }).waitFor()
    expect(await dialog.getByText('Can no longer be undone.').count()).toBe(4)
    await dialog.getByRole('button', { name: 'Done' }).click()
    const notice = page.getByRole('listitem').filter({ hasText: 'Some wait for their turn' })
    await notice.getByRole('button', { name: /^Undo 2/ }).click()
    await page.getByText('2 taken back', { exact: true }).waitFor()
    await notice.waitFor({ state: 'detached' })
    await expect.poll(() => desk.row(/Parcel/).count()).toBe(2)
    writeFileSync(join(folder, 'go-on-too'), '')
    const states = async () =>
      Promise.all(
        runs.map(async (workflowId) => (await agent.call('workflow.get', { workflowId })).answer.state),
      )
    await expect
      .poll(async () => (await states()).toSorted())
      .toEqual([...Array(4).fill('done'), ...Array(2).fill('ready')])
  })
})
