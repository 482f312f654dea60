/** Chromium, headless, as a stranger to the machine: no profile, nothing fetched in the background. */
import { type Browser, chromium } from 'playwright-core'
import { readFound } from '../setup/found.ts'

export function launchBrowser(): Promise<Browser> {
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
