/** What a transition declares to be remembered of it when it has completed (gateway.md §4.7). Pure. */
import type { NewEvidence } from '../model/call.ts'
import type { Transition } from '../model/definition.ts'
import type { Instance } from '../model/instance.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { scopeOf } from './advance.ts'
import { fillTemplate, mapObject } from './mapping.ts'
import { plainSentence } from './quote.ts'
import type { Scope } from './scope.ts'

/** What only a person's own act may leave behind (R5.7): a configuration cannot declare it. */
const ENGINE_EVIDENCE: ReadonlySet<string> = new Set(['approval', 'human_request', 'human_decision'])

export function declaredEvidence(
  transition: Transition,
  instance: Instance,
  args: JsonObject,
  output: JsonValue,
): NewEvidence[] {
  const scope = scopeOf(instance, args, output)
  return (transition.evidence ?? [])
    .filter((declared) => !ENGINE_EVIDENCE.has(declared.kind))
    .map((declared) => ({
      kind: declared.kind,
      summary: declared.summary === undefined ? declared.kind : sentence(declared.summary, scope),
      data: mapObject(declared.data, scope),
    }))
}

function sentence(template: string, scope: Scope): string {
  return plainSentence(fillTemplate(template, scope))
}
