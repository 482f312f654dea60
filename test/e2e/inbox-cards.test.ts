/** A card of every kind: what it shows, and that its buttons do what they say, with a real agent on the other side. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PictureName } from '../screens/pictures.ts'
import { actAs, describeReport } from '../support/card-agent.ts'
import { type CardDesk, DOT, openCardDesk, TOOLS } from '../support/card-workspace.ts'
import { lookAt } from '../support/look.ts'
import { describeWhere } from '../support/needs.ts'

let opened: CardDesk

const { begin, submit, look, callTool, propose } = actAs(() => opened.agent)

async function open(sentence: string | RegExp) {
  await opened.desk.goTo('Inbox')
  await opened.desk.row(sentence).first().click()
  const card = opened.desk.item()
  await card.getByRole('heading', { level: 2 }).waitFor()
  return card
}

async function compareWith(what: string): Promise<void> {
  const choices = opened.desk.item().getByRole('group', { name: 'Compare with' })
  await choices.getByText(what, { exact: true }).click()
  expect(await choices.getByRole('radio', { name: what }).isChecked()).toBe(true)
}

/** What was decided is not in the list any more: what comes next is another one. */
async function untilGone(sentence: string | RegExp): Promise<void> {
  await expect.poll(() => opened.desk.row(sentence).count()).toBe(0)
}

const check = (name: PictureName) => lookAt(opened.page, name)

const DRAFT = 'The release is ready.\n\nIt brings search.\nIt brings drafts.\n\nThank you.'

describeWhere(['chromium'], 'The cards of the inbox', () => {
  beforeAll(async () => {
    opened = await openCardDesk()
  })
  afterAll(() => opened?.close())

  it('of a decision: what is handed in, and again what has changed since it was refused [card.again] [card.form]', async () => {
    const begun = await begin('content_review')
    await submit(begun, 'submit_draft', { title: 'Release notes', content: DRAFT, tags: ['news'] })
    const card = await open(/Release notes/)
    await card.getByText('It brings search.').first().waitFor()
    await check('decision')
    await card.getByRole('textbox', { name: /Comment/ }).fill('Say who did it.')
    await opened.desk.outcome('Request changes').click()
    await expect.poll(async () => (await look(begun)).state).toBe('drafting')
    await untilGone(/Release notes/)
    const changed = DRAFT.replace('search', 'a faster search').replace('Thank you.', 'Thank you, Ada.')
    await submit(await look(begun), 'submit_draft', {
      title: 'Release notes',
      content: changed,
      tags: ['news', 'search'],
    })
    const again = await open(/Release notes/)
    const tags = again.getByRole('list', { name: 'Tags' })
    expect(await tags.getByRole('listitem').allInnerTexts()).toEqual([
      'news',
      expect.stringMatching(/^\+ ?\s*added: ?\s*search$/),
    ])
    await tags.getByRole('insertion').getByText('search', { exact: true }).waitFor()
    await again.getByText('Changed since you refused it').waitFor()
    await again.getByText('Say who did it.').first().waitFor()
    await again.getByText('changed since it was refused').first().waitFor()
    expect(await again.locator('ins').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('It brings a faster search.')]),
    )
    await check('decision-again')
    await compareWith('nothing')
    await expect.poll(() => again.getByText('changed since it was refused').count()).toBe(0)
    await opened.desk.outcome('Approve the content').click()
    await expect.poll(async () => (await look(begun)).state).toBe('published')
  })

  it('of a held call: typed values, a table, a picture, and what differs from what was filled in [card.form] [card.pictures] [card.compared]', async () => {
    const args = {
      ...{ image: 'registry.example/app:1.4.2', region: 'us-east-1', replicas: 3, canary: true },
      notes: DRAFT.repeat(3),
      files: [
        { path: 'app/search.ts', size: 1200 },
        { path: 'app/draft.ts', size: 300 },
      ],
      limits: { cpu: '500m', memory: '1Gi' },
      shot: `data:image/png;base64,${DOT}`,
    }
    const first = await submit(await begin('release'), 'ship', args)
    const card = await open(/Ship/)
    await card.getByRole('img', { name: 'Picture, image/png' }).waitFor()
    await card.getByRole('table', { name: 'Files' }).getByRole('cell', { name: 'app/search.ts' }).waitFor()
    await compareWith('what was filled in')
    await expect.poll(() => card.getByText('changed from what was filled in').count()).toBe(2)
    await check('held-call')
    await opened.desk.readAll()
    await opened.desk.outcome('Approve: Ship the image').click()
    await expect.poll(async () => (await look(first)).state).toBe('shipped')
    await untilGone(/Ship/)

    const files = [
      { path: 'app/search.ts', size: 1300 },
      { path: 'app/new.ts', size: 1 },
    ]
    const second = await submit(await begin('release'), 'ship', {
      ...args,
      image: 'registry.example/app:1.4.3',
      files,
    })
    const other = await open(/Ship/)
    await expect.poll(() => other.getByRole('radio', { name: 'the last approved' }).isChecked()).toBe(true)
    await expect.poll(() => other.getByText('differs from the last approved').count()).toBe(2)
    for (const row of [/^changed app\/search\.ts/, /^new app\/new\.ts/, /^gone app\/draft\.ts/])
      await other.getByRole('table', { name: 'Files' }).getByRole('row', { name: row }).waitFor()
    await check('held-call-compared')
    await opened.desk.outcome('Refuse').click()
    await expect.poll(async () => (await look(second)).error?.code).toBe('APPROVAL_DENIED')
  })

  it('of a single call says that nothing else follows, and quotes what its server says of the tool [card.next] [card.said]', async () => {
    const waiting = await callTool('db.write', { text: 'hello' })
    const card = await open(/db/i)
    await card.getByText('Runs the call; then nothing else follows.').waitFor()
    const said = card.getByRole('region', { name: 'What its server says that the tool does' })
    await said.getByText('the server ‘db’').waitFor()
    await said.locator('blockquote', { hasText: 'Does write' }).waitFor()
    expect(await card.getByText('Input').count()).toBe(0)
    await card.getByRole('button', { name: 'Word for word' }).click()
    await card.getByText('db: write {"text":"hello"}').waitFor()
    await card.getByRole('button', { name: 'Word for word' }).click()
    await check('single-call')
    await opened.desk.outcome('Approve').click()
    await expect
      .poll(async () => (await look(waiting)).context.lastResult)
      .toMatchObject({ text: 'ran write' })
  })

  it('of a step for a person, with what its author wrote about it [card.kinds] [card.described]', async () => {
    const begun = await submit(await begin('visit'), 'look', { address: '12 Mill Lane' })
    const card = await open(/Look at the meter|Site visit/)
    await card.getByText('12 Mill Lane').first().waitFor()
    await card.getByText('Go there and write down what the meter shows.').waitFor()
    await check('person-step')
    await opened.desk.outcome('Approve: Look at the meter').click()
    await expect.poll(async () => (await look(begun)).state).toBe('seen')
  })

  it('of a proposed definition: its file and its machine, no raw arguments; replaced, what is weaker at its line [card.definition]', async () => {
    const waiting = await propose(describeReport({ actor: 'human' }), false)
    const card = await open(/weekly/)
    await card.getByRole('figure', { name: /File workflows\/weekly\.yaml/ }).waitFor()
    await card.getByText('The workflow as it would be').waitFor()
    expect(await card.getByText('"initialState"').count()).toBe(0)
    await check('definition-new')
    await opened.desk.outcome('Accept the workflow').click()
    await confirmed()
    await expect
      .poll(async () => (await look(waiting)).context.lastResult, { timeout: 20_000 })
      .toMatchObject({ status: 'created' })
    await untilGone(/weekly/)

    const weaker = await propose(describeReport({ actor: 'agent' }), true)
    const other = await open(/weekly/)
    const said = other.getByText(
      '‘send’ in state ‘written’ is no longer for a person to decide: an agent can.',
    )
    await expect.poll(() => said.count()).toBe(2)
    await check('definition-changed')
    await opened.desk.outcome('Refuse').click()
    await expect.poll(async () => (await look(weaker)).error?.code).toBe('APPROVAL_DENIED')
  })

  it('of a changed tool: its words, its form, its claims, and who uses it [card.tool]', async () => {
    const changed = {
      ...TOOLS[1],
      name: 'write',
      description: 'Does write, and sends a copy away',
      readOnly: true,
    }
    await opened.offer({ name: 'read', readOnly: true }, changed)
    await callTool('db.read', { announce: true })
    const card = await open(/describes a tool differently/)
    await card.getByText('What the server says that it does').waitFor()
    expect(await card.locator('ins').first().innerText()).toContain('sends a copy away')
    await card
      .getByText('Its server said that it can change things; now it says that it only reads.')
      .waitFor()
    await card.getByRole('link', { name: 'db.write' }).waitFor()
    await card.getByRole('button', { name: 'Show the whole definition' }).click()
    await check('tool-change')
    await opened.desk.outcome('Leave it out').click()
    await expect.poll(() => opened.desk.row(/describes a tool differently/).count()).toBe(0)
    expect((await callTool('db.write')).error?.code).toBe('DEFINITION_CHANGED')
  })

  it('of a changed configuration: each file as a difference, what is weaker first and once, all of it on paper [card.configuration] [card.reason-once] [card.printed]', async () => {
    const before = opened.configuration()
    opened.configure(before.replace('            approval: { required: true }\n', ''))
    await opened.desk.goTo('Inbox')
    await opened.desk.row(/settings file was edited/).waitFor({ timeout: 20_000 })
    const card = await open(/settings file was edited/)
    await card.getByText(/no longer waits for an approval/).waitFor()
    await card.getByText('High risk', { exact: true }).waitFor()
    expect(await card.getByText(/without asking a person/).count()).toBe(1)
    const difference = card.getByRole('figure', { name: /Difference .*countersign\.yaml/ })
    await expect
      .poll(() => difference.locator('del').allInnerTexts())
      .toEqual([expect.stringMatching(/removed line \d+:\s+approval: \{ required: true \}/)])
    const cutOff = () =>
      card.evaluate(({ children }) =>
        [...children].some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1),
      )
    await opened.page.setViewportSize({ width: 1280, height: 500 })
    await expect.poll(cutOff).toBe(true)
    await opened.page.emulateMedia({ media: 'print' })
    expect(await cutOff()).toBe(false)
    expect(await opened.page.getByRole('navigation').count()).toBe(0)
    await opened.page.emulateMedia({ media: 'screen' })
    await opened.page.setViewportSize({ width: 1280, height: 800 })
    await check('configuration')
    await opened.desk.outcome('Keep the rules in use').click()
    await expect.poll(() => opened.desk.row(/settings file was edited/).count()).toBe(0)
    opened.configure(before)
  })

  it('of a question of a server: labelled with it, with its form [card.kinds]', async () => {
    const asked = await callTool('asking.ask')
    await opened.desk.goTo('Inbox')
    await opened.desk.row(/asking/).waitFor({ timeout: 20_000 })
    const card = await open(/asking/)
    await card.getByRole('figure').getByText('the server ‘asking’').waitFor()
    await check('question')
    await opened.desk.outcome('Do not answer').click()
    await expect.poll(async () => (await look(asked)).context.lastResult).toBeDefined()
  })

  it('of an interrupted run: the literal call, and since when [card.interrupted]', async () => {
    const begun = await begin('nightly')
    const volume = join(opened.folder, 'photos')
    const running = submit(begun, 'run', { volume }).catch(() => null)
    await expect.poll(() => existsSync(volume), { timeout: 20_000 }).toBe(true)
    await opened.crash()
    await running
    const card = await open(/was cut off/)
    await card.getByText('What was running').waitFor()
    await card
      .getByText(/setTimeout.*photos/)
      .first()
      .waitFor()
    await check('interrupted')
    await opened.desk.outcome('It did not happen').click()
    await confirmed()
    await expect.poll(async () => (await look(begun)).links.map(({ rel }) => rel)).toContain('run')
  })
})

/** The second gesture that a risky decision asks for. */
async function confirmed(): Promise<void> {
  const dialog = opened.page.getByRole('dialog')
  await dialog.waitFor()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button').last().click()
}
