/** A package of npm that is a server, its registry, and what runs it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Plays npx: a server whose tools depend on the version that it is asked for. */
export const NPX = `#!${process.execPath}
const { createInterface } = require('node:readline')
const version = process.argv.find((word) => word.startsWith('@acme/mcp@')).split('@')[2]
const text = { type: 'object', properties: { text: { type: 'string' } } }
const count = { type: 'object', properties: { text: { type: 'string' }, count: { type: 'number' } }, required: ['count'] }
const tools = version === '1.2.3'
  ? [{ name: 'echo', description: 'Says it again', inputSchema: text, annotations: { readOnlyHint: true } },
     { name: 'old', inputSchema: text }, { name: 'same', inputSchema: text }]
  : [{ name: 'echo', description: 'Says it often', inputSchema: count },
     { name: 'new', description: 'Is new', inputSchema: text }, { name: 'same', inputSchema: text }]
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const result = method === 'initialize'
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'acme', version } }
    : method === 'tools/list' ? { tools } : {}
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
})
`

/** An npm registry with the one package, at `/npm` of its host. */
export async function openNpm() {
  const asked: { path: string; token: string | undefined; accept: string | undefined }[] = []
  const http = createServer((request, response) => {
    const { url = '', headers } = request
    asked.push({ path: url, token: headers.authorization, accept: headers.accept })
    if (url !== '/npm/@acme%2fmcp') {
      response.writeHead(404).end('{"error":"Not found"}')
      return
    }
    const versions = ['1.2.2', '1.2.3', '1.10.0', '2.0.0-beta.1', '1.3.0']
    const facts = versions.map((each) => [each, each === '1.3.0' ? { deprecated: 'bad' } : {}])
    const tags = { latest: '1.10.0' }
    response.end(
      JSON.stringify({ name: '@acme/mcp', 'dist-tags': tags, versions: Object.fromEntries(facts) }),
    )
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    host: `127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        http.closeAllConnections()
        http.close(() => resolve())
      }),
  }
}
