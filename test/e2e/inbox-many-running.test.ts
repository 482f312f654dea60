/** Several that are being decided while each takes its time: for whoever closes the list, loads anew, or is at the same ones. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { readDesk } from '../support/desk-page.ts'
import { NODE } from '../support/gateway-process.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

/** Ends when there is a file of this name. */
const WAIT = `const { existsSync } = require("node:fs"); const look = () => existsSync(process.argv[1]) || setTimeout(look, 20); look()`

const YAML = `
people: { alex: {}, robin: {} }
approvals: { holdMs: 0 }
connections: { shell: { kind: cli, command: ${JSON.stringify(NODE)} } }
workflows:
  parcel:
    title: Parcels
    initialState: packed
    inputSchema: { type: object, properties: { to: { type: string } } }
    states:
      packed:
        transitions:
          send:
            title: Send the parcel
            target: sent
            actor: human
            confirm: true
            summary: "Send {to}"
            executor: { kind: cli, connection: shell, args: [-e, ${JSON.stringify(WAIT)}, "$.workflow.input.to"] }
          keep: { title: Keep the parcel, target: kept, actor: human, confirm: true }
      sent: { title: Sent, terminal: true }
      kept: { title: Kept, terminal: true }
`

let opened: PeopleDesk
let robin: Page

const dialog = (page: Page) => page.getByRole('dialog')
const tick = (page: Page) => dialog(page).getByRole('checkbox', { name: 'I have read what will happen.' })
const bars = (page: Page) => page.getByRole('list', { name: 'Being decided' })
const pathOf = (to: string) => join(opened.folder, to)
/** The step that waits for this ends. */
const letEnd = (to: string) => writeFileSync(pathOf(to), '')

async function pack(...names: string[]): Promise<void> {
  for (const to of names)
    await opened.agent.call('workflow.start', { definitionId: 'parcel', input: { to: pathOf(to) } })
}
async function listAll(page: Page, outcome: string, count: number): Promise<void> {
  await readDesk(page).row(/Send/).first().click()
  await page.keyboard.press('x')
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('region', { name: 'Selected items' })
  await bar.getByText(`${count} selected`).waitFor()
  await bar.getByRole('button', { name: `${outcome}…` }).click()
}

describeWhere(['chromium'], 'Several that are being decided', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(() => YAML)
    robin = await opened.openAnother()
    await robin.getByRole('button', { name: /^Person at the desk/ }).click()
    await dialog(robin)
      .getByRole('button', { name: /\brobin\b/ })
      .click()
    await robin.getByRole('button', { name: 'Person at the desk: robin' }).waitFor()
  })
  afterAll(() => opened?.close())

  it('say how far they are, also once their list is closed and after a reload, and can be stopped [inbox.many-running] [inbox.many-stop]', async () => {
    const { page, desk } = opened
    await pack('a', 'b', 'c', 'd', 'e', 'f')
    await listAll(page, 'Send the parcel', 6)
    await tick(page).check()
    await dialog(page).getByRole('button', { name: 'Send the parcel (6)' }).click()
    await dialog(page).getByRole('button', { name: 'Deciding… 0 of 6' }).waitFor()
    letEnd('a')
    await dialog(page).getByRole('button', { name: 'Deciding… 1 of 6' }).waitFor()
    await page.keyboard.press('Escape')
    await bars(page).getByText('Send the parcel: 1 of 6 done').waitFor()
    expect(await findViolations(page)).toEqual([])
    // What is being decided is not offered for a second decision.
    expect(await page.getByRole('region', { name: 'Selected items' }).count()).toBe(0)
    await page.reload()
    await bars(page).getByText('Send the parcel: 1 of 6 done').waitFor()
    expect(await bars(robin).count()).toBe(0)
    await bars(page).getByRole('button', { name: 'Stop the rest' }).click()
    await bars(page).getByText('What has not begun is left as it was.').waitFor()
    for (const to of ['b', 'c', 'd', 'e']) letEnd(to)
    await bars(page).waitFor({ state: 'detached' })
    // Four at once, and one that took the place of the first.
    await desk.row(/\/f/).waitFor()
    await expect.poll(() => desk.pending()).toBe(1)
    letEnd('f')
    await desk.row(/\/f/).click()
    await desk.outcome('Send the parcel').click()
    await tick(page).check()
    await dialog(page).getByRole('button', { name: 'Send the parcel' }).click()
    await expect.poll(() => desk.pending()).toBe(0)
  })

  it('drop out of the list of another person, who can decide what is left of it without reading it again [inbox.many-fewer] [inbox.many-shown]', async () => {
    const { page, desk } = opened
    await pack('1', '2', '3')
    await listAll(robin, 'Keep the parcel', 3)
    await tick(robin).check()
    await dialog(robin).getByRole('button', { name: 'Keep the parcel (3)' }).waitFor()
    letEnd('2')
    await desk.row(/\/2/).click()
    await desk.outcome('Send the parcel').click()
    await tick(page).check()
    await dialog(page).getByRole('button', { name: 'Send the parcel' }).click()
    const rest = dialog(robin).getByRole('button', { name: 'Keep the parcel (2)' })
    await rest.waitFor()
    await dialog(robin).getByText('They are left out.').waitFor()
    await dialog(robin).getByRole('region', { name: 'Left out' }).getByText('/2').waitFor()
    expect(await dialog(robin).getByRole('alert').count()).toBe(0)
    expect(await tick(robin).isChecked()).toBe(true)
    await rest.click()
    await dialog(robin).getByText('2 of 2 items decided').waitFor()
    expect(await findViolations(robin)).toEqual([])
  })
})
