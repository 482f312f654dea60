/** An agent that takes the name of another, and asks for too much, at the desk. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Agent, connectAgent } from '../support/agent.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const YAML = `
approvals: { holdMs: 0, pending: { perClient: 2 } }
people: { anna: {} }
clients: { release-bot: {} }
proxy: { expose: [{ name: tidy, title: Tidy, approval: { required: true }, executor: { kind: noop } }] }
`

let opened: PeopleDesk
let pretender: Agent

const ask = (text: string) =>
  pretender.call('workflow.start', {
    definitionId: 'proxy_default',
    input: { capability: 'tidy', arguments: { text } },
  })

describeWhere(['chromium'], 'Who asks', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(() => YAML)
    const target = { config: join(opened.folder, 'countersign.yaml'), data: join(opened.folder, 'data') }
    pretender = await connectAgent('newer', target, '--client', 'release-bot')
  })
  afterAll(async () => {
    await pretender?.close()
    await opened?.close()
  })

  it('is said to say so, and is named in the strip when it is turned away, until that is dismissed [who.says] [who.turned-away]', async () => {
    for (const text of ['one', 'two']) expect((await ask(text)).answer.error).toBeUndefined()
    for (const text of ['three', 'four'])
      expect((await ask(text)).answer.error?.code).toBe('TOO_MANY_PENDING')
    const strip = opened.page.locator('footer')
    await strip.getByText('2 requests turned away').waitFor()
    expect(await strip.innerText()).toContain('says it is ‘release-bot’')
    await opened.desk.goTo('Inbox')
    await opened.desk
      .row(/Tidy|tidy/)
      .first()
      .click()
    await opened.desk.item().getByText('says it is ‘release-bot’').first().waitFor()
    await strip.getByRole('button', { name: /Dismiss/ }).click()
    await expect.poll(() => strip.getByText('turned away').count()).toBe(0)
  })
})
