/**
 * A program: the least that a durable gateway behind a pipe can be. The SDK serves one tool on a socket, which
 * commits, calls the same tool of a real server through the SDK's client, and commits again: no rules, no audit,
 * no checks of its own. Its arguments are the socket's path, the database and the server's command line.
 */
import { createServer } from 'node:net'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { openCommit } from './commits.ts'

const [socketPath = '', file = '', command = '', ...args] = process.argv.slice(2)
const behind = new Client({ name: 'floor', version: '1.0.0' })
await behind.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }))
const commit = openCommit(file).run

function createForwarder(): Server {
  const server = new Server({ name: 'floor', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/call', async ({ params }) => {
    commit()
    const { content } = await behind.callTool({ name: params.name, arguments: params.arguments ?? {} })
    commit()
    return { content }
  })
  return server
}

createServer((socket) => {
  serveStdio(createForwarder, { transport: new StdioServerTransport(socket, socket) })
}).listen(socketPath, () => console.log('ready'))
