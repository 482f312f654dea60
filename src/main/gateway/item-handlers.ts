/** Items about no run: how they are asked for, and what a decision means. */
import type { SubjectItem, SubjectKind } from '../model/item.ts'
import { ENGINE } from '../model/principal.ts'
import { createElicitations, type Elicitations } from '../runtime/items/elicitations.ts'
import type { ItemAsking, ItemHandler, ItemHandlers } from '../runtime/items/item-handler.ts'
import { latestItem } from '../runtime/items/system-items.ts'
import type { Clock, Ids, Store } from '../runtime/ports.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { isPassing } from '../runtime/step/until-durable.ts'
import type { ConfigurationChange, LiveConfiguration } from './configuration/live-configuration.ts'
import type { ToolChange } from './tools/pins.ts'
import type { Tools } from './tools/tools.ts'

export interface GatewayItems {
  /** For the runtime, when everything that decides about them exists. */
  handlers(): ItemHandlers
  /** Asks for items of one kind. */
  asking<Kind extends SubjectKind>(kind: Kind): ItemAsking<Kind>
  /** Asks a person what a server wants to know. */
  elicit: Elicitations['ask']
}

/** Every kind of item that is about no run, wired. What is asked for by function exists only later. */
export function createItemHandlers(parts: {
  store: Pick<Store, 'approvals' | 'run'>
  clock: Clock
  ids: Ids
  runtime(): Pick<Runtime, 'items' | 'pauses' | 'begun'>
  live(): LiveConfiguration
  tools(): Tools
  /** A tool of this connection was accepted. */
  accepted(connection: string): Promise<void>
}): GatewayItems {
  const { store, clock, ids, runtime } = parts
  const elicitations = createElicitations({
    items: () => runtime().items,
    pauses: () => runtime().pauses,
    begun: (workflowId) => runtime().begun(workflowId),
    store,
    clock,
    ids,
    timeoutMs: () => parts.live().current().approvals.timeoutMs,
  })
  /** Ids of what could not be carried out before the next start: until then it can be asked anew. */
  const failed = new Set<string>()
  const isUnderWay = ({ id, decision, untold }: SubjectItem) =>
    decision !== null && untold === true && !failed.has(id)
  const noting = (handler: ItemHandler): ItemHandler => {
    const noted =
      (carryOut: ItemHandler['approved']): ItemHandler['approved'] =>
      (item, decision) =>
        carryOut(item, decision).catch((fault: unknown) => {
          if (!isPassing(fault)) failed.add(item.id)
          throw fault
        })
    const { approved, refused } = handler
    return { ...handler, approved: noted(approved), ...(refused ? { refused: noted(refused) } : {}) }
  }
  return {
    handlers() {
      const handlers: ItemHandlers = {
        configuration: configurationHandler(parts.live),
        tool_change: toolHandler(parts),
        elicitation: elicitations.handler,
      }
      const noted = Object.entries(handlers).map(([kind, handler]) => [kind, noting(handler)])
      return Object.fromEntries(noted) as ItemHandlers
    },
    asking: (kind) => ({
      latest: (key) => latestItem(store, { kind, key }),
      async unaccepted() {
        const status = ['pending', 'refused'] as const
        const { items } = await store.approvals(
          { kind: [kind], status: [...status] },
          { limit: MOST_PENDING },
        )
        const newest = await Promise.all(
          [...new Set(items.map(({ key }) => key))].map((key) => latestItem(store, { kind, key })),
        )
        return newest.flatMap((item) =>
          item?.status === 'pending' || item?.status === 'refused' ? item.key : [],
        )
      },
      async pending() {
        return (await store.approvals({ kind: [kind], status: ['pending'] }, { limit: MOST_PENDING })).items
      },
      ask: (key, subject, { client = ENGINE.id, anew = false, ...more } = {}) =>
        runtime().items.ask({
          ...{ kind, key, subject, requestedBy: ENGINE.id, client, ...more },
          ...(anew ? {} : { unless: isUnderWay }),
        }),
      withdraw: (key, because) => runtime().items.withdraw({ kind, key }, because),
    }),
    elicit: elicitations.ask,
  }
}

const MOST_PENDING = 1000

function configurationHandler(live: () => LiveConfiguration): ItemHandler {
  return {
    seen(approval) {
      const change = changeOf(approval)
      return live().isAsked(change) ? { from: change.from, to: change.to } : null
    },
    async approved(approval, { by, at }) {
      await live().approve(changeOf(approval), by, at)
    },
    async refused(approval, { by, at }) {
      await live().refuse(changeOf(approval), by, at)
    },
  }
}

function toolHandler(parts: { tools(): Tools; accepted(connection: string): Promise<void> }): ItemHandler {
  return {
    seen(approval) {
      const change = toolOf(approval)
      return parts.tools().isWaiting(change) ? { tool: change.tool, hash: change.hash } : null
    },
    async approved(approval) {
      const change = toolOf(approval)
      await parts.tools().accept(change)
      await parts.accepted(change.connection)
    },
  }
}

/** The subject is what this gateway wrote into its own item. */
function changeOf(approval: SubjectItem): ConfigurationChange {
  return approval.subject as unknown as ConfigurationChange
}

function toolOf(approval: SubjectItem): ToolChange {
  return approval.subject as unknown as ToolChange
}
