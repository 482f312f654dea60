/** What a person saw, as one hash: a decision holds only for exactly that (R5.2). */
import type { Approval } from '../model/approval.ts'
import type { Plan } from '../model/call.ts'
import type { Gate } from '../model/definition.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { callsIn } from '../workflow/gates.ts'
import type { Loaded, RuntimeParts } from './operation.ts'
import type { DecisionBasis } from './runtime.ts'

/** What would run, from which position of its plan on, and the gates before it; null: nothing. */
export interface SeenStep {
  plan: Plan
  from: number
  gates: Gate[]
}

/** All that a person sees of one button. */
export interface Seen {
  approval: Approval
  loaded: Loaded
  outcome: string
  arguments: JsonObject
  step: SeenStep | null
}

export function decisionHash(parts: RuntimeParts, seen: Seen): string {
  const { approval, loaded, step } = seen
  return parts.hash({
    item: approval.id,
    kind: approval.kind,
    outcome: seen.outcome,
    version: loaded.instance.version,
    definition: parts.hashDefinition(loaded.definition),
    transition: approval.transition,
    asked: approval.arguments,
    arguments: seen.arguments,
    subject: approval.subject,
    step: step as unknown as JsonValue,
    connections: step === null ? {} : connectionsOf(parts, step.plan),
  })
}

/** What the hash rests on beside what is shown of it, part by part, so that what has moved can be named. */
export function basisOf(parts: RuntimeParts, { approval, loaded, step }: Seen): DecisionBasis {
  return {
    version: loaded.instance.version,
    state: loaded.instance.state,
    definition: parts.hashDefinition(loaded.definition),
    connections: step === null ? {} : connectionsOf(parts, step.plan),
    gates: step === null ? '' : parts.hash(step.gates as unknown as JsonValue),
    edited:
      approval.held?.edited === undefined
        ? null
        : { by: approval.held.edited.by, at: approval.held.edited.at },
    subject: parts.hash(approval.subject),
  }
}

/** The identity of each connection's configuration, in which its secrets stand by their names. */
function connectionsOf(parts: RuntimeParts, plan: Plan): Record<string, string | null> {
  const calls = plan.calls.flatMap((planned) => callsIn(planned.call))
  const names = calls.flatMap((call) =>
    'connection' in call && call.connection !== null ? [call.connection] : [],
  )
  return Object.fromEntries(names.map((name) => [name, parts.catalog.connectionHash(name)]))
}
