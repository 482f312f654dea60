/** What a caller of the seven tools gets back. May import: model. */
import type { Actor } from './definition.ts'
import type { ErrorCode } from './error.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'

export type ToolMethod =
  | 'gateway.home'
  | 'gateway.search'
  | 'gateway.describe'
  | 'workflow.start'
  | 'workflow.get'
  | 'workflow.submit'
  | 'workflow.explain'

/** A ready-made call: the next legal move. */
export interface Link {
  rel: string
  title?: string
  description?: string
  method: ToolMethod
  actor?: Actor
  args: JsonObject
  inputSchema?: JsonSchema
  /** The spelling of seed 000 in start links of `describe`. */
  input_schema?: JsonSchema
}

export type ResultStatus =
  | 'started'
  | 'waiting_for_action'
  | 'executed'
  | 'completed'
  | 'rejected'
  | 'failed'
  | 'timed_out'
  | 'cancelled'

export interface ResponseError {
  code: ErrorCode
  message: string
  attemptedTransition?: string
  errorClass?: string
  details?: JsonValue
}

export interface ChainStep {
  fromState: string
  transition: string
  toState: string
  version: number
}

/** One shape for start, submit and get: the union of the fields in seeds 000 and 003. */
export interface WorkflowResponse {
  workflowId?: string
  definitionId?: string
  state?: string
  version?: number
  terminal?: true
  workflow?: { id: string; definitionId: string; definitionVersion: string; state: string; version: number }
  result: { status: ResultStatus; message?: string }
  context?: JsonObject
  guidance?: { goal?: string; instructions?: string }
  chain?: ChainStep[]
  evidence?: { kind: string; id: string; summary: string }[]
  error?: ResponseError
  links: Link[]
}

/** Content blocks of a downstream MCP result that ride behind the JSON of the same answer (R4.11). */
export type ContentBlock = JsonObject

/** What a workflow call of the runtime returns: the response and what is not JSON of ours. */
export interface WorkflowAnswer {
  response: WorkflowResponse
  content: ContentBlock[]
  /** When the run that it shows was last written; absent: it shows none. */
  asOf?: string
  /** The item whose decision it reports. */
  decided?: string
  /** When a person said what it passes on. */
  saidAt?: string
}

/** `isError` of the tool result: for `rejected` and `failed` only (R4.2). */
export function isErrorStatus(status: ResultStatus): boolean {
  return status === 'rejected' || status === 'failed'
}
