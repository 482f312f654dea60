import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test as it } from '../support/fixtures.ts'
import { follow, start } from '../support/gateway.ts'
import { SERVER } from './changing-server.ts'

it('a tool that changes while the call before it runs is not called as its fallback [live.changed]', async ({
  folder,
  service,
  openGateway,
}) => {
  await writeFile(join(folder, 'server.cjs'), SERVER)
  await writeFile(
    join(folder, 'tools.json'),
    JSON.stringify([{ name: 'put', inputSchema: { type: 'object' } }]),
  )
  service.script('/first', { status: 500 })
  const gateway = await openGateway(`
connections:
  api: { kind: rest, baseUrl: "${service.base}" }
  files: { kind: mcp, command: ${JSON.stringify(process.execPath)}, args: ["${join(folder, 'server.cjs')}"] }
workflows:
  work:
    initialState: ready
    states:
      ready:
        transitions:
          go:
            target: done
            executor: { kind: rest, connection: api, method: POST, path: /first }
            reliability: { fallback: { executors: [ { kind: mcp, connection: files, tool: put } ] } }
      done: {}
`)
  const run = await start(gateway, 'work')
  const { catalog } = gateway
  const was = catalog.isChangedTool
  // From the moment at which the first call arrives.
  catalog.isChangedTool = (connection, tool) => service.count('/first') > 0 || was(connection, tool)
  const answered = await follow(gateway, run, 'go')
  expect(answered).toMatchObject({ state: 'ready', error: { code: 'EXECUTOR_FAILED' } })
  expect(answered.error?.message).toMatch(/No person has accepted the tool.*may have taken effect/)
  catalog.isChangedTool = was
  service.script('/first', { status: 500 })
  expect((await follow(gateway, run, 'go')).result.status).toBe('completed')
})
