/** The configuration changes behind an open card: the card says what has moved, and what the person had begun stays. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDesk, routeCall } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const workspace = (folder: string): string => `
approvals: { timeoutMs: 600000, holdMs: 0 }
connections:
  shell: { kind: cli, command: sh, env: { STAGE: test } }
workflows:
  deploy:
    title: Deployment
    initialState: ready
    states:
      ready:
        transitions:
          ship:
            title: Ship it
            target: done
            inputSchema: { type: object, properties: { image: { type: string } } }
            approval: { required: true }
            executor: { kind: cli, connection: shell, args: ["-c", "echo $STAGE $0 >> ${folder}/ran", "$.arguments.image"] }
      done: { terminal: true }
`

let opened: PeopleDesk
let other: Page
const page = (): Page => opened.page
const outcome = (on: Page, name: string | RegExp) =>
  on.getByRole('region', { name: 'Your decision' }).getByRole('button', { name })
const comment = () => page().getByRole('textbox', { name: /Comment/ })
const file = () => join(opened.folder, 'countersign.yaml')

/** Somebody edits the file, and somebody at another desk lets it come into force. */
async function change(from: string, to: string): Promise<void> {
  const before = readFileSync(file(), 'utf8')
  expect(before).toContain(from)
  writeFileSync(file(), before.replace(from, to))
  await other.goto(`${other.url().split('#')[0]}#/inbox`)
  const row = other
    .getByRole('list', { name: 'Items' })
    .getByRole('button', { name: /settings file was edited/ })
  await row.click({ timeout: 20_000 })
  await readDesk(other).readAll()
  await outcome(other, 'Apply the changes').click({ timeout: 15_000 })
  // Another environment may be a weaker one, so it is pressed twice.
  const dialog = other.getByRole('dialog')
  await dialog.getByRole('checkbox').check()
  // The row goes as soon as it is decided; the answer comes when the new one is in force.
  const answered = other.waitForResponse(/\/call\/inbox\.decide$/)
  await dialog.getByRole('button', { name: 'Apply the changes' }).click()
  await answered
  await row.waitFor({ state: 'hidden' })
}

async function ask(image: string): Promise<void> {
  const { answer } = await opened.agent.call('workflow.start', { definitionId: 'deploy', input: {} })
  const { workflowId, version } = answer
  await opened.agent.call('workflow.submit', {
    ...{ workflowId, expectedVersion: version, transition: 'ship', arguments: { image } },
  })
  await page().goto(`${page().url().split('#')[0]}#/inbox`)
  await opened.desk.row(new RegExp(image)).click()
  await expect.poll(() => outcome(page(), /^Approve/).isEnabled(), { timeout: 15_000 }).toBe(true)
}

describeWhere(['chromium'], 'A card over a configuration that changes', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(workspace)
    other = await opened.openAnother()
  })
  afterAll(async () => {
    await page()?.unrouteAll({ behavior: 'ignoreErrors' })
    await opened?.close()
  })

  it('says that its connection has changed, and leaves the words and the focus where they are [card.reloaded]', async () => {
    await ask('app-one')
    await comment().click()
    await page().keyboard.type('Looks right')
    await change('STAGE: test', 'STAGE: live')
    await opened.desk.item().getByText('The settings of the server ‘shell’ have changed.').waitFor()
    // What has moved pushes no button out of sight.
    const refuse = await outcome(page(), 'Refuse').boundingBox()
    const strip = await page().getByText('Running', { exact: true }).boundingBox()
    expect((refuse?.y ?? 0) + (refuse?.height ?? Infinity)).toBeLessThan(strip?.y ?? 0)
    await page().keyboard.type(', I think')
    expect(await comment().inputValue()).toBe('Looks right, I think')
    expect(() => readFileSync(join(opened.folder, 'ran'))).toThrow()
    await expect.poll(() => outcome(page(), /^Approve/).isEnabled()).toBe(true)
    await outcome(page(), /^Approve/).click()
    await expect.poll(() => opened.desk.row(/app-one/).count()).toBe(0)
    await expect.poll(() => readFileSync(join(opened.folder, 'ran'), 'utf8')).toBe('live app-one\n')
  })

  it('answers a press made before it had heard of the change with what has moved, and runs nothing [card.reloaded]', async () => {
    await ask('app-two')
    await comment().fill('Go ahead.')
    // The page hears of it only after the press: what it asks for takes its time.
    let release = (): void => undefined
    const pressed = new Promise<void>((resolve) => {
      release = resolve
    })
    await routeCall(page(), 'inbox.*', async (route) => {
      if (!route.request().url().endsWith('/inbox.decide')) await pressed
      await route.continue()
    })
    await change('STAGE: live', 'STAGE: dark')
    await outcome(page(), /^Approve/).click()
    const item = opened.desk.item()
    await item.getByText(/This changed while you looked at it/).waitFor()
    release()
    await item.getByText('The settings of the server ‘shell’ have changed.').waitFor()
    expect(await comment().inputValue()).toBe('Go ahead.')
    await expect
      .poll(() => page().evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Item')
    expect(readFileSync(join(opened.folder, 'ran'), 'utf8')).toBe('live app-one\n')
    await expect.poll(() => outcome(page(), /^Approve/).isEnabled()).toBe(true)
    await outcome(page(), /^Approve/).click()
    await expect
      .poll(() => readFileSync(join(opened.folder, 'ran'), 'utf8'))
      .toBe('live app-one\ndark app-two\n')
  })
})
