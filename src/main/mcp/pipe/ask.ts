/** Asks the gateway that has a data folder for something, on behalf of another start of the product. */
import { findGateway } from '../endpoint.ts'
import { connectToGateway, readLocalToken } from './connect-to-gateway.ts'
import { BRIDGE, type Control } from './hello.ts'

/** `reason` is null if nobody answers. */
export type AskResult = { ok: true } | { ok: false; reason: string | null }

/**
 * `handover`: it drains for at most ten seconds and lets go of the lock (only if a pipe started it). `open`: it
 * brings its desk to the front. `status`: it is there.
 */
export async function askGateway(dataFolder: string, control: Control, version: string): Promise<AskResult> {
  const endpoint = await findGateway(dataFolder)
  if (!endpoint) return { ok: false, reason: null }
  const result = await connectToGateway(endpoint, {
    bridge: BRIDGE,
    countersign: version,
    token: await readLocalToken(dataFolder),
    control,
    client: null,
    names: null,
    configuration: null,
  })
  if (result.kind === 'nobody') return { ok: false, reason: null }
  if (result.kind === 'refused') return { ok: false, reason: result.reason }
  result.socket.destroy()
  return { ok: true }
}
