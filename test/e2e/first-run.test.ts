/** The first minutes: nothing but the desk and its scripted agent, offline. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAgent } from '../support/agent.ts'
import { type BrowserDesk, openBrowserDesk } from '../support/browser-desk.ts'
import { readDesk } from '../support/desk-page.ts'
import { makeFolder } from '../support/folders.ts'
import { startGateway } from '../support/gateway-process.ts'
import { describeWhere } from '../support/needs.ts'

let opened: BrowserDesk
let page: Page

const transcript = () => page.getByRole('log', { name: 'What the agent does and hears' })
/** The text of what has the focus; nothing if nothing has. */
const focused = () =>
  page.evaluate(() => {
    const { activeElement, body } = document
    return activeElement === body ? '' : (activeElement?.textContent ?? '')
  })
const readPayment = () => readFile(join(opened.files, 'payment-INV-1042.txt'), 'utf8').catch(() => null)

/** Tab until the focus is on what has this text. */
async function tabTo(text: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await focused()) === text) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not come to ‘${text}’.`)
}

/** Whether a person could press it now: neither scrolled away nor under something else. */
function isInSight(what: Locator): Promise<boolean> {
  return what.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return [top + 4, bottom - 4].every((y) => {
      const hit = document.elementFromPoint((left + right) / 2, y)
      return hit !== null && element.contains(hit)
    })
  })
}

/** Opens what waits and presses this: the second gesture included that a payment asks for. */
async function approvePayment(): Promise<void> {
  await page.getByRole('link', { name: 'Open the item' }).click()
  await opened.desk().readAll()
  const approve = opened.desk().outcome('Approve: Release the payment')
  await expect.poll(() => approve.isEnabled(), { timeout: 10_000 }).toBe(true)
  await approve.click()
  const tick = page.getByRole('dialog').getByRole('checkbox')
  await expect.poll(() => isInSight(tick)).toBe(true)
  await tick.check()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve: Release the payment' }).click()
}

describeWhere(['chromium'], 'The first run', () => {
  beforeAll(async () => {
    opened = await openBrowserDesk('usual')
    page = opened.desk().page
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  afterAll(() => opened?.close())

  it('leads from an empty desk to a decision in three steps, by the keyboard alone [loop.first-run]', async () => {
    await page.getByRole('heading', { name: 'Three steps to your first decision' }).waitFor()
    await tabTo('Play the agent')
    await page.keyboard.press('Enter')
    // The focus goes along to what comes next.
    await expect.poll(focused, { timeout: 10_000 }).toBe('Open the item')
    await page.keyboard.press('Enter')
    const approve = opened.desk().outcome('Approve the content')
    await expect.poll(() => approve.isEnabled(), { timeout: 10_000 }).toBe(true)
    // The first press looks, the second decides.
    await page.keyboard.press('a')
    await expect.poll(focused, { timeout: 10_000 }).toContain('Approve the content')
    expect(await opened.desk().pending()).toBe(1)
    await page.keyboard.press('a')
    await expect.poll(() => opened.desk().pending(), { timeout: 10_000 }).toBe(0)
    await page.getByText('Done. The agent gets your answer.').waitFor()
    await expect.poll(() => transcript().innerText(), { timeout: 10_000 }).toContain('published')
    await expect.poll(focused).toBe('Three steps to your first decision')
  })

  it('changes a file through a real MCP server only after a person has applied the change [loop.first-run] [first-run.in-sight]', async () => {
    const file = join(opened.files, 'release-checklist.md')
    await page.getByRole('button', { name: 'Play a change to files' }).click()
    await page.getByRole('link', { name: 'Open the item' }).click()
    const { outcome, readAll } = opened.desk()
    await readAll()
    await expect.poll(() => outcome('Apply the change').isEnabled()).toBe(true)
    await expect.poll(() => isInSight(outcome('Refuse the change'))).toBe(true)
    await expect(readFile(file, 'utf8')).rejects.toThrow('ENOENT')
    await outcome('Apply the change').click()
    await expect.poll(() => readFile(file, 'utf8').catch(() => null)).toContain('Release checklist')
    await expect.poll(() => opened.desk().pending()).toBe(0)
    await expect.poll(() => transcript().innerText(), { timeout: 10_000 }).toContain('applied')
  })

  it('lets a payment through once two people have approved it, and says at each step who is next [first-run.two-people] [first-run.in-sight]', async () => {
    await page.getByRole('button', { name: 'Play a two-person approval' }).click()
    await page.getByText('You are the first of two').waitFor()
    await approvePayment()
    await page.getByText('Switch to alex or robin: click your name at the bottom left.').waitFor()
    await page.getByRole('button', { name: 'Switch person' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /\balex\b/ })
      .click()
    await page.getByText('You are alex now').waitFor()
    expect(await readPayment()).toBe(null)

    await approvePayment()
    await page.getByText('Approved, but not run yet.').waitFor()
    expect(await page.getByText('Done. The agent gets your answer.').count()).toBe(0)
    await page.getByRole('button', { name: /^Undo/ }).click()
    // Taken back: nothing ran, and alex has to approve it anew.
    await page.getByRole('link', { name: 'Open the item' }).waitFor()
    expect(await readPayment()).toBe(null)

    await page.getByText('You are alex now').waitFor()
    await approvePayment()
    await expect.poll(readPayment, { timeout: 20_000 }).toContain('Pay 1840 EUR to Prints & Bindery')
    await page.getByText('Done. The agent gets your answer.').waitFor()
    await expect.poll(() => transcript().innerText(), { timeout: 10_000 }).toContain('released')
  })

  it('begins a workspace of one’s own, which the shown command runs, with a gate [first-run.own-workspace]', async () => {
    const folder = makeFolder('own')
    const own = join(folder.path, 'mine')
    try {
      await page.getByRole('button', { name: 'Set up a workspace of your own…' }).click()
      const dialog = page.getByRole('dialog', { name: 'A workspace of your own' })
      const field = dialog.getByRole('textbox', { name: 'Folder' })
      await expect.poll(() => field.inputValue()).toMatch(/-workspace$/)
      await field.fill(dirname(opened.files))
      await page.keyboard.press('Enter')
      await dialog.getByText('is in a folder of Countersign').waitFor()
      await field.fill(own)
      await dialog.getByRole('button', { name: 'Create workspace' }).click()
      const command = await page
        .getByRole('dialog', { name: 'Your workspace is ready' })
        .getByRole('figure', { name: 'The command that starts it' })
        .innerText()
      expect(command).toMatch(/ serve --config \S+ --data \S+ --desk$/)
      await page.keyboard.press('Escape')

      const [config = '', data = ''] = /--config (\S+) --data (\S+)/.exec(command)?.slice(1) ?? []
      const gateway = await startGateway({ config, data }, '--desk')
      const agent = await connectAgent('newer', { config, data })
      const other = readDesk(await opened.browser.newPage())
      await other.page.goto(gateway.ready.desk ?? '')
      const found = async () => !(await agent.call('gateway.describe', { id: 'files.write_file' })).isError
      await expect.poll(found, { timeout: 20_000 }).toBe(true)
      const call = agent.call('workflow.start', {
        definitionId: 'proxy_default',
        input: {
          capability: 'files.write_file',
          arguments: { path: join(own, 'files/hello.txt'), content: 'hello' },
        },
      })
      await other.row(/write/i).first().click()
      await other.outcome('Approve').click()
      expect((await call).answer.result.status).toBe('executed')
      expect(await readFile(join(own, 'files/hello.txt'), 'utf8')).toBe('hello')
      await agent.close()
      await gateway.stop()
    } finally {
      folder.remove()
    }
  })

  it('gives way to what real agents ask for, and stays away at the next opening [first-run.gives-way] [frame.badge]', async () => {
    const title = page.getByRole('heading', { name: 'Three steps to your first decision' })
    const agent = await connectAgent('newer', opened.workspace)
    try {
      const { answer } = await agent.call('workflow.start', { definitionId: 'content_review' })
      await agent.call('workflow.submit', {
        workflowId: answer.workflowId,
        expectedVersion: answer.version,
        transition: 'submit_draft',
        arguments: { content: 'Spring' },
      })
      await opened.desk().row(/./).first().waitFor()
      await expect.poll(() => title.count()).toBe(0)
      await page.reload()
      await opened.desk().row(/./).first().waitFor()
      expect(await title.count()).toBe(0)
      // The number beside a narrow rail's inbox leaves its picture free.
      await page.setViewportSize({ width: 1000, height: 640 })
      const link = page.getByRole('navigation').getByRole('link', { name: /^Inbox/ })
      const [icon, badge] = await Promise.all([
        link.locator('svg').boundingBox(),
        link.locator('[data-count]').boundingBox(),
      ])
      expect(badge?.x ?? 0).toBeGreaterThanOrEqual((icon?.x ?? 0) + (icon?.width ?? 0) - 4)
      await opened.desk().row(/./).first().click()
      await opened.desk().outcome('Approve the content').click()
      await expect.poll(() => opened.desk().pending()).toBe(0)
    } finally {
      await agent.close()
      await page.setViewportSize({ width: 1280, height: 800 })
    }
  })
})
