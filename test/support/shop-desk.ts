/** A browser desk over the catalog of a small shop, and an agent that searches it. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Agent } from './agent.ts'
import type { DeskPage } from './desk-page.ts'
import type { GatewayProcess, Workspace } from './gateway-process.ts'
import { openPeopleDesk } from './people-desk.ts'

const CONFIGURATION = `# The shop. Ask Kim before changing names.
proxy:
  expose:
    # Finance calls it a credit note, since March.
    - name: billing.credit_note
      title: Issue a credit note
      description: Gives a customer the amount of an invoice back.
      tags: [billing]   # as in the ledger
      aliases: [cancel invoice] # older name
      executor: { kind: noop }
    - name: billing.charge
      title: Charge a card
      description: Takes an amount from a customer.
      tags: [billing]
      executor: { kind: noop }
    - name: billing.invoice
      title: Write an invoice
      description: Makes an invoice of an order and sends it to the customer.
      tags: [billing, documents]
      executor: { kind: noop }
    - name: orders.list
      title: List orders
      description: Orders of a customer, newest first.
      tags: [orders]
      executor: { kind: noop }
    - name: orders.cancel
      title: Cancel an order
      description: Stops an order that has not been sent yet.
      tags: [orders]
      executor: { kind: noop }
    - name: stock.count
      title: Count the stock
      description: How many pieces of an article there are.
      tags: [stock]
      executor: { kind: noop }

workflows:
  returned_parcel:
    title: Returned parcel
    description: A parcel has come back, and somebody looks into it.
    tags: [orders, parcels]
    initialState: looking
    states:
      looking: { transitions: { close: { target: closed } } }
      closed: { terminal: true }
`

export interface ShopDesk {
  workspace: Workspace
  desk: DeskPage
  agent: Agent
  gateway: GatewayProcess
  /** The text of the configuration, as it is on the disk. */
  configuration(): string
  /** Changes it on the disk, as a person does by hand. */
  write(text: string): void
  /** Ids that the agent is shown, best first. */
  search(query: string): Promise<string[]>
  /** The agent starts a capability. */
  start(capability: string): Promise<void>
  close(): Promise<void>
}

export async function openShopDesk(): Promise<ShopDesk> {
  const opened = await openPeopleDesk(() => CONFIGURATION)
  const { agent, workspace } = opened
  return {
    ...opened,
    configuration: () => readFileSync(workspace.config, 'utf8'),
    write: (text) => writeFileSync(workspace.config, text),
    async search(query) {
      const { answer } = await agent.call('gateway.search', { query })
      return (answer.results as { item: { id: string } }[]).map(({ item }) => item.id)
    },
    async start(capability) {
      await agent.call('workflow.start', {
        definitionId: 'proxy_default',
        input: { capability, arguments: {} },
      })
    },
  }
}
