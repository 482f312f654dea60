/** A workspace with mail, and agents that search in it, each over a connection of its own. */
import type { KeptSearch } from '../../src/main/model/kept-search.ts'
import { connectHttp, type Era, type OpenGateway, openWithDoors, type Result } from '../mcp/support.ts'

export const MAIL = `
approvals: { holdMs: 0 }
people:
  anna: { roles: [], permissions: [] }
proxy:
  expose:
    - { name: mail_send, title: Send mail, executor: { kind: noop } }
    - { name: mail_list, title: List mail, executor: { kind: noop } }
    - { name: mail_burn, title: Burn mail, approval: { required: true }, executor: { kind: noop } }
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

export interface MailAgent {
  search(query: string, more?: Record<string, unknown>): Promise<Result>
  describe(id: string): Promise<Result>
  /** Calls a capability once. */
  run(capability: string, args?: Record<string, unknown>): Promise<Result>
  call(name: string, args: Record<string, unknown>): Promise<Result>
}

export interface MailWorld extends OpenGateway {
  connect(era?: Era, name?: string): Promise<MailAgent>
  /** The last kept first. */
  kept(): Promise<KeptSearch[]>
}

export async function openMail(
  yaml = MAIL,
  options: Parameters<typeof openWithDoors>[1] = {},
): Promise<MailWorld> {
  const open = await openWithDoors(yaml, options)
  const clients: { close(): Promise<void> }[] = []
  return {
    ...open,
    async connect(era = '2025', name = 'test-agent') {
      const client = await connectHttp(open.doors.mcpUrl, open.token, era, name)
      clients.push(client)
      return {
        search: (query, more) => client.call('gateway.search', { query, ...more }),
        describe: (id) => client.call('gateway.describe', { id }),
        run: (capability, args = {}) =>
          client.call('workflow.start', {
            definitionId: 'proxy_default',
            input: { capability, arguments: args },
          }),
        call: client.call,
      }
    },
    async kept() {
      await open.gateway.traffic.written()
      return (await open.gateway.store.searches({}, { limit: 100 })).items
    },
    async close() {
      for (const client of clients) await client.close().catch(() => undefined)
      await open.close()
    },
  }
}
