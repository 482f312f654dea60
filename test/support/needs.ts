/** Tests that need a browser or a window run where there is one; elsewhere they are skipped, and the title says why. */
import { describe } from 'vitest'
import { type Missing, readFound } from '../setup/found.ts'

export function describeWhere(needs: Missing['what'][], title: string, tests: () => void): void {
  const lacking = readFound().missing.find(({ what }) => needs.includes(what))
  if (lacking) describe.skip(`${title} (skipped: ${lacking.why})`, tests)
  else describe(title, tests)
}
