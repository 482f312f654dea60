/** The handshake with a server, and which other way to try where it fails. */
import { Client, ProtocolError, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client'
import { describeFailure } from './failures.ts'
import type { McpTransport, Way } from './transports/transport.ts'

/** A server that is fetched from a registry at its first start needs its time. */
const HANDSHAKE_MS = 120_000
const MODERN = '2026-07-28'
/** JSON-RPC errors that a server of the newest revision answers an older handshake with. */
const KNOWS_ONLY_NEWER = new Set([-32601, -32022, -32020])
/** Refusals that say nothing about the protocol. */
const NOT_ABOUT_THE_WAY = new Set([401, 403, 408, 425, 429])

export interface FailedHandshake {
  ok: false
  message: string
  /** A person has to sign in first. */
  signIn: boolean
  /** The server may answer to this. */
  other: Way | null
}

export function createClient(version: string, way: Way, canElicit: boolean): Client {
  // Neither sampling nor roots: who asks for them all the same is told that the method is unknown.
  return new Client(
    { name: 'countersign', title: 'Countersign', version },
    {
      capabilities: canElicit ? { elicitation: { form: {} } } : {},
      ...(way === 'modern' ? { versionNegotiation: { mode: { pin: MODERN } } } : {}),
    },
  )
}

/** @returns null when the client is connected. */
export async function connectClient(
  client: Client,
  transport: McpTransport,
  way: Way,
  signal: AbortSignal,
): Promise<FailedHandshake | null> {
  try {
    await client.connect(transport, { timeout: HANDSHAKE_MS, signal })
  } catch (error) {
    const { message } = describeFailure(error, transport.ending())
    const other = way === 'usual' ? otherWay(error) : null
    return { ok: false, message, signIn: error instanceof UnauthorizedError, other }
  }
  if (client.transport !== undefined) return null
  const message = transport.ending() ?? 'The server closed the connection.'
  return { ok: false, message, signIn: false, other: null }
}

function otherWay(error: unknown): Way | null {
  if (error instanceof ProtocolError) return KNOWS_ONLY_NEWER.has(error.code) ? 'modern' : null
  if (!(error instanceof SdkHttpError)) return null
  const { status } = error
  if (status < 400 || status >= 500 || NOT_ABOUT_THE_WAY.has(status)) return null
  return KNOWS_ONLY_NEWER.has(errorCodeIn(error.data.text)) ? 'modern' : 'sse'
}

function errorCodeIn(text: unknown): number {
  try {
    const body = JSON.parse(String(text)) as { error?: { code?: unknown } } | null
    return Number(body?.error?.code)
  } catch {
    return Number.NaN
  }
}
