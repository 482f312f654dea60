/** The browser desk of a host, and its links in the terminal of whoever started it. */
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type DeskWeb, openDeskWeb } from '../desk/web.ts'
import type { Host } from './host.ts'
import { packageRoot } from './package-root.ts'

/** @throws Error if the window is not built; the host is closed then */
export async function openBrowserDesk(host: Host): Promise<DeskWeb> {
  try {
    return await openDeskWeb({
      desk: host.desk,
      clock: host.gateway.clock,
      rendererFolder: join(packageRoot(), 'out/renderer'),
      port: 0,
    })
  } catch (error) {
    await host.close()
    throw error
  }
}

export function sayLink(link: string): void {
  process.stdout.write(`  desk   ${link}\n`)
  process.stdout.write('         The link works once, within a minute. Press Enter for a new one.\n')
}

/** Enter prints a new link, which ends the one before (R1.3). */
export function offerLinks(web: DeskWeb): void {
  createInterface({ input: process.stdin }).on('line', () => sayLink(web.newLink()))
}
