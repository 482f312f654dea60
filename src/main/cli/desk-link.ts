/** Links to the browser desk, in the terminal of whoever started it. */
import { createInterface } from 'node:readline'
import type { DeskWeb } from '../desk/web.ts'

export function sayLink(link: string): void {
  process.stdout.write(`  desk   ${link}\n`)
  process.stdout.write('         The link works once, within a minute. Press Enter for a new one.\n')
}

/** Enter prints a new link, which ends the one before (R1.3). */
export function offerLinks(web: DeskWeb): void {
  createInterface({ input: process.stdin }).on('line', () => sayLink(web.newLink()))
}
