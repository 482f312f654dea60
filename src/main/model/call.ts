/**
 * An executor's declaration with every path filled in: literally what will run. Pure to compute
 * (`workflow/resolve.ts`), shown to people before they decide, hashed into their decision, then run.
 * Holds no secret: `${…}` exists in connections only (R2.6). May import: model.
 */
import type { ErrorClass } from './error.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { ContentBlock } from './response.ts'

export type ResolvedCall =
  | { kind: 'noop'; output: JsonValue }
  | {
      kind: 'cli'
      connection: string | null
      command: string
      args: string[]
      workingDirectory: string | null
      env: Record<string, string>
      stdin: string | null
      treatNonZeroAsFailure: boolean
    }
  | { kind: 'mcp'; connection: string; tool: string; arguments: JsonObject }
  | { kind: 'human'; queue: string | null; arguments: JsonObject }

export interface NewEvidence {
  kind: string
  summary: string
  data: JsonValue
}

/** How an execution ended. A failure is a value: only bugs throw. */
export type ExecutionOutcome =
  | { ok: true; output: JsonValue; evidence: NewEvidence[]; content: ContentBlock[] }
  | {
      ok: false
      errorClass: ErrorClass
      /** A sentence for a model and a person; no stack trace, no secret. */
      message: string
      details?: JsonValue
      content: ContentBlock[]
      /** The effect may have happened although no answer came. */
      uncertain: boolean
    }
