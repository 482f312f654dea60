import { describe, expect, it } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import { agent, openTestGateway, type TestGateway } from '../support/gateway.ts'

const NODE = JSON.stringify(process.execPath)

async function open(yaml: string, more = {}): Promise<TestGateway> {
  return await openTestGateway(yaml.replaceAll('NODE', NODE), more)
}

const TELLTALE = `
const lines = require('node:readline').createInterface({ input: process.stdin })
const send = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
lines.on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') send(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 't', version: '1' } })
  if (method === 'tools/list') send(id, { tools: [{ name: 'read', description: 'Reads from ' + process.env.DB_URL, inputSchema: { type: 'object' } }] })
})
`

describe('secrets', () => {
  it('that a server repeats in its descriptions reach neither the model nor the desk [R2.3]', async () => {
    const gateway = await open(
      `
connections: { db: { kind: mcp, command: NODE, args: ["\${COUNTERSIGN_WORKSPACE}/telltale.cjs"], env: { DB_URL: "\${TEST_DB_URL}" } } }
proxy: { import: [{ connection: db, prefix: db }] }
`,
      {
        files: { 'telltale.cjs': TELLTALE },
        environment: { ...process.env, TEST_DB_URL: 'postgres://admin:hunter2hunter2@db' },
      },
    )
    await gateway.connections.settled(20_000)
    const { answer } = await gateway.discovery.describe(agent(), 'db.read')
    expect(answer.description).toContain('Reads from')
    expect(JSON.stringify([answer, gateway.connections.states()])).not.toContain('hunter2')
    await gateway.close()
  })

  it('imported tools never take the id of a workflow', async () => {
    const gateway = await open(
      `
connections: { db: { kind: mcp, command: NODE, args: ["\${COUNTERSIGN_WORKSPACE}/telltale.cjs"] } }
proxy: { import: [{ connection: db, prefix: db }] }
workflows: { db.read: { initialState: a, states: { a: {} } } }
`,
      { files: { 'telltale.cjs': TELLTALE } },
    )
    await gateway.connections.settled(20_000)
    const all = gateway.discovery.entries().map((entry) => entry.id)
    const ids = all.filter((id) => !id.startsWith('orchestrator.'))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(2)
    await gateway.close()
  })
})

describe('a connection that stays down', () => {
  it('is one entry of the audit log, however often it is tried again', async () => {
    const clock = createManualClock()
    const gateway = await open('connections: { gone: { kind: mcp, command: "/nowhere/at-all" } }\n', {
      clock,
    })
    const failed = () => gateway.store.audit({ eventTypes: ['capability.discovery_failed'] }, { limit: 10 })
    const downAgain = () =>
      new Promise<void>((resolve) => {
        const stop = gateway.onChange((change) => {
          if (change.topic !== 'connection' || gateway.connections.state('gone')?.health !== 'down') return
          stop()
          resolve()
        })
      })
    await gateway.connections.settled(20_000)
    for (let round = 0; round < 3; round += 1) {
      const down = downAgain()
      clock.advance(61_000)
      await down
    }
    expect((await failed()).total).toBe(1)
    await gateway.close()
  })
})
