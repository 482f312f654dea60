/** An MCP client as any agent has it: Streamable HTTP, a token, the seven tools. May import: model. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import type { ToolMethod } from '../../model/response.ts'

export interface Agent {
  /** The answer's JSON; rejections are answers too. @throws if the gateway cannot be reached. */
  call(tool: ToolMethod, args: JsonObject): Promise<JsonObject>
  close(): Promise<void>
}

/** Longer than the gateway holds a call open for a person. */
const CALL_MS = 180_000

export async function connectAgent(options: {
  url: string
  token: string
  version: string
  signal: AbortSignal
}): Promise<Agent> {
  const { signal } = options
  const client = new Client({ name: 'Sample agent', version: options.version }, { capabilities: {} })
  const headers = { authorization: `Bearer ${options.token}` }
  const transport = new StreamableHTTPClientTransport(new URL(options.url), { requestInit: { headers } })
  await client.connect(transport, { signal })
  return {
    async call(tool, args) {
      const answer = await client.callTool({ name: tool, arguments: args }, { signal, timeout: CALL_MS })
      const structured: unknown = answer.structuredContent
      if (isJsonObject(structured)) return structured
      throw new Error(`Countersign’s answer to ${tool} has no JSON.`)
    },
    async close() {
      await transport.terminateSession().catch(() => undefined)
      await client.close()
    },
  }
}
