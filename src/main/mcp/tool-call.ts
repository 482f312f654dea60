/**
 * One `tools/call`: finds the tool, checks the arguments, calls the gateway and dresses the answer. Everything a
 * model can act on is a tool result; only an unknown tool is a JSON-RPC error (seed 001). May import: model.
 */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Logger } from 'pino'
import type { Gateway } from '../gateway.ts'
import { type ErrorCode, GatewayError } from '../model/error.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { AgentPrincipal } from '../model/principal.ts'
import { type CheckArguments, createArgumentCheck } from './arguments.ts'
import { canonicalToolName } from './tool-names.ts'
import { type CallOptions, TOOLS, type Tool, type ToolAnswer } from './tools.ts'

export type CallTool = (
  who: AgentPrincipal,
  request: { name: string; arguments: JsonObject },
  options: CallOptions,
) => Promise<CallToolResult>

/** @throws ProtocolError -32602 for a tool that does not exist. Nothing else is thrown. */
export function createToolCall(gateway: Gateway, log: Logger): CallTool {
  const table = new Map<string, { tool: Tool; check: CheckArguments }>(
    TOOLS.map((tool) => [tool.name, { tool, check: createArgumentCheck(tool) }]),
  )
  return async (who, request, options) => {
    const entry = table.get(canonicalToolName(request.name))
    if (!entry) throw unknownTool(request.name)
    return present(await answer(entry.tool, entry.check))

    async function answer(tool: Tool, check: CheckArguments): Promise<ToolAnswer> {
      const problems = check(request.arguments)
      if (problems.length > 0)
        return refuse('INVALID_ARGUMENTS', problems.map((one) => one.message).join(' '), problems)
      if (gateway.draining) {
        return refuse(
          'GATEWAY_DRAINING',
          'The gateway is handing over or stopping. Try again in a few seconds.',
        )
      }
      try {
        return await tool.run(gateway, who, request.arguments, options)
      } catch (fault) {
        return refuseFault(fault, tool)
      }
    }

    function refuseFault(fault: unknown, tool: Tool): ToolAnswer {
      if (fault instanceof GatewayError && fault.code !== 'INTERNAL') return fail(fault.code, fault.message)
      const correlationId = gateway.ids.next('co')
      log.error(
        { correlationId, tool: tool.name, actor: who.id, err: fault },
        'a tool call failed inside the gateway',
      )
      return fail(
        'INTERNAL',
        `The gateway failed inside. Its log has the details under ${correlationId}. Look at the run with workflow.get before trying again.`,
      )
    }
  }
}

function present({ answer, isError, content }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }, ...(content as unknown as ContentBlock[])],
    structuredContent: answer,
    ...(isError && { isError: true }),
  }
}

function refuse(code: ErrorCode, message: string, details?: JsonValue | object[]): ToolAnswer {
  const error = { code, message, ...(details !== undefined && { details: details as JsonValue }) }
  return { answer: { result: { status: 'rejected' }, error, links: [] }, isError: true, content: [] }
}

function fail(code: ErrorCode, message: string): ToolAnswer {
  return {
    answer: { result: { status: 'failed' }, error: { code, message }, links: [] },
    isError: true,
    content: [],
  }
}

function unknownTool(name: string): ProtocolError {
  const names = TOOLS.map((tool) => tool.name).join(', ')
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool "${name}". There are: ${names}.`,
  )
}
