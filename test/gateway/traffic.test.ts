/** Searches of agents, over a real gateway and its own doors. */
import { afterEach, describe, expect, it } from 'vitest'
import type { KeptSearch } from '../../src/main/model/kept-search.ts'
import { connectHttp, type Era, type OpenGateway, openWithDoors, type TestClient } from '../mcp/support.ts'

const YAML = `
connections:
  box: { kind: cli, command: node }
proxy:
  expose:
    - { name: mail_send, title: Send mail, executor: { kind: noop } }
    - { name: mail_list, title: List mail, executor: { kind: noop } }
    - name: mail_sort
      title: Sort mail
      inputSchema: { type: object, required: [folder], properties: { folder: { type: string } } }
      executor: { kind: noop }
workflows:
  mail_review:
    title: Review a mail
    initialState: draft
    states:
      draft: { transitions: { publish: { target: done, actor: human } } }
      done: {}
`

let open: OpenGateway | null = null
const clients: TestClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close().catch(() => undefined)
  await open?.close()
  open = null
})

async function openMail(options: Parameters<typeof openWithDoors>[1] = {}): Promise<OpenGateway> {
  open = await openWithDoors(YAML, options)
  return open
}

async function connect(era: Era = '2025', name = 'test-agent'): Promise<TestClient> {
  const client = await connectHttp(open!.doors.mcpUrl, open!.token, era, name)
  clients.push(client)
  return client
}

async function kept(): Promise<KeptSearch[]> {
  await open!.gateway.traffic.written()
  return (await open!.gateway.store.searches({}, { limit: 100 })).items
}

describe('A search of an agent', () => {
  it('is kept with what it found, and what was described and started after it [traffic.kept] [traffic.linked]', async () => {
    await openMail()
    const agent = await connect()
    await agent.call('gateway.search', { query: 'send mail', kind: 'capability' })
    await agent.call('gateway.describe', { id: 'mail_send' })
    const call = { definitionId: 'proxy_default', input: { capability: 'mail_send', arguments: {} } }
    expect((await agent.call('workflow.start', call)).structuredContent.result.status).toBe('executed')
    const [search, ...others] = await kept()
    expect(others).toEqual([])
    expect(search).toMatchObject({
      client: 'local',
      label: 'test-agent',
      sure: true,
      query: 'send mail',
      filters: { kind: 'capability' },
      profile: 'classic',
      described: ['mail_send'],
      started: [{ id: 'mail_send', run: null }],
    })
    expect(search?.results[0]).toBe('mail_send')
    expect(search?.total).toBe(search?.results.length)
  })
})
