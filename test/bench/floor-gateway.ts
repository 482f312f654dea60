/**
 * A program: the least that a durable gateway behind a pipe can be. The SDK serves one tool on a socket, which
 * commits, calls the same tool of a real server through the SDK's client, and commits again: no rules, no checks,
 * no answer of its own. On a second socket the two commits are the record that Countersign keeps of a call. Its
 * arguments are a folder for sockets and databases, and the server's command line.
 */
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { JsonObject } from '../../src/main/model/json.ts'
import { openSqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import { openCommit } from './commits.ts'
import { createRecord } from './record.ts'

const [folder = '', command = '', ...args] = process.argv.slice(2)
const behind = new Client({ name: 'floor', version: '1.0.0' })
await behind.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }))
const commit = openCommit(join(folder, 'rows.db')).run
const store = await openSqliteStore({ file: join(folder, 'record.db') })

interface Writing {
  before(): unknown
  after(text: string): unknown
}

const ROWS: Writing = { before: commit, after: commit }

function createForwarder(write: (args: JsonObject) => Writing): Server {
  const server = new Server({ name: 'floor', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/call', async ({ params }) => {
    const given = (params.arguments ?? {}) as JsonObject
    const { before, after } = write(given)
    await before()
    const { content } = await behind.callTool({ name: params.name, arguments: given })
    await after(content.map((block) => (block.type === 'text' ? block.text : '')).join(''))
    return { content }
  })
  return server
}

function listen(name: string, write: (args: JsonObject) => Writing): Promise<void> {
  const server = createServer((socket) => {
    serveStdio(() => createForwarder(write), { transport: new StdioServerTransport(socket, socket) })
  })
  return new Promise((resolve) => {
    server.listen(join(folder, `${name}.sock`), resolve)
  })
}

await listen('rows', () => ROWS)
await listen('record', (given) => {
  const { claim, outcome } = createRecord(store, given)
  return { before: claim, after: outcome }
})
console.log('ready')
