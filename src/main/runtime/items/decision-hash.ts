/** What a person saw, as one hash: a decision holds only for exactly that (R5.2). */
import type { Plan, PlannedCall } from '../../model/call.ts'
import type { Definition, Gate, Transition } from '../../model/definition.ts'
import type { Decision, RunItem } from '../../model/item.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { DecisionBasis } from '../../model/preview.ts'
import { callsIn, connectionOf } from '../../workflow/executors/executors.ts'
import { undoWindowOf } from '../../workflow/gates/gates.ts'
import { argumentsOf, heldOf, stepOf, subjectOf } from '../../workflow/items/items.ts'
import type { RunSnapshot, RuntimeParts } from '../call-context.ts'
import type { Catalog } from '../ports.ts'

/** What would run, from which position of its plan on, and the gates before it; null: nothing. */
export interface SeenStep {
  plan: Plan
  from: number
  gates: Gate[]
}

/** All that a person sees of one button. */
export interface DecisionContent {
  approval: RunItem
  snapshot: RunSnapshot
  outcome: string
  arguments: JsonObject
  step: SeenStep | null
}

export function decisionHash(parts: RuntimeParts, seen: DecisionContent): string {
  const { approval, snapshot, step } = seen
  return parts.hash({
    item: approval.id,
    kind: approval.kind,
    outcome: seen.outcome,
    version: snapshot.run.version,
    definition: parts.hashDefinition(snapshot.definition),
    transition: stepOf(approval)?.transition ?? null,
    asked: argumentsOf(approval),
    arguments: seen.arguments,
    subject: subjectOf(approval),
    step: step as unknown as JsonValue,
    connections: step === null ? {} : connectionsOf(parts.catalog, step.plan.calls),
    ...workflowsOf(parts, snapshot.definition),
  })
}

/** What the hash rests on beside what is shown of it, part by part, so that what has moved can be named. */
export function basisOf(parts: RuntimeParts, { approval, snapshot, step }: DecisionContent): DecisionBasis {
  const edited = heldOf(approval)?.edited
  return {
    version: snapshot.run.version,
    state: snapshot.run.state,
    definition: parts.hash([
      parts.hashDefinition(snapshot.definition),
      workflowsOf(parts, snapshot.definition),
    ]),
    connections: step === null ? {} : connectionsOf(parts.catalog, step.plan.calls),
    gates: step === null ? '' : parts.hash(step.gates as unknown as JsonValue),
    edited: edited === undefined ? null : { by: edited.by, at: edited.at },
    subject: parts.hash(subjectOf(approval)),
  }
}

/** The identity of each connection's configuration, in which its secrets stand by their names. */
export function connectionsOf(
  catalog: Pick<Catalog, 'connectionHash'>,
  planned: readonly Pick<PlannedCall, 'call'>[],
): Record<string, string | null> {
  const calls = planned.flatMap(({ call }) => callsIn(call))
  const names = calls.flatMap((call) => connectionOf(call) ?? [])
  return Object.fromEntries(names.map((name) => [name, catalog.connectionHash(name)]))
}

/** The workflows that it, or one of those, may run as a step: only what is running is pinned, they are live. */
function workflowsOf(
  parts: RuntimeParts,
  definition: Definition,
): { workflows?: Record<string, string | null> } {
  const found = new Map<string, string | null>()
  const waiting = workflowsIn(definition)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    const other = parts.catalog.workflow(id)
    found.set(id, other === null ? null : parts.hashDefinition(other))
    if (other !== null) waiting.push(...workflowsIn(other))
  }
  return found.size === 0 ? {} : { workflows: Object.fromEntries(found) }
}

/** Wherever it declares an executor that runs one: in steps, fallbacks and branches. */
function workflowsIn(definition: Definition): string[] {
  const ids: string[] = []
  const open: unknown[] = [definition.onTimeout, ...Object.values(definition.states)]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if ('kind' in value && value.kind === 'workflow' && 'definitionId' in value)
      ids.push(String(value.definitionId))
    open.push(...Object.values(value))
  }
  return ids
}

// * What a press is bound to: the hash of what was on screen (R5.2), and whether it was to run. Nobody who was
// told that others are still to be asked, or that it can be taken back, lets it run at once because that changed a
// moment before.

/** What a press that counts leads to. */
export interface PressEffect {
  /** Others must approve before anything runs (R5.7). */
  asksOthers: boolean
  /** For so many milliseconds it can be taken back, and nothing runs (R5.6). */
  undoMs: number
}

export const AT_ONCE: PressEffect = { asksOthers: false, undoMs: 0 }

/** `declared`: the transition that is let through; null: what is let through is none. `gates`: those that the press opens. */
export function effectOf(
  { settings }: Pick<RuntimeParts, 'settings'>,
  declared: Transition | null,
  asksOthers: boolean,
  gates: readonly Gate[] = [],
): PressEffect {
  return { asksOthers, undoMs: undoWindowOf(declared, settings().undoMs, gates) }
}

/** What a preview gives, and the press must carry. */
export function pressHash(seen: string, { asksOthers, undoMs }: PressEffect): string {
  return asksOthers ? `${seen}:asks` : undoMs > 0 ? `${seen}:undo-${undoMs}` : seen
}

/** Of what was on screen alone: what is remembered of a decision, and what votes of several people have in common. */
export function seenIn(hash: string): string {
  return hash.replace(/:.*/, '')
}

/** What is due was pressed when it was seen; it is only still to be the same. */
export function isAsSeen(
  { hash, due }: { hash: string; due?: Decision },
  seen: string,
  effect: PressEffect,
): boolean {
  return hash === (due === undefined ? pressHash(seen, effect) : seen)
}
