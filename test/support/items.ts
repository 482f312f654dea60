/** What an item of any kind may hold, empty where its kind holds none of it. */
import type { HeldStep, InboxItem } from '../../src/main/model/item.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import type { ItemHandler, ItemHandlers } from '../../src/main/runtime/items/item-handler.ts'
import { argumentsOf, heldOf, originOf, stepOf, subjectOf } from '../../src/main/workflow/items/items.ts'

export function contentOf(item: InboxItem | null | undefined): {
  workflowId: string
  definitionId: string
  state: string
  version: number
  transition: string | null
  arguments: JsonObject
  held: HeldStep | null
  subject: JsonObject
} {
  if (!item) return { ...NOTHING }
  const { workflowId, definitionId, state, version } = originOf(item)
  return {
    ...{ workflowId, definitionId, state, version, transition: stepOf(item)?.transition ?? null },
    ...{ arguments: argumentsOf(item), held: heldOf(item), subject: subjectOf(item) },
  }
}

const NOTHING = {
  ...{ workflowId: '', definitionId: '', state: '', version: 0, transition: null },
  ...{ arguments: {}, held: null, subject: {} },
}

const SILENT: ItemHandler = {
  seen: () => null,
  approved: async () => {},
}

/** Where nothing is asked that is about no run. */
export const NO_HANDLERS: ItemHandlers = { configuration: SILENT, tool_change: SILENT, elicitation: SILENT }
