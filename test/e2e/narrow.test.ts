/** Where there is little room: what is chosen is in sight, nothing pushes the page aside, and what fits on a line stays on it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const YAML = `
people: { root: { roles: [finance] }, alex: { roles: [finance, release-manager, security-officer] } }
approvals: { holdMs: 0 }
clients: { ${'long_name_'.repeat(11)}: {} }
connections: { broken: { kind: mcp, command: /nowhere/server } }
workflows:
  payment:
    title: Payment to a supplier of ours abroad
    initialState: ready
    states:
      ready:
        title: Ready to be released by finance
        transitions:
          pay:
            title: Release the payment to the supplier
            target: paid
            approval: { required: true, quorum: 2 }
            executor: { kind: noop }
      paid: { terminal: true }
  letter:
    initialState: written
    states:
      written: { transitions: { send: { title: Send the letter, target: sent, actor: human, undoMs: 20000 } } }
      sent: { terminal: true }
  parcel:
    initialState: packed
    states:
      packed:
        transitions:
          send: { title: Send it, summary: Send the parcel, target: sent, actor: human, undoMs: 20000 }
          no: { title: Refuse, target: sent, actor: human }
      sent: { terminal: true }
`

/** A window of 1280 × 1024 at 400 %. */
const ENLARGED = { width: 320, height: 256 }

let opened: PeopleDesk
let page: Page

async function goTo(route: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.goto(`${page.url().split('#')[0]}#/${route}`)
}
/** Buttons that stand beyond the edge, by their words. */
const beyondRight = () =>
  page
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.getBoundingClientRect().right > innerWidth)
        .map((button) => button.textContent),
    )
function isInSight(element: Element): boolean {
  const { left, top, bottom } = element.getBoundingClientRect()
  const seen = document.elementFromPoint(left + 1, (top + bottom) / 2)
  return seen !== null && element.contains(seen)
}
const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

describeWhere(['chromium'], 'With little room', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(() => YAML)
    page = opened.page
    await page.getByText('1 server has a problem').waitFor()
  })
  afterAll(() => opened?.close())

  it('the chosen one of a row of parts is in sight, and the page stands still [screens.narrow]', async () => {
    await goTo('catalog/connections', 320)
    const servers = page.getByRole('tab', { name: /^Servers/ })
    await servers.waitFor()
    await expect.poll(async () => right(await servers.boundingBox())).toBeLessThan(321)
    expect(await sideways()).toBeLessThanOrEqual(0)
    await goTo('search/profiles', 320)
    const profiles = page.getByRole('link', { name: 'Profiles', exact: true })
    await expect.poll(async () => right(await profiles.boundingBox())).toBeLessThan(321)
    expect(await sideways()).toBeLessThanOrEqual(0)
  })

  it('the kinds of a server move along in their dialog, and its form stays where it is [screens.narrow]', async () => {
    await goTo('catalog/connections', 320)
    await page.getByRole('button', { name: 'Add a server…' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a server' })
    const kind = dialog.getByRole('tab', { name: 'Web API' })
    await kind.click()
    const [box, field] = [await dialog.boundingBox(), await dialog.getByLabel('Address').boundingBox()]
    expect(right(await kind.boundingBox())).toBeLessThan(right(box))
    expect(field?.x).toBeGreaterThan((box?.x ?? 0) + 16)
    await page.keyboard.press('Escape')
  })

  it('what a form still lacks comes into sight at each press of a key [screens.narrow]', async () => {
    await goTo('catalog/connections', 320)
    await page.setViewportSize({ width: 320, height: 240 })
    await page.getByRole('button', { name: 'Add a server…' }).first().press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add a server' })
    await dialog.getByRole('tab', { name: 'Web API' }).press('Enter')
    for (const _press of ['first', 'again']) {
      await dialog.getByLabel('Address').fill('http://127.0.0.1:9')
      await dialog.getByRole('button', { name: 'Continue' }).last().press('Enter')
      const lacks = dialog.getByText('Give the tool a title.')
      await lacks.waitFor()
      await expect.poll(() => lacks.evaluate(isInSight)).toBe(true)
    }
    await page.keyboard.press('Escape')
  })

  it('every button of the settings is in sight [screens.narrow]', async () => {
    await goTo('settings/people', 320)
    await page.getByRole('button', { name: 'Remove alex…' }).waitFor()
    expect(await beyondRight()).toEqual([])
    await goTo('settings/workspace', 320)
    await page.getByRole('button', { name: /^Set up a workspace/ }).waitFor()
    expect(await beyondRight()).toEqual([])
  })

  it.each([320, 480, 640])(
    'the roles of a person break between their names at a width of %i [screens.narrow]',
    async (width) => {
      await goTo('settings/people', width)
      const roles = page.getByRole('cell', { name: /finance, release-manager, security-officer/ })
      await roles.waitFor()
      const lines = await roles.evaluate(linesOf)
      for (const word of ['finance', 'release', 'manager', 'security', 'officer'])
        expect(
          lines.some((line) => line.includes(word)),
          word,
        ).toBe(true)
    },
  )

  it('a long name of a client breaks, covers nothing, and is not said to have the token that it lacks [screens.narrow] [clients.token-said]', async () => {
    for (const part of ['people', 'connect']) {
      await goTo(`settings/${part}`, 900)
      const name = page.getByText(/^(long_name_)+$/)
      await name.waitFor()
      expect((await name.evaluate(linesOf)).length).toBeGreaterThan(1)
      expect(await page.getByText(/^(has no token yet|no token)$/).count()).toBe(1)
    }
    expect(await page.getByText('with a token of its own').count()).toBe(0)
  })

  it.each([320, 900])(
    'the name of a connected agent stays on its line, %i px wide [screens.narrow]',
    async (width) => {
      await goTo('settings/connect', width)
      const name = page.getByRole('table', { name: 'Connected now' }).locator('q')
      await name.waitFor()
      expect((await name.evaluate(linesOf)).length).toBe(1)
      expect(await sideways()).toBeLessThanOrEqual(0)
    },
  )

  it('where something stands in the settings file breaks between its names [screens.narrow]', async () => {
    await goTo('settings/approvals', 900)
    const place = page.getByText('workflows.payment.states.ready.transitions.pay.approval')
    await place.waitFor()
    for (const line of await place.evaluate(linesOf)) expect(line).toMatch(/^[\w.]*(\.|approval)$/)
    expect((await place.evaluate(linesOf)).length).toBeGreaterThan(1)
  })

  it('the tools of a card stay on one line as long as they have room [screens.narrow]', async () => {
    const { answer } = await opened.agent.call('workflow.start', { definitionId: 'payment', input: {} })
    const [link] = answer.links
    await opened.agent.call(link?.method ?? '', { ...link?.args, arguments: {} })
    await goTo('inbox', 1280)
    const card = opened.desk.item()
    await card.getByText('0 of 2 approvals').first().waitFor()
    const middle = async (what: ReturnType<Page['locator']>) => {
      const box = await what.boundingBox()
      return box === null ? Number.NaN : box.y + box.height / 2
    }
    const snooze = await middle(card.getByRole('button', { name: /^Snooze/ }))
    expect(Math.abs(snooze - (await middle(card.getByRole('link', { name: 'Open the run' }))))).toBeLessThan(
      8,
    )
  })

  it.each(['inbox', 'catalog/tools', 'settings/people'])(
    'the keyboard moves what scrolls, and never the window, in four times the size: %s [screens.enlarged]',
    async (route) => {
      await page.setViewportSize(ENLARGED)
      await page.goto(`${page.url().split('#')[0]}#/${route}`)
      await page.getByRole('main').getByRole('button').first().waitFor()
      for (let press = 0; press < 40; press += 1) await page.keyboard.press('Tab')
      const moved = () => document.documentElement.scrollTop + document.body.scrollTop
      expect(await page.evaluate(moved)).toBe(0)
      // Nor can it be moved: nothing reaches out of it.
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    },
  )

  it('a card is read, then its buttons, in four times the size [screens.enlarged]', async () => {
    await page.setViewportSize(ENLARGED)
    await page.goto(`${page.url().split('#')[0]}#/inbox`)
    await opened.desk.row(/payment/).click()
    const card = opened.desk.item()
    const sentence = card.getByRole('heading', { level: 2 })
    await sentence.scrollIntoViewIfNeeded()
    await expect.poll(() => sentence.evaluate(isInSight)).toBe(true)
    const refuse = opened.desk.outcome('Refuse')
    await refuse.scrollIntoViewIfNeeded()
    await expect.poll(() => refuse.evaluate(isInSight)).toBe(true)
  })

  it('a decision is made where a button and what it leads to have no room beside each other, and what is told leaves room for the next one [screens.enlarged] [screens.toasts]', async () => {
    await page.setViewportSize(ENLARGED)
    for (const _ of ['decided', 'next'])
      await opened.agent.call('workflow.start', { definitionId: 'parcel', input: {} })
    await page.goto(`${page.url().split('#')[0]}#/inbox`)
    const back = page.getByRole('button', { name: 'Back to the list' })
    if (await back.isVisible()) await back.click()
    await opened.desk.row('Send the parcel').first().click()
    const send = opened.desk.outcome('Send it')
    await expect.poll(() => send.isEnabled()).toBe(true)
    await send.click()
    // What it leads to has come into sight instead of it, and then counts as seen.
    await expect.poll(() => send.evaluate(isInSight)).toBe(false)
    await send.click()
    const undo = page.getByRole('button', { name: /^Undo/ })
    await undo.waitFor()
    const card = opened.desk.item()
    await expect
      .poll(async () => {
        const [told, item] = [
          await page.locator('[data-sonner-toast]').boundingBox(),
          await card.boundingBox(),
        ]
        if (told === null || item === null) return false
        return told.y > item.y + item.height / 2 && told.y + told.height <= ENLARGED.height
      })
      .toBe(true)
    const refuse = opened.desk.outcome('Refuse')
    await refuse.scrollIntoViewIfNeeded()
    await expect.poll(() => refuse.evaluate(isInSight)).toBe(true)
    await undo.click()
    await undo.waitFor({ state: 'detached' })
  })

  it('the table of tools has room for its rows and for each column in four times the size [screens.enlarged]', async () => {
    await page.setViewportSize(ENLARGED)
    await page.goto(`${page.url().split('#')[0]}#/catalog/tools`)
    const row = page.getByRole('row', { name: /letter/ })
    await row.waitFor()
    for (const cell of [0, 1, 3]) {
      const shown = row.getByRole('gridcell').nth(cell)
      await shown.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }))
      expect(await shown.evaluate(isInSight)).toBe(true)
    }
  })

  it('the buttons of a card stand one below the other rather than break their words [screens.narrow]', async () => {
    await page.setViewportSize({ width: 375, height: 667 })
    const { answer } = await opened.agent.call('workflow.start', { definitionId: 'payment', input: {} })
    const link = answer.links.find(({ rel }) => rel === 'pay')
    await opened.agent.call('workflow.submit', { ...link?.args, arguments: {} })
    await page.goto(`${page.url().split('#')[0]}#/inbox`)
    const back = page.getByRole('button', { name: 'Back to the list' })
    if (await back.isVisible()) await back.click()
    await opened.desk.row('Release the payment').first().click()
    const approve = opened.desk.outcome(/^Approve: Release the payment/)
    await approve.waitFor()
    const height = async () => (await approve.boundingBox())?.height
    await expect.poll(height).toBeLessThan(60)
    expect(await approve.evaluate(isInSight)).toBe(true)
  })

  it.each([375, 599])(
    'what is told over an open item lies on none of its buttons, %i px wide [screens.toasts]',
    async (width) => {
      await page.setViewportSize({ width, height: 760 })
      for (const _ of ['decided', 'next'])
        await opened.agent.call('workflow.start', { definitionId: 'letter', input: {} })
      await page.goto(`${page.url().split('#')[0]}#/inbox`)
      const back = page.getByRole('button', { name: 'Back to the list' })
      if (await back.isVisible()) await back.click()
      await opened.desk.row('Send the letter').first().click()
      const send = opened.desk.outcome('Send the letter')
      await expect.poll(() => send.isEnabled()).toBe(true)
      await send.click()
      const undo = page.getByRole('button', { name: /^Undo/ })
      await undo.waitFor()
      // The next one has taken its place.
      await expect.poll(() => send.isEnabled()).toBe(true)
      await expect.poll(() => send.evaluate(isInSight)).toBe(true)
      await undo.click()
      await undo.waitFor({ state: 'detached' })
    },
  )
})

function right(box: { x: number; width: number } | null): number {
  return box === null ? Number.NaN : box.x + box.width
}

/** The text of each line, as it is broken on screen. Runs in the page. */
function linesOf(element: Element): string[] {
  const lines: { top: number; text: string }[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    for (let at = 0; at < (node.nodeValue ?? '').length; at += 1) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { top } = range.getBoundingClientRect()
      const last = lines.at(-1)
      if (last !== undefined && Math.abs(last.top - top) < 4) last.text += node.nodeValue?.[at] ?? ''
      else lines.push({ top, text: node.nodeValue?.[at] ?? '' })
    }
  }
  return lines.map(({ text }) => text)
}
