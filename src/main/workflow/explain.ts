/** What `workflow.explain` answers about a definition (seed 000, R7.5). Pure, without side effects. */
import type { Definition } from '../model/definition.ts'
import { type JsonObject, mapEntries, present } from '../model/json.ts'
import { describeExecutor } from './executors/wording.ts'
import { declaredGuard } from './guards/guards.ts'
import { describeState, describeTransition } from './wording/describe-declaration.ts'

/** States with their transitions as a list of names, who acts in a map beside it, and the terminals. */
export function explainDefinition(definition: Definition): JsonObject {
  return present({
    definitionId: definition.id,
    title: definition.title,
    description: definition.description,
    definitionVersion: definition.version,
    initialState: definition.initialState,
    inputSchema: definition.inputSchema,
    guards: definition.guards.length === 0 ? undefined : definition.guards.map(declaredGuard),
    timeoutMs: definition.timeoutMs,
    onTimeout:
      definition.onTimeout === undefined
        ? undefined
        : present({
            target: definition.onTimeout.target,
            executor:
              definition.onTimeout.executor === undefined
                ? undefined
                : describeExecutor(definition.onTimeout.executor),
          }),
    states: mapEntries(definition.states, describeState),
  })
}

/**
 * One transition in full. A name that exists in one state answers flat; in several, each under `answers`;
 * `state` narrows. Null if there is no such transition.
 */
export function explainTransition(
  definition: Definition,
  transition: string,
  state?: string,
): JsonObject | null {
  const answers = Object.entries(definition.states)
    .filter(([name]) => state === undefined || name === state)
    .flatMap(([name, declared]) => {
      const found = Object.hasOwn(declared.transitions, transition)
        ? declared.transitions[transition]
        : undefined
      return found === undefined ? [] : [describeTransition(name, found)]
    })
  const [first, ...others] = answers
  if (first === undefined) return null
  const head = { definitionId: definition.id, transition }
  return others.length === 0 ? { ...head, ...first } : { ...head, answers }
}
