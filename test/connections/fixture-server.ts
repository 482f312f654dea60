/**
 * An MCP server over stdio that misbehaves on request. Started by tests as a process of its own; speaks plain
 * JSON lines, so that nothing of the SDK stands between it and what is tested.
 * Arguments: `tools=N` (pages of ten), `hang` (never answers), `stubborn` (ignores requests to end),
 * `chatty` (writes a banner to stdout), `shy` (refuses to list its tools the first time).
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

type Json = Record<string, unknown>

const flags = process.argv.slice(2)
let toolCount = Number(flags.find((flag) => flag.startsWith('tools='))?.slice(6) ?? 3)
let isShy = flags.includes('shy')
let clientCapabilities: unknown = null
const cancelled: unknown[] = []

function send(message: Json): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

function log(line: string): void {
  process.stderr.write(`${line}\n`)
}

function text(value: unknown): Json {
  return { content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] }
}

const PAGE = 10
function listTools(cursor: unknown): Json {
  const start = Number(cursor ?? 0)
  const tools = Array.from({ length: Math.min(PAGE, toolCount - start) }, (_, index) => ({
    name: `tool_${start + index}`,
    description: `Tool number ${start + index}`,
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: index % 2 === 0, destructiveHint: 'not a boolean' },
  }))
  const next = start + PAGE
  return {
    tools: [...tools, { description: 'A tool without a name is no tool' }],
    ...(next < toolCount ? { nextCursor: String(next) } : {}),
  }
}

function callTool(id: unknown, name: string, args: Json, meta: Json): Json | null {
  switch (name) {
    case 'environment':
      return text({ ...process.env })
    case 'capabilities':
      return text(clientCapabilities)
    case 'cancelled':
      return text(cancelled)
    case 'meta':
      return text(meta)
    case 'echo':
      return { content: args.content, structuredContent: args.structured, isError: args.isError }
    case 'grow':
      toolCount = Number(args.to)
      send({ method: 'notifications/tools/list_changed' })
      return text('grown')
    case 'big':
      return text('x'.repeat(Number(args.bytes)))
    case 'log':
      for (let line = 0; line < Number(args.lines); line += 1) log(`line ${line} ${args.text ?? ''}`)
      return text('logged')
    case 'child': {
      // Ignores its hang-up, and keeps the pipes open.
      const child = spawn(
        process.execPath,
        ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6)'],
        {
          stdio: 'inherit',
          detached: args.detached === true,
        },
      )
      return text(String(child.pid))
    }
    case 'progress':
      for (const progress of [1, 2]) {
        send({
          method: 'notifications/progress',
          params: { progressToken: meta.progressToken, progress, total: 2, message: `step ${progress}` },
        })
      }
      return text('done')
    case 'die':
      log('about to die')
      process.exit(7)
      return null
    case 'wait':
      log(`waiting ${String(id)}`)
      return null
    case 'refuse':
      send({ id, error: { code: -32602, message: 'no such colour' } })
      return null
    case 'nonsense':
      return { content: 'not a list' }
    default:
      return text(`unknown ${name}`)
  }
}

function answer(id: unknown, method: string, params: Json): Json | null {
  switch (method) {
    case 'initialize':
      clientCapabilities = params.capabilities
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'fixture', version: '1' },
      }
    case 'tools/list':
      if (isShy) {
        isShy = false
        send({ id, error: { code: -32603, message: 'not yet' } })
        return null
      }
      return listTools(params.cursor)
    case 'tools/call':
      return callTool(id, String(params.name), (params.arguments ?? {}) as Json, (params._meta ?? {}) as Json)
    default:
      return {}
  }
}

log(`pid ${process.pid}`)
if (flags.includes('chatty')) process.stdout.write('Welcome to the fixture!\n')
if (flags.includes('stubborn')) {
  process.on('SIGTERM', () => log('I stay'))
  setInterval(() => {}, 1e6)
}
if (!flags.includes('hang')) {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line) as { id?: unknown; method: string; params?: Json }
    if (method === 'notifications/cancelled') cancelled.push(params?.requestId)
    if (id === undefined) return
    const result = answer(id, method, params ?? {})
    if (result !== null) send({ id, result })
  })
} else {
  process.stdin.resume().on('end', () => process.exit(0))
}
