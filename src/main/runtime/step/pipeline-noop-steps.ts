/**
 * Steps without an effect need not wait for one another's flush to the disk. Each is a transaction of its own, handed
 * to the store in order; a crash keeps the first so many of them. Nothing that reaches the world, and no answer,
 * comes before all of them are durable.
 */
import { claimOf } from '../../model/run.ts'
import { doesNothing } from '../../workflow/executors/executors.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'
import { type OutcomeChange, succeed } from './apply-outcome.ts'
import type { CommittedRun } from './commit.ts'
import { commitStep, NOTHING_PENDING } from './commit-step.ts'
import type { Execution } from './executions.ts'
import type { Work } from './work.ts'

/** How many may be on their way to the disk at once. */
const MOST = 64

export interface Ahead {
  /** As far as it is durable. */
  loaded: RunSnapshot
  /** What comes next; null: it rests. */
  next: Work | null
  /** At least one step was committed. */
  moved: boolean
  /** A step could not be committed; `next` is that step. */
  stopped: boolean
  failure: OutcomeChange['failure']
}

export function isQuiet(work: Work, loaded: RunSnapshot): boolean {
  return doesNothing(work.call) && work.ended === undefined && claimOf(loaded.instance) === null
}

export async function pipelineNoopSteps(
  operation: CallContext,
  execution: Execution,
  before: RunSnapshot,
  first: Work,
): Promise<Ahead> {
  const steps: {
    before: RunSnapshot
    work: Work
    chain: number
    recorded: number
    committed: Promise<CommittedRun>
  }[] = []
  let loaded = before
  let next: Work | null = first
  let failure: OutcomeChange['failure'] = null
  while (next !== null && failure === null && steps.length < MOST && isQuiet(next, loaded)) {
    const work: Work = next
    if (!doesNothing(work.call)) break
    const { chain, recorded } = operation
    const marks = { chain: chain.length, recorded: recorded.length }
    const outcome = { ok: true as const, output: work.call.output, evidence: [], content: [] }
    const step = succeed(operation, execution, loaded, work, outcome)
    steps.push({
      before: loaded,
      work,
      ...marks,
      committed: commitStep(operation, loaded, step, NOTHING_PENDING, { limited: true }),
    })
    loaded = step.loaded
    failure = loaded.instance.failure
    next = step.settled.work
  }
  const settled = await Promise.allSettled(steps.map((step) => step.committed))
  const lost = settled.findIndex((result) => result.status === 'rejected' || !result.value.ok)
  const step = steps[lost]
  const done = settled.at(step === undefined ? -1 : lost - 1)
  const written = (as: RunSnapshot): RunSnapshot =>
    lost !== 0 && done?.status === 'fulfilled' && done.value.ok
      ? { ...as, instance: done.value.instance }
      : as
  if (step === undefined)
    return { loaded: written(loaded), next, moved: steps.length > 0, stopped: false, failure }
  // Where the store has refused it, it is tried once more alone, and then as long as the fault passes by itself.
  // What follows it was refused with it: nothing of that has happened.
  operation.chain.length = step.chain
  operation.recorded.length = step.recorded
  return { loaded: written(step.before), next: step.work, moved: lost > 0, stopped: true, failure: null }
}
