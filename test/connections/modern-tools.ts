/** A server that speaks the newest revision and nothing older; over HTTP for a test, or a process of its own (stdio). */
import { acceptedContent, type CallToolResult, inputRequired, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })

export function createModernServer(): Server {
  const server = new Server(
    { name: 'modern', version: '1' },
    { capabilities: { tools: { listChanged: true } } },
  )
  const inputSchema = { type: 'object' as const }
  const names = ['greet', 'ask', 'wait', 'sample']
  server.setRequestHandler('tools/list', () => ({ tools: names.map((name) => ({ name, inputSchema })) }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    if (params.name === 'greet') return text('hello')
    if (params.name === 'wait') {
      const { signal } = context.mcpReq
      // A busy machine may bring the call and its end in one piece.
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      process.stderr.write('cancelled\n')
      return text('stopped')
    }
    if (params.name === 'sample') {
      const question = { role: 'user' as const, content: { type: 'text' as const, text: 'Well?' } }
      return inputRequired({
        inputRequests: { q: inputRequired.createMessage({ messages: [question], maxTokens: 10 }) },
      })
    }
    const name = acceptedContent(context.mcpReq.inputResponses, 'who')?.name
    if (typeof name === 'string') return text(`hello ${name}`)
    return inputRequired({
      inputRequests: {
        who: inputRequired.elicit({
          message: 'Who are you?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        }),
      },
    })
  })
  return server
}

if (process.argv.includes('stdio')) serveStdio(createModernServer, { legacy: 'reject' })
