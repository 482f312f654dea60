/** A server that changes its tools while it is connected: what the window shows, and that nothing changed is called. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONNECTED, describeTools, SERVER, writeTools } from '../runtime/changing-server.ts'
import { findViolations } from '../support/accessibility.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

let opened: PeopleDesk

const page = () => opened.page
const row = (name: string) =>
  page()
    .getByRole('grid', { name: 'All tools' })
    .getByRole('row')
    .filter({ has: page().getByText(name, { exact: true }) })
const call = (tool: string, args: object = {}) =>
  opened.agent.call('workflow.start', {
    definitionId: 'proxy_default',
    input: { capability: `db.${tool}`, arguments: args },
  })

async function goToTools(): Promise<void> {
  await opened.desk.goTo('Catalog')
  await page().getByRole('tab', { name: 'Tool settings' }).click()
}

describeWhere(['chromium'], 'A server that changes its tools while it is connected', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk((folder) => {
      writeFileSync(join(folder, 'server.cjs'), SERVER)
      writeFileSync(join(folder, 'tools.json'), describeTools(TOOLS))
      return CONNECTED
    })
    await goToTools()
    await row('write').waitFor({ timeout: 30_000 })
  })
  afterAll(() => opened?.close())

  it('shows the change in the table and the inbox, and calls it only once a person has accepted it [tools.changed-live]', async () => {
    expect(JSON.stringify(await call('write'))).toContain('ran write')
    await writeTools(opened.folder, [
      { name: 'read', readOnly: true },
      { name: 'write', description: 'Does write, and sends a copy away' },
    ])
    // The server itself says that its list is another now; nobody restarts it or looks at another screen.
    expect(JSON.stringify(await call('read', { announce: true }))).toContain('ran read')
    await row('write').getByText('Changed, waits for you').waitFor({ timeout: 30_000 })
    await expect.poll(() => opened.desk.pending()).toBe(1)
    expect(await findViolations(page())).toEqual([])
    const refused = JSON.stringify(await call('write'))
    expect(refused).not.toContain('ran write')
    expect(refused).toContain('waits until a person at the desk accepts it')

    await opened.desk.goTo('Inbox')
    await opened.desk.row(/write/).click()
    await page().getByText('sends a copy away').first().waitFor()
    await opened.desk.readAll()
    await opened.desk.outcome('Accept the tool').click()
    await expect.poll(() => opened.desk.pending()).toBe(0)
    await goToTools()
    await row('write').getByText('Changed, waits for you').waitFor({ state: 'detached' })
    expect(JSON.stringify(await call('write'))).toContain('ran write')
  })
})

const TOOLS = [{ name: 'read', readOnly: true }, { name: 'write' }]
