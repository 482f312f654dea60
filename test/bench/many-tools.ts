/** A workspace whose one server has many tools, 500 unless more are asked for, which a first start has accepted and so keeps (R5.3). */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startGateway, type Workspace } from '../support/gateway-process.ts'
import { createRandom } from '../support/random.ts'
import type { Bench } from './figure.ts'
import { makeWorkspace, NODE, waitFor } from './subject.ts'
import { makeToolEntries } from './tool-catalog.ts'

const TOOLS = 500
/** Longer than anything that a start leaves to be done. */
const IDLE_MS = 4000

/** A server of plain lines: how fast it starts is not what is measured. */
const SERVER = `
const tools = require('./tools.json')
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const initialized = () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'many', version: '1' } })
  const result = method === 'initialize' ? initialized() : method === 'tools/list' ? { tools } : {}
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
})
`

export async function makeManyTools(bench: Bench, count = TOOLS): Promise<Workspace> {
  const server = `\${COUNTERSIGN_WORKSPACE}/server.cjs`
  const workspace = await makeWorkspace(bench, {
    connections: { many: { kind: 'mcp', command: NODE, args: [server] } },
    proxy: { import: [{ connection: 'many', prefix: 'many' }] },
  })
  const properties = {
    name: { type: 'string', description: 'Its name' },
    count: { type: 'integer', minimum: 0 },
  }
  const inputSchema = { type: 'object', properties, required: ['name'] }
  const tools = makeToolEntries(count, createRandom(5).next).map(({ id, title, description }) => ({
    name: id.replaceAll('.', '_'),
    title,
    description,
    inputSchema,
  }))
  const folder = dirname(workspace.config)
  await writeFile(join(folder, 'tools.json'), JSON.stringify(tools))
  await writeFile(join(folder, 'server.cjs'), SERVER)
  const first = await startGateway(workspace)
  bench.onEnd(() => first.stop())
  const database = join(workspace.data, 'countersign.db-wal')
  await waitFor('the tools are kept', async () =>
    readFileSync(database).includes(String(tools.at(-1)?.name)) ? true : null,
  )
  await first.stop()
  return workspace
}

/** MiB that the gateway keeps when nothing has happened for a while; null where the system does not tell. */
export async function measureIdleMemory(bench: Bench, workspace: Workspace): Promise<number | null> {
  if (process.platform !== 'linux') return null
  const gateway = await startGateway(workspace)
  bench.onEnd(() => gateway.stop())
  await pause(IDLE_MS)
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.pid}/status`, 'utf8'))?.[1]
  await gateway.stop()
  return resident === undefined ? null : Number(resident) / 1024
}
