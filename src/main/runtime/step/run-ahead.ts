/**
 * Steps without an effect need not wait for one another's flush to the disk. Each is a transaction of its own, handed
 * to the store in order; a crash keeps the first so many of them. Nothing that reaches the world, and no answer, comes
 * before all of them are durable.
 */
import { plainOutcome } from '../../model/call.ts'
import { claimOf } from '../../model/run.ts'
import { doesNothing } from '../../workflow/executors/executors.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'
import { succeed } from './apply-outcome.ts'
import { type CommittedRun, commitStep, NOTHING_PENDING } from './commit.ts'
import type { Execution } from './executions.ts'
import type { Work } from './work.ts'

/** How many may be on their way to the disk at once. */
const MOST = 64

export interface Ahead {
  /** As far as it is durable. */
  snapshot: RunSnapshot
  /** What comes next; null: it rests. */
  next: Work | null
  /** At least one step was committed. */
  moved: boolean
  /** A step could not be committed; `next` is that step. */
  stopped: boolean
}

/** Nothing reaches the world by it, and nobody holds the run. */
export function isQuiet(work: Work, snapshot: RunSnapshot): boolean {
  return doesNothing(work.call) && work.ended === undefined && claimOf(snapshot.run) === null
}

export async function runAhead(
  context: CallContext,
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
  let snapshot = before
  let next: Work | null = first
  while (next !== null && steps.length < MOST && isQuiet(next, snapshot)) {
    const work: Work = next
    if (!doesNothing(work.call)) break
    const { chain, recorded } = context
    const marks = { chain: chain.length, recorded: recorded.length }
    const outcome = plainOutcome(work.call.output)
    const step = succeed(context, execution, snapshot, work, outcome)
    steps.push({
      before: snapshot,
      work,
      ...marks,
      committed: commitStep(context, snapshot, step, NOTHING_PENDING, { limited: true }),
    })
    snapshot = step.snapshot
    next = step.settled.work
  }
  const settled = await Promise.allSettled(steps.map((step) => step.committed))
  const lost = settled.findIndex((result) => result.status === 'rejected' || !result.value.ok)
  const step = steps[lost]
  const done = settled.at(step === undefined ? -1 : lost - 1)
  const written = (as: RunSnapshot): RunSnapshot =>
    lost !== 0 && done?.status === 'fulfilled' && done.value.ok ? { ...as, run: done.value.run } : as
  if (step === undefined)
    return { snapshot: written(snapshot), next, moved: steps.length > 0, stopped: false }
  // Where the store has refused it, it is tried once more alone, and then as long as the fault passes by itself.
  // What follows it was refused with it: nothing of that has happened.
  context.chain.length = step.chain
  context.recorded.length = step.recorded
  return { snapshot: written(step.before), next: step.work, moved: lost > 0, stopped: true }
}
