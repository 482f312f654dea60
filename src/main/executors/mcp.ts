/** Calls a tool of an MCP server through its connection. */
import type { ConnectionPool } from '../connections/pool.ts'
import { redactStrings } from '../connections/redact.ts'
import type { Clock, Executor } from '../runtime/ports.ts'
import { executorOf } from './executor-of.ts'
import { toOutput, toText } from './mcp-output.ts'
import { readRetryAfter } from './retry-after.ts'

export interface McpParts {
  pool: ConnectionPool
  redact(text: string): string
  clock: Clock
}

export function createMcpExecutor({ pool, redact, clock }: McpParts): Executor {
  return executorOf('mcp', async ({ connection, tool, arguments: args }, context) => {
    const { signal, progress, workflowId, idempotencyKey } = context
    const call = { signal, progress, workflowId, ...(idempotencyKey === null ? {} : { idempotencyKey }) }
    const answer = await pool.callTool(connection, tool, args, call)
    if (!answer.ok) {
      const { errorClass, message, uncertain, retryAfter = null } = answer
      const retryAfterMs = readRetryAfter(retryAfter, clock.now())
      const failed = { ok: false as const, errorClass, message: redact(message), content: [], uncertain }
      return retryAfterMs === null ? failed : { ...failed, retryAfterMs }
    }
    const name = `${connection}.${tool}`
    const { isError, ...rest } = answer.result
    const content = redactStrings(rest.content, redact)
    if (isError) {
      const message = toText(content) || `${name} reported a failure and gave no reason.`
      return { ok: false, errorClass: 'permanent', message, content, uncertain: false }
    }
    return {
      ok: true,
      output: redactStrings(toOutput(rest), redact),
      evidence: [{ kind: 'tool_result', summary: `${name} answered`, data: { connection, tool } }],
      content,
    }
  })
}
