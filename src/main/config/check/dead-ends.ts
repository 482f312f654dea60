/** What no run can get past, or only by asking people twice, although each part is right by itself. */
import type { State, Transition } from '../../model/definition.ts'
import type { Mapping } from '../../model/executor.ts'
import { isJsonObject, type JsonSchema } from '../../model/json.ts'
import { asksPerson } from '../../workflow/executors/executors.ts'
import { mapObject, operationOf, pathsIn } from '../../workflow/mapping.ts'
import { findViolations } from '../../workflow/schema/schema.ts'
import type { Scope } from '../../workflow/scope.ts'
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
  for (const next of [target, ...branches.map((branch) => branch.target)].map((to) => restsAt(states, to))) {
    const exits = Object.entries(states[next]?.transitions ?? {})
    const [first] = exits
    if (first === undefined || exits.some(([, { actor }]) => actor !== 'human')) continue
    const message = `People are asked twice: by the executor of ‘${name}’, and then in the state ‘${next}’, where only they choose between ${listNames(exits.map(([exit]) => exit))}. Keep one: remove the executor, with what reads its answer; or lead ‘${name}’ to ‘${first[1].target}’ and remove ‘${next}’.`
    findings.warning([...at, 'executor'], message)
    return
  }
}

/** Where the engine rests after steps that do nothing between two questions. */
function restsAt(states: Record<string, State>, start: string): string {
  const seen = new Set<string>()
  for (let name = start; ; ) {
    const [only, ...others] = Object.values(states[name]?.transitions ?? {})
    const isEmpty = only?.actor === 'deterministic' && only.executor === undefined && !states[name]?.onEnter
    if (only === undefined || others.length > 0 || !isEmpty || only.branches.length > 0 || seen.has(name))
      return name
    seen.add(name)
    name = only.target
  }
}

/** What is filled in for whoever follows the link must be what they may send. */
function checkPrefill({ findings }: Subject, { prefill, inputSchema }: Transition, at: Path): void {
  if (inputSchema !== undefined) checkFilled(findings, prefill, inputSchema, [...at, 'prefill'])
}

function checkFilled(findings: Subject['findings'], filled: Mapping, schema: JsonSchema, at: Path): void {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const isClosed = allowsOnlyDeclared(schema)
  for (const [name, value] of Object.entries(filled)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (own === undefined) {
      if (!isClosed) continue
      const message = `‘${name}’ is filled in, and the inputSchema of this transition allows no such argument: it is refused as it was filled in. Remove it here, or declare it under ‘properties’.`
      findings.warning([...at, name], message + didYouMean(name, Object.keys(properties)))
    } else if (isJsonObject(own) && pathsIn(value).length > 0) {
      if (isJsonObject(value) && operationOf(value) === null) checkFilled(findings, value, own, [...at, name])
    } else if (isJsonObject(own) && !JSON.stringify(own).includes('"$')) {
      // Without paths it is the same in every run.
      const [violation] = findViolations(own, mapObject({ [name]: value }, NOTHING)[name] ?? null) ?? []
      if (violation === undefined) continue
      const message = `What is filled in does not fit the inputSchema of this transition (${violation.message}): it is refused as it was filled in. Write a value that fits.`
      findings.warning([...at, name], message)
    }
  }
}

/** Or it is said in parts, which may declare more. */
function allowsOnlyDeclared(schema: JsonSchema): boolean {
  const keys = Object.keys(schema)
  if (keys.includes('patternProperties')) return false
  if (schema.additionalProperties === false) return true
  const isInParts = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'].some((key) =>
    keys.includes(key),
  )
  return schema.unevaluatedProperties === false && !isInParts
}

const NOTHING: Scope = { arguments: {}, context: {}, input: {}, workflow: { id: '', state: '' } }
