/**
 * One `tools/call`: finds the tool, checks the arguments, calls the gateway and dresses the answer. Everything a
 * model can act on is a tool result; only an unknown tool is a JSON-RPC error (seed 001).
 */
import {
  type CallToolResult,
  type ContentBlock,
  isSpecType,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { Gateway, Log } from '../../gateway.ts'
import { type ErrorCode, GatewayError } from '../../model/error.ts'
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import type { AgentPrincipal, HumanPrincipal } from '../../model/principal.ts'
import type { ContentBlock as DownstreamBlock } from '../../model/response.ts'
import { shorten } from '../../model/shorten.ts'
import type { Fault } from '../../workflow/schema/evaluate.ts'
import { findFaults } from '../../workflow/schema/schema.ts'
import { canonicalToolName } from './tool-names.ts'
import { type CallOptions, TOOLS, type Tool, type ToolAnswer } from './tools.ts'

/** Characters. A part that cannot be passed on is shown, but its bytes are of no use in a text. */
const MOST_WRITTEN = 2000

/** For an agent over MCP; for a person at the desk, who makes the same call to see what an agent would be told. */
export type CallTool = (
  who: AgentPrincipal | HumanPrincipal,
  request: { name: string; arguments: JsonObject },
  options: CallOptions & {
    session: string | null
    /** Whether somebody is still there to take the answer; absent: yes. */
    isTaken?(): boolean
  },
) => Promise<CallToolResult>

/**
 * @param ending aborted when the gateway is about to end: calls that only read and wait are answered at once
 * @throws (the call) ProtocolError -32602 for a tool that does not exist; nothing else
 */
export function createToolCall(gateway: Gateway, ending: AbortSignal, log: Log): CallTool {
  const table = new Map<string, Tool>(TOOLS.map((tool) => [tool.name, tool]))
  const firstTools = waitForFirstTools(gateway)
  return async (who, request, { session, isTaken = () => true, ...options }) => {
    const at = gateway.clock.now()
    const called = table.get(canonicalToolName(request.name))
    if (!called) throw unknownTool(request.name)
    const answered = ifSure(await answer(called))
    const result = present(answered)
    if (who.kind === 'agent')
      heed(who, { method: called.name, input: request.arguments, ...answered }, lengthOf(result))
    return result

    /** What is learnt from agents, and what they have been told, is not mixed with what people try. */
    function heed(
      who: AgentPrincipal,
      call: ToolAnswer & { method: Tool['name']; input: JsonObject },
      length: number,
    ): void {
      const { client, label } = who
      const sent = JSON.stringify(call.input).length
      gateway.clientLedger.saw({ client, label }, { ...outcomeOf(call), sent, answered: length })
      gateway.traffic.saw({ client, label, session }, call, at)
      const told = aboutRun(who, call)
      if (told !== null && isTaken()) gateway.answers.saw(told)
    }

    async function answer(tool: Tool): Promise<ToolAnswer> {
      const problems = checkArguments(tool, request.arguments)
      if (problems.length > 0) return refuseArguments(tool, request.arguments, problems)
      if (NEEDS_TOOLS.has(tool.name)) await firstTools()
      try {
        if (!tool.readOnly) return await tool.run(gateway, who, request.arguments, options)
        return await readUntil(ending, options, (bounded) =>
          tool.run(gateway, who, request.arguments, bounded),
        )
      } catch (fault) {
        return refuseFault(fault, tool)
      }
    }

    /** What was read may be gone with the process; what says so itself can say more. */
    function ifSure(answered: ToolAnswer): ToolAnswer {
      const obstacle = gateway.obstacle()
      return obstacle === null || saidIn(answered).includes(obstacle)
        ? answered
        : fail('INTERNAL', `${obstacle} Until then nobody knows what will be left of what was written last.`)
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
        `${fault instanceof GatewayError ? fault.message : 'A step of Countersign itself failed.'} The log of Countersign has the details under ${correlationId}. Look at the run with workflow.get before trying again.`,
      )
    }
  }
}

/** Calls whose answer would not hold what a server offers that has never been asked. */
const NEEDS_TOOLS: ReadonlySet<string> = new Set([
  'gateway.home',
  'gateway.search',
  'gateway.describe',
  'workflow.start',
])
/** A server that takes longer to start is waited for no more: its tools come when they come. */
const FIRST_TOOLS_MS = 10_000

/** On a new data folder the first call comes before the servers have said what they offer; later they are known. */
function waitForFirstTools({ connections }: Pick<Gateway, 'connections'>): () => Promise<void> {
  let waiting: Promise<void> | null = null
  const isUnknown = () =>
    connections
      .states()
      .some(({ kind, health, tools }) => kind === 'mcp' && health === 'starting' && tools.length === 0)
  return async () => {
    if (waiting === null && !isUnknown()) return
    waiting ??= connections.settled(FIRST_TOOLS_MS)
    await waiting
  }
}

/** Passes on a signal that also fires when the gateway ends, and lets go of the long-lived one afterwards. */
async function readUntil(
  ending: AbortSignal,
  options: CallOptions,
  read: (options: CallOptions) => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  const stop = new AbortController()
  const sources = [ending, ...(options.signal ? [options.signal] : [])]
  const abort = () => stop.abort()
  for (const source of sources) source.addEventListener('abort', abort)
  if (sources.some((source) => source.aborted)) abort()
  try {
    return await read({ ...options, signal: stop.signal })
  } finally {
    for (const source of sources) source.removeEventListener('abort', abort)
  }
}

type AnswerRecord = Parameters<Gateway['answers']['saw']>[0]

/** Null: it shows no run. */
function aboutRun(
  who: AgentPrincipal,
  { method, input, run }: Pick<ToolAnswer, 'run'> & { method: Tool['name']; input: JsonObject },
): AnswerRecord | null {
  if (run === undefined) return null
  const step = method === 'workflow.submit' ? input.transition : startedCall(input)
  const about = method === 'workflow.get' || typeof step !== 'string' ? null : step
  return { by: who.id, ...run, about }
}

function startedCall({ input }: JsonObject): unknown {
  return isJsonObject(input) ? input.capability : undefined
}

function present({ answer, isError, content }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }, ...content.map(asBlock)],
    structuredContent: answer,
    ...(isError && { isError: true }),
  }
}

function outcomeOf({ answer: { result, error } }: ToolAnswer): { status: string; code: string | null } {
  const status = isJsonObject(result) ? String(result.status) : ''
  return { status, code: isJsonObject(error) ? String(error.code) : null }
}

/** In sentences. */
function saidIn({ answer: { result, error } }: ToolAnswer): string {
  const messages = [result, error].map((part) => (isJsonObject(part) ? String(part.message) : ''))
  return messages.join(' ')
}

/** Characters of its texts: pictures are counted by nobody in the same way. */
function lengthOf({ content }: CallToolResult): number {
  return content.reduce((length, block) => length + (block.type === 'text' ? block.text.length : 0), 0)
}

/** The SDK sends nothing of an answer that has one block which MCP does not know: the agent would do it all again. */
function asBlock(block: DownstreamBlock): ContentBlock {
  if (isSpecType.ContentBlock(block)) return block
  const shown = shorten(JSON.stringify(block), MOST_WRITTEN)
  return { type: 'text', text: `The server sent a part that MCP does not know: ${shown}` }
}

function refuseArguments(tool: Tool, input: JsonObject, problems: ArgumentProblem[]): ToolAnswer {
  const fields = Object.keys((tool.inputSchema.properties ?? {}) as JsonObject)
  const takes = fields.length === 0 ? 'takes no arguments' : `takes ${fields.join(', ')}`
  const message = `${problems.map((problem) => problem.message).join('; ')}. ${tool.name} ${takes}.`
  const { workflowId } = input
  const link =
    typeof workflowId === 'string'
      ? { rel: 'self', method: 'workflow.get', args: { workflowId } }
      : { rel: 'home', method: 'gateway.home', args: {} }
  const error = { code: 'INVALID_ARGUMENTS', message, details: problems }
  return { answer: { result: { status: 'rejected' }, error, links: [link] }, isError: true, content: [] }
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

// ── Checks the arguments of a tool against its own schema and says in a sentence what is wrong.

/** One row of `details`; `path` is the field, for example `expectedVersion` or `tags.0`. */
interface ArgumentProblem {
  [column: string]: string
  path: string
  message: string
  expected: string
}

/** The problems of `input`, none if it fits. */
export function checkArguments(tool: Pick<Tool, 'inputSchema'>, input: JsonObject): ArgumentProblem[] {
  const fields = isJsonObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {}
  return findFaults(tool.inputSchema, input).map((fault) => describe(fault, fields))
}

function describe(fault: Fault, fields: JsonObject): ArgumentProblem {
  const path = fault.instancePath.slice(1).replaceAll('/', '.')
  const { params } = fault
  const row = (field: string, what: string, expected: string): ArgumentProblem => ({
    path: field,
    message: `${field}: ${what}`,
    expected,
  })
  switch (fault.keyword) {
    case 'required': {
      const field = String(params.missingProperty)
      const type = isJsonObject(fields[field]) ? fields[field].type : undefined
      return row(field, 'is missing', typeof type === 'string' ? type : 'a value')
    }
    case 'additionalProperties': {
      const names = Object.keys(fields)
      const expected = names.length === 0 ? 'no arguments' : names.join(', ')
      return row(String(params.additionalProperty), 'is not an argument of this tool', expected)
    }
    case 'type':
      return row(path, 'has the wrong type', String(fault.schema))
    case 'enum':
      return row(path, 'is not one of the allowed values', listed(fault.schema))
    case 'minimum':
      return row(path, 'is too small', `at least ${String(fault.schema)}`)
    case 'maximum':
      return row(path, 'is too large', `at most ${String(fault.schema)}`)
    default:
      return row(path, fault.message, fault.keyword)
  }
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : String(values)
}
