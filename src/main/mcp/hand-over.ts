/** Asks the gateway that holds a data folder to make room (R3.2). May import: nothing of the gateway. */
import { findGateway } from './endpoint.ts'
import { BRIDGE } from './hello.ts'
import { knock, readLocalToken } from './knock.ts'

/**
 * Resolves when the other gateway has begun to make room: its lock goes within about ten seconds. Otherwise with
 * a sentence that says whose process holds the folder; null if nobody answers there.
 */
export async function askForHandover(
  dataFolder: string,
  version: string,
): Promise<{ ok: true } | { ok: false; reason: string | null }> {
  const endpoint = await findGateway(dataFolder)
  if (!endpoint) return { ok: false, reason: null }
  const result = await knock(endpoint, {
    bridge: BRIDGE,
    countersign: version,
    token: await readLocalToken(dataFolder),
    control: 'handover',
    client: null,
    names: null,
    configuration: null,
  })
  if (result.kind === 'refused') return { ok: false, reason: result.reason }
  if (result.kind === 'nobody') return { ok: false, reason: null }
  result.socket.on('error', () => undefined)
  result.socket.destroy()
  return { ok: true }
}
