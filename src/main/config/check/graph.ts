/** Where a workflow can and cannot go: dangling targets, unreachable states, dead ends, traps (R2.5). */
import { type Definition, type State, successTargets, type Transition } from '../../model/definition.ts'
import type { Mapping } from '../../model/executor.ts'
import { isJsonObject, type JsonSchema, type JsonValue, ownOf } from '../../model/json.ts'
import { canFire, transitionsAt } from '../../workflow/advance.ts'
import { asksPerson, doesNothing } from '../../workflow/executors/executors.ts'
import { findViolations } from '../../workflow/schema/schema.ts'
import { EMPTY_SCOPE, mapObject, operationOf, pathsIn } from '../../workflow/scope.ts'
import type { Path } from '../read/tree.ts'
import { isWhole } from './checking.ts'
import { didYouMean, listNames } from './nearest.ts'
import type { Subject, WorkflowSubject } from './subject.ts'

export function checkGraph(workflow: WorkflowSubject): void {
  const { definition, path, subject } = workflow
  const whole = isWhole(subject, path)
  const dangling = checkTargets(workflow)
  checkTerminals(workflow)
  // A wrong target makes other states unreachable: one mistake, one problem.
  if (!whole || dangling) return
  for (const [name, state] of Object.entries(definition.states)) {
    checkDeterministic(workflow, name, state)
    checkExits(workflow, name, state)
  }
  checkReach(workflow)
}

/** Where no name is near, those that there are. */
function statesHint(target: string, names: ReadonlySet<string>): string {
  return didYouMean(target, names) === '' && names.size > 0 ? ` It has ${listNames([...names], 'and')}.` : ''
}

/** Whether any target is missing. */
function checkTargets({ definition, path, stateNames, subject }: WorkflowSubject): boolean {
  let dangling = false
  const expectState = (target: string, at: Path, sentence: (target: string) => string) => {
    if (target === '' || stateNames.has(target)) return
    dangling = true
    subject.findings.error(at, sentence(target) + didYouMean(target, stateNames))
  }
  expectState(
    definition.initialState,
    [...path, 'initialState'],
    (target) =>
      `The workflow is to start in the state ‘${target}’, which it does not have.${statesHint(target, stateNames)}`,
  )
  if (definition.onTimeout) {
    expectState(
      definition.onTimeout.target,
      [...path, 'onTimeout', 'target'],
      (target) =>
        `When the time is up the workflow is to go to the state ‘${target}’, which it does not have.`,
    )
  }
  for (const [state, { transitions }] of Object.entries(definition.states)) {
    for (const [name, transition] of Object.entries(transitions)) {
      const at = [...path, 'states', state, 'transitions', name]
      const sentence = (target: string) =>
        `The transition ‘${name}’ leads to the state ‘${target}’, which does not exist.`
      expectState(transition.target, [...at, 'target'], sentence)
      for (const [index, branch] of transition.branches.entries()) {
        expectState(branch.target, [...at, 'branches', index, 'target'], sentence)
      }
    }
  }
  return dangling
}

function checkTerminals({ definition, path, subject }: WorkflowSubject): void {
  for (const [name, state] of Object.entries(definition.states)) {
    if (!state.terminal || Object.keys(state.transitions).length === 0) continue
    subject.findings.error(
      [...path, 'states', name, 'terminal'],
      `The state ‘${name}’ is terminal and has transitions. Remove its transitions, if runs end here; else ‘terminal’.`,
    )
  }
}

/** What somebody can fire, or the engine fires by itself. */
function exitsOf(state: State): Transition[] {
  return state.terminal ? [] : Object.values(state.transitions).filter((each) => canFire(state, each))
}

function checkExits({ path, subject }: WorkflowSubject, name: string, state: State): void {
  if (state.terminal) return
  const at = [...path, 'states', name]
  const exits = exitsOf(state)
  if (exits.length === 0) {
    subject.findings.error(
      at,
      `The state ‘${name}’ is a dead end: it is not terminal and has no transitions. Give it one, or remove ‘terminal: false’: then runs end here.`,
    )
  }
  const waits = exits.length > 0 && exits.every(({ actor }) => actor === 'system')
  if (!waits || exits.some(({ guards }) => guards.length === 0)) return
  const message = `The state ‘${name}’ can be left by ‘system’ transitions only, and all have guards: if none passes when it is entered, nothing moves it on any more. Leave the guards out of one, or add a transition for an agent or a person.`
  subject.findings.warning(at, message)
}

function checkDeterministic({ path, subject }: WorkflowSubject, name: string, state: State): void {
  if (state.terminal) return
  const transitions = Object.entries(state.transitions)
  const automatic = transitions.filter(([, { actor }]) => actor === 'deterministic')
  if (automatic.length < transitions.length) {
    for (const [transition] of automatic) {
      subject.findings.warning(
        [...path, 'states', name, 'transitions', transition],
        `The deterministic transition ‘${transition}’ never runs: the state ‘${name}’ also has transitions for others, and waits for them. Make it ‘actor: agent’ or ‘human’, or give it a state of its own.`,
      )
    }
    return
  }
  if (automatic.length < 2) return
  const open = automatic.filter(([, { guards }]) => guards.length === 0).map(([transition]) => transition)
  const guarded = automatic.filter(([, { guards }]) => guards.length > 0)
  const at = [...path, 'states', name]
  const start = `The state ‘${name}’ is ambiguous: exactly one of its deterministic transitions may pass its guards, but`
  if (open.length > 1) {
    subject.findings.error(
      at,
      `${start} ${listNames(open, 'and')} have none and always pass. Keep one of them, or give them guards of which one passes.`,
    )
  } else if (open.length === 1) {
    const others = guarded.map(([transition]) => transition)
    const message = `${start} ‘${open[0]}’ has none and passes whenever ${listNames(others)} does. Give it the opposite guard.`
    subject.findings.error(at, message)
  } else {
    const twins = sameGuards(guarded)
    if (twins.length === 0) return
    subject.findings.error(
      at,
      `${start} ${listNames(twins, 'and')} have the same guards. Keep one of them, or give it the opposite guard.`,
    )
  }
}

/** The first transitions of which each has the guards of another. */
function sameGuards(transitions: [string, Transition][]): string[] {
  const groups = new Map<string, string[]>()
  for (const [name, { guards }] of transitions) {
    const key = JSON.stringify(guards)
    groups.set(key, [...(groups.get(key)?.slice(0, 20) ?? []), name])
  }
  return [...groups.values()].find((names) => names.length > 1) ?? []
}

function checkReach({ definition, path, subject }: WorkflowSubject): void {
  const reached = closure([definition.initialState, ...timeoutTarget(definition)], (name) =>
    Object.values(transitionsAt(definition, name)).flatMap(successTargets),
  )
  const names = Object.keys(definition.states)
  for (const name of names) {
    if (reached.has(name)) continue
    subject.findings.error(
      [...path, 'states', name],
      `The state ‘${name}’ can never be reached from ‘${definition.initialState}’. Lead a transition to it, or remove it.`,
    )
  }
  // A run whose time is up, with nowhere to go, ends where it is.
  if (definition.timeoutMs !== undefined && !definition.onTimeout) return
  const terminals = names.filter((name) => definition.states[name]?.terminal)
  if (terminals.length === 0) {
    const message =
      'This workflow has no terminal state: a run of it only ends when a person cancels it. Lead a transition to a state without transitions, such as ‘done: {}’.'
    subject.findings.warningAtKey(path, message)
    return
  }
  const ending = closure(terminals, comingFrom(definition))
  for (const name of names) {
    const state = definition.states[name]
    // What cannot be reached or left has been reported as such.
    if (!state || !reached.has(name) || (!state.terminal && exitsOf(state).length === 0)) continue
    if (ending.has(name)) continue
    subject.findings.error(
      [...path, 'states', name],
      `From the state ‘${name}’ no terminal state can be reached: a run that comes here never ends. Give it, or a state behind it, a transition to a state that ends it.`,
    )
  }
}

/** The states from which each state can be entered. */
export function comingFrom(definition: Definition): (name: string) => readonly string[] {
  const sources = new Map<string, string[]>()
  const late = timeoutTarget(definition)
  for (const [name, state] of Object.entries(definition.states)) {
    const targets = state.terminal ? [] : [...exitsOf(state).flatMap(successTargets), ...late]
    for (const target of targets) {
      const known = sources.get(target)
      if (known) known.push(name)
      else sources.set(target, [name])
    }
  }
  return (name) => sources.get(name) ?? []
}

function timeoutTarget(definition: Definition): string[] {
  return definition.timeoutMs !== undefined && definition.onTimeout ? [definition.onTimeout.target] : []
}

/** Everything that can be reached from `starts`, those included. */
export function closure(starts: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const reached = new Set(starts)
  for (const name of reached) for (const target of next(name)) reached.add(target)
  return reached
}

// ── What no run can get past, or only by asking people twice, although each part is right by itself.

export function checkDeadEnds({ definition, path, subject }: WorkflowSubject): void {
  for (const [state, { transitions }] of Object.entries(definition.states)) {
    for (const [name, transition] of Object.entries(transitions)) {
      const at = [...path, 'states', state, 'transitions', name]
      checkAskedTwice(subject, definition.states, name, transition, at)
      const { prefill, inputSchema } = transition
      if (inputSchema !== undefined) checkFilled(subject.findings, prefill, inputSchema, [...at, 'prefill'])
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
    const { executor, actor } = only ?? {}
    const isEmpty = (executor === undefined || doesNothing(executor)) && !states[name]?.onEnter
    if (
      only === undefined ||
      others.length > 0 ||
      actor !== 'deterministic' ||
      !isEmpty ||
      only.branches.length > 0 ||
      seen.has(name)
    )
      return name
    seen.add(name)
    name = only.target
  }
}

/** What is filled in for whoever follows the link must be what they may send. */
function checkFilled(findings: Subject['findings'], filled: Mapping, schema: JsonSchema, at: Path): void {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const isClosed = allowsOnlyDeclared(schema)
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) {
    if (isJsonObject(part)) checkFilled(findings, filled, part, at)
  }
  for (const [name, value] of Object.entries(filled)) {
    const own = ownOf(properties, name)
    if (own === undefined) {
      if (!isClosed) continue
      const message = `‘${name}’ is filled in, and the inputSchema of this transition allows no such argument: it is refused as it was filled in. Remove it here, or declare it under ‘properties’.`
      findings.warning([...at, name], message + didYouMean(name, Object.keys(properties)))
    } else if (isJsonObject(own) && pathsIn(value).length > 0) {
      checkPartly(findings, value, own, [...at, name])
    } else if (isJsonObject(own) && !JSON.stringify(own).includes('"$')) {
      // Without paths it is the same in every run.
      const [violation] = findViolations(own, mapObject({ [name]: value }, EMPTY_SCOPE)[name] ?? null) ?? []
      if (violation === undefined) continue
      const message = `What is filled in does not fit the inputSchema of this transition (${violation.message}): it is refused as it was filled in. Write a value that fits.`
      findings.warning([...at, name], message)
    }
  }
}

/** Some of it is known only in a run. */
function checkPartly(findings: Subject['findings'], value: JsonValue, schema: JsonSchema, at: Path): void {
  const { items } = schema
  if (Array.isArray(value)) {
    if (!isJsonObject(items)) return
    for (const [index, item] of value.entries()) checkPartly(findings, item, items, [...at, index])
  } else if (isJsonObject(value) && operationOf(value) === null) checkFilled(findings, value, schema, at)
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
