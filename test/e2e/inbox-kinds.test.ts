/** In the app, one decision on a card of each kind, as a person makes it, with a real agent on the other side. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeTools } from '../runtime/changing-server.ts'
import { type AppDesk, openAppDesk } from '../support/app-desk.ts'
import { actAs, describeReport } from '../support/card-agent.ts'
import { CARD_YAML, prepareCards } from '../support/card-workspace.ts'
import { setPin } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'

let opened: AppDesk
const { begin, submit, look, callTool, propose } = actAs(() => opened.agent)
const dialog = () => opened.page.getByRole('dialog')

async function open(sentence: RegExp) {
  await opened.desk.goTo('Inbox')
  await opened.desk.row(sentence).first().click({ timeout: 20_000 })
  await opened.desk.item().getByRole('heading', { level: 2 }).waitFor()
}

async function decide(label: string): Promise<void> {
  await expect.poll(() => opened.desk.outcome(label).isEnabled()).toBe(true)
  await opened.desk.outcome(label).click()
}

/** With the second gesture that a risky decision asks for. */
async function decideTwice(label: string): Promise<void> {
  await decide(label)
  await dialog().getByRole('checkbox').check()
  await dialog().getByRole('button', { name: label }).click()
}

describeWhere(['electron', 'display'], 'The cards in the app', () => {
  beforeAll(async () => {
    opened = await openAppDesk(() => CARD_YAML, prepareCards)
  })
  afterAll(() => opened?.close())

  it('begin with an empty inbox that says how a first request comes, and offers nothing of the sample [first-run.own-configuration]', async () => {
    const steps = opened.page.getByRole('region', { name: 'Three steps to your own desk' })
    await steps.getByRole('link', { name: 'Connect an agent' }).waitFor()
    await steps.getByText(/^Ask your agent to change something/).waitFor()
    expect(await opened.page.getByRole('button', { name: /^Play/ }).count()).toBe(0)
    expect(await opened.page.getByText('Sample workspace').count()).toBe(0)
    await steps.getByRole('button', { name: 'Dismiss the first steps' }).click()
    await opened.page.getByRole('button', { name: 'Show the first steps' }).click()
    await steps.waitFor()
    await steps.getByRole('button', { name: 'Dismiss the first steps' }).click()
  })

  it('of a step for a person and of a held call let them through [app.kinds]', async () => {
    const visit = await submit(await begin('visit'), 'look', { address: '12 Mill Lane' })
    await open(/Look at the meter|Site visit/)
    await decide('Approve: Look at the meter')
    await expect.poll(async () => (await look(visit)).state).toBe('seen')
    const release = await submit(await begin('release'), 'ship', { image: 'app:1.4.2' })
    await open(/Ship/)
    await decide('Approve: Ship the image')
    await expect.poll(async () => (await look(release)).state).toBe('shipped')
  })

  it('of a question gives its server what was filled in [app.kinds]', async () => {
    const asked = await callTool('asking.ask')
    await open(/asking/)
    await opened.desk.item().getByRole('combobox').click()
    await opened.page.getByRole('option', { name: 'blue' }).click()
    await decide('Send the answer')
    await expect.poll(async () => JSON.stringify((await look(asked)).context.lastResult)).toContain('blue')
  })

  it('of a changed tool lets it be called again [app.kinds]', async () => {
    const offer = [{ name: 'read', description: 'Reads all', readOnly: true }, { name: 'write' }]
    await writeTools(dirname(opened.configuration), offer)
    await callTool('db.read', { announce: true })
    await open(/describes a tool differently/)
    await decide('Accept the tool')
    await expect.poll(async () => (await callTool('db.read')).result.status).toBe('executed')
  })

  it('of a run that the app was killed in says that its step did not happen [app.kinds]', async () => {
    const begun = await begin('nightly')
    const volume = join(opened.folder, 'photos')
    const running = submit(begun, 'run', { volume }).catch(() => null)
    await expect.poll(() => existsSync(volume), { timeout: 20_000 }).toBe(true)
    await opened.crash()
    await running
    await open(/was cut off/)
    await decideTwice('It did not happen')
    await expect.poll(async () => (await look(begun)).links.map(({ rel }) => rel)).toContain('run')
  })

  it('of a changed configuration puts it in force [app.kinds]', async () => {
    const before = readFileSync(opened.configuration, 'utf8')
    writeFileSync(opened.configuration, before.replace('holdMs: 0,', 'holdMs: 0, proof: highRisk,'))
    await open(/settings file was edited/)
    await decide('Apply the changes')
    await expect.poll(() => opened.desk.pending()).toBe(0)
  })

  it('of a proposed definition asks for the PIN, and accepts nothing with a wrong one [app.kinds]', async () => {
    const { page } = opened
    await setPin(page, '4711')
    const waiting = await propose(describeReport({ actor: 'human' }), false)
    await open(/weekly/)
    await decideTwice('Accept the workflow')
    const proof = page.getByRole('dialog', { name: 'Enter your PIN' })
    await proof.getByLabel('Your PIN').fill('1234')
    await page.keyboard.press('Enter')
    await proof
      .getByText(/^That is not the PIN of/)
      .first()
      .waitFor()
    expect((await look(waiting)).context.lastResult).toBeUndefined()
    await proof.getByLabel('Your PIN').fill('4711')
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await look(waiting)).context.lastResult, { timeout: 20_000 })
      .toMatchObject({ status: 'created' })
  })
})
