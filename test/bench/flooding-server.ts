/** A server that answers by far too much, as JSON lines over its pipes: once whole, once without an end. */
import { createInterface } from 'node:readline'

const MIB = 1024 * 1024
const TOOLS = ['long_answer', 'endless_line'].map((name) => ({
  name,
  description: 'Answers too much.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
}))

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

/** Until the pipe is broken. */
function writeWithoutEnd(id: unknown): void {
  process.stdout.write(
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"`,
  )
  const piece = 'x'.repeat(MIB)
  const more = () => {
    while (process.stdout.write(piece));
    process.stdout.once('drain', more)
  }
  more()
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as {
    id?: number
    method: string
    params?: { name?: string; protocolVersion?: string }
  }
  if (id === undefined) return
  switch (method) {
    case 'initialize':
      return send({
        id,
        result: {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'flooding', version: '1.0.0' },
        },
      })
    case 'tools/list':
      return send({ id, result: { tools: TOOLS } })
    case 'tools/call':
      if (params?.name === 'endless_line') return writeWithoutEnd(id)
      return send({ id, result: { content: [{ type: 'text', text: 'x'.repeat(60 * MIB) }] } })
    default:
      return send({ id, error: { code: -32_601, message: 'There is no such method.' } })
  }
})
