/** Guards, mappings and executors that read what nothing writes. All of them warnings. */

import type { Transition } from '../../model/definition.ts'
import type { ExecutorDeclaration, Mapping, Reliability } from '../../model/executor.ts'
import { type JsonSchema, type JsonValue, present } from '../../model/json.ts'
import { isOfEngine } from '../../workflow/advance.ts'
import { templateFields } from '../../workflow/executors/executors.ts'
import { type FieldReader, readFields } from '../../workflow/executors/fields.ts'
import { declaredBy, type KnownKeys, keysOfSchema } from '../../workflow/schema/schema.ts'
import { pathsIn, splitTemplate } from '../../workflow/scope.ts'
import { listWith } from '../../workflow/wording/listing.ts'
import { compileExposed } from '../compile/capability.ts'
import { knownOutput } from '../executors/executors.ts'
import type { Path } from '../read/tree.ts'
import { isWhole } from './checking.ts'
import { checkConditions, conditionsAt } from './conditions.ts'
import { didYouMean } from './nearest.ts'
import {
  checkOperator,
  checkTemplate,
  checkText,
  checkValue,
  contextKeys,
  isReadAt,
  type Readable,
  replaced,
  stepNames,
} from './reads.ts'
import { FIRED_BY_ENGINE, type Subject, type WorkflowSubject } from './subject.ts'

/** What can be read anywhere in a workflow. */
type WorkflowReadable = Pick<Readable, 'context' | 'input' | 'steps' | 'schemas' | 'output'>

export function checkWorkflowReads({ definition, path, subject }: WorkflowSubject): void {
  // What had to be left out may be what writes it.
  if (!isWhole(subject, path)) return
  const input = keysOfSchema(definition.inputSchema)
  const context = contextKeys(definition)
  const schemas = { input: definition.inputSchema }
  const known: WorkflowReadable = { context, input, steps: stepNames(definition), schemas, output: false }
  for (const [key, value] of Object.entries(definition.initialContext)) {
    const [found] = pathsIn(value)
    if (found === undefined) continue
    const message = `‘${found}’ stays a text here: ‘initialContext’ holds values. Read it where it is needed, or write it with the ‘output’ of a step.`
    subject.findings.warning([...path, 'initialContext', key], message)
  }
  checkConditions(subject, conditionsAt(definition.guards, [...path, 'guards']), {
    arguments: null,
    noArguments: 'a workflow that starts has an input, not arguments',
    context: new Set(Object.keys(definition.initialContext)),
    input,
    schemas,
    output: false,
  })
  const unasked = (when: string): Readable => ({ arguments: null, noArguments: when, ...known })
  if (definition.onTimeout) {
    const readable = unasked('nobody gives arguments when the time is up')
    checkWork(subject, definition.onTimeout, [...path, 'onTimeout'], readable)
  }
  for (const [name, state] of Object.entries(definition.states)) {
    const at = [...path, 'states', name]
    if (state.onEnter) {
      const readable = unasked('nobody gives arguments when a state is entered')
      checkWork(subject, state.onEnter, [...at, 'onEnter'], readable)
    }
    for (const [transitionName, transition] of Object.entries(state.transitions)) {
      checkTransition(subject, transition, [...at, 'transitions', transitionName], known)
    }
  }
}

function checkTransition(subject: Subject, transition: Transition, at: Path, known: WorkflowReadable): void {
  const readable: Readable = {
    arguments: keysOfSchema(transition.inputSchema),
    ...(isOfEngine(transition) ? { noArguments: FIRED_BY_ENGINE } : {}),
    ...present({ open: transition.actor === 'agent' ? openTo(transition.inputSchema) : undefined }),
    ...known,
    schemas: { ...known.schemas, arguments: transition.inputSchema },
  }
  const before: Readable = {
    ...readable,
    noArguments: 'prefilled values are made before there are arguments',
  }
  checkValue(subject, transition.prefill, [...at, 'prefill'], before)
  checkConditions(subject, conditionsAt(transition.guards, [...at, 'guards']), readable)
  const after = checkWork(subject, transition, at, readable)
  for (const [index, branch] of transition.branches.entries()) {
    const when = { guard: branch.when, path: [...at, 'branches', index, 'when'] }
    checkConditions(subject, [when], after)
  }
  if (transition.subject !== undefined) checkValue(subject, transition.subject, [...at, 'subject'], readable)
  if (transition.summary !== undefined) {
    checkTemplate(subject, transition.summary, [...at, 'summary'], readable)
  }
  for (const [index, { data, summary }] of (transition.evidence ?? []).entries()) {
    checkValue(subject, data, [...at, 'evidence', index, 'data'], after)
    if (summary !== undefined)
      checkTemplate(subject, summary, [...at, 'evidence', index, 'summary'], readable)
  }
}

/** What it declares, where it takes whatever else an agent gives; undefined: it takes nothing else, or may name it elsewhere. */
function openTo(schema: JsonSchema = {}): ReadonlySet<string> | undefined {
  const isClosed = schema.additionalProperties === false || schema.unevaluatedProperties === false
  return isClosed ? undefined : (declaredBy(schema) ?? undefined)
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
    checkWork(subject, capability, path, readable)
    checkConditions(subject, conditionsAt(capability.guards, [...path, 'guards']), readable)
  }
}

// ── What executors read, held against what can be read where they stand.

function checkExecutorReads(
  subject: Subject,
  executor: ExecutorDeclaration,
  path: Path,
  readable: Readable,
): void {
  /** Of programs and requests: texts are filled in everywhere (R2.6). */
  const field = (value: JsonValue, at: Path): void => {
    if (typeof value === 'string') {
      checkText(subject, value, at, readable)
      checkBraces(subject, value, at, readable)
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) field(item, [...at, index])
    } else if (typeof value === 'object' && value !== null) {
      checkOperator(subject, value, at, readable)
      for (const [key, item] of Object.entries(value)) field(item, [...at, key])
    }
  }
  const reader: FieldReader = {
    text: field,
    value: field,
    header: field,
    template(text, at, { of }) {
      checkText(subject, text, at, readable)
      checkPlaces(subject, text, at, readable, of)
    },
    mapping(mapping, at) {
      if (mapping) checkValue(subject, mapping, at, readable)
    },
    when: (guard, path) => checkConditions(subject, [{ guard, path }], readable),
  }
  readFields(executor, reader, path)
}

/** What runs there, and what is kept of its result. Answers what can be read afterwards. */
function checkWork(
  subject: Subject,
  {
    executor,
    reliability,
    output = {},
  }: { executor?: ExecutorDeclaration; reliability?: Reliability; output?: Mapping },
  at: Path,
  readable: Readable,
): Readable {
  if (executor) checkExecutorReads(subject, executor, [...at, 'executor'], readable)
  for (const [index, each] of (reliability?.fallback ?? []).entries()) {
    checkExecutorReads(subject, each, [...at, 'reliability', 'fallback', 'executors', index], readable)
  }
  const result = executor && knownOutput(executor, reliability, subject.compiled.workflows)
  const after: Readable = { ...readable, output: true, ...present({ result }) }
  checkValue(subject, output, [...at, 'output'], after)
  return after
}

/** `{name}` of a template: without a value the call is not made; `of`: what it is, as a noun. */
function checkPlaces(subject: Subject, template: string, path: Path, readable: Readable, of: string): void {
  for (const { place } of splitTemplate(template)) {
    if (place === null) continue
    if (isReadAt(place, readable)) {
      const message = replaced(place, readable)
      if (message !== null) subject.findings.warning(path, message)
      checkUndeclared(subject, place, path, readable, of)
      continue
    }
    const known = [readable.arguments, readable.context, readable.input].flatMap((keys) => [...(keys ?? [])])
    const message = `‘{${place}}’ never has a value, and without one the ${of} is refused: neither arguments nor context nor input have it.`
    subject.findings.warning(path, message + didYouMean(place, known))
  }
}

/** Of a capability that takes anything: nobody who reads its schema would know that the call needs it. */
function checkUndeclared(
  subject: Subject,
  place: string,
  path: Path,
  { declared = null, context }: Readable,
  of: string,
): void {
  const [name = ''] = place.replace(/^arguments\./, '').split(/[.[]/)
  const isElsewhere = /^(?:context|input|workflow)\./.test(place) || context?.has(name)
  if (declared === null || isElsewhere || declared.has(name)) return
  const message = `‘{${place}}’ has no value unless an agent happens to give an argument ‘${name}’, and without one the ${of} is refused. Declare ‘${name}’ in the ‘inputSchema’, and require it.`
  subject.findings.warning(path, message + didYouMean(name, declared))
}

const FILLED_IN = [...templateFields(), 'idempotencyKey', 'summary'].map((field) => `‘${field}’`)

/** R2.6: `{name}` is filled in in few fields only. */
function checkBraces(subject: Subject, text: string, path: Path, readable: Readable): void {
  for (const { place } of splitTemplate(text)) {
    if (place === null) continue
    const [root = '', ...rest] = place.split('.')
    const named = ['arguments', 'context', 'input', 'workflow'].includes(root) && rest.length > 0
    const known = [readable.arguments, readable.context, readable.input].some((keys) => keys?.has(root))
    if (!named && !known) continue
    const instead = named ? `$.${place}` : `$.arguments.${place}`
    subject.findings.warning(
      path,
      `‘{${place}}’ is not filled in here; only ${listWith('and', FILLED_IN)} have such places. Write ‘${instead}’.`,
    )
    return
  }
}
