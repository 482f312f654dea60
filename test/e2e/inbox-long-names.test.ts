/** Names without a place to break them: what a person decides by stays in sight. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const LONG = 'create_or_update_'.repeat(7)
const SERVER = `s${'x'.repeat(60)}`
const workspace = (folder: string): string => `
approvals: { holdMs: 0 }
connections:
  ${SERVER}: { kind: cli, command: touch, title: "${LONG}server" }
people:
  ${LONG}kim: { roles: [${LONG}lead] }
  bo: {}
workflows:
  ${LONG}flow:
    title: ${LONG}title
    initialState: ${LONG}ready
    states:
      ${LONG}ready:
        title: ${LONG}ready
        transitions:
          choose: { title: ${LONG}choose, target: done, actor: human, risk: high, guards: [{ kind: role, role: ${LONG}lead }] }
          call:
            title: ${LONG}call
            target: done
            inputSchema: { type: object, required: [${LONG}n], properties: { ${LONG}n: { type: string } } }
            executor: { kind: cli, command: touch, args: ["$.arguments.${LONG}n"], workingDirectory: "${folder}" }
            approval: { quorum: 2, by: { role: ${LONG}lead } }
      done: { terminal: true }
`

let opened: PeopleDesk
const page = (): Page => opened.page

describeWhere(['chromium'], 'Names without a place to break them', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(workspace)
    const { answer } = await opened.agent.call('workflow.start', { definitionId: `${LONG}flow`, input: {} })
    const link = answer.links.find(({ rel }) => rel === 'call')
    await opened.agent.call('workflow.submit', { ...link?.args, arguments: { [`${LONG}n`]: LONG } })
  })
  afterAll(() => opened?.close())

  it.each([480, 800, 1000, 1280])(
    'cut off nothing of an item and of its run, %i px wide [inbox.narrow]',
    async (width) => {
      await page().setViewportSize({ width: 1280, height: 860 })
      await opened.desk.goTo('Inbox')
      const base = page().url().split('#')[0]
      await expect
        .poll(() => page().getByRole('tab', { name: 'For others' }).count(), { timeout: 10_000 })
        .toBe(1)
      await page().getByRole('tab', { name: 'For others' }).click()
      const rows = page().locator('#inbox-list [data-item]')
      await expect.poll(() => rows.count()).toBe(2)
      const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-item')))
      await page().setViewportSize({ width, height: 860 })
      for (const id of ids) {
        await page().goto(`${base}#/inbox/${id}`)
        const item = opened.desk.item()
        await item.locator('[data-outcome]').first().waitFor()
        expect(await outside('article')).toEqual([])
        await item.getByRole('link', { name: 'Open the run' }).click()
        await page().getByText('What can happen next').waitFor()
        expect(await outside('#run')).toEqual([])
        await opened.desk.goTo('Inbox')
      }
    },
  )

  it('cut off nothing of the dialogs in which a person is chosen and a decision confirmed [inbox.narrow]', async () => {
    await page().setViewportSize({ width: 480, height: 860 })
    const dialog = page().getByRole('dialog')
    await page()
      .getByRole('button', { name: /^Person at the desk/ })
      .click()
    await dialog.getByRole('button', { name: /kim/ }).waitFor()
    expect(await outside('[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: /kim/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await opened.desk.goTo('Runs')
    await opened.desk.goTo('Inbox')
    await page().getByRole('tab', { name: 'For you' }).click()
    await opened.desk
      .row(/choose/)
      .first()
      .click()
    const choose = opened.desk.outcome(/choose/)
    await expect.poll(() => choose.isEnabled()).toBe(true)
    await choose.click()
    if ((await dialog.count()) === 0) await choose.click()
    await dialog.getByText('I have read what will happen.').waitFor()
    expect(await outside('[role=dialog]')).toEqual([])
  })

  it.each([480, 1000])(
    'cut off nothing of a server and of the steps of a workflow, %i px wide [inbox.narrow]',
    async (width) => {
      await page().setViewportSize({ width, height: 860 })
      const base = page().url().split('#')[0]
      for (const entry of [`connections/${SERVER}`, `workflows/${LONG}flow`]) {
        await page().goto(`${base}#/catalog`)
        await page().goto(`${base}#/catalog/${entry}`)
        const panel = page().getByRole('article', { name: 'Catalog entry' })
        await panel
          .or(page().locator(`[data-row="${entry.split('/')[1]}"]`))
          .first()
          .waitFor()
        // In a small window the list comes first.
        if (!(await panel.isVisible()))
          await page()
            .locator(`[data-row="${entry.split('/')[1]}"]`)
            .click()
        await panel.waitFor()
        expect(await outside('#entry')).toEqual([])
      }
    },
  )

  it('push nothing out of the tables of people and of who is signed in [inbox.narrow]', async () => {
    await page().goto(`${page().url().split('#')[0]}#/settings/people`)
    const table = page().getByRole('table', { name: 'At a desk now' })
    await table.getByText('kim', { exact: false }).waitFor()
    const isWide = (part: Element) => part.getBoundingClientRect().right > window.innerWidth + 1
    expect(await table.evaluate(isWide)).toBe(false)
    const none = page().getByText('none', { exact: true }).first()
    expect(await none.evaluate((text) => text.getClientRects().length)).toBe(1)
  })
})

/** The texts that reach over the right edge of the panel. */
async function outside(panel: string): Promise<string[]> {
  return await page()
    .locator(panel)
    .first()
    .evaluate((part) => {
      const { right } = part.getBoundingClientRect()
      return [...part.querySelectorAll('h1, h2, h3, p, button, dt, dd, td')]
        .filter((text) => text.checkVisibility() && text.getBoundingClientRect().width > 1)
        .filter(
          (text) => text.getBoundingClientRect().right > right || text.scrollWidth > text.clientWidth + 4,
        )
        .map((text) => `${text.tagName} ${text.textContent.slice(0, 40)}`)
    })
}
