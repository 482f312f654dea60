/** Chromium, headless, as a stranger to the machine: no profile, nothing fetched in the background. */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { readFound } from '../setup/found.ts'

/** What a test has of it: contexts that know nothing of each other, nor of those of other tests. */
export type TestBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>

/** One for all tests of this process, whose start takes a fifth of a desk's; who opened it last may be followed soon. */
let running: Promise<Browser> | null = null
let users = 0
let ending: NodeJS.Timeout | undefined
const KEPT_MS = 10_000

/** `close` closes what was opened by this one. */
export async function launchBrowser(): Promise<TestBrowser> {
  users += 1
  clearTimeout(ending)
  if (running !== null && !(await running).isConnected()) running = null
  running ??= launch()
  const browser = await running
  const opened: BrowserContext[] = []
  let isClosed = false
  const newContext = async (options?: BrowserContextOptions) => {
    // What moves is drawn some sixty times a second: a third of all that browsers cost the tests. Who tests motion asks for it.
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    opened.push(context)
    return context
  }
  return {
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    async close() {
      if (isClosed) return
      isClosed = true
      for (const context of opened) await context.close()
      users -= 1
      if (users === 0) ending = setTimeout(end, KEPT_MS)
    },
  }
}

/** A process with a browser would not end. */
async function end(): Promise<void> {
  const ended = running
  running = null
  await (await ended)?.close()
}

function launch(): Promise<Browser> {
  const { chromium: executablePath } = readFound()
  if (executablePath === null) throw new Error('There is no Chromium; the test should have been skipped.')
  return chromium.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
    ],
  })
}
