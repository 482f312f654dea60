/** Executors: what they run must be declared and stand where it can run (R2.7). */

import type { ExecutorDeclaration } from '../../model/executor.ts'
import { present } from '../../model/json.ts'
import { isOfEngine } from '../../workflow/advance.ts'
import {
  asksPerson,
  declaresRepetition,
  executorsIn,
  isGroup,
  keyOfRepetition,
  nounOf,
  repeatsFreely,
  startsRun,
} from '../../workflow/executors/executors.ts'
import { compileExecutor, compileRetry, MOST_EXECUTORS } from '../compile/executor.ts'
import { policyOf } from '../compile/steps.ts'
import { unwrapCapability } from '../compile/unwrap-capability.ts'
import {
  branchDocuments,
  type CapabilityReference,
  checkOwn,
  type ExecutorDocument,
  isCapabilityReference,
  type ReliabilityDocument,
} from '../executors/executors.ts'
import type { ExecutorOwner } from '../executors/kind.ts'
import { isBranch } from '../executors/parallel.ts'
import type { Path } from '../read/tree.ts'
import type { Document } from '../schema/schema.ts'
import type { StepDocument } from '../schema/step.ts'
import type { WorkflowDocument } from '../schema/workflow.ts'
import { isWhole } from './checking.ts'
import { didYouMean } from './nearest.ts'
import { expectCapability, type Subject } from './subject.ts'

export function checkExecutors(subject: Subject): void {
  for (const place of executorPlaces(subject.document)) {
    const executor = executorAt(subject, place)
    if (!executor) continue
    checkPlace(subject, place, executor)
    checkReliability(subject, place, executor)
    // What a capability runs is checked where it is declared.
    if (isCapabilityReference(place.executor)) continue
    checkKey(subject, keyOfRepetition(executor), [...place.path, 'idempotencyKey'])
    checkOwn(subject, executor, place)
  }
}

function executorAt(subject: Subject, place: ExecutorPlace): ExecutorDeclaration | null {
  if (isCapabilityReference(place.executor)) return checkReference(subject, place.executor, place)
  return compileExecutor(place.executor, undefined, subject.document.capabilities ?? {})?.executor ?? null
}

/** Where waiting is not possible, nothing may stand that waits. */
function checkPlace(subject: Subject, place: ExecutorPlace, executor: ExecutorDeclaration): void {
  const { inside, of, path } = place
  const refuse = (message: string) => subject.findings.error(path, message)
  if (inside !== null) {
    const where = inside === 'branch' ? 'A branch that runs beside others' : 'A fallback'
    if (asksPerson(executor)) {
      refuse(`${where} cannot wait for a person. Put the question into a transition of its own.`)
    } else if (startsRun(executor) && inside === 'branch') {
      refuse(`${where} cannot start another workflow. Put it into a transition of its own.`)
    } else if (isGroup(executor) && inside === 'fallback') {
      refuse('A fallback cannot be ‘parallel’. Put it into a transition of its own.')
    }
    return
  }
  if (asksPerson(executor) && of.kind === 'onEnter') {
    refuse(
      `Entering a state cannot wait for a person. Remove this, and let a person lead on: give ‘${of.name}’ transitions with ‘actor: human’, and none of the engine.`,
    )
  } else if (asksPerson(executor) && of.kind === 'transition' && of.actor === 'human') {
    refuse(
      `‘${of.name}’ is fired by a person already; an executor of the kind ‘human’ would ask a second time. Remove the executor: their choice is recorded as evidence of the kind ‘human_decision’.`,
    )
  } else if (of.kind === 'onTimeout' && (asksPerson(executor) || startsRun(executor))) {
    refuse(
      'What runs when the time is up cannot wait for anything. Put it into a state that ‘onTimeout.target’ leads to.',
    )
  } else if (asksPerson(executor) && runsByItself(of)) {
    const mend =
      of.kind === 'step'
        ? 'Write ‘approve: {}’ in its place.'
        : `Remove the executor, and make ‘${of.name}’ ‘actor: human’.`
    const message = `‘${of.name}’ runs by itself and cannot wait for a person: the run stops there, and nobody is asked until the step is tried again by hand. ${mend}`
    subject.findings.warning(path, message)
  }
}

function runsByItself(of: ExecutorOwner): boolean {
  return of.kind === 'step' || (of.kind === 'transition' && isOfEngine(of))
}

const KEY_PLACES = ['workflowId', 'transition', 'correlationId']

/** A place that is not filled in would make two keys the same that must differ. */
function checkKey(subject: Subject, key: true | string | undefined, path: Path): void {
  if (typeof key !== 'string') return
  for (const [place, name = ''] of key.matchAll(/\{([^{}]*)\}/g)) {
    if (KEY_PLACES.includes(name)) continue
    const message = `‘${place}’ means nothing in an idempotency key. There are {workflowId}, {transition} and {correlationId}.`
    subject.findings.error(path, message + didYouMean(name, KEY_PLACES))
  }
  if (key.includes('$.')) {
    subject.findings.error(
      path,
      'An idempotency key has no paths: it must be the same for every attempt. There are {workflowId}, {transition} and {correlationId}.',
    )
  } else if (!/\{(?:workflowId|correlationId)\}/.test(key)) {
    subject.findings.warning(
      path,
      'This key is the same for every run, so that the other side does the work once and never again. Put {workflowId} or {correlationId} into it.',
    )
  }
}

/** Retries and time limits where they do harm, or nothing (R2.7). */
function checkReliability(subject: Subject, place: ExecutorPlace, executor: ExecutorDeclaration): void {
  const { reliability } = place
  if (!reliability) return
  const at = [...place.path.slice(0, -1), 'reliability']
  if (asksPerson(executor)) {
    subject.findings.warning(
      at,
      'A decision of a person is neither repeated nor cut short by this. Give the executor its own ‘timeoutMs’.',
    )
    return
  }
  const retry = reliability.retry && compileRetry(reliability.retry)
  const retryAt = place.retryAt ?? [...at, 'retry']
  if (retry && retry.maxAttempts > 1) {
    const kind = unsafe(executor)
    if (kind !== null) {
      subject.findings.warning(
        retryAt,
        `What the ${kind} does may be done twice: an attempt that seems to fail may have worked. Add ‘idempotencyKey’ if the other side knows repetitions by it, or ‘idempotent: true’ if twice does no harm.`,
      )
    }
    const { initialDelayMs, maxDelayMs } = retry
    if (initialDelayMs > maxDelayMs) {
      subject.findings.warning(
        retryAt,
        `The first pause (${initialDelayMs} ms) is longer than the longest (${maxDelayMs} ms), which holds.`,
      )
    }
  }
}

/** What of it may change something and does not say that twice is as good as once; null: nothing. */
function unsafe(executor: ExecutorDeclaration): string | null {
  const risky = executorsIn(executor).find(
    (each) => !asksPerson(each) && !repeatsFreely(each) && !declaresRepetition(each),
  )
  return risky === undefined ? null : (nounOf(risky) ?? risky.kind)
}

// ── `executor: {capability}`: names that are known, no circle, and places where its guards and gates can hold.

/** Null where nothing can be said of it, which has been reported. */
function checkReference(
  subject: Subject,
  reference: CapabilityReference,
  place: ExecutorPlace,
): ExecutorDeclaration | null {
  const { findings } = subject
  const { capabilities: declared = {} } = subject.document
  const { capability } = reference
  const at = [...place.path, 'capability']
  if (!Object.hasOwn(declared, capability)) {
    expectCapability(subject, capability, at)
    return null
  }
  const problems: string[] = []
  const compiled = compileExecutor(reference, undefined, declared, problems)
  if (!compiled) {
    if (isWhole(subject, ['capabilities'])) findings.error(at, whyNot(subject, capability))
    return null
  }
  checkMap(subject, reference, place.path)
  for (const problem of problems) findings.error([...place.path, 'map'], problem)
  const { of } = place
  if (of.kind !== 'onEnter' && of.kind !== 'onTimeout') return compiled.executor
  const asks = [
    ...(compiled.guards.length > 0 ? ['guards'] : []),
    ...(compiled.gates.length > 0 ? ['an approval gate'] : []),
  ]
  if (asks.length > 0) {
    findings.error(
      at,
      `The capability ‘${capability}’ has ${asks.join(' and ')}, which ${of.kind === 'onEnter' ? 'entering a state' : 'a timeout'} cannot ask. Call it from a transition.`,
    )
  }
  return compiled.executor
}

function whyNot(subject: Subject, capability: string): string {
  const { capabilities: declared = {} } = subject.document
  const seen: string[] = []
  for (let name = capability; ; ) {
    if (seen.includes(name)) {
      const circle = [...seen.slice(seen.indexOf(name)), name].map((each) => `‘${each}’`).join(' calls ')
      return `These capabilities call each other: ${circle}.`
    }
    seen.push(name)
    const executor = unwrapCapability(name, declared)?.document.executor
    if (!executor || !isCapabilityReference(executor)) break
    name = executor.capability
  }
  return `The capability ‘${capability}’ cannot be called: it, or one that it calls, has no executor, calls itself, or comes to more than ${MOST_EXECUTORS} executors.`
}

/** With a `map` nothing else becomes an argument: what must be there must be in it. */
function checkMap(subject: Subject, reference: CapabilityReference, path: Path): void {
  const { map, capability } = reference
  if (!map) return
  const schema = unwrapCapability(capability, subject.document.capabilities ?? {})?.document.inputSchema
  if (!schema) return
  const { required, properties } = schema
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name === 'string' && !Object.hasOwn(map, name)) {
      subject.findings.error(
        [...path, 'map'],
        `The capability ‘${capability}’ needs the argument ‘${name}’, which ‘map’ does not give it.`,
      )
    }
  }
  if (typeof properties !== 'object' || properties === null || schema.additionalProperties !== false) return
  for (const name of Object.keys(map)) {
    if (Object.hasOwn(properties, name)) continue
    const message = `The capability ‘${capability}’ has no argument ‘${name}’.`
    subject.findings.errorAtKey([...path, 'map', name], message + didYouMean(name, Object.keys(properties)))
  }
}

// ── Every executor of a document with its place: those of steps, branches and fallbacks included.

interface ExecutorPlace {
  executor: ExecutorDocument
  path: Path
  of: ExecutorOwner
  /** Null: it is the first thing that is tried. */
  inside: 'branch' | 'fallback' | null
  reliability: ReliabilityDocument | undefined
  /** Where it is written that it is tried again, if not in `reliability` beside it. */
  retryAt?: Path | undefined
}

interface ExecutorHolder {
  executor?: ExecutorDocument
  reliability?: ReliabilityDocument
  retryAt?: Path | undefined
}

function* executorPlaces(document: Document): Generator<ExecutorPlace> {
  const { capabilities = {}, proxy = {}, workflows = {} } = document
  for (const [name, capability] of Object.entries(capabilities)) {
    yield* worker(capability, ['capabilities', name], { kind: 'capability', name, workflow: null })
  }
  for (const [index, entry] of (proxy.expose ?? []).entries()) {
    const name = entry.name ?? entry.as ?? entry.capability ?? ''
    yield* worker(entry, ['proxy', 'expose', index], { kind: 'capability', name, workflow: null })
  }
  for (const [id, workflow] of Object.entries(workflows)) yield* inWorkflow(id, workflow)
}

function* inWorkflow(workflow: string, document: WorkflowDocument): Generator<ExecutorPlace> {
  const path = ['workflows', workflow]
  if (document.onTimeout) {
    yield* worker(document.onTimeout, [...path, 'onTimeout'], { kind: 'onTimeout', name: '', workflow })
  }
  for (const [name, state] of Object.entries(document.states ?? {})) {
    const at = [...path, 'states', name]
    if (state.onEnter) yield* worker(state.onEnter, [...at, 'onEnter'], { kind: 'onEnter', name, workflow })
    for (const [key, transition] of Object.entries(state.transitions ?? {})) {
      const { actor = 'agent' } = transition
      yield* worker(transition, [...at, 'transitions', key], {
        kind: 'transition',
        actor,
        name: key,
        workflow,
      })
    }
  }
  yield* inSteps(document.steps ?? [], [...path, 'steps'], workflow, null)
}

function* inSteps(
  steps: readonly StepDocument[],
  path: Path,
  workflow: string,
  inside: ExecutorPlace['inside'],
  group: Pick<ExecutorPlace, 'reliability' | 'retryAt'> = { reliability: undefined },
): Generator<ExecutorPlace> {
  for (const [index, step] of steps.entries()) {
    const at = [...path, index]
    const own = policyOf(step)
    // A group that is tried again runs its members again, those that succeeded too.
    const retry = own?.retry ?? group.reliability?.retry
    const reliability = retry === undefined ? own : { ...own, retry }
    const mine =
      step.reliability?.retry === undefined ? [...at, 'onFailure'] : [...at, 'reliability', 'retry']
    const retryAt = own?.retry === undefined ? group.retryAt : mine
    const working: ExecutorHolder = { ...step, ...present({ reliability, retryAt }) }
    // What `approve` lets run is a transition of a person.
    const of: ExecutorOwner =
      step.approve === undefined
        ? { kind: 'step', name: step.name, workflow }
        : { kind: 'transition', actor: 'human', name: step.name, workflow }
    yield* worker(working, at, of, inside)
    yield* inSteps(step.parallel ?? [], [...at, 'parallel'], workflow, 'branch', {
      reliability: own,
      retryAt,
    })
  }
}

function* worker(
  { executor, reliability, retryAt }: ExecutorHolder,
  path: Path,
  of: ExecutorOwner,
  inside: ExecutorPlace['inside'] = null,
): Generator<ExecutorPlace> {
  if (executor) yield* nested({ executor, path: [...path, 'executor'], of, inside, reliability, retryAt })
  for (const [index, fallback] of (reliability?.fallback?.executors ?? []).entries()) {
    const at = [...path, 'reliability', 'fallback', 'executors', index]
    yield* nested({ executor: fallback, path: at, of, inside: inside ?? 'fallback', reliability: undefined })
  }
}

function* nested(place: ExecutorPlace): Generator<ExecutorPlace> {
  yield place
  const { executor } = place
  for (const [name, document] of Object.entries(branchDocuments(executor))) {
    const at = [...place.path, 'branches', name]
    if (isBranch(document)) yield* worker(document, at, place.of, 'branch')
    else yield* nested({ ...place, executor: document, path: at, inside: 'branch', reliability: undefined })
  }
}
