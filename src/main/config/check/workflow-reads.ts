/** Guards, mappings and executors that read what nothing writes. All of them warnings. */
import type { Transition } from '../../model/definition.ts'
import type { JsonSchema } from '../../model/json.ts'
import { pathsIn } from '../../workflow/mapping.ts'
import { declaredBy, type KnownKeys, keysOfSchema } from '../../workflow/schema/schema.ts'
import { compileExposed } from '../compile/capability.ts'
import { knownOutput } from '../executors/executors.ts'
import { checkGuardReads } from '../guards/guards.ts'
import type { Path } from '../read/tree.ts'
import { isWhole } from './checking.ts'
import { checkExecutorReads, checkFallbackReads } from './executor-reads.ts'
import { contextKeys, type Readable, stepNames } from './known-keys.ts'
import { checkTemplate, checkValue } from './reads.ts'
import type { Subject, WorkflowSubject } from './subject.ts'

/** What can be read anywhere in a workflow. */
type WorkflowReadable = Pick<Readable, 'context' | 'input' | 'steps' | 'schemas' | 'output'>

export function checkWorkflowReads({ definition, path, subject }: WorkflowSubject): void {
  // What had to be left out may be what writes it.
  if (!isWhole(subject, path)) return
  const input = keysOfSchema(definition.inputSchema)
  const context = contextKeys(definition)
  const { workflows } = subject.compiled
  const schemas = { input: definition.inputSchema }
  const known: WorkflowReadable = { context, input, steps: stepNames(definition), schemas, output: false }
  for (const [key, value] of Object.entries(definition.initialContext)) {
    const [found] = pathsIn(value)
    if (found === undefined) continue
    const message = `‘${found}’ stays a text here: ‘initialContext’ holds values. Read it where it is needed, or write it with the ‘output’ of a step.`
    subject.findings.warning([...path, 'initialContext', key], message)
  }
  for (const [index, guard] of definition.guards.entries()) {
    const readable: Readable = {
      arguments: null,
      noArguments: 'a workflow that starts has an input, not arguments',
      context: new Set(Object.keys(definition.initialContext)),
      input,
      schemas,
      output: false,
    }
    checkGuardReads(subject, guard, [...path, 'guards', index], readable)
  }
  if (definition.onTimeout?.executor) {
    const readable: Readable = {
      arguments: null,
      noArguments: 'nobody gives arguments when the time is up',
      ...known,
    }
    checkExecutorReads(subject, definition.onTimeout.executor, [...path, 'onTimeout', 'executor'], readable)
  }
  for (const [name, state] of Object.entries(definition.states)) {
    const at = [...path, 'states', name]
    if (state.onEnter) {
      const readable: Readable = {
        arguments: null,
        noArguments: 'nobody gives arguments when a state is entered',
        ...known,
      }
      checkExecutorReads(subject, state.onEnter.executor, [...at, 'onEnter', 'executor'], readable)
      checkFallbackReads(subject, state.onEnter.reliability, [...at, 'onEnter', 'reliability'], readable)
      const result = knownOutput(state.onEnter.executor, state.onEnter.reliability, workflows)
      const after: Readable = { ...readable, output: true, result }
      checkValue(subject, state.onEnter.output, [...at, 'onEnter', 'output'], after)
    }
    for (const [transitionName, transition] of Object.entries(state.transitions)) {
      checkTransition(subject, transition, [...at, 'transitions', transitionName], known)
    }
  }
}

function checkTransition(subject: Subject, transition: Transition, at: Path, known: WorkflowReadable): void {
  const { executor } = transition
  const readable: Readable = {
    arguments: keysOfSchema(transition.inputSchema),
    ...(transition.actor === 'deterministic' || transition.actor === 'system'
      ? { noArguments: 'the engine fires this transition, without arguments' }
      : {}),
    ...known,
    schemas: { ...known.schemas, arguments: transition.inputSchema },
  }
  const before: Readable = {
    ...readable,
    noArguments: 'prefilled values are made before there are arguments',
  }
  checkValue(subject, transition.prefill, [...at, 'prefill'], before)
  for (const [index, guard] of transition.guards.entries()) {
    checkGuardReads(subject, guard, [...at, 'guards', index], readable)
  }
  if (executor) checkExecutorReads(subject, executor, [...at, 'executor'], readable)
  checkFallbackReads(subject, transition.reliability, [...at, 'reliability'], readable)
  const after: Readable = {
    ...readable,
    output: true,
    ...(executor && {
      result: knownOutput(executor, transition.reliability, subject.compiled.workflows),
    }),
  }
  checkValue(subject, transition.output, [...at, 'output'], after)
  for (const [index, branch] of transition.branches.entries()) {
    checkGuardReads(subject, branch.when, [...at, 'branches', index, 'when'], after)
  }
  if (transition.subject !== undefined) checkValue(subject, transition.subject, [...at, 'subject'], readable)
  if (transition.summary !== undefined) {
    checkTemplate(subject, transition.summary, [...at, 'summary'], readable)
  }
  for (const [index, { data, summary }] of (transition.evidence ?? []).entries()) {
    checkValue(subject, data, [...at, 'evidence', index], after)
    if (summary !== undefined) checkTemplate(subject, summary, [...at, 'evidence', index], readable)
  }
}

/** What it requires is known to whoever reads it, too. Null: there is no schema, or it may name them elsewhere. */
function namedBy(schema: JsonSchema | undefined): KnownKeys {
  if (schema === undefined) return null
  const declared = declaredBy(schema)
  const required = Array.isArray(schema.required) ? schema.required : []
  return declared && new Set([...declared, ...required.filter((name) => typeof name === 'string')])
}

export function checkCapabilityReads(subject: Subject): void {
  const { capabilities = {}, proxy = {} } = subject.document
  for (const [index, entry] of (proxy.expose ?? []).entries()) {
    const path = ['proxy', 'expose', index]
    const capability = compileExposed(entry, capabilities)
    if (!capability || !isWhole(subject, path)) continue
    const readable: Readable = {
      arguments: keysOfSchema(capability.inputSchema),
      declared: namedBy(capability.inputSchema),
      context: new Set(['lastResult']),
      input: null,
      schemas: { arguments: capability.inputSchema },
      output: false,
    }
    checkExecutorReads(subject, capability.executor, [...path, 'executor'], readable)
    checkFallbackReads(subject, capability.reliability, [...path, 'reliability'], readable)
    for (const [position, guard] of capability.guards.entries()) {
      checkGuardReads(subject, guard, [...path, 'guards', position], readable)
    }
  }
}
