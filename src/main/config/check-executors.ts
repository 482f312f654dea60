/** Executors: what they run must be declared and stand where it can run (gateway.md §4.4, R2.7). */
import type { Connection } from '../model/configuration.ts'
import type { ExecutorDeclaration } from '../model/definition.ts'
import { isJsonObject } from '../model/json.ts'
import { checkQueue } from './check-gates.ts'
import { checkProgram } from './check-program.ts'
import { checkReference } from './check-references.ts'
import { checkReliability } from './check-reliability.ts'
import { checkRequest } from './check-request.ts'
import { compileExecutor } from './compile-executor.ts'
import { didYouMean } from './nearest.ts'
import { isCapabilityReference } from './schema-executor.ts'
import { namesUnder, type Subject } from './subject.ts'
import type { Path } from './tree.ts'
import { type ExecutorPlace, executorsIn } from './walk-executors.ts'

export function checkExecutors(subject: Subject): void {
  for (const place of executorsIn(subject.document)) {
    const executor = executorAt(subject, place)
    if (!executor) continue
    checkPlace(subject, place, executor)
    checkReliability(subject, place, executor)
    // What a capability runs is checked where it is declared.
    if (!isCapabilityReference(place.executor)) checkExecutor(subject, executor, place)
  }
}

function executorAt(subject: Subject, place: ExecutorPlace): ExecutorDeclaration | null {
  if (isCapabilityReference(place.executor)) return checkReference(subject, place.executor, place)
  return compileExecutor(place.executor, undefined, subject.document.capabilities ?? {})?.executor ?? null
}

function checkExecutor(subject: Subject, executor: ExecutorDeclaration, place: ExecutorPlace): void {
  const { path } = place
  if ('idempotencyKey' in executor) checkKey(subject, executor.idempotencyKey, [...path, 'idempotencyKey'])
  switch (executor.kind) {
    case 'mcp':
      expectConnection(subject, executor.connection, 'mcp', [...path, 'connection'])
      return
    case 'rest':
      expectConnection(subject, executor.connection, 'rest', [...path, 'connection'])
      checkRequest(subject, executor, path)
      return
    case 'cli': {
      const { connection } = executor
      const found =
        connection === undefined || expectConnection(subject, connection, 'cli', [...path, 'connection'])
      checkProgram(subject, executor, path, found)
      return
    }
    case 'workflow':
      checkChild(subject, executor.definitionId, place)
      checkChildInput(subject, executor, path)
      return
    case 'human':
      if (executor.queue !== undefined) checkQueue(subject, executor.queue, [...path, 'queue'])
  }
}

/** Where waiting is not possible, nothing may stand that waits. */
function checkPlace(subject: Subject, place: ExecutorPlace, executor: ExecutorDeclaration): void {
  const { inside, of, path } = place
  const refuse = (message: string) => subject.findings.error(path, message)
  if (inside !== null) {
    const where = inside === 'branch' ? 'A branch that runs beside others' : 'A fallback'
    if (executor.kind === 'human') {
      refuse(`${where} cannot wait for a person. Put the question into a transition of its own.`)
    } else if (executor.kind === 'workflow' && inside === 'branch') {
      refuse(`${where} cannot start another workflow. Put it into a transition of its own.`)
    } else if (executor.kind === 'parallel' && inside === 'fallback') {
      refuse('A fallback cannot be ‘parallel’. Put it into a transition of its own.')
    }
    return
  }
  if (executor.kind === 'human' && of.kind === 'onEnter') {
    refuse(
      `Entering a state cannot wait for a person. Give ‘${of.name}’ a transition with ‘actor: human’ instead.`,
    )
  } else if (executor.kind === 'human' && of.kind === 'transition' && of.actor === 'human') {
    refuse(
      `‘${of.name}’ is fired by a person already; an executor of the kind ‘human’ would ask a second time. Remove one of them.`,
    )
  } else if (of.kind === 'onTimeout' && (executor.kind === 'human' || executor.kind === 'workflow')) {
    refuse(
      'What runs when the time is up cannot wait for anything. Put it into a state that ‘onTimeout.target’ leads to.',
    )
  }
}

/** What `input` maps is the whole input of the run: what must be there must be in it. */
function checkChildInput(
  subject: Subject,
  { definitionId, input }: Extract<ExecutorDeclaration, { kind: 'workflow' }>,
  path: Path,
): void {
  const { workflows } = subject.compiled
  const schema = Object.hasOwn(workflows, definitionId) ? workflows[definitionId]?.inputSchema : undefined
  if (!input || !schema) return
  const { required, properties } = schema
  const declared = isJsonObject(properties) ? properties : {}
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name !== 'string' || Object.hasOwn(input, name)) continue
    const property = declared[name]
    if (isJsonObject(property) && property.default !== undefined) continue
    const message = `The workflow ‘${definitionId}’ needs the input ‘${name}’, which ‘input’ does not give it: it cannot be started so.`
    subject.findings.warning([...path, 'input'], message)
  }
  if (schema.additionalProperties !== false) return
  for (const name of Object.keys(input)) {
    if (Object.hasOwn(declared, name)) continue
    const message = `The workflow ‘${definitionId}’ takes no input ‘${name}’: it cannot be started so.`
    subject.findings.warningAtKey([...path, 'input', name], message + didYouMean(name, Object.keys(declared)))
  }
}

function checkChild(subject: Subject, id: string, { of, path }: ExecutorPlace): void {
  const { workflows = {} } = subject.document
  const at = [...path, 'definitionId']
  const names = namesUnder(subject, ['workflows'], Object.keys(workflows))
  if (id === of.workflow) {
    subject.findings.warning(
      at,
      `‘${id}’ starts itself. That is bounded when it runs; make sure that it ends before.`,
    )
  } else if (
    !names.has(id) &&
    !subject.removed.some((gone) => gone.length === 1 && gone[0] === 'workflows')
  ) {
    subject.findings.error(at, `There is no workflow ‘${id}’.${didYouMean(id, names)}`)
  }
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

/** Whether the connection is declared and of the right kind. */
export function expectConnection(
  subject: Subject,
  name: string,
  kind: Connection['kind'],
  path: Path,
): boolean {
  const declared = subject.document.connections ?? {}
  if (Object.hasOwn(declared, name)) {
    const actual = declared[name]?.kind
    if (actual === kind) return true
    const message = `‘${name}’ is a connection of the kind ‘${actual}’; one of the kind ‘${kind}’ is needed here.`
    subject.findings.error(path, message)
    return false
  }
  const names = namesUnder(subject, ['connections'], Object.keys(declared))
  if (!names.has(name) && !subject.removed.some((gone) => gone.length === 1 && gone[0] === 'connections')) {
    const hint =
      didYouMean(name, names) || ` Declare it under ‘connections’, with ‘kind: ${kind}’ and what it needs.`
    subject.findings.error(path, `There is no connection ‘${name}’.${hint}`)
  }
  return false
}
