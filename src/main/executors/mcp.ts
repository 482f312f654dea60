/** Calls a tool of an MCP server through its connection. */

import { isAboutOwnResult } from '../connections/own-failures.ts'
import type { ConnectionPool } from '../connections/pool.ts'
import { type FailedOutcome, failure, permanentFailure } from '../model/call.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'
import type { ContentBlock } from '../model/response.ts'
import type { Executor } from '../runtime/executor-port.ts'
import type { Clock } from '../runtime/ports.ts'
import { executorOf } from './executor-of.ts'
import { parseJson } from './parse-json.ts'
import { readRetryAfter } from './retry-after.ts'

interface McpParts {
  pool: ConnectionPool
  clock: Clock
}

export function createMcpExecutor({ pool, clock }: McpParts): Executor {
  return executorOf('mcp', async ({ connection, tool, arguments: args }, context) => {
    const { signal, progress, workflowId, idempotencyKey } = context
    let unsent: FailedOutcome | null = null
    const answer = await pool.callTool(connection, tool, args, {
      ...{ signal, progress, workflowId },
      ...(idempotencyKey === null ? {} : { idempotencyKey }),
      objection() {
        unsent = context.objection?.() ?? null
        return unsent?.message ?? null
      },
    })
    if (unsent !== null) return unsent
    if (!answer.ok) {
      const { errorClass, message, uncertain, retryAfter = null } = answer
      const retryAfterMs = readRetryAfter(retryAfter, clock.now())
      const failed = failure(errorClass, message, uncertain)
      return retryAfterMs === null ? failed : { ...failed, retryAfterMs }
    }
    const name = `${connection}.${tool}`
    const { isError, ...rest } = answer.result
    const { content } = rest
    if (isError) {
      const details = rest.structuredContent ?? null
      const told = toText(content) || (details === null ? '' : JSON.stringify(details))
      const message = told || `${name} reported a failure and gave no reason.`
      return {
        ...permanentFailure(message, isAboutOwnResult(message)),
        ...(details === null ? {} : { details }),
        content,
      }
    }
    return {
      ok: true,
      output: toOutput(rest),
      evidence: [{ kind: 'tool_result', summary: `${name} answered`, data: { connection, tool } }],
      content,
    }
  })
}

// ── What a tool's answer is to the workflow: JSON, with images and files as references.

/** `structuredContent`; else a single text that is JSON; else `{text}`, and `{attachments}` if there are any. */
export function toOutput(result: { structuredContent?: JsonValue; content: ContentBlock[] }): JsonValue {
  if (result.structuredContent !== undefined && result.structuredContent !== null)
    return result.structuredContent
  const text = toText(result.content)
  const attachments = result.content.filter((block) => block.type !== 'text').map(toReference)
  if (attachments.length > 0) return { text, attachments }
  return result.content.length === 1 ? (parseJson(text) ?? { text }) : { text }
}

/** The text blocks, one below the other. */
function toText(content: ContentBlock[]): string {
  return content
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : []))
    .join('\n')
}

/** Everything but the bytes or the text that it carries. */
function toReference(block: ContentBlock): JsonObject {
  const { data, resource, ...reference } = block
  return {
    ...reference,
    ...(typeof data === 'string' ? { bytes: countBase64Bytes(data) } : {}),
    ...(isJsonObject(resource) ? describeResource(resource) : {}),
  }
}

function describeResource({ text, blob, ...reference }: JsonObject): JsonObject {
  if (typeof blob === 'string') return { ...reference, bytes: countBase64Bytes(blob) }
  return typeof text === 'string' ? { ...reference, bytes: Buffer.byteLength(text) } : reference
}

function countBase64Bytes(data: string): number {
  return Buffer.byteLength(data, 'base64')
}
