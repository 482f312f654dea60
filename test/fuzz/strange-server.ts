/**
 * An MCP server as a program that speaks nonsense: each reply to a call is one of many wrong ones, drawn from the
 * seed that the call carries; between the lines it says things that nobody asked for.
 */
export const STRANGE_SERVER = `
const readline = require('node:readline')
const out = (value) => process.stdout.write((typeof value === 'string' ? value : JSON.stringify(value)) + '\\n')
const nested = (depth) => '['.repeat(depth) + ']'.repeat(depth)
const tools = [{ name: 'say', inputSchema: { type: 'object', properties: { seed: { type: 'integer' } } } }]
const wrong = [
  (id) => out({ jsonrpc: '2.0', id, result: {} }),
  (id) => out({ jsonrpc: '2.0', id, result: null }),
  (id) => out({ jsonrpc: '2.0', id, result: { content: 'text' } }),
  (id) => out({ jsonrpc: '2.0', id, result: { content: [{ type: 'nothing' }, null, 7] } }),
  (id) => out({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 5 }] } }),
  (id) => out({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'Error: x\\\\n    at secret (/home/me/server.js:1:1)' }], isError: true } }),
  (id) => out('{"jsonrpc":"2.0","id":' + id + ',"result":{"content":[],"structuredContent":{"__proto__":{"polluted":true}}}}'),
  (id) => out('{"jsonrpc":"2.0","id":' + id + ',"result":{"content":[],"structuredContent":{"deep":' + nested(3000) + '}}}'),
  (id) => out({ jsonrpc: '2.0', id, error: { code: 'x', message: 9 } }),
  (id) => out({ jsonrpc: '2.0', id, error: { code: -32603, message: 'boom', data: { stack: 'at x' } } }),
  (id) => { out('this is no JSON'); out({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'after noise' }] } }) },
  (id) => { out({ jsonrpc: '2.0', id: 99999, result: {} }); out({ jsonrpc: '2.0', id, result: { content: [] } }); out({ jsonrpc: '2.0', id, result: { content: [] } }) },
  (id) => { out({ jsonrpc: '1.0' }); out([]); out('null'); out('{"jsonrpc":"2.0","method":"notifications/unknown","params":[1]}'); out({ jsonrpc: '2.0', id, result: { content: [] } }) },
  (id) => { out({ jsonrpc: '2.0', id: 7, method: 'sampling/createMessage', params: {} }); out({ jsonrpc: '2.0', id: 8, method: 'roots/list' }); out({ jsonrpc: '2.0', id, result: { content: [] } }) },
  (id) => { out({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: id, progress: 'much' } }); out({ jsonrpc: '2.0', id, result: { content: [] } }) },
  (id) => process.stdout.write('{"jsonrpc":"2.0","id":' + id, () => process.exit(3)),
  () => process.exit(0),
  (id) => out({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'x'.repeat(300000) }] } }),
]
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') {
    out({ jsonrpc: '2.0', id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'strange', version: '1' } } })
  } else if (method === 'tools/list') out({ jsonrpc: '2.0', id, result: { tools } })
  else if (method === 'tools/call') wrong[params.arguments.seed % wrong.length](id)
  else if (id !== undefined) out({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } })
})
`
/** How many wrong replies it knows. */
export const STRANGE_REPLIES = 18
