/** Somebody sets the clock, or the computer sleeps, while a decision can still be taken back. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Agent, connectAgent } from '../support/agent.ts'
import { launchBrowser, type TestBrowser } from '../support/browser.ts'
import { readDesk } from '../support/desk-page.ts'
import { makeFolder } from '../support/folders.ts'
import { type GatewayProcess, startGateway } from '../support/gateway-process.ts'
import { describeWhere } from '../support/needs.ts'

const FLOWS = `version: "1.0.0"
workflows:
  parcel:
    initialState: packed
    states:
      packed: { transitions: { send: { title: Send the parcel, target: sent, actor: human, undoMs: 60000 } } }
      sent: {}
`

let folder: ReturnType<typeof makeFolder>
let gateway: GatewayProcess
let browser: TestBrowser
let agent: Agent

describeWhere(['chromium'], 'A decision that can be taken back', () => {
  beforeAll(async () => {
    folder = makeFolder('clock')
    const workspace = { config: join(folder.path, 'countersign.yaml'), data: join(folder.path, 'data') }
    writeFileSync(workspace.config, FLOWS)
    gateway = await startGateway(workspace, '--desk')
    browser = await launchBrowser()
    agent = await connectAgent('newer', workspace)
  })
  afterAll(async () => {
    await agent?.close()
    await browser?.close()
    await gateway?.stop()
    folder?.remove()
  })

  it.for([
    ['back', -86_400_000, 2],
    ['forward', 86_400_000, 4],
  ] as const)(
    'is offered for the rest of its time although the clock of the computer was set %s a day [undo.clock-set]',
    async ([, by, waiting]) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
      await page.addInitScript(() => {
        const { now } = Date
        Object.assign(globalThis, { later: 0 })
        Date.now = () => now() + (globalThis as unknown as { later: number }).later
      })
      await page.goto(await gateway.newLink())
      const desk = readDesk(page)
      await desk.untilConnected()
      await desk.goTo('Inbox')
      // The next one opens by itself: what is left of the first is its notice.
      for (const _ of [1, 2]) await agent.call('workflow.start', { definitionId: 'parcel', input: {} })
      await expect.poll(() => desk.pending()).toBe(waiting)
      await desk.row('Send the parcel').first().click()
      const send = desk.outcome('Send the parcel')
      await expect.poll(() => send.isEnabled()).toBe(true)
      await send.click()
      const undo = page.getByRole('button', { name: /^Undo/ })
      const left = async () => Number((await undo.first().innerText()).replace(/\D+/g, ''))
      // A second after the press, when the window watches its clock.
      await expect.poll(left).toBeLessThanOrEqual(58)
      await page.evaluate((milliseconds) => Object.assign(globalThis, { later: milliseconds }), by)
      const seen = await left().catch(() => 0)
      // For a moment the window may take the time for over; the button stays, without a number.
      await expect
        .poll(left, { timeout: 5000 })
        .toSatisfy((seconds: number) => seconds > 40 && seconds < (seen || 60))
      await page.keyboard.press('z')
      await expect.poll(() => desk.pending()).toBe(waiting)
      await expect.poll(() => undo.count()).toBe(0)
      await page.close()
    },
  )
})
