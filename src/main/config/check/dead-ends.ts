/** What no run can get past, or only by asking people twice, although each part is right by itself. */
import type { State, Transition } from '../../model/definition.ts'
import { isJsonObject, type JsonValue } from '../../model/json.ts'
import { asksPerson } from '../../workflow/executors/executors.ts'
import { findViolations } from '../../workflow/schema/schema.ts'
import type { Path } from '../read/tree.ts'
import { didYouMean, listNames } from './nearest.ts'
import type { Subject, WorkflowSubject } from './subject.ts'

export function checkDeadEnds({ definition, path, subject }: WorkflowSubject): void {
  for (const [state, { transitions }] of Object.entries(definition.states)) {
    for (const [name, transition] of Object.entries(transitions)) {
      const at = [...path, 'states', state, 'transitions', name]
      checkAskedTwice(subject, definition.states, name, transition, at)
      checkPrefill(subject, transition, at)
    }
  }
}

/** Whoever has answered the executor is asked again at once, about the same. */
function checkAskedTwice(
  { findings }: Subject,
  states: Record<string, State>,
  name: string,
  { executor, target, branches }: Transition,
  at: Path,
): void {
  if (executor === undefined || !asksPerson(executor)) return
  for (const next of [target, ...branches.map((branch) => branch.target)]) {
    const exits = Object.entries(states[next]?.transitions ?? {})
    if (exits.length === 0 || exits.some(([, { actor }]) => actor !== 'human')) continue
    const message = `People are asked twice: by the executor of ‘${name}’, and then in the state ‘${next}’, where only they choose between ${listNames(exits.map(([exit]) => exit))}. Remove the executor: what they choose there is their answer.`
    findings.warning([...at, 'executor'], message)
    return
  }
}

/** What is filled in for whoever follows the link must be what they may send. */
function checkPrefill({ findings }: Subject, { prefill, inputSchema }: Transition, at: Path): void {
  const properties = inputSchema?.properties
  if (inputSchema === undefined || !isJsonObject(properties)) return
  const isClosed = inputSchema.additionalProperties === false && inputSchema.patternProperties === undefined
  for (const [name, value] of Object.entries(prefill)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (schema === undefined) {
      if (!isClosed) continue
      const message = `‘${name}’ is filled in, and the inputSchema of this transition allows no such argument: it is refused as it was filled in.`
      findings.warning([...at, 'prefill', name], message + didYouMean(name, Object.keys(properties)))
    } else if (isJsonObject(schema) && isFixed(value) && !JSON.stringify(schema).includes('"$')) {
      const [violation] = findViolations(schema, value) ?? []
      if (violation === undefined) continue
      const message = `What is filled in does not fit the inputSchema of this transition (${violation.message}): it is refused as it was filled in.`
      findings.warning([...at, 'prefill', name], message)
    }
  }
}

/** Neither a path nor an operator: the same in every run. */
function isFixed(value: JsonValue): boolean {
  return typeof value === 'string' ? !value.startsWith('$') : typeof value !== 'object'
}
