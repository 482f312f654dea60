/** New tools of a server accepted together, each with what its server says of it and what it would loosen. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SERVER, writeTools } from '../runtime/changing-server.ts'
import { findViolations } from '../support/accessibility.ts'
import { NODE } from '../support/gateway-process.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

let opened: PeopleDesk
const page = (): Page => opened.page

describeWhere(['chromium'], 'New tools of a server', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk((folder) => {
      writeFileSync(join(folder, 'server.cjs'), SERVER)
      writeFileSync(
        join(folder, 'tools.json'),
        JSON.stringify([
          { name: 'read', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
        ]),
      )
      const server = { kind: 'mcp', command: NODE, args: [join(folder, 'server.cjs')] }
      const imported = [{ connection: 'docs', prefix: 'docs', approval: { required: 'unlessReadOnly' } }]
      return `approvals: { holdMs: 0 }\nconnections: { docs: ${JSON.stringify(server)} }\nproxy: { import: ${JSON.stringify(imported)} }`
    })
  })
  afterAll(() => opened?.close())

  it('stand in the list of several with what is said first on the card of each [many.tools]', async () => {
    await writeTools(opened.folder, [
      { name: 'read', readOnly: true },
      { name: 'wipe', description: 'Removes everything below.\nThen says so.', readOnly: true },
      { name: 'mail', description: 'Mails it.' },
    ])
    await opened.agent.call('workflow.start', {
      definitionId: 'proxy_default',
      input: { capability: 'docs.read', arguments: { announce: true } },
    })
    await opened.desk.goTo('Inbox')
    await opened.desk.row(/wipe/).click()
    await opened.desk.row(/mail/).waitFor()
    await page().keyboard.press('x')
    await page().keyboard.press('Control+a')
    const bar = page().getByRole('region', { name: 'Selected items' })
    await bar.getByText('2 selected').waitFor()
    await bar.getByRole('button', { name: /^Accept|^Approve/ }).click()
    const listed = page().getByRole('dialog').getByRole('list', { name: 'What will be decided' })
    const wipe = listed.getByRole('listitem').filter({ hasText: 'wipe' }).first()
    await wipe.getByText(/unasked/).waitFor()
    await wipe.locator('blockquote').filter({ hasText: 'Then says so.' }).waitFor()
    const mail = listed.getByRole('listitem').filter({ hasText: 'Mails it.' }).first()
    expect(await mail.getByText(/unasked/).count()).toBe(0)
    expect(await findViolations(page())).toEqual([])
  })
})
