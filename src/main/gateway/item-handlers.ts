/** What a decision about a configuration or a tool means, and how such items are asked for. */
import type { SubjectItem, SubjectKind } from '../model/item.ts'
import { ENGINE } from '../model/principal.ts'
import type { AskRequest, ItemHandler, ItemHandlers, Items } from '../runtime/items/item-handler.ts'
import type { Store } from '../runtime/ports.ts'
import { quoteName } from '../workflow/wording/quote.ts'
import type { ConfigurationChange, LiveConfiguration } from './configuration/live-configuration.ts'
import type { ToolChange } from './tools/pins.ts'
import type { Tools } from './tools/tools.ts'

/** The items of one kind. */
export function askingOf(kind: SubjectKind, items: () => Items, store: Pick<Store, 'approvals'>) {
  return {
    async latest(key: string): Promise<SubjectItem | null> {
      const page = await store.approvals({ kind: [kind], key, order: 'newest' }, { limit: 1 })
      return page.items[0] ?? null
    },
    async pending(): Promise<SubjectItem[]> {
      return (await store.approvals({ kind: [kind], status: ['pending'] }, { limit: MOST_PENDING })).items
    },
    /** `client`: whose items are counted together (R1.8). */
    ask: (key: string, subject: AskRequest['subject'], client: string = ENGINE.id) =>
      items().ask({ kind, key, subject, requestedBy: ENGINE.id, client }),
    withdraw: (key: string, because: string) => items().withdraw({ kind, key }, because),
  }
}

const MOST_PENDING = 1000

export function gatewayItemHandlers(parts: {
  live(): LiveConfiguration
  tools(): Tools
  /** A tool of this connection was accepted. */
  accepted(connection: string): Promise<void>
}): Pick<ItemHandlers, 'configuration' | 'tool_change'> {
  const configuration: ItemHandler = {
    outcomes: () => ['approve', 'refuse'],
    seen(approval) {
      const change = changeOf(approval)
      return parts.live().isAsked(change) ? { from: change.from, to: change.to } : null
    },
    preview: (_approval, outcome) => ({
      stopsAt:
        outcome === 'approve'
          ? 'The new configuration is in force at once. Workflows that run keep the definition that they started with.'
          : 'Everything stays as it is. The files are not changed, and nobody is asked again until their content changes.',
      problems: [],
    }),
    async decided(approval) {
      const { decision, status } = approval
      if (decision === null) return
      const change = changeOf(approval)
      if (status === 'approved') await parts.live().approve(change, decision.by, decision.at)
      else await parts.live().refuse(change, decision.by, decision.at)
    },
  }
  const toolChange: ItemHandler = {
    outcomes: () => ['approve', 'refuse'],
    seen(approval) {
      const change = toolOf(approval)
      return parts.tools().isWaiting(change) ? { tool: change.tool, hash: change.hash } : null
    },
    preview(approval, outcome) {
      const { connection, tool } = toolOf(approval)
      return {
        stopsAt:
          outcome === 'approve'
            ? `The tool ${quoteName(tool)} of ‘${connection}’ can be found and called as its server describes it now.`
            : `The tool ${quoteName(tool)} of ‘${connection}’ stays out of the catalog and cannot be called.`,
        problems: [],
      }
    },
    async decided(approval) {
      if (approval.status !== 'approved') return
      const change = toolOf(approval)
      await parts.tools().accept(change)
      await parts.accepted(change.connection)
    },
  }
  return { configuration, tool_change: toolChange }
}

/** The subject is what this gateway wrote into its own item. */
function changeOf(approval: SubjectItem): ConfigurationChange {
  return approval.subject as unknown as ConfigurationChange
}

function toolOf(approval: SubjectItem): ToolChange {
  return approval.subject as unknown as ToolChange
}
