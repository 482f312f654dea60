/** What a transition declares to be remembered of it when it has completed. Pure. */

import type { NewEvidence } from '../model/call.ts'
import type { Definition, Transition } from '../model/definition.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Run } from '../model/run.ts'
import { EVIDENCE_OF_PEOPLE } from './guards/evidence.ts'
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

/** All kinds that a workflow's own transitions record. */
export function recordedKinds(definition: Definition): Set<string> {
  const transitions = Object.values(definition.states).flatMap((state) => Object.values(state.transitions))
  return new Set(transitions.flatMap(({ evidence = [] }) => evidence.map(({ kind }) => kind)))
}
