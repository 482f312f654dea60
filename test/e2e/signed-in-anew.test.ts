/** A browser that signs in again: in the tab that is open, or in another one beside it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAgent } from '../support/agent.ts'
import { type BrowserDesk, openBrowserDesk } from '../support/browser-desk.ts'
import { handInDraft } from '../support/content-review.ts'
import { readDesk } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'

let opened: BrowserDesk

describeWhere(['chromium'], 'A new link', () => {
  beforeAll(async () => {
    opened = await openBrowserDesk('named')
  })
  afterAll(() => opened?.close())

  it('that is opened in the tab of the desk leads back to where it was [window.link-in-place]', async () => {
    const desk = opened.desk()
    const { page } = desk
    await desk.goTo('Catalog')
    await expect.poll(() => page.url()).toContain('#/catalog')
    await page.goto(await opened.gateway().newLink())
    // It is loaded anew: the link is no place of the desk, and this one stands there only after that.
    await expect.poll(() => page.url(), { timeout: 30_000 }).toContain('#/catalog')
    await desk.untilConnected()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('key=')
  })

  it('that is opened in another tab brings back the one that was signed out, with its half-written comment [window.signed-in-elsewhere]', async () => {
    const desk = opened.desk()
    const { page } = desk
    const agent = await connectAgent('newer', opened.workspace)
    await handInDraft(agent)
    await agent.close()
    await desk.goTo('Inbox')
    await desk.row(/Release notes/).click()
    const comment = desk.item().getByRole('textbox', { name: /Comment/ })
    await comment.fill('Half of a thought')
    await opened.kill()
    await opened.restart()
    await page.getByText('You are not signed in.').waitFor({ timeout: 30_000 })
    const beside = await page.context().newPage()
    await beside.goto(await opened.gateway().newLink())
    await readDesk(beside).untilConnected()
    await expect.poll(() => comment.inputValue()).toBe('Half of a thought')
    await desk.untilConnected()
  })
})
