/** Agents as they are in the world: MCP clients of both SDK generations, over the pipe `countersign mcp`. */
import { Client as NewerClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as NewerStdio } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CLI, environmentFor, flagsFor, NODE, type Target } from './gateway-process.ts'

/** A tool's result, as far as the tests look into it. */
export interface ToolAnswer {
  isError: boolean
  /** The `structuredContent`. */
  answer: WorkflowAnswerView
}
export interface WorkflowAnswerView {
  workflowId: string
  state: string
  version: number
  terminal?: boolean
  result: { status: string; message?: string }
  context: Record<string, unknown>
  error?: { code: string; message: string }
  links: { rel: string; method: string; actor?: string; args: Record<string, unknown> }[]
  [field: string]: unknown
}

export interface Agent {
  tools(): Promise<string[]>
  call(tool: string, args: Record<string, unknown>): Promise<ToolAnswer>
  close(): Promise<void>
}

/** `older`: the SDK's v1, revision 2025-11-25 and before. `newer`: v2, held to revision 2026-07-28. */
export const GENERATIONS = ['older', 'newer'] as const
export type Generation = (typeof GENERATIONS)[number]

export async function connectAgent(
  generation: Generation,
  target: Target,
  ...flags: string[]
): Promise<Agent> {
  const server = {
    command: NODE,
    args: [CLI, 'mcp', ...flagsFor(target), ...flags],
    env: environmentFor(target),
    stderr: 'pipe' as const,
  }
  return generation === 'older' ? connectOlder(server) : connectNewer(server)
}

/** By exactly what a client's file says. */
export async function connectByEntry(
  entry: { command: string; args: string[] },
  environment: Record<string, string>,
): Promise<Agent> {
  return await connectOlder({ ...entry, env: environment, stderr: 'pipe' })
}

interface StdioServer {
  command: string
  args: string[]
  env: Record<string, string>
  stderr: 'pipe'
}

async function connectOlder(server: StdioServer): Promise<Agent> {
  const client = new OlderClient({ name: 'older-agent', version: '1.0.0' })
  const transport = new OlderStdio(server)
  const stderr = collect(transport.stderr)
  await client.connect(transport).catch((error: unknown) => explain(error, stderr()))
  return {
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, args) => read(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  }
}

async function connectNewer(server: StdioServer): Promise<Agent> {
  const client = new NewerClient(
    { name: 'newer-agent', version: '2.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const transport = new NewerStdio(server)
  const stderr = collect(transport.stderr)
  await client.connect(transport).catch((error: unknown) => explain(error, stderr()))
  return {
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, args) => read(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  }
}

function read(result: object): ToolAnswer {
  const { isError, structuredContent } = result as { isError?: boolean; structuredContent?: unknown }
  return { isError: isError === true, answer: structuredContent as WorkflowAnswerView }
}

function collect(
  stream: { on(event: 'data', listener: (chunk: Buffer) => void): unknown } | null,
): () => string {
  let text = ''
  stream?.on('data', (chunk) => {
    text += chunk
  })
  return () => text
}

function explain(error: unknown, said: string): never {
  throw new Error(
    `The pipe did not connect: ${error instanceof Error ? error.message : String(error)}\n${said}`,
  )
}
