/** Executors: what they run must be declared and stand where it can run (R2.7). */
import type { ExecutorDeclaration } from '../../model/executor.ts'
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
import { compileExecutor } from '../compile/executor.ts'
import { checkOwn, isCapabilityReference } from '../executors/executors.ts'
import type { Path } from '../read/tree.ts'
import { type ExecutorPlace, executorPlaces } from './executor-places.ts'
import { didYouMean } from './nearest.ts'
import { checkReference } from './references.ts'
import type { Subject } from './subject.ts'

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
  const { retry } = reliability
  const retryAt = place.retryAt ?? [...at, 'retry']
  if (retry && (retry.maxAttempts ?? 3) > 1) {
    const kind = unsafe(executor)
    if (kind !== null) {
      subject.findings.warning(
        retryAt,
        `What the ${kind} does may be done twice: an attempt that seems to fail may have worked. Add ‘idempotencyKey’ if the other side knows repetitions by it, or ‘idempotent: true’ if twice does no harm.`,
      )
    }
    const { initialDelayMs = 500, maxDelayMs = 30_000 } = retry
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
