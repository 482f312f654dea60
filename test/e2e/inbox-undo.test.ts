/** The way back from a decision, while the connection comes and goes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdCall, readDesk } from '../support/desk-page.ts'
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

async function openItem(): Promise<void> {
  const { desk } = opened
  await desk.goTo('Inbox')
  await desk
    .row(/Deploy/)
    .first()
    .click()
  await expect.poll(() => desk.outcome('Deploy it').isEnabled(), { timeout: 10_000 }).toBe(true)
}

async function deploy(): Promise<void> {
  const dialog = opened.page.getByRole('dialog')
  await opened.desk.outcome('Deploy it').click()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Deploy it' }).click()
}

describeWhere(['chromium'], 'The way back from a decision', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(workspace)
  })
  afterAll(() => opened?.close())

  it('is offered again where nobody answered whether it was taken, and what was taken back then is [undo.unanswered]', async () => {
    const { page, desk, agent } = opened
    const { answer } = await agent.call('workflow.start', { definitionId: 'deploy', input: {} })
    await openItem()
    await deploy()
    const told = page.getByRole('region', { name: /^Notifications/ })
    const undo = { name: /^Undo \(\d+ s\)/ }
    await page.route('**/call/inbox.undo', (route) => route.abort('connectionreset'))
    await told.getByRole('button', undo).click()
    const unknown = told.getByRole('listitem').filter({ hasText: 'Perhaps not taken back.' })
    await unknown.getByRole('button', undo).waitFor()
    await page.unroute('**/call/inbox.undo')
    await unknown.getByRole('button', undo).click()
    await told.getByText('Taken back', { exact: true }).waitFor()
    await expect.poll(() => unknown.count()).toBe(0)
    await expect.poll(() => desk.pending()).toBe(1)
    const now = await agent.call('workflow.get', { workflowId: answer.workflowId })
    expect(now.answer.state).toBe('ready')
  })

  it('that another window has taken says so to whoever presses second [undo.second]', async () => {
    const { page, agent } = opened
    const other = await opened.openAnother()
    await agent.call('workflow.start', { definitionId: 'deploy', input: {} })
    await openItem()
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
    await other.context().close()
  })

  it('is not that from what somebody has decided anew since [undo.second]', async () => {
    const { page, agent, desk } = opened
    const other = await opened.openAnother()
    await agent.call('workflow.start', { definitionId: 'deploy', input: {} })
    await openItem()
    const waiting = await desk.pending()
    await deploy()
    const undo = { name: /^Undo \(\d+ s\)/ }
    const told = page.getByRole('region', { name: /^Notifications/ })
    await told.getByRole('button', undo).waitFor()
    const { letGo } = await holdCall(page, 'inbox.item')
    await other.getByRole('tab', { name: 'Decided' }).click()
    await readDesk(other)
      .row(/Deploy/)
      .first()
      .click()
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
    await page.unroute('**/call/inbox.item')
    await expect.poll(() => desk.pending()).toBe(waiting - 1)
    await other
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('button', undo)
      .click()
    await expect.poll(() => desk.pending()).toBe(waiting)
    await other.context().close()
  })

  it('is told once, however early the list shows it [undo.unanswered]', async () => {
    const { page, desk, agent } = opened
    await agent.call('workflow.start', { definitionId: 'deploy', input: {} })
    await openItem()
    const waiting = await desk.pending()
    await deploy()
    await page.reload()
    const told = page.getByRole('region', { name: /^Notifications/ })
    await page
      .getByRole('button', { name: /^Undo \(\d+ s\)/ })
      .first()
      .waitFor()
    const answered = Promise.withResolvers<void>()
    await page.route('**/call/inbox.undo', async (route) => {
      const response = await route.fetch()
      await answered.promise
      await route.fulfill({ response })
    })
    await page.keyboard.press('z')
    await expect.poll(() => desk.pending(), { timeout: 10_000 }).toBe(waiting)
    await desk
      .row(/Deploy/)
      .first()
      .waitFor()
    expect(await told.getByText('Taken back', { exact: true }).count()).toBe(0)
    answered.resolve()
    await told.getByText('Taken back', { exact: true }).waitFor()
    await page.unroute('**/call/inbox.undo')
  })

  it('stands on the card of what waits for its turn, also when its time is over [undo.together]', async () => {
    const { page, desk, agent } = opened
    await desk.goTo('Inbox')
    await page.getByRole('tab', { name: 'For you' }).click()
    const others = await desk.pending()
    const runs: string[] = []
    for (let letter = 0; letter < 5; letter += 1) {
      const { answer } = await agent.call('workflow.start', { definitionId: 'letter', input: {} })
      runs.push(answer.workflowId)
      await desk.goTo('Inbox')
      await desk
        .row(/Letter/)
        .first()
        .click()
      await expect.poll(() => desk.outcome('Send it').isEnabled()).toBe(true)
      await desk.outcome('Send it').click()
      await expect.poll(() => desk.row(/Letter/).count()).toBe(0)
    }
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
    const parcels = () => desk.row(/Parcel/)
    await expect.poll(() => parcels().count()).toBe(6)
    await parcels().first().click()
    await page.keyboard.press('x')
    await page.keyboard.press('Control+a')
    const bar = page.getByRole('region', { name: 'Selected items' })
    await bar.getByText('6 selected').waitFor()
    await bar.getByRole('button', { name: 'Send it…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send it (6)' }).click()
    await dialog.getByRole('heading', { name: '2 have not run yet; 4 can no longer be undone' }).waitFor()
    expect(await dialog.getByText('Can no longer be undone.').count()).toBe(4)
    await dialog.getByRole('button', { name: 'Done' }).click()
    const notice = page.getByRole('listitem').filter({ hasText: 'Some wait for their turn' })
    await notice.getByRole('button', { name: /^Undo 2/ }).click()
    await page.getByText('2 taken back', { exact: true }).waitFor()
    await notice.waitFor({ state: 'detached' })
    await expect.poll(() => parcels().count()).toBe(2)
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
