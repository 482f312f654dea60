/** What a transition declares to be remembered of it when it has completed. Pure. */

import type { NewEvidence } from '../model/call.ts'
import { type Definition, type Transition, transitionsOf } from '../model/definition.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Run } from '../model/run.ts'
import { evidenceOf, triedBy } from './executors/executors.ts'
import { EVIDENCE_OF_PEOPLE, GATE_EVIDENCE } from './guards/evidence.ts'
import { fillTemplate, mapObject } from './mapping.ts'
import { type Scope, scopeOf } from './scope.ts'
import { plainSentence } from './wording/quote.ts'

export function declaredEvidence(
  transition: Transition,
  run: Run,
  args: JsonObject,
  output: JsonValue,
): NewEvidence[] {
  const scope = scopeOf(run, args, output)
  return (transition.evidence ?? [])
    .filter((declared) => !EVIDENCE_OF_PEOPLE.includes(declared.kind))
    .map((declared) => ({
      kind: declared.kind,
      summary: declared.summary === undefined ? declared.kind : sentence(declared.summary, scope),
      data: mapObject(declared.data, scope),
    }))
}

function sentence(template: string, scope: Scope): string {
  return plainSentence(fillTemplate(template, scope))
}

/** Kinds that a workflow's own transitions record, as they declare it. */
export function declaredKinds(definition: Definition): Set<string> {
  return new Set(transitionsOf(definition).flatMap(({ evidence = [] }) => evidence.map(({ kind }) => kind)))
}

/** Kinds that the engine can record in a run of it. `isGated`: something that it calls may have a gate of its own. */
export function engineKinds(definition: Definition, isGated: boolean): Set<string> {
  const transitions = transitionsOf(definition)
  const steps = [...transitions, ...Object.values(definition.states).flatMap(({ onEnter }) => onEnter ?? [])]
  const kinds = [...steps, definition.onTimeout ?? {}].flatMap(triedBy).flatMap(evidenceOf)
  const gated = isGated || transitions.some(({ gates = [] }) => gates.length > 0)
  const decided = transitions.some(({ actor }) => actor === 'human')
  return new Set([...kinds, ...(gated ? GATE_EVIDENCE : []), ...(decided ? ['human_decision'] : [])])
}
