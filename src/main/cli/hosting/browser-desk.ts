/** The browser desk of a host, and its links in the terminal of whoever started it. */
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type DeskWeb, openDeskWeb } from '../../desk/doors/web.ts'
import { packageRoot } from '../package-root.ts'
import type { Host } from './host.ts'
import type { DoorDesk } from './open-workspace.ts'

const PORT_SETTING = 'deskHttp'

/** `desk`: that of the host, or of whatever workspace is open. @throws Error if the window is not built; the host is closed then */
export async function openBrowserDesk(host: Host, desk: DoorDesk = host.desk): Promise<DeskWeb> {
  const { store, clock } = host.gateway
  const open = (port: number) =>
    openDeskWeb({ desk, clock, rendererFolder: join(packageRoot(), 'out/renderer'), port })
  try {
    // A page that was left open finds the desk again after a restart, and says that a new link is needed.
    const before = (await store.setting(PORT_SETTING))?.port
    const web = typeof before === 'number' ? await open(before).catch(() => open(0)) : await open(0)
    await keepPort(host, web)
    return web
  } catch (error) {
    await host.close()
    throw error
  }
}

/** The next start with this workspace takes the same port. */
export async function keepPort({ gateway: { store, readOnly } }: Host, web: DeskWeb): Promise<void> {
  if (readOnly === null) await store.saveSetting(PORT_SETTING, { port: Number(new URL(web.url).port) })
}

export function sayLink(link: string): void {
  process.stdout.write(`  desk   ${link}\n`)
  process.stdout.write('         The link works once, within a minute. Press Enter for a new one.\n')
}

const NO_MORE =
  'The input of this program has ended, so Enter prints no further link here. For a new one, start it again in a terminal.'

/** Enter prints a new link, which ends the one before (R1.3). In the background there is nobody who could press it. */
export function offerLinks(web: DeskWeb): void {
  const input = createInterface({ input: process.stdin })
  input.on('line', () => sayLink(web.newLink()))
  input.on('close', () => process.stderr.write(`${NO_MORE}\n`))
}
