/** The set-up step of `npm test`: gets by itself what the window tests need, or says what will be skipped and why. */

import { getElectron } from './electron-runtime.ts'
import { type Found, type Missing, saveFound } from './found.ts'
import { findProgram } from './run-command.ts'
import { BROWSERS, getSystemPackages } from './system-packages.ts'

export async function prepare(): Promise<Found> {
  const lacking = await getSystemPackages('window')
  await getSystemPackages('shell')
  // Where it cannot be had, the tests of sandboxes are skipped and say so.
  await getSystemPackages('sandbox')
  const missing: Missing[] = []
  const advice =
    lacking.length > 0 ? ` As root, or with \`apt-get install ${lacking.join(' ')}\`, it would be there.` : ''

  const chromium = await findProgram(...BROWSERS)
  if (chromium === null) missing.push({ what: 'chromium', why: `No Chromium was found.${advice}` })

  const xvfb = await findProgram('Xvfb')
  const display = xvfb !== null || Boolean(process.env.DISPLAY) || process.platform !== 'linux'
  if (!display) missing.push({ what: 'display', why: `There is no display and no Xvfb.${advice}` })

  const electron = await getElectron()
  if (typeof electron === 'string') missing.push({ what: 'electron', why: electron })

  const found: Found = {
    chromium,
    xvfb,
    electron: typeof electron === 'string' ? null : electron,
    missing,
  }
  saveFound(found)
  say(found)
  return found
}

function say(found: Found): void {
  if (found.chromium) console.log(`[setup] browser tests run in ${found.chromium}`)
  if (found.electron) {
    const older =
      found.electron.origin === 'stand-in' ? ' (a stand-in for the tests; the product ships a newer one)' : ''
    console.log(`[setup] window tests run in Electron ${found.electron.version}${older}`)
  }
  for (const { what, why } of found.missing)
    console.log(`[setup] tests that need ${what} are skipped: ${why}`)
}
