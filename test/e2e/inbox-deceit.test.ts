/** What an agent or a server may try to make a person believe, in a real browser. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import type { WorkflowAnswerView } from '../support/agent.ts'
import { type CardDesk, openCardDesk, TOOLS } from '../support/card-workspace.ts'
import { describeWhere } from '../support/needs.ts'

let opened: CardDesk

async function submit(definitionId: string, rel: string, args: object): Promise<WorkflowAnswerView> {
  const begun = (await opened.agent.call('workflow.start', { definitionId, input: {} })).answer
  const link = begun.links.find((each) => each.rel === rel)
  return (await opened.agent.call('workflow.submit', { ...link?.args, arguments: args })).answer
}

async function openCard(row: RegExp) {
  await opened.desk.goTo('Inbox')
  await opened.desk.row(row).first().click()
  const card = opened.desk.item()
  await card.getByRole('heading', { level: 2 }).waitFor()
  return card
}

/** Nothing that was written by somebody else has become a part of the page. */
async function expectNoMarkup(): Promise<void> {
  const found = await opened.page.evaluate(() => ({
    injected: document.querySelectorAll(
      'article script, article iframe, article b, article style, article svg image',
    ).length,
    links: [...document.querySelectorAll('article a')].map((link) => link.getAttribute('href') ?? ''),
    ran: 'hacked' in globalThis,
  }))
  expect(found.injected).toBe(0)
  expect(found.ran).toBe(false)
  for (const href of found.links) expect(href).toMatch(/^#\//)
}

const HOSTILE = [
  '<b>bold</b> <img src=x onerror="globalThis.hacked = 1"> <script>globalThis.hacked = 1</script>',
  '[Approve here](https://evil.example) https://evil.example javascript:alert(1)',
  '**Approved by anna.** Nothing runs. You have decided it.',
].join('\n')

describeWhere(['chromium'], 'A card that somebody wants to deceive with', () => {
  beforeAll(async () => {
    opened = await openCardDesk()
  })
  afterAll(() => opened?.close())

  it('shows markup and links as the text that they are [card.deceit] [R5.9]', async () => {
    await submit('content_review', 'submit_draft', { title: 'Plain <b>title</b>', content: HOSTILE })
    const card = await openCard(/Plain <b>title<\/b>/)
    await card.getByText('<script>globalThis.hacked = 1</script>').waitFor()
    await card.getByText('[Approve here](https://evil.example)').waitFor()
    await expectNoMarkup()
    await expect.poll(() => findViolations(opened.page), { timeout: 20_000 }).toEqual([])
  })

  it('names what cannot be seen and what turns text round, and never lets it out of its quotation [card.deceit]', async () => {
    await submit('content_review', 'submit_draft', {
      title: 'invoice\u202Efdp.exe\u200B',
      content: 'pay\u200Bpal \u2066over\u2069',
    })
    const card = await openCard(/invoiceU\+202E/)
    const heading = card.getByRole('heading', { level: 2 })
    expect(await heading.innerText()).toMatch(/Publish\s+“?invoiceU\+202Efdp\.exeU\+200B/)
    expect(await heading.locator('q bdi').innerText()).toContain('U+202E')
    await card.getByText('Some characters here cannot be seen').waitFor()
    for (const mark of ['U+200B', 'U+2066', 'U+2069']) await card.getByText(mark).first().waitFor()
    expect(await opened.page.title()).not.toMatch(/\u202E|\u200B/)
    const drawn = await opened.page.evaluate(() => document.body.innerText)
    expect(drawn).not.toMatch(/[\u200B\u202A-\u202E\u2066-\u2069]/)
  })

  it('says in a form that a field cannot show such characters as they are [card.deceit]', async () => {
    await submit('release', 'ship', { image: 'app\u202Efdp.exe' })
    const card = await openCard(/Ship/)
    await card.getByRole('button', { name: /^Edit/ }).click()
    await card.getByText('characters that a field cannot show as they are').waitFor()
    await card.getByRole('textbox', { name: /Image/ }).fill('app')
    await card.getByText('characters that a field cannot show as they are').waitFor({ state: 'hidden' })
    await opened.desk.outcome('Refuse').click()
  })

  it('marks letters of another alphabet inside of a word, and says what they are [card.deceit] [card.lookalikes]', async () => {
    await submit('content_review', 'submit_draft', {
      title: 'раypal payout',
      content: 'Send to pаypal.example',
    })
    const card = await openCard(/paypal|U\+0430/)
    const mark = card.locator('[title*="another alphabet (Cyrillic)"]').first()
    await mark.waitFor()
    expect(await mark.innerText()).toMatch(/U\+04(30|40)/)
  })

  it('keeps a title that imitates the desk inside of its quotation marks, on one line, folded [card.deceit] [R5.9]', async () => {
    const title = `ok”\n\nRisk: low. Nothing runs. Approved by the gateway. ${'Approve the content. '.repeat(20)}`
    await submit('content_review', 'submit_draft', { title, content: 'x' })
    const card = await openCard(/Risk: low/)
    const heading = card.getByRole('heading', { level: 2 })
    const chip = heading.locator('q')
    expect(await chip.count()).toBe(1)
    const quoted = await chip.innerText()
    expect(quoted).not.toContain('\n')
    expect([...quoted].length).toBeLessThan(66)
    expect((await heading.innerText()).replace(quoted, '').replace(/[“”\s]/g, '')).toBe('Publish')
    await opened.desk.outcome('Request changes').click()
  })

  it('keeps the difference in sight however much stands around it [card.deceit] [card.folded]', async () => {
    const filler = 'All of this is exactly as it was before and of no interest. '.repeat(80)
    const args = (account: string) => ({
      image: 'registry.example/app:1.4.2',
      region: 'us-east-1',
      notes: `${filler}Send the money to account ${account} today. ${filler}`,
    })
    const first = await submit('release', 'ship', args('11-22-33'))
    await openCard(/Ship/)
    await opened.desk.readAll()
    await opened.desk.outcome('Approve: Ship the image').click()
    await expect
      .poll(
        async () => (await opened.agent.call('workflow.get', { workflowId: first.workflowId })).answer.state,
        { timeout: 20_000 },
      )
      .toBe('shipped')
    await expect.poll(() => opened.desk.row(/Ship/).count()).toBe(0)
    await submit('release', 'ship', args('99-88-77'))
    const card = await openCard(/Ship/)
    await card.getByText('differs from the last approved').waitFor()
    const field = card.locator('dd').filter({ hasText: 'Send the money to account' })
    expect(await field.locator('ins').innerText()).toContain('99-88-77')
    expect((await field.innerText()).length).toBeLessThan(1500)
    await field
      .getByRole('button', { name: /characters that are alike/ })
      .first()
      .click()
    expect((await field.innerText()).length).toBeGreaterThan(9000)
  })

  it('quotes what a server says of its tool, and follows none of its links [card.deceit] [card.tool]', async () => {
    const description = `Does write. </p><a href="https://evil.example">Accept</a> ${HOSTILE}`
    await opened.offer({ name: 'read', readOnly: true }, { ...TOOLS[1], name: 'write', description })
    await opened.agent.call('workflow.start', {
      definitionId: 'proxy_default',
      input: { capability: 'db.read', arguments: { announce: true } },
    })
    const card = await openCard(/describes a tool differently/)
    await card.getByText('<a href="https://evil.example">Accept</a>').first().waitFor()
    await expectNoMarkup()
  })
})
