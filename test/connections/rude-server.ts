/**
 * An MCP server over stdio that breaks the protocol: each of its tools in a way of its own. Plain JSON lines.
 * Written for tests; started as a process of its own.
 */
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

type Json = Record<string, unknown>

let toolsAsked = 0
let held: unknown = null

function line(text: string): void {
  process.stdout.write(`${text}\n`)
}

function send(message: Json): void {
  line(JSON.stringify({ jsonrpc: '2.0', ...message }))
}

function text(value: string): Json {
  return { content: [{ type: 'text', text: value }] }
}

function deep(levels: number): Json {
  return JSON.parse(`${'{"not":'.repeat(levels)}{}${'}'.repeat(levels)}`) as Json
}

const PROMISE = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }

const TOOLS: Json[] = [
  { name: 'fine', inputSchema: { type: 'object' } },
  {
    name: 'elsewhere',
    inputSchema: { type: 'object', properties: { a: { $ref: 'https://example.org/a.json' } } },
  },
  { name: 'no_object', inputSchema: { type: 'string' } },
  { name: 'garbage', inputSchema: { type: 'object' } },
  { name: 'garbage', inputSchema: 'a string' },
  { name: '', inputSchema: { type: 'object' } },
  { name: ' \u0007\u200b', inputSchema: { type: 'object' } },
  { name: 'two_faced', annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } },
  { name: 'two_faced', inputSchema: { type: 'object' } },
  { name: 'two_faced', inputSchema: { type: 'object' } },
  { name: 'two_faced', annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } },
  { inputSchema: { type: 'object' } },
  { name: 'fine', inputSchema: { type: 'object' } },
  { name: 'abyss', inputSchema: { type: 'object', properties: { a: deep(200) } } },
  { name: 'looking_ahead', inputSchema: { type: 'object', properties: { a: { pattern: '^(?=a)b' } } } },
  {
    name: 'circle',
    inputSchema: {
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } },
    },
  },
  { name: 'deepest', inputSchema: { type: 'object', properties: { a: deep(4000) } } },
  { name: 'deep_promise', inputSchema: { type: 'object' }, outputSchema: deep(4000) },
  // Servers leave it out of a tool that takes nothing.
  { name: 'open' },
  { name: 'promising', inputSchema: { type: 'object' }, outputSchema: PROMISE },
  { name: 'answers', inputSchema: { type: 'object' } },
  { name: 'half\ud800', inputSchema: { type: 'object' } },
  { name: 'n'.repeat(129), inputSchema: { type: 'object' } },
  { name: 'keyed', inputSchema: { type: 'object', properties: { _idempotencyKey: { type: 'string' } } } },
]

function whenThere(file: string, act: () => void): void {
  if (existsSync(file)) act()
  else setTimeout(() => whenThere(file, act), 20)
}

const asked = new Map<string, unknown>()

function call(id: unknown, name: string, args: Json, meta: Json): unknown {
  switch (name) {
    case 'broken_line':
      return line(`{"jsonrpc":"2.0","id":${String(id)},"result":{"content":[{"type":"te`)
    case 'no_json_rpc':
      return line(`{"id":${String(id)},"result":{}}`)
    case 'no_result':
      return line(`{"result":null,"id":${String(id)},"jsonrpc":"2.0"}`)
    case 'deep_answer': {
      const value = `${'{"a":'.repeat(Number(args.levels))}1${'}'.repeat(Number(args.levels))}`
      const deepPart = args.within === 'content' ? `{"type":"text","text":"t","_meta":${value}}` : ''
      const structured = args.within === 'content' ? '' : `,"structuredContent":${value}`
      return line(
        `{"jsonrpc":"2.0","id":${String(id)},"result":{"isError":${args.isError === true},"content":[${deepPart}]${structured}}}`,
      )
    }
    case 'logs':
      line(JSON.stringify({ level: 30, id, msg: `the request ${String(id)}` }))
      return send({ id, result: text('after its log') })
    case 'in_a_list':
      return line(JSON.stringify([{ jsonrpc: '2.0', id, result: text('among others') }]))
    case 'twice':
      send({ id, result: text('first') })
      return send({ id, result: text('second') })
    case 'strangers_answer':
      send({ id: 987_654, result: text('for nobody') })
      send({ id: 'text', error: { code: -1, message: 'for nobody' } })
      return send({ id, result: text('mine') })
    case 'held':
      held = id
      return null
    case 'release':
      send({ id: held, result: text('too late') })
      return send({ id, result: text('released') })
    case 'late':
      setTimeout(() => send({ id, result: text('too late') }), Number(args.ms))
      return null
    case 'tools_asked':
      return send({ id, result: text(String(toolsAsked)) })
    case 'silent':
      return null
    case 'promising':
      return send({
        id,
        result: { content: [], structuredContent: args.answer, isError: args.isError === true },
      })
    case 'answers':
      return send({ id, result: args.result })
    case 'keyed':
      return send({ id, result: text(JSON.stringify({ args, key: meta.idempotencyKey ?? null })) })
    case 'ask_back':
      // A request of the server to the client; its answer becomes the answer of the call.
      asked.set('back', id)
      return send({ id: 'back', method: String(args.method), params: args.params ?? {} })
    case 'ask_later':
      send({ id, result: text('asking soon') })
      return whenThere(String(args.when), () =>
        send({ id: 'later', method: String(args.method), params: args.params ?? {} }),
      )
    default:
      return send({ id, result: text(`called ${name}`) })
  }
}

createInterface({ input: process.stdin }).on('line', (received) => {
  const message = JSON.parse(received) as { id?: unknown; method?: string; params?: Json } & Json
  const { id, method, params = {} } = message
  if (method === undefined && !asked.has(String(id))) {
    process.stderr.write(`answered ${JSON.stringify(message.error ?? message.result)}\n`)
  } else if (method === undefined) {
    send({ id: asked.get(String(id)), result: text(JSON.stringify(message.error ?? message.result)) })
  } else if (method === 'initialize') {
    const { protocolVersion } = params
    const serverInfo = { name: 'rude', version: '1' }
    send({ id, result: { protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo } })
  } else if (method === 'tools/list') {
    toolsAsked += 1
    if (process.argv.includes('restless')) send({ method: 'notifications/tools/list_changed' })
    send({ id, result: { tools: TOOLS } })
  } else if (method === 'tools/call') {
    call(id, String(params.name), (params.arguments ?? {}) as Json, (params._meta ?? {}) as Json)
  } else if (id !== undefined) {
    send({ id, result: { toolsAsked } })
  }
})
