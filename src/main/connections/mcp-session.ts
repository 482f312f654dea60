/** One client of one MCP server, from handshake to end. It does not come back; `mcp-connection.ts` opens the next. */
import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import { isJsonObject, type JsonObject, present } from '../model/json.ts'
import type { CallToolOptions, CallToolResult, OnElicitation, OpenCall, SchemaRules } from './connection.ts'
import { describeFailure } from './failures.ts'
import { describeStop } from './own-failures.ts'
import { answerElicitations } from './tools/elicitation.ts'
import { metaWithKey } from './tools/idempotency-key.ts'
import { type ListedTools, listTools } from './tools/list-tools.ts'
import { readToolResult } from './tools/tool-result.ts'
import type { McpTransport, Way } from './transports/transport.ts'

const PING_MS = 10_000
/** In place of the SDK's 60 s, which would cut honest work; a server that reports progress gets it anew. */
const CALL_MS = 600_000
/** Nobody reads it; the default reason is an error with a stack, and building that is a fiftieth of a call. */
const CALL_ENDED = 'the call has ended'

export interface McpSession {
  tools(): Promise<({ ok: true } & ListedTools) | { ok: false; message: string }>
  callTool(tool: string, args: JsonObject, options: CallToolOptions): Promise<CallToolResult>
  /** Ends the session, as lost, if the server no longer answers. */
  checkAlive(): Promise<void>
  /** Also after its loss: a call that has a stream of its own may still be answered. */
  isBusy(): boolean
  close(): Promise<void>
}

export interface SessionEvents {
  /** Once, and only if it ended by itself. */
  onLost(reason: string): void
  onToolsChanged(): void
  onElicitation: OnElicitation | null
}

interface SessionIdentity {
  connection: string
  /** Of the gateway. */
  version: string
  way: Way
  rules: SchemaRules
}

/** Of any shape: a tool that has done its work has answered. */
const ToolAnswer = z.custom<JsonObject>(isJsonObject)

export async function openMcpSession(
  transport: McpTransport,
  identity: SessionIdentity,
  events: SessionEvents,
  signal: AbortSignal,
): Promise<{ ok: true; session: McpSession } | FailedHandshake> {
  const client = createClient(identity.version, identity.way, events.onElicitation !== null)
  const openCalls = new Set<OpenCall>()
  const elicitations = answerElicitations(client, identity.connection, openCalls, events.onElicitation)
  let connected = false
  let over = false
  let checking: Promise<void> | null = null

  let closing: Promise<void> | null = null
  const close = () => {
    over = true
    elicitations.close()
    closing ??= transport.close()
    return closing
  }
  /** Where each call has a way of its own, what one has found out costs the others nothing: they break by themselves. */
  const closeIfUnused = () => {
    if (over && (openCalls.size === 0 || !transport.hasPerRequestStream)) void close()
  }
  const lose = (reason: string) => {
    if (over) return
    over = true
    events.onLost(reason)
    closeIfUnused()
  }
  const askForLife = async () => {
    try {
      if (identity.way === 'modern') await client.discover({ timeout: PING_MS })
      else await client.ping({ timeout: PING_MS })
    } catch (error) {
      if (isAnswer(error)) return
      const { errorClass, message } = describeFailure(error, transport.ending())
      if (errorClass === 'rate_limited') return
      // A server that does one thing at a time, or has too much to do, does not answer while it works.
      if ((errorClass === 'timeout' || errorClass === 'transient_error') && openCalls.size > 0) return
      lose(message)
    }
  }
  const checkAlive = async () => {
    if (over || !connected || !transport.isRemote) return
    checking ??= askForLife().finally(() => {
      checking = null
    })
    await checking
  }
  const onStop = () => void close()

  client.onclose = () => {
    if (connected) lose(transport.ending() ?? 'The server closed the connection.')
  }
  client.onerror = () => void checkAlive()
  client.setNotificationHandler('notifications/tools/list_changed', () => events.onToolsChanged())

  signal.addEventListener('abort', onStop, { once: true })
  const failed = await connectClient(client, transport, identity.way, signal)
  signal.removeEventListener('abort', onStop)
  if (failed !== null) {
    await close()
    return failed
  }
  connected = true
  if (identity.way === 'modern' && client.getServerCapabilities()?.tools?.listChanged === true) {
    client.listen({ toolsListChanged: true }).catch(() => {})
  }

  const session: McpSession = {
    async tools() {
      if (client.getServerCapabilities()?.tools === undefined) return { ok: true, tools: [], refused: [] }
      try {
        return { ok: true, ...(await listTools(client, identity.rules)) }
      } catch (error) {
        return { ok: false, message: describeFailure(error, transport.ending()).message }
      }
    },
    async callTool(tool, args, options) {
      const { progress } = options
      const meta = metaWithKey(options)
      const ending = new AbortController()
      const call = { tool, workflowId: options.workflowId ?? null, ended: ending.signal }
      openCalls.add(call)
      try {
        const answer = await client.request(
          {
            method: 'tools/call',
            params: { name: tool, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
          },
          ToolAnswer,
          {
            signal: options.signal,
            timeout: CALL_MS,
            resetTimeoutOnProgress: true,
            ...(progress === undefined ? {} : { onprogress: (update) => progress(toUpdate(update)) }),
          },
        )
        return { ok: true, result: readToolResult(answer) }
      } catch (error) {
        if (options.signal.aborted) return describeStop(options.signal, true)
        const failure = describeFailure(error, transport.ending())
        if (failure.lost) lose(failure.message)
        else void checkAlive()
        const { errorClass, message, uncertain } = failure
        const retryAfter = error instanceof Error ? transport.retryAfter?.(error) : null
        return { ok: false, errorClass, message, uncertain, ...(retryAfter == null ? {} : { retryAfter }) }
      } finally {
        openCalls.delete(call)
        ending.abort(CALL_ENDED)
        closeIfUnused()
      }
    },
    checkAlive,
    isBusy: () => openCalls.size > 0,
    close,
  }
  return { ok: true, session }
}

/** Even a refusal or a careless answer shows that the server is alive, and knows the session. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof ProtocolError || (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult)
  )
}

function toUpdate(update: { progress: number; total?: number | undefined; message?: string | undefined }) {
  const { progress, total, message } = update
  return { progress, ...present({ total, message }) }
}

// ── The handshake with a server, and which other way to try where it fails.

/** A server that is fetched from a registry at its first start needs its time. */
const HANDSHAKE_MS = 120_000
const MODERN = '2026-07-28'
/** JSON-RPC errors that a server of the newest revision answers an older handshake with. */
const KNOWS_ONLY_NEWER = new Set([-32601, -32022, -32020])
/** Refusals that say nothing about the protocol. */
const NOT_ABOUT_THE_WAY = new Set([401, 403, 408, 425, 429])

interface FailedHandshake {
  ok: false
  message: string
  /** A person has to sign in first. */
  signIn: boolean
  /** The server may answer to this. */
  other: Way | null
}

function createClient(version: string, way: Way, canElicit: boolean): Client {
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
async function connectClient(
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
