/**
 * What kinds of items people are asked, as the rules and the agents that wait see them (R5.8). The table is complete or
 * does not compile. What a person sees of a kind stands in `desk/items/`. Pure. May import: model.
 */
import type { InboxItem, ItemKind } from '../../model/item.ts'
import { kindEntry } from '../../model/kinds.ts'
import type { Run } from '../../model/run.ts'
import { traitsOf } from '../traits.ts'

interface ItemRules {
  /**
   * `choice`: a person fires one of the transitions of a state. `step`: a step is held back until people approve it.
   * `doubt`: nobody knows whether a step took effect. `subject`: it is about no step of a workflow.
   */
  about: 'choice' | 'step' | 'doubt' | 'subject'
  /** Whether its end, if nobody decides in time, is a refusal of what was asked. */
  refusedWhenLate: boolean
  /** What approving it saves instead of running a call, as a sentence; null: it runs the call. */
  saves(item: Pick<InboxItem, 'subject'>): string | null
  /** Whether an agent that waits is told which step it is about. */
  namesStep: boolean
}

const PLAIN = { refusedWhenLate: false, namesStep: false, saves: () => null } as const
const SUBJECT: ItemRules = { ...PLAIN, about: 'subject' }

const ITEMS: { readonly [Kind in ItemKind]: ItemRules } = {
  transition: { ...PLAIN, about: 'choice' },
  executor: { ...PLAIN, about: 'step' },
  gate: { ...PLAIN, about: 'step', refusedWhenLate: true, namesStep: true },
  definition: {
    ...PLAIN,
    about: 'step',
    saves: ({ subject: { path } }) =>
      `Saves the file ‘${typeof path === 'string' ? path : ''}’ as it stands here. The workflow can be found and started from then on.`,
  },
  interrupted: { ...PLAIN, about: 'doubt' },
  tool_change: SUBJECT,
  configuration: SUBJECT,
  elicitation: SUBJECT,
}

type Item = Pick<InboxItem, 'kind'>

function kindOf({ kind }: Item): ItemRules {
  return kindEntry(ITEMS, kind, 'item')
}

/** A person fires one of the transitions of a state. */
export function isChoice(item: Item): boolean {
  return kindOf(item).about === 'choice'
}

/** A step is held back until people approve it. */
export function holdsStep(item: Item): boolean {
  return kindOf(item).about === 'step'
}

/** Nobody knows whether a step took effect. */
export function isDoubt(item: Item): boolean {
  return kindOf(item).about === 'doubt'
}

/** It belongs to no run. */
export function isOwn({ workflowId }: Pick<InboxItem, 'workflowId'>): boolean {
  return workflowId === ''
}

/** Whether the run still stands where it was asked; in a session an item belongs to its call (R4.6). */
export function isCurrent(item: InboxItem, run: Pick<Run, 'version'>): boolean {
  return !traitsOf(item.definitionId).isSequential || item.version === run.version
}

export function isRefusedWhenLate(item: Item): boolean {
  return kindOf(item).refusedWhenLate
}

export function namesStep(item: Item): boolean {
  return kindOf(item).namesStep
}

export function savesInstead(item: Pick<InboxItem, 'kind' | 'subject'>): string | null {
  return kindOf(item).saves(item)
}
