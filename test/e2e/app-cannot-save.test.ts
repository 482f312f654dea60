/** The app while nothing can be saved: it says so, and stays what it is until somebody ends it. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultPlaces } from '../../src/main/config/workspace.ts'
import { readDesk } from '../support/desk-page.ts'
import { type Desktop, openDesktop } from '../support/electron.ts'
import { makeFolder } from '../support/folders.ts'
import { describeWhere } from '../support/needs.ts'

let desktop: Desktop
let home: ReturnType<typeof makeFolder>
let app: ElectronApplication

const messages = () =>
  app.evaluate(() => {
    const { messageBoxes } = globalThis as unknown as { messageBoxes: { options: { detail: string } }[] }
    return messageBoxes.map(({ options }) => options.detail)
  })

describeWhere(['electron', 'display'], 'The app that cannot save', () => {
  beforeAll(async () => {
    desktop = await openDesktop()
    home = makeFolder('home')
    app = await desktop.startWithoutMessageBoxes(home.path)
  })
  afterAll(async () => {
    await desktop?.close()
    home.remove()
  })

  it('goes on when the place of its window is not kept, and ends as it always does [shell.cannot-save]', async () => {
    const page = await app.firstWindow()
    await readDesk(page).untilConnected()
    await readDesk(page).goTo('Settings')
    await page.getByRole('link', { name: 'Notifications', exact: true }).click()
    const stay = page.getByRole('switch', { name: 'Keep running when I close the window' })
    await stay.click()
    await expect.poll(() => stay.isChecked()).toBe(true)
    const file = join(defaultPlaces(home.path).data, 'countersign.db')
    renameSync(file, `${file}.away`)
    await page.getByText('Cannot save').first().waitFor()
    // It is hidden then, and its place would be kept at once.
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    const isVisible = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()))
    await expect.poll(isVisible).toEqual([false])
    expect(await messages()).toEqual([])
    const child = app.process()
    void app.evaluate((electron) => electron.app.quit()).catch(() => undefined)
    await expect.poll(() => child.exitCode, { timeout: 20_000 }).toBe(0)
  })
})
