/**
 * An MCP server over stdio with two tools: `save` counts itself in a file, `ask` asks the client a question first, and
 * also for what its argument `more` declares.
 * Plain JSON lines, so that nothing of an SDK stands between it and what is tested. Argument: the file.
 */
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

type Json = Record<string, unknown>

const [file = ''] = process.argv.slice(2)
const asked = new Map<unknown, (answer: unknown) => void>()
let questions = 0

function send(message: Json): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

const text = (value: unknown) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })

const TOOLS = [
  {
    name: 'save',
    description: 'Saves a name.',
    inputSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  },
  {
    name: 'look',
    description: 'Looks.',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'ask',
    description: 'Asks first.',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  },
]

async function call(params: Json): Promise<Json> {
  if (params.name === 'save') {
    appendFileSync(file, 'ran\n')
    return text({ saved: params.arguments })
  }
  if (params.name === 'look') return text({ seen: true })
  const { more = {} } = (params.arguments ?? {}) as { more?: Json }
  questions += 1
  const id = `question-${questions}`
  send({
    id,
    method: 'elicitation/create',
    params: {
      message: 'Which colour?',
      requestedSchema: {
        type: 'object',
        required: ['colour'],
        properties: { colour: { type: 'string', enum: ['red', 'blue'] }, ...more },
      },
    },
  })
  return text(await new Promise((resolve) => asked.set(id, resolve)))
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line) as { id?: unknown; method?: string; params?: Json; result?: unknown }
  const { id, method, params = {} } = message
  if (method === undefined) {
    asked.get(id)?.(message.result ?? message)
  } else if (method === 'initialize') {
    const { protocolVersion } = params
    const serverInfo = { name: 'asking', version: '1.0.0' }
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } })
  } else if (method === 'tools/list') send({ id, result: { tools: TOOLS } })
  else if (method === 'tools/call') send({ id, result: await call(params) })
  else if (method === 'ping') send({ id, result: {} })
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } })
})
