/** A program: the tool `echo` of a server that the SDK serves over HTTP, in both eras. Its address is its first line. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

function createEcho(): McpServer {
  const server = new McpServer({ name: 'echo', version: '1.0.0' })
  const inputSchema = z.object({ message: z.string() })
  server.registerTool('echo', { description: 'Echoes back the input', inputSchema }, ({ message }) => ({
    content: [{ type: 'text', text: `Echo: ${message}` }],
  }))
  return server
}

const sessions = new Map<string, NodeStreamableHTTPServerTransport>()
const modern = toNodeHandler(createMcpHandler(createEcho, { legacy: 'reject' }))

const server = createServer(async (request, response) => {
  if (request.headers['mcp-protocol-version'] === '2026-07-28') {
    return modern(request as Parameters<typeof modern>[0], response)
  }
  const known = sessions.get(String(request.headers['mcp-session-id']))
  if (known !== undefined) return known.handleRequest(request, response)
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  })
  await createEcho().connect(transport)
  await transport.handleRequest(request, response)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
})
