/**
 * Which tools of the servers a data folder's gateway could use when it last looked, known without asking the servers:
 * those that are accepted, but for those that a server describes otherwise by now.
 */
import type { ImportedTool } from '../../connections/connection.ts'
import type { Configuration } from '../../model/configuration.ts'
import type { InboxItem, ItemKind, ItemOf } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ItemFilter, Page, ResultPage } from '../../runtime/ports.ts'
import { type Pins, pinsFor, settingOf } from './pins.ts'

interface ToolStore {
  setting(key: string): JsonObject | null
  approvals<Kind extends ItemKind = ItemKind>(filter: ItemFilter<Kind>, page: Page): ResultPage<ItemOf<Kind>>
}

export interface KeptTools {
  usable(connection: string): ImportedTool[]
  /** Connections whose tools nobody has listed yet. */
  unlisted: string[]
  /** As `connection.tool`: changed, and not accepted. */
  leftOut: string[]
}

const PAGE = 500

/** `kept`: null where no gateway has run. */
export function keptTools(
  { connections }: Pick<Configuration, 'connections'>,
  kept: ToolStore | null,
): KeptTools {
  const open = kept === null ? new Set<string>() : findOpenChanges(kept)
  const tools = new Map<string, ImportedTool[]>()
  const unlisted: string[] = []
  const leftOut: string[] = []
  for (const [name, connection] of Object.entries(connections)) {
    if (connection.kind !== 'mcp' || connection.disabled) continue
    const stored = (kept?.setting(settingOf(name)) ?? null) as unknown as Pins | null
    const pins = stored === null ? null : pinsFor(connection, stored)
    if (pins === null) {
      unlisted.push(name)
      continue
    }
    const isOpen = (tool: ImportedTool) => open.has(JSON.stringify([name, tool.name]))
    tools.set(
      name,
      pins.tools.filter((tool) => !isOpen(tool)),
    )
    leftOut.push(...pins.tools.filter(isOpen).map((tool) => `${name}.${tool.name}`))
  }
  return { usable: (name) => tools.get(name) ?? [], unlisted, leftOut }
}

/** Of each tool the last question about it counts: it is out while that waits, and where it was refused. */
function findOpenChanges(kept: ToolStore): Set<string> {
  const last = new Map<string, InboxItem['status']>()
  let cursor: string | undefined
  do {
    const page = kept.approvals(
      { kind: ['tool_change'] },
      { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
    )
    for (const { status, subject } of page.items)
      last.set(JSON.stringify([subject.connection, subject.tool]), status)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  const isOpen = (status: InboxItem['status']) => status !== 'approved' && status !== 'withdrawn'
  return new Set([...last].filter(([, status]) => isOpen(status)).map(([key]) => key))
}
