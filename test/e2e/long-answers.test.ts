/** What a server answers at such length that clients would drop the connection over it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connectAgent, GENERATIONS } from '../support/agent.ts'
import { makeFolder } from '../support/folders.ts'
import { NODE, startGateway } from '../support/gateway-process.ts'

const SERVER = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id === undefined) return
  const results = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'long', version: '1' } },
    'tools/list': { tools: [{ name: 'dump', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] },
    'tools/call': { content: [{ type: 'text', text: 'line\\n'.repeat(1_050_000) }] },
  }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }) + '\\n')
})`

describe('An answer of 5 MB', () => {
  it.each(GENERATIONS)(
    'reaches a client of the %s SDK in part, which stays connected [pipe.long-answers]',
    async (generation) => {
      const folder = makeFolder('long')
      const workspace = { config: join(folder.path, 'countersign.yaml'), data: join(folder.path, 'data') }
      writeFileSync(join(folder.path, 'server.cjs'), SERVER)
      writeFileSync(
        workspace.config,
        `version: "1.0.0"\nconnections: { long: { kind: mcp, command: ${JSON.stringify(NODE)}, args: ["${folder.path}/server.cjs"] } }\nproxy: { import: [{ connection: long, prefix: long, approval: { required: unlessReadOnly } }] }\n`,
      )
      const gateway = await startGateway(workspace)
      const agent = await connectAgent(generation, workspace)
      try {
        for (let times = 0; times < 2; times += 1) {
          const { isError, answer } = await agent.call('workflow.start', {
            definitionId: 'proxy_default',
            input: { capability: 'long.dump', arguments: {} },
          })
          expect([isError, answer.result.status]).toEqual([false, 'executed'])
          expect(JSON.stringify(answer)).toContain('more characters are left out')
        }
      } finally {
        await agent.close()
        await gateway.stop()
        folder.remove()
      }
    },
  )
})
