/** A large catalog of a real server that changes under searches. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect } from 'vitest'
import { test as it } from '../support/fixtures.ts'
import { agent, openTestGateway, start, type TestGateway } from '../support/gateway.ts'
import { SERVER, type ServerTool, writeTools } from './changing-server.ts'

const NODE = JSON.stringify(process.execPath)
const YAML = `version: "1.0.0"
connections: { db: { kind: mcp, command: ${NODE}, args: ["\${COUNTERSIGN_WORKSPACE}/server.cjs"] } }
proxy: { import: [{ connection: db, prefix: db, approval: { required: unlessReadOnly } }] }
store: { kind: memory }
`
const TOOLS: ServerTool[] = Array.from({ length: 1500 }, (_, number) => ({
  name: `tool_${number}`,
  description: `Reads table ${number} of the warehouse and answers its rows, zebra${number}`,
  readOnly: number % 2 === 0,
}))

let folder: string
let gateway: TestGateway

it.beforeEach(async ({ folder: made }) => {
  folder = made
  const configuration = join(folder, 'countersign.yaml')
  await writeFile(configuration, YAML)
  await writeFile(join(folder, 'server.cjs'), SERVER)
  await writeTools(folder, TOOLS)
  gateway = await openTestGateway('', { folder, configuration })
  await gateway.connections.settled(20_000)
})
afterEach(async () => {
  await gateway.close()
})

const find = async (query: string): Promise<string[]> => {
  const { answer } = await gateway.discovery.search(agent(), { query, limit: 50 })
  return (answer.results as unknown as { item: { id: string } }[]).map(({ item }) => item.id)
}

it('a tool that changes is neither found nor callable from that instant, while searches are answered [search.upkeep]', async () => {
  expect((await find('zebra7'))[0]).toBe('db.tool_7')
  await writeTools(
    folder,
    TOOLS.map((tool) => (tool.name === 'tool_7' ? { ...tool, description: 'Another zebra7' } : tool)),
  )
  const restarted = gateway.connections.restart('db')
  while (gateway.discovery.entry('db.tool_7') !== null) await turn()
  // The index that knows it is still the only one.
  for (let count = 0; count < 20; count++) {
    const found = await find('zebra7')
    expect(found).not.toContain('db.tool_7')
    expect(found).toContain('db.tool_70')
    await turn()
  }
  const refused = await start(gateway, 'proxy_default', { capability: 'db.tool_7', arguments: {} })
  expect(refused.error?.code).toBe('DEFINITION_CHANGED')
  await restarted
})

it('home shows the beginning of it and counts the rest, and describe tells of the gate of its import [search.home-limit, search.describe]', async () => {
  const home = await gateway.discovery.home(agent())
  expect(home).toMatchObject({
    total: 1500,
    truncated: true,
    kinds: { capability: 1500 },
    sources: { db: 1500 },
  })
  expect(home.items).toHaveLength(100)
  const links = home.links as unknown as { rel: string; args: { query: string; cursor: string } }[]
  const rest = links.find(({ rel }) => rel === 'rest')
  const { answer } = await gateway.discovery.search(agent(), rest?.args ?? { query: '' })
  expect(answer).toMatchObject({ total: 1500 })
  expect(JSON.stringify(answer.results)).not.toContain((home.items as { id: string }[])[0]?.id ?? '')
  const about = async (id: string) => (await gateway.discovery.describe(agent(), id)).answer
  expect(await about('db.tool_2')).toMatchObject({ requiresApproval: false })
  expect(await about('db.tool_3')).toMatchObject({
    requiresApproval: true,
    approvalReason: 'A person must approve the call before it runs.',
  })
})
