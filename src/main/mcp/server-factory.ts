/**
 * The MCP server of one connection (or, from 2026-07-28 on, of one HTTP request), in either protocol era.
 * May import: gateway.ts (types), model.
 *
 * How the SDK tells a cancellation from a disconnect (R4.6): `notifications/cancelled` aborts the request's signal
 * with the client's own reason; a closed transport aborts it with a ConnectionClosed error. The second is a
 * cancellation only where the protocol says so: closing the response stream of a 2026-07-28 request.
 */
import {
  CLIENT_INFO_META_KEY,
  type Implementation,
  SdkError,
  SdkErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Gateway } from '../gateway.ts'
import type { ToolNameStyle } from '../model/configuration.ts'
import { declaredClient } from '../model/configuration.ts'
import { isJsonObject, present } from '../model/json.ts'
import { cleanLabel, createAgentPrincipal } from './principal.ts'
import type { CallTool } from './tools/tool-call.ts'
import { chooseNameStyle } from './tools/tool-names.ts'
import { advertise, type CallOptions, TOOLS } from './tools/tools.ts'

/** What a transport knows about who is at its other end. */
export interface Caller {
  /** The identity of the token. */
  client: string
  /** What `--client` says; otherwise the client's own name is the label. */
  label: string | null
  /** What `--names` asks for. */
  names: ToolNameStyle | null
  /** Of its connection; null: each request stands alone (2026-07-28 over HTTP). */
  session: string | null
  /** Whether an ended connection is the client's way to cancel, at this moment. */
  disconnectCancels(): boolean
  /** The client has told its name. */
  named(label: string): void
}

/** Makes the server of one connection. The conformance tests mount other tools on the same transports with it. */
export type CreateServer = (caller: Caller) => Server

const INSTRUCTIONS =
  'Everything here is reached through seven tools. Begin with gateway.home or gateway.search, then follow the ' +
  'links in each answer: a link is a ready-made call (method is the tool, args its arguments). Some steps wait for ' +
  'a person, who decides in the desk; wait with workflow.get and waitMs, and never try to fire a human step ' +
  'yourself. Tool names may be written with a dot or an underscore.'

export function createServerFactory(gateway: Gateway, callTool: CallTool): CreateServer {
  return (caller) => {
    const server = new Server(
      { name: 'countersign', title: 'Countersign', version: gateway.version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    )

    server.setRequestHandler('tools/list', (_request, context) => {
      const style = chooseNameStyle({
        asked: caller.names,
        token: declaredClient(caller.client, gateway.configuration().clients)?.names ?? null,
        program: programOf(server, context),
      })
      introduce(context)
      return { tools: TOOLS.map((tool) => advertise(tool, style)) }
    })

    server.setRequestHandler('tools/call', (request, context) => {
      const label = introduce(context)
      const { clients } = gateway.configuration()
      const declarations = gateway.declarations().clients
      const who = createAgentPrincipal(caller.client, label, clients, caller.session, declarations)
      const input: unknown = request.params.arguments ?? {}
      return callTool(
        who,
        { name: request.params.name, arguments: isJsonObject(input) ? input : {} },
        {
          ...callOptions(context, caller),
          session: caller.session,
          isTaken: () => !context.mcpReq.signal.aborted,
        },
      )
    })

    server.oninitialized = () => {
      const label = caller.label ?? cleanLabel(server.getClientVersion()?.name ?? null)
      if (label) caller.named(label)
    }
    return server

    function introduce(context: ServerContext): string | null {
      const label = caller.label ?? cleanLabel(programOf(server, context))
      if (label) caller.named(label)
      return label
    }
  }
}

/** 2026-07-28 says it with every request, the older revisions once at `initialize`. */
function programOf(server: Server, context: ServerContext): string | null {
  const envelope: Record<string, unknown> = { ...context.mcpReq.envelope }
  const told = envelope[CLIENT_INFO_META_KEY] as Implementation | undefined
  return told?.name ?? server.getClientVersion()?.name ?? null
}

function callOptions(context: ServerContext, caller: Caller): CallOptions {
  const cancelled = new AbortController()
  const { signal } = context.mcpReq
  signal.addEventListener(
    'abort',
    () => {
      if (isDisconnect(signal.reason) && !caller.disconnectCancels()) return
      cancelled.abort(new Error('The client cancelled this call.'))
    },
    { once: true },
  )
  const token = context.mcpReq._meta?.progressToken
  if (token === undefined) return { signal: cancelled.signal }
  let reached = Number.NEGATIVE_INFINITY
  return {
    signal: cancelled.signal,
    progress({ progress, total, message }) {
      // The protocol wants it to rise with each notice, and nothing after the answer.
      if (progress <= reached || signal.aborted) return
      reached = progress
      const params = { progressToken: token, progress, ...present({ total, message }) }
      context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
    },
  }
}

function isDisconnect(reason: unknown): boolean {
  return reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed
}
