/** The desk for those who enlarge it, hear it, or want it to stand still. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Agent, connectAgent } from '../support/agent.ts'
import { type BrowserDesk, openBrowserDesk } from '../support/browser-desk.ts'
import { handInDraft, waitForPerson } from '../support/content-review.ts'
import { type DeskPage, readDesk, SCREENS } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'

/** 1280×800 at 200 %. */
const ENLARGED = { width: 640, height: 400 }

let opened: BrowserDesk
let agent: Agent
let desk: DeskPage
let page: Page

/** What live regions have said since the page was opened. */
const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.join('\n'))
const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

async function listen(): Promise<void> {
  const context = await opened.browser.newContext({ viewport: ENLARGED })
  page = await context.newPage()
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(globalThis, { heard: said })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest('[aria-live], [role=status], [role=alert], [role=log]')
        const text = region?.textContent?.trim() ?? ''
        if (text !== '' && said.at(-1) !== text) said.push(text)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  desk = readDesk(page)
  await page.goto(await opened.gateway().newLink())
  await desk.untilConnected()
}

describeWhere(['chromium'], 'The desk', () => {
  beforeAll(async () => {
    opened = await openBrowserDesk('usual')
    await listen()
    agent = await connectAgent('newer', opened.workspace)
  })
  afterAll(async () => {
    await agent?.close()
    await opened?.close()
  })

  it('enlarged to 200 % is decided at without scrolling sideways, and says what arrives and what was decided [loop.enlarged] [loop.heard]', async () => {
    const submitted = await handInDraft(agent)
    await expect.poll(heard).toMatch(/item waits|new item|arrived/i)
    const approve = desk.outcome('Approve the content')
    await approve.scrollIntoViewIfNeeded()
    await expect.poll(() => approve.isEnabled()).toBe(true)
    for (const text of ['Everything is faster now.', 'asks', 'Stops at ‘Published’, the end.']) {
      const piece = desk.item().getByText(text).first()
      await piece.scrollIntoViewIfNeeded()
      const box = await piece.boundingBox()
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= ENLARGED.width, text).toBe(true)
    }
    expect(await sideways()).toBeLessThanOrEqual(0)
    await approve.click()
    expect((await waitForPerson(agent, submitted)).state).toBe('published')
    await expect.poll(heard).toContain('‘Content review’ is now at ‘Published’')
  })

  it('says what was taken back [loop.heard]', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('first steps')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Play a two-person approval' }).click()
    for (const person of ['alex', 'robin']) {
      await page.getByRole('button', { name: /^Person at the desk/ }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`\\b${person}\\b`) })
        .click()
      await page.getByRole('button', { name: `Person at the desk: ${person}` }).waitFor()
      const toItem = page.getByRole('link', { name: 'Open the item' })
      await desk.row(/Pay/).or(toItem).locator('visible=true').first().click()
      const approve = desk.outcome('Approve: Release the payment')
      await desk.readAll()
      await approve.scrollIntoViewIfNeeded()
      await expect.poll(() => approve.isEnabled()).toBe(true)
      // What it leads to is out of sight here: the first press shows that.
      await approve.click()
      await approve.getByText('once more').waitFor()
      await approve.click()
      await page.getByRole('dialog').getByRole('checkbox').check()
      await page.getByRole('dialog').getByRole('button', { name: 'Approve: Release the payment' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: /^Undo/ }).waitFor()
    await page.keyboard.press('z')
    await expect.poll(heard).toMatch(/Taken back/)
    await expect.poll(() => desk.pending()).toBe(1)
  })

  it.each(SCREENS)('enlarged to 200 % has %s without scrolling sideways [loop.enlarged]', async (screen) => {
    await desk.goTo(screen)
    await expect.poll(() => page.getByLabel('Loading').count(), { timeout: 10_000 }).toBe(0)
    expect(await sideways()).toBeLessThanOrEqual(0)
    const parts = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link')
    for (const part of await parts.all()) {
      await part.click()
      await expect.poll(sideways, { message: await part.innerText() }).toBeLessThanOrEqual(0)
    }
  })

  it('stands still for whoever wants less motion [loop.still]', async () => {
    await desk.goTo('Inbox')
    await page.getByRole('button', { name: /^Person at the desk/ }).click()
    await page.getByRole('dialog').waitFor()
    const longest = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].flatMap((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element)
          return `${transitionDuration}, ${animationDuration}`.split(', ').map((time) => {
            return Number.parseFloat(time) * (time.endsWith('ms') ? 1 : 1000)
          })
        }),
      ),
    )
    expect(longest).toBeLessThan(1)
  })
})
