/** Items by what they are about, for the rules and the agents that wait. Their kinds stand in `model/item.ts`. Pure. May import: model. */
import { declarationOf } from '../../model/configuration.ts'
import {
  type ChoiceItem,
  type DoubtItem,
  type HeldItem,
  type HeldStep,
  INBOX_ITEMS,
  type InboxItem,
  type KindOfItem,
  kindOfItem,
  type RunItem,
  SUBJECT_KINDS,
  type SubjectItem,
  type SubjectKind,
} from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import { kindEntry } from '../../model/kinds.ts'
import { humanName } from '../../model/principal.ts'
import type { Run, StepRef } from '../../model/run.ts'
import { isSingleCall } from '../proxy.ts'

type Item = Pick<InboxItem, 'kind'>

function kindOf({ kind }: Item): KindOfItem {
  return kindEntry(INBOX_ITEMS, kind, 'item')
}

export function isChoice(item: InboxItem): item is ChoiceItem {
  return kindOfItem(item.kind)?.about === 'choice'
}

export function holdsStep(item: InboxItem): item is HeldItem {
  return kindOfItem(item.kind)?.about === 'step'
}

export function isDoubt(item: InboxItem): item is DoubtItem {
  return kindOfItem(item.kind)?.about === 'doubt'
}

export function isSubject(item: InboxItem): item is SubjectItem {
  return kindOfItem(item.kind)?.about === 'subject'
}

export function isOfRun(item: InboxItem): item is RunItem {
  return !isSubject(item)
}

/** Whether the run still stands where it was asked; in a session an item belongs to its call (R4.6). */
export function isCurrent(item: InboxItem, run: Pick<Run, 'version'>): boolean {
  if (isSubject(item)) return true
  return isSingleCall(item.definitionId) || item.version === run.version
}

/** Who has taken it on: whoever was removed since has not, nor has who came under their name. `declarations`: of people. */
export function holderOf(
  { assignedTo, assignedDeclared: declared }: Pick<InboxItem, 'assignedTo' | 'assignedDeclared'>,
  declarations: Record<string, string>,
): string | null {
  const stands =
    assignedTo === null ||
    declared === undefined ||
    declarationOf(humanName(assignedTo), declarations) === declared
  return stands ? assignedTo : null
}

/** What it is about, as the log names it: a server with its tool, a workflow or a file; null: its step says so. */
export function subjectName(item: InboxItem): string | null {
  const { connection, tool, name, path } = subjectOf(item)
  const parts = typeof connection === 'string' ? [connection, tool] : [name ?? path]
  return parts.filter((part) => typeof part === 'string').join(': ') || null
}

/** The server that it is about (`ItemSubject`); null: none. */
export function serverOf(item: SubjectItem): string | null {
  const { connection } = item.subject
  return typeof connection === 'string' ? connection : null
}

export function titleOf(item: Item): string {
  return kindOf(item).title
}

/** Its buttons: the first lets it through, any other refuses. */
export function outcomesOf(item: SubjectItem): readonly string[] {
  return INBOX_ITEMS[item.kind].outcomes
}

export function isRefusedWhenLate(item: Item): boolean {
  return kindOf(item).refusedWhenLate === true
}

/** What people are to do, for an agent that waits; null: nothing is said of it. */
export function taskOf(item: InboxItem): string | null {
  return kindOf(item).task?.replace('{step}', () => `‘${stepOf(item)?.transition ?? ''}’`) ?? null
}

/** Those of whom nobody waits for an answer after a restart. */
export const PASSING_KINDS: SubjectKind[] = SUBJECT_KINDS.filter((kind) => kindOf({ kind }).endsWithGateway)

function savesSubject(item: InboxItem): item is Extract<HeldItem, { subject: JsonObject }> {
  return kindOfItem(item.kind)?.savesSubject === true
}

/** What approving it saves instead of running a call, as a sentence; null: it runs the call. */
export function savesInstead(item: InboxItem): string | null {
  if (!savesSubject(item)) return null
  const { path } = item.subject
  return `Saves the file ‘${typeof path === 'string' ? path : ''}’ as it stands here. The workflow can be found and started from then on.`
}

/** The step that it asks about; null: it asks about none. */
export function stepOf(item: InboxItem): StepRef | null {
  return holdsStep(item) || isDoubt(item) ? item.step : null
}

/** What is asked for, as it was asked. */
export function argumentsOf(item: InboxItem): JsonObject {
  return isSubject(item) ? item.arguments : (stepOf(item)?.arguments ?? {})
}

/** What is shown of it beside its step. */
export function subjectOf(item: InboxItem): JsonObject {
  return isSubject(item) || savesSubject(item) ? item.subject : {}
}

/** Before whom its step is held back; null: it holds none back. */
export function heldOf(item: InboxItem): HeldStep | null {
  return holdsStep(item) ? item.held : null
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
