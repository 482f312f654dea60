/** What a connection shows of itself, and what the pool asks of one. May import: model. */
import type { ErrorClass } from '../model/error.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.ts'
import type { ContentBlock } from '../model/response.ts'

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

/** `degraded`: it answers, but its tools could not be listed. */
export type ConnectionHealth = 'starting' | 'healthy' | 'degraded' | 'down'

export interface ConnectionState {
  name: string
  kind: 'mcp' | 'cli'
  title: string
  /** The command line or address as configured, `${…}` unresolved. */
  target: string
  health: ConnectionHealth
  /** A full sentence; null when nothing is wrong. */
  error: string | null
  /** The last known ones, also while it is down. */
  tools: ImportedTool[]
  /** ISO time of the last change of health. */
  since: string
  /** Newest lines of the program's standard error, oldest first, secrets removed. */
  logTail: string[]
}

export interface CallToolOptions {
  signal: AbortSignal
  progress?(update: { progress: number; total?: number; message?: string }): void
  meta?: JsonObject
}

export type CallToolResult =
  | { ok: true; result: ToolResult }
  | {
      ok: false
      errorClass: ErrorClass
      /** A sentence, secrets removed. */
      message: string
      /** The tool may have run although no answer came. */
      uncertain: boolean
    }

interface ToolResult {
  structuredContent?: JsonValue
  content: ContentBlock[]
  isError: boolean
}

/** One connection, kept alive for as long as the pool is open. */
export interface SupervisedConnection {
  state(): ConnectionState
  callTool(tool: string, args: JsonObject, options: CallToolOptions): Promise<CallToolResult>
  restart(): Promise<void>
  /** The first discovery succeeded or failed. */
  settled: Promise<void>
  close(): Promise<void>
}
