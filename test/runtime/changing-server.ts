/** An MCP server whose tools are what a file of its folder says, each time it is asked for them. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Written beside the configuration as `server.cjs`. Every call answers with the name of its tool. */
export const SERVER = `
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const read = () => JSON.parse(readFileSync(join(__dirname, 'tools.json'), 'utf8'))
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const answer = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'changing', version: '1' },
  }),
  'tools/list': () => ({ tools: read() }),
  'tools/call': ({ name, arguments: args }) => {
    if (args && args.announce) send({ method: 'notifications/tools/list_changed' })
    return { content: [{ type: 'text', text: 'ran ' + name }] }
  },
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined) send({ id, result: answer[method] ? answer[method](params || {}) : {} })
})
`

export interface ServerTool {
  name: string
  description?: string
  readOnly?: boolean
  inputSchema?: object
}

export async function writeTools(folder: string, tools: ServerTool[]): Promise<void> {
  await writeFile(join(folder, 'tools.json'), describeTools(tools))
}

/** What stands in `tools.json`. */
export function describeTools(tools: ServerTool[]): string {
  const described = tools.map(
    ({ name, description = `Does ${name}`, readOnly = false, inputSchema = { type: 'object' } }) => ({
      name,
      description,
      inputSchema,
      annotations: { readOnlyHint: readOnly },
    }),
  )
  return JSON.stringify(described)
}

/** A connection `db` to it, and the import of all its tools. */
export const CONNECTED = `
connections: { db: { kind: mcp, command: ${JSON.stringify(process.execPath)}, args: ["\${COUNTERSIGN_WORKSPACE}/server.cjs"] } }
proxy: { import: [{ connection: db, prefix: db }] }
`
