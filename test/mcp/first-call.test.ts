import { expect, it } from 'vitest'
import { programOf } from '../support/programs.ts'
import { connectHttp, openWithDoors } from './support.ts'

const SERVER = JSON.stringify(await programOf('rude-server'))
const YAML = `
connections:
  rude: { kind: mcp, command: ${JSON.stringify(process.execPath)}, args: [${SERVER}] }
proxy: { import: [{ connection: rude, prefix: rude }] }
`

it('the first call on a new data folder finds what its servers are about to offer [call.first-tools]', async () => {
  const open = await openWithDoors(YAML)
  const client = await connectHttp(open.doors.mcpUrl, open.token, '2026')
  const described = await client.call('gateway.describe', { id: 'rude.fine' })
  expect(JSON.stringify(described.structuredContent)).toContain('rude.fine')
  expect(described.isError ?? false).toBe(false)
  await client.close()
  await open.close()
})
