/** What a run that goes on finds when the configuration has lost what its step names. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, vi } from 'vitest'
import { test as it } from '../support/fixtures.ts'
import { follow, pending, press, start } from '../support/gateway.ts'
import { SERVER } from './changing-server.ts'

const SEND = '{ kind: rest, connection: api, method: POST, path: /sent }'
const DEMANDING = `
  work:
    initialState: ready
    states:
      ready:
        transitions:
          go:
            target: done
            executor: { kind: mcp, connection: files, tool: put }
            reliability: { fallback: { executors: [${SEND}] } }
      done: {}
`
const REVIEWED = `
  work:
    steps:
      - { name: begin, approve: { title: Begin } }
      - { name: review, executor: { kind: workflow, definitionId: review }, onFailure: continue }
      - { name: send, executor: ${SEND} }
  review: { initialState: a, states: { a: { transitions: { ok: { target: b, actor: human } } }, b: {} } }
`

describe('a step that names what is gone, where people were to be asked, does not fail: nothing follows', () => {
  it.for<[string, string, string]>([
    ['a connection with an approval', DEMANDING, 'There is no mcp connection ‘files’ in the configuration.'],
    ['a workflow in which a person decides', REVIEWED, 'There is no workflow ‘review’ in the configuration.'],
  ])('%s [weaker.refused-start] [R5.1]', async ([, flows, said], { folder, service, openGateway }) => {
    const server = join(folder, 'server.cjs')
    await writeFile(server, SERVER)
    const tools = [{ name: 'put', inputSchema: { type: 'object' } }]
    await writeFile(join(folder, 'tools.json'), JSON.stringify(tools))
    const api = `api: { kind: rest, baseUrl: "${service.base}" }`
    const gateway = await openGateway(`
connections:
  ${api}
  files: { kind: mcp, command: ${JSON.stringify(process.execPath)}, args: ["${server}"], approval: { required: true } }
workflows:${flows}`)
    const run = await start(gateway, 'work')
    const without = `
version: "1.0.0"
connections: { ${api} }
workflows: { other: { initialState: a, states: { a: {} } } }
store: { kind: memory }
`
    await writeFile(join(gateway.folder, 'countersign.yaml'), without)
    const changed = async () => (await pending(gateway)).find(({ kind }) => kind === 'configuration')
    await vi.waitFor(async () => expect(await changed()).toBeDefined(), { timeout: 20_000 })
    await press(gateway, (await changed())?.id ?? '', 'approve')
    expect(gateway.catalog.workflow('work')).toBeNull()
    const [begin] = await pending(gateway)
    if (begin === undefined) await follow(gateway, run, 'go')
    else await press(gateway, begin.id, 'approve')
    const stored = await gateway.store.run(String(run.workflowId))
    expect(stored?.status).toBe('running')
    expect(stored?.failure?.message).toContain(said)
    expect(service.count('/sent')).toBe(0)
  })
})
