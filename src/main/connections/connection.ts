/** What a connection shows of itself, and what the pool asks of one. May import: model. */
import type { ErrorClass } from '../model/error.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.ts'
import type { ContentBlock } from '../model/response.ts'
import type { ServerLog } from '../model/server-examination.ts'

/** A tool as its server describes it. Texts and hints are the server's claims. */
export interface ImportedTool {
  name: string
  title?: string
  description?: string
  inputSchema?: JsonSchema
  outputSchema?: JsonSchema
  annotations?: ToolAnnotations
}

interface ToolAnnotations {
  title?: string
  readOnlyHint?: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  openWorldHint?: boolean
}

/**
 * `degraded`: it answers, but its tools could not be listed. `needs_sign_in`: a person has to sign in at its server;
 * `pool.authorize` begins that. `disabled`: the configuration says so, and nothing was started.
 */
export type ConnectionHealth = 'starting' | 'healthy' | 'degraded' | 'down' | 'needs_sign_in' | 'disabled'

export interface ConnectionState {
  name: string
  kind: 'mcp' | 'cli' | 'rest'
  title: string
  health: ConnectionHealth
  /** A full sentence; null when nothing is wrong. */
  error: string | null
  /** The last visit to sign in came to nothing, which `error` says until another one begins. */
  visitFailed?: true
  /** The last known ones, also while it is down. */
  tools: ImportedTool[]
  /** Tools that its server has and that cannot be used, each with a sentence that says why. `tool` empty: all without a name. */
  refused: { tool: string; reason: string }[]
  /** ISO time of the last change of health. */
  since: string
  /** Newest lines of the program's standard error, oldest first, secrets removed. */
  logTail: string[]
}

export interface CallToolOptions {
  signal: AbortSignal
  progress?(update: { progress: number; total?: number; message?: string }): void
  meta?: JsonObject
  /** The run that calls; for whoever is asked a question meanwhile. */
  workflowId?: string
  /** Why it is not to be made any more, as a sentence; asked when it has waited for its server. */
  objection?(): string | null
  /** Sent in `_meta`, and as the argument `_idempotencyKey` to a tool whose schema has it. */
  idempotencyKey?: string
}

/** A server asks a person something (MCP elicitation). All texts are the server's (R5.9). */
export interface ElicitationRequest {
  connection: string
  message: string
  /** A flat object of strings, numbers, booleans and choices. */
  schema: JsonSchema
  /** The calls of that server that are open, at least one (R5.10); the protocol does not say which one asks. */
  calls: OpenCall[]
}

export interface OpenCall {
  tool: string
  workflowId: string | null
  /** Aborted when it is open no more. */
  ended: AbortSignal
}

export interface ElicitationAnswer {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, string | number | boolean | string[]>
}

/** `signal`: nobody waits for the answer any more. A throw or rejection counts as `cancel`. */
export type OnElicitation = (request: ElicitationRequest, signal: AbortSignal) => Promise<ElicitationAnswer>

/** How JSON Schemas are judged; the rules are the workflow's (R7.2). */
export interface SchemaRules {
  /** Why it cannot be used, as a sentence; null: it can. */
  problem(schema: JsonSchema): string | null
  /** What does not fit, as parts of a sentence; empty: all fits. */
  misfits(schema: JsonSchema, value: JsonValue): string[]
}

/** Where a person has to go to sign in. */
export type Authorization = { ok: true; url: string } | { ok: false; message: string }

export type CallToolResult =
  | { ok: true; result: ToolResult }
  | {
      ok: false
      errorClass: ErrorClass
      /** A sentence, secrets removed. */
      message: string
      /** The tool may have run although no answer came. */
      uncertain: boolean
      /** As the server has said it. */
      retryAfter?: string
    }

export interface ToolResult {
  structuredContent?: JsonValue
  content: ContentBlock[]
  isError: boolean
}

/** One connection, kept alive for as long as the pool is open. */
export interface SupervisedConnection {
  state(): ConnectionState
  log(): ServerLog
  callTool(tool: string, args: JsonObject, options: CallToolOptions): Promise<CallToolResult>
  restart(): Promise<void>
  /** Begins signing in; the connection comes up by itself once the person has done so. */
  authorize(): Promise<Authorization>
  /** The first discovery succeeded or failed. */
  settled: Promise<void>
  close(): Promise<void>
}
