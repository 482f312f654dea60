/** Two desks at one item: what one does re-arms the buttons of the other, in words. A real agent waits. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const workspace = (folder: string): string => `
approvals: { timeoutMs: 600000, holdMs: 0, undoMs: 30000 }
proxy:
  expose:
    - name: note
      inputSchema: { type: object, required: [name], properties: { name: { type: string } } }
      executor: { kind: cli, command: sh, args: ["-c", "echo \\"$0\\" >> ${folder}/notes", "$.arguments.name"] }
      approval: { required: true }
workflows:
  deploy:
    title: Deployment
    initialState: ready
    states:
      ready:
        transitions:
          go: { title: Deploy it, target: done, actor: human, risk: high }
          stop: { title: Refuse, target: done, actor: human }
      done: { terminal: true }
`

let opened: PeopleDesk
let other: Page
const outcome = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your decision' }).getByRole('button', { name })
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

async function openItem(page: Page, id: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/inbox/${id}`)
  await expect.poll(() => outcome(page, 'Deploy it').isEnabled(), { timeout: 10_000 }).toBe(true)
}

describeWhere(['chromium'], 'Two desks at one item', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(workspace)
    other = await opened.openAnother()
  })
  afterAll(() => opened?.close())

  it('keep a comment that was not sent when the page is loaded again [decide.draft]', async () => {
    const { page } = opened
    await opened.agent.call('workflow.start', { definitionId: 'deploy', input: {} })
    await opened.desk.row(/Deploy/).click()
    await page.getByRole('textbox', { name: /Comment/ }).fill('Not before noon.')
    await page.reload()
    await expect
      .poll(() =>
        page
          .getByRole('textbox', { name: /Comment/ })
          .inputValue()
          .catch(() => ''),
      )
      .toBe('Not before noon.')
    await expect.poll(() => outcome(page, 'Refuse').isEnabled(), { timeout: 10_000 }).toBe(true)
    await outcome(page, 'Refuse').click()
    await expect.poll(() => opened.desk.pending()).toBe(0)
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft'))),
    ).toEqual([])
  })

  it('close what one has begun when the other decides, and begin anew when that is taken back [card.moved] [decide.meant]', async () => {
    const { page } = opened
    await opened.agent.call('workflow.start', { definitionId: 'deploy', input: {} })
    await opened.desk.row(/Deploy/).click()
    const id = await page.locator('[aria-current=true][data-item]').getAttribute('data-item')
    await openItem(page, id ?? '')
    await openItem(other, id ?? '')
    await page.getByRole('textbox', { name: /Comment/ }).fill('half a thought')
    await outcome(page, 'Deploy it').click()
    await page.getByRole('dialog').getByRole('checkbox').check()

    await outcome(other, 'Deploy it').click()
    await other.getByRole('dialog').getByRole('checkbox').check()
    await other.getByRole('dialog').getByRole('button', { name: 'Deploy it' }).click()
    await page.getByText(/It has not run yet, and can still be taken back/).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => focused(page)).toBe('Item')

    // The other desk says so for a few seconds, and offers no way back from what was taken back.
    const notices = other.getByRole('region', { name: /^Notifications/ })
    await Promise.all([
      page.getByRole('region', { name: 'Decided' }).getByRole('button', { name: /^Undo/ }).click(),
      notices.getByText('Taken back', { exact: true }).waitFor(),
    ])
    await expect.poll(() => notices.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
    await expect.poll(() => outcome(page, 'Deploy it').isEnabled()).toBe(true)
    // The question of before does not come back by itself; the words of before are still there.
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('textbox', { name: /Comment/ }).inputValue()).toBe('half a thought')
    // With the focus in the item a key arms, and does not ask yet.
    await page.getByRole('article', { name: 'Item' }).focus()
    const isArmed = () => outcome(page, 'Deploy it').evaluate((button) => button === document.activeElement)
    await expect
      .poll(async () => {
        // A press within the first moments after the page came to the front does not count, and is made again.
        if (!(await isArmed())) await page.keyboard.press('a')
        return await isArmed()
      })
      .toBe(true)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expect
      .poll(async () => {
        // What moves behind the buttons takes them back to where they were, and the key arms once more.
        if ((await page.getByRole('dialog').count()) === 0) await page.keyboard.press('a')
        return await page.getByRole('dialog').isVisible()
      })
      .toBe(true)
    await page.keyboard.press('Escape')
  })

  it('tells calls of one kind apart in the list by what they ask for [inbox.told-apart]', async () => {
    const { page } = opened
    for (const name of ['apples', 'pears']) {
      await opened.agent.call('workflow.start', {
        definitionId: 'proxy_default',
        input: { capability: 'note', arguments: { name } },
      })
    }
    await page.goto(`${page.url().split('#')[0]}#/inbox`)
    await opened.desk.row(/name: apples/).waitFor()
    await opened.desk.row(/name: pears/).click()
    await expect.poll(() => outcome(page, 'Approve').isEnabled()).toBe(true)
  })

  it('takes the emptied filter back with the key that takes back, in the filter too [inbox.saved-filters]', async () => {
    const { page } = opened
    const filter = page.getByRole('searchbox', { name: 'Filter by any text' })
    await filter.fill('apples')
    await opened.desk.row(/pears/).waitFor({ state: 'hidden' })
    await filter.fill('')
    await opened.desk.row(/pears/).waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(() => filter.inputValue()).toBe('apples')
    await filter.fill('')
  })
})
