import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test as it } from '../support/fixtures.ts'
import { pending, press, start } from '../support/gateway.ts'
import { SERVER, writeTools } from './changing-server.ts'

it.for([
  ['is another server', ['server.cjs', 'other.cjs']],
  ['has a tool that a person has accepted as another one', ['server.cjs', 'server.cjs']],
] as const)(
  'what is to be tried instead is not, where its connection %s by then [R5.2]',
  async ([, [before, after]], { folder, service, clock, openGateway }) => {
    service.script('/flaky', { status: 503 }, { status: 503 })
    await writeFile(join(folder, 'server.cjs'), SERVER)
    await writeFile(join(folder, 'other.cjs'), SERVER)
    await writeTools(folder, [{ name: 'put' }])
    const yaml = (server: string) => `
approvals: { holdMs: 50 }
connections:
  flaky: { kind: rest, baseUrl: "${service.base}" }
  files: { kind: mcp, command: ${JSON.stringify(process.execPath)}, args: ["${join(folder, server)}"] }
workflows:
  work:
    steps:
      - { name: begin, approve: { title: Begin } }
      - name: first
        executor: { kind: rest, connection: flaky, method: POST, path: /flaky }
        reliability:
          retry: { maxAttempts: 2, backoff: fixed, initialDelayMs: 3000, jitter: false }
          fallback: { executors: [{ kind: mcp, connection: files, tool: put }] }
`
    const gateway = await openGateway(yaml(before), { clock })
    await gateway.connections.settled(20_000)
    const id = String((await start(gateway, 'work')).workflowId)
    const [begin] = await pending(gateway)
    void press(gateway, begin?.id ?? '', 'approve')
    await expect.poll(() => gateway.runtime.pauses.of(id)).toMatchObject([{ kind: 'retry' }])
    if (before === after) {
      await writeTools(folder, [{ name: 'put', description: 'Puts, and deletes' }])
      await gateway.connections.restart('files')
    } else {
      const text = `version: "1.0.0"\n${yaml(after)}\nstore: { kind: memory }\n`
      await writeFile(join(gateway.folder, 'countersign.yaml'), text)
      await gateway.live.consider()
    }
    await expect.poll(() => pending(gateway)).toHaveLength(1)
    const [change] = await pending(gateway)
    await press(gateway, change?.id ?? '', 'approve')
    await expect.poll(() => gateway.catalog.isChangedTool('files', 'put')).toBe(false)
    await gateway.connections.settled(20_000)
    clock.advance(3000)
    await expect.poll(async () => (await gateway.store.run(id))?.activity.kind).toBe('resting')
    expect(await gateway.store.run(id)).toMatchObject({ status: 'running', state: 'first' })
  },
)
