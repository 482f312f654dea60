/** Every executor of a document with its place: those of steps, branches and fallbacks included. */
import { present } from '../../model/json.ts'
import { policyOf } from '../compile/steps.ts'
import {
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

export interface ExecutorPlace {
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

export function* executorPlaces(document: Document): Generator<ExecutorPlace> {
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
  if (isCapabilityReference(executor) || !('branches' in executor)) return
  for (const [name, document] of Object.entries(executor.branches)) {
    const at = [...place.path, 'branches', name]
    if (isBranch(document)) yield* worker(document, at, place.of, 'branch')
    else yield* nested({ ...place, executor: document, path: at, inside: 'branch', reliability: undefined })
  }
}
