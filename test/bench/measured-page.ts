/** The browser desk of a workspace, in a page that is measured. */
import type { Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { startGateway, type Workspace } from '../support/gateway-process.ts'
import type { Bench } from './figure.ts'

export interface MeasuredPage {
  page: Page
  /** Milliseconds of processor time that the page's own thread has taken so far. */
  processorMs(): Promise<number>
  close(): Promise<void>
}

/** @param watch runs in the page before anything of it */
export async function openMeasuredPage(
  bench: Bench,
  workspace: Workspace,
  watch: () => void,
): Promise<MeasuredPage> {
  const gateway = await startGateway(workspace, '--desk')
  bench.onEnd(() => gateway.stop())
  const browser = await launchBrowser()
  bench.onEnd(() => browser.close())
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 } })).newPage()
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.addInitScript(watch)
  await page.goto(gateway.ready.desk ?? '')
  return {
    page,
    async processorMs() {
      const { metrics } = await protocol.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
    },
    async close() {
      await browser.close()
      await gateway.stop()
    },
  }
}
