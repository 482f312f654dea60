/** What an item of any kind may hold, empty where its kind holds none of it. */
import type { HeldStep, InboxItem, ItemKind, ItemOf, ItemSubjects } from '../../src/main/model/item.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import type { ItemHandler, ItemHandlers } from '../../src/main/runtime/items/item-handler.ts'
import { argumentsOf, heldOf, originOf, stepOf, subjectOf } from '../../src/main/workflow/items/items.ts'
import { approval, definitionItem, doubtItem, heldItem, subjectItem } from '../store/samples.ts'

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

/** Of each kind that is about no run, what one is about, as whoever asks writes it. */
export const SUBJECTS: ItemSubjects = {
  configuration: {
    ...{ path: '/srv/countersign.yaml', from: 'f0', to: 't1', risk: null },
    ...{ weaker: [], changes: [], files: [] },
  },
  tool_change: {
    ...{ connection: 'shop', tool: 'pay', before: null, after: { name: 'pay' }, hash: 'h', uses: [] },
    ...{ weaker: [], changes: [], files: [] },
  },
  elicitation: { connection: 'shop', message: 'Which size?', schema: { type: 'object' }, calls: [] },
}

/** One of each kind, so that what holds of all is tried of each. */
export const SAMPLES: { readonly [Kind in ItemKind]: ItemOf<Kind> } = {
  transition: approval(),
  executor: { ...heldItem(), kind: 'executor' },
  gate: heldItem(),
  definition: definitionItem(),
  interrupted: doubtItem(),
  tool_change: subjectItem({ kind: 'tool_change', subject: SUBJECTS.tool_change }),
  configuration: subjectItem({ kind: 'configuration', subject: SUBJECTS.configuration }),
  elicitation: subjectItem({ kind: 'elicitation', subject: SUBJECTS.elicitation }),
}

/** Where nothing is asked that is about no run. */
export const NO_HANDLERS: ItemHandlers = { configuration: SILENT, tool_change: SILENT, elicitation: SILENT }
