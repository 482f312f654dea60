/** Guards, mappings and executors that read what nothing writes (gateway.md §3). All of them warnings. */
import type { Definition, ExecutorDeclaration, Transition } from '../model/definition.ts'
import { compileExposed } from './compile-capability.ts'
import { type KnownKeys, keysOfSchema, type Readable } from './known-keys.ts'
import { checkGuardReads, checkTemplate, checkText, checkValue } from './reads.ts'
import { isWhole, type Subject, type WorkflowSubject } from './subject.ts'
import type { Path } from './tree.ts'

export function checkWorkflowReads({ definition, path, subject }: WorkflowSubject): void {
  // What had to be left out may be what writes it.
  if (!isWhole(subject, path)) return
  const input = keysOfSchema(definition.inputSchema)
  const context = contextKeys(definition)
  for (const [index, guard] of definition.guards.entries()) {
    const readable: Readable = {
      arguments: null,
      noArguments: 'a workflow that starts has an input, not arguments',
      context: new Set(Object.keys(definition.initialContext)),
      input,
      output: false,
    }
    checkGuardReads(subject, guard, [...path, 'guards', index], readable)
  }
  for (const [name, state] of Object.entries(definition.states)) {
    const at = [...path, 'states', name]
    if (state.onEnter) {
      const readable: Readable = {
        arguments: null,
        noArguments: 'nobody gives arguments when a state is entered',
        context,
        input,
        output: false,
      }
      checkExecutorReads(subject, state.onEnter.executor, [...at, 'onEnter', 'executor'], readable)
      checkValue(subject, state.onEnter.output, [...at, 'onEnter', 'output'], { ...readable, output: true })
    }
    for (const [transitionName, transition] of Object.entries(state.transitions)) {
      checkTransition(subject, transition, [...at, 'transitions', transitionName], context, input)
    }
  }
}

function checkTransition(
  subject: Subject,
  transition: Transition,
  at: Path,
  context: KnownKeys,
  input: KnownKeys,
): void {
  const readable: Readable = {
    arguments: keysOfSchema(transition.inputSchema),
    ...(transition.actor === 'deterministic'
      ? { noArguments: 'the engine fires this transition, without arguments' }
      : {}),
    context,
    input,
    output: false,
  }
  const before: Readable = {
    ...readable,
    noArguments: 'prefilled values are made before there are arguments',
  }
  checkValue(subject, transition.prefill, [...at, 'prefill'], before)
  for (const [index, guard] of transition.guards.entries()) {
    checkGuardReads(subject, guard, [...at, 'guards', index], readable)
  }
  if (transition.executor) checkExecutorReads(subject, transition.executor, [...at, 'executor'], readable)
  const after: Readable = { ...readable, output: true }
  checkValue(subject, transition.output, [...at, 'output'], after)
  for (const [index, branch] of transition.branches.entries()) {
    checkGuardReads(subject, branch.when, [...at, 'branches', index, 'when'], after)
  }
  if (transition.summary !== undefined) {
    checkTemplate(subject, transition.summary, [...at, 'summary'], readable)
  }
}

export function checkCapabilityReads(subject: Subject): void {
  const { capabilities = {}, proxy = {} } = subject.document
  for (const [index, entry] of (proxy.expose ?? []).entries()) {
    const path = ['proxy', 'expose', index]
    const capability = compileExposed(entry, capabilities)
    if (!capability || !isWhole(subject, path)) continue
    const readable: Readable = {
      arguments: keysOfSchema(capability.inputSchema),
      context: new Set(['lastResult']),
      input: null,
      output: false,
    }
    checkExecutorReads(subject, capability.executor, [...path, 'executor'], readable)
    for (const [position, guard] of capability.guards.entries()) {
      checkGuardReads(subject, guard, [...path, 'guards', position], readable)
    }
  }
}

function contextKeys(definition: Definition): Set<string> {
  const keys = new Set(Object.keys(definition.initialContext))
  for (const state of Object.values(definition.states)) {
    for (const mapping of [
      state.onEnter?.output,
      ...Object.values(state.transitions).map((each) => each.output),
    ]) {
      for (const key of Object.keys(mapping ?? {})) keys.add(key)
    }
  }
  return keys
}

function checkExecutorReads(
  subject: Subject,
  executor: ExecutorDeclaration,
  path: Path,
  readable: Readable,
): void {
  if (executor.kind === 'mcp' && executor.map) {
    checkValue(subject, executor.map, [...path, 'map'], readable)
  }
  if (executor.kind !== 'cli') return
  for (const [index, argument] of executor.args.entries()) {
    const at = [...path, 'args', index]
    if (typeof argument === 'string') checkText(subject, argument, at, readable)
    else checkValue(subject, argument, at, readable)
  }
  for (const [name, value] of Object.entries(executor.env)) {
    checkText(subject, value, [...path, 'env', name], readable)
  }
  for (const key of ['workingDirectory', 'stdin'] as const) {
    const text = executor[key]
    if (text !== undefined) checkText(subject, text, [...path, key], readable)
  }
}
