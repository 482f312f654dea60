/** The whole loop in the browser desk: real agents over the real pipe, a person in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Agent, connectAgent, GENERATIONS } from '../support/agent.ts'
import { type BrowserDesk, openBrowserDesk } from '../support/browser-desk.ts'
import { handInDraft, waitForPerson, withoutAge } from '../support/content-review.ts'
import type { DeskPage } from '../support/desk-page.ts'
import type { Target } from '../support/gateway-process.ts'
import { describeWhere } from '../support/needs.ts'

let opened: BrowserDesk
let workspace: Target
let desk: DeskPage

describeWhere(['chromium'], 'The loop in a browser', () => {
  beforeAll(async () => {
    opened = await openBrowserDesk('named')
    workspace = opened.workspace
    desk = opened.desk()
  })
  afterAll(() => opened?.close())

  describe.each(GENERATIONS)('with an agent on the %s SDK', (generation) => {
    let agent: Agent
    beforeAll(async () => {
      agent = await connectAgent(generation, workspace)
    })
    afterAll(() => agent?.close())

    it('lets an agent go on when a person has approved, and not before [loop.person-decides]', async () => {
      const waiting = await handInDraft(agent)
      expect(waiting.state).toBe('in_review')

      const link = waiting.links.find(({ rel }) => rel === 'approve')
      expect(link).toMatchObject({ method: 'workflow.submit', actor: 'human' })
      const refused = await agent.call('workflow.submit', { ...link!.args, arguments: {} })
      expect(refused.isError).toBe(true)
      expect(refused.answer).toMatchObject({
        state: 'in_review',
        version: waiting.version,
        result: { status: 'rejected' },
        error: { code: 'ACTOR_MISMATCH', attemptedTransition: 'approve' },
      })

      const answer = waitForPerson(agent, waiting)
      await desk.goTo('Inbox')
      await desk.row(/Release notes/).click()
      await desk.outcome('Approve the content').click()
      expect(await answer).toMatchObject({
        workflowId: waiting.workflowId,
        state: 'published',
        terminal: true,
        result: { status: 'completed' },
        links: [],
      })
      await expect.poll(() => desk.pending()).toBe(0)
    })

    it('sends the person’s words back with what they refused', async () => {
      const waiting = await handInDraft(agent)
      const answer = waitForPerson(agent, waiting)
      await desk.row(/Release notes/).click()
      await desk
        .item()
        .getByRole('textbox', { name: /Comment/ })
        .fill('Name the date.')
      await desk.outcome('Request changes').click()
      const heard = await answer
      expect(heard.state).toBe('drafting')
      expect(JSON.stringify(heard)).toContain('Name the date.')
      expect(heard.links.map(({ rel }) => rel)).toContain('submit_draft')
      await expect.poll(() => desk.pending()).toBe(0)
    })
  })

  it('is decided with the keyboard alone [loop.keyboard]', async () => {
    const agent = await connectAgent('newer', workspace)
    const waiting = await handInDraft(agent)
    const answer = waitForPerson(agent, waiting)
    const { page } = desk
    await desk.goTo('Inbox')
    await desk.row(/Release notes/).waitFor()
    await page.keyboard.press('j')
    await desk.item().waitFor()
    // The first press on an item that is not in focus only arms.
    await expect.poll(() => desk.outcome('Approve the content').isEnabled()).toBe(true)
    await page.keyboard.press('a')
    await expect
      .poll(() => desk.outcome('Approve the content').evaluate((button) => button === document.activeElement))
      .toBe(true)
    expect((await agent.call('workflow.get', { workflowId: waiting.workflowId })).answer.state).toBe(
      'in_review',
    )
    await page.keyboard.press('a')
    expect((await answer).state).toBe('published')
    await expect.poll(() => desk.pending()).toBe(0)
    await agent.close()
  })

  it('shows what an agent does, without a reload [loop.live]', async () => {
    const agent = await connectAgent('newer', workspace)
    await desk.goTo('Inbox')
    const page = await desk.page.evaluate(() => performance.timeOrigin)
    for (let round = 0; round < 3; round += 1) {
      const before = await desk.pending()
      await handInDraft(agent)
      await expect.poll(() => desk.pending()).toBe(before + 1)
    }
    expect(await desk.page.evaluate(() => performance.timeOrigin)).toBe(page)
    await agent.close()
  })

  it('is as it was after the gateway was killed and started again [loop.survives-kill]', async () => {
    const before = await connectAgent('older', workspace)
    await desk.goTo('Inbox')
    const pending = (await desk.pending()) + 1
    const waiting = await handInDraft(before)
    const seen = await before.call('workflow.get', { workflowId: waiting.workflowId })
    await before.close()
    await expect.poll(() => desk.pending()).toBe(pending)
    await desk.goTo('Runs')
    await expect.poll(readRuns).toContain(waiting.workflowId)
    const runs = await readRuns()

    await opened.kill()
    await desk.page.getByText('Not connected').waitFor()
    await opened.restart()
    desk = opened.desk()

    const after = await connectAgent('newer', workspace)
    const again = await after.call('workflow.get', { workflowId: waiting.workflowId })
    expect(withoutAge(again)).toEqual(withoutAge(seen))
    await desk.goTo('Inbox')
    await expect.poll(() => desk.pending()).toBe(pending)
    await desk.goTo('Runs')
    await expect.poll(readRuns).toEqual(runs)

    const answer = waitForPerson(after, seen.answer)
    await desk.page.goto(`${desk.page.url().split('#')[0]}#/runs/${waiting.workflowId}`)
    await desk.page.getByRole('main').getByRole('link', { name: 'Open the item' }).click()
    await desk.item().getByText(waiting.workflowId).waitFor()
    await desk.outcome('Approve the content').click()
    expect((await answer).state).toBe('published')
    await after.close()
  })
})

/** The ids that the list of runs shows, in its order. */
async function readRuns(): Promise<string[]> {
  return await desk.page
    .getByRole('list', { name: 'Runs', exact: true })
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row') ?? ''))
}
