/**
 * What kinds of items people are asked, as the rules and the agents that wait see them (R5.8). The table is complete or
 * does not compile. What a person sees of a kind stands in `desk/items/`. Pure. May import: model.
 */
import {
  type ChoiceItem,
  type DoubtItem,
  HELD_KINDS,
  type HeldItem,
  type HeldStep,
  type InboxItem,
  type ItemKind,
  type ItemOf,
  type RunItem,
  SUBJECT_KINDS,
  type SubjectItem,
  type SubjectKind,
} from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import { kindEntry } from '../../model/kinds.ts'
import type { Run, StepRef } from '../../model/run.ts'
import { traitsOf } from '../traits.ts'

interface ItemRules<Item extends InboxItem> {
  /** Whether its end, if nobody decides in time, is a refusal of what was asked. */
  refusedWhenLate: boolean
  /** What approving it saves instead of running a call, as a sentence; null: it runs the call. */
  saves(item: Item): string | null
  /** Whether an agent that waits is told which step it is about. */
  namesStep: boolean
  /** Whether whoever asked is gone when the gateway ends, so that the next one takes it back. */
  endsWithGateway: boolean
}

const PLAIN = { refusedWhenLate: false, namesStep: false, endsWithGateway: false, saves: () => null } as const

const ITEMS: { readonly [Kind in ItemKind]: ItemRules<ItemOf<Kind>> } = {
  transition: PLAIN,
  executor: PLAIN,
  gate: { ...PLAIN, refusedWhenLate: true, namesStep: true },
  definition: {
    ...PLAIN,
    saves: ({ subject: { path } }) =>
      `Saves the file ‘${typeof path === 'string' ? path : ''}’ as it stands here. The workflow can be found and started from then on.`,
  },
  interrupted: PLAIN,
  tool_change: PLAIN,
  configuration: PLAIN,
  elicitation: { ...PLAIN, endsWithGateway: true },
}

type Item = Pick<InboxItem, 'kind'>

function kindOf({ kind }: Item): ItemRules<InboxItem> {
  return kindEntry(ITEMS, kind, 'item')
}

export function isChoice(item: InboxItem): item is ChoiceItem {
  return item.kind === 'transition'
}

export function holdsStep(item: InboxItem): item is HeldItem {
  return oneOf(HELD_KINDS, item.kind)
}

export function isDoubt(item: InboxItem): item is DoubtItem {
  return item.kind === 'interrupted'
}

export function isSubject(item: InboxItem): item is SubjectItem {
  return oneOf(SUBJECT_KINDS, item.kind)
}

export function isOfRun(item: InboxItem): item is RunItem {
  return !isSubject(item)
}

function oneOf(kinds: readonly ItemKind[], kind: ItemKind): boolean {
  return kinds.includes(kind)
}

/** Whether the run still stands where it was asked; in a session an item belongs to its call (R4.6). */
export function isCurrent(item: InboxItem, run: Pick<Run, 'version'>): boolean {
  if (isSubject(item)) return true
  return !traitsOf(item.definitionId).isSequential || item.version === run.version
}

export function isRefusedWhenLate(item: Item): boolean {
  return kindOf(item).refusedWhenLate
}

export function namesStep(item: Item): boolean {
  return kindOf(item).namesStep
}

/** Those of whom nobody waits for an answer after a restart. */
export const PASSING_KINDS: SubjectKind[] = SUBJECT_KINDS.filter((kind) => ITEMS[kind].endsWithGateway)

export function savesInstead(item: InboxItem): string | null {
  return kindOf(item).saves(item)
}

/** The step that it asks about; null: it asks about none. */
export function stepOf(item: InboxItem): StepRef | null {
  return 'step' in item ? item.step : null
}

/** What is asked for, as it was asked. */
export function argumentsOf(item: InboxItem): JsonObject {
  return 'step' in item ? item.step.arguments : 'arguments' in item ? item.arguments : {}
}

/** What is shown of it beside its step. */
export function subjectOf(item: InboxItem): JsonObject {
  return 'subject' in item ? item.subject : {}
}

/** Before whom its step is held back; null: it holds none back. */
export function heldOf(item: InboxItem): HeldStep | null {
  return 'held' in item ? item.held : null
}

const NOWHERE = { workflowId: '', definitionId: '', state: '', version: 0 }

/** Where its run stood when it was asked; all empty for an item of no run, as the log and the desk have it. */
export function originOf(item: InboxItem): Pick<RunItem, keyof typeof NOWHERE> {
  return isOfRun(item) ? item : NOWHERE
}

/** The run that it belongs to; null: none. */
export function workflowOf(item: InboxItem): string | null {
  return isOfRun(item) ? item.workflowId : null
}
