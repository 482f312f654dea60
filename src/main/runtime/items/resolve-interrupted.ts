/** A person says what became of a step that a crash cut off (R4.7). */
import type { InboxItem } from '../../model/item.ts'
import { claimOf, isInterrupted, RESTING, type Run } from '../../model/run.ts'
import { uncertainOf } from '../../workflow/advance.ts'
import { auditEntry, type CallContext, type RunSnapshot } from '../call-context.ts'
import { withoutClaim } from '../recovery/cut-off.ts'
import { requesterNow } from '../rights-now.ts'
import type { DecideResult } from '../runtime.ts'
import { commitWithItems, expectations } from '../step/commit.ts'
import { during } from '../step/executions.ts'
import { perform } from '../step/perform.ts'
import { stepFailure } from '../step/plan-next-step.ts'
import { declarationOf, outputsOf, refOf, resultIn, type Work } from '../step/work.ts'
import { answer, answerDone } from '../submit/answer.ts'
import { askChoice } from './ask.ts'
import { decidedEntry } from './decision.ts'

export const VERDICTS = ['happened', 'did_not_happen', 'cancel'] as const
export type Verdict = (typeof VERDICTS)[number]

export async function resolveInterrupted(
  context: CallContext,
  snapshot: RunSnapshot,
  decided: InboxItem,
): Promise<DecideResult> {
  const { run } = snapshot
  if (!isInterrupted(run)) return { kind: 'changed' }
  switch (decided.decision?.outcome as Verdict | undefined) {
    case 'happened':
      return await goOn(context, snapshot, decided)
    case 'did_not_happen':
      return await putBack(context, snapshot, decided)
    case 'cancel':
      return await end(context, snapshot, decided)
    default:
      return {
        kind: 'rejected',
        message: 'Say whether it happened, that it did not, or cancel the workflow.',
      }
  }
}

/** It happened: the step completes, with what the person says its outputs were; null where nothing is said (R4.7). */
async function goOn(context: CallContext, snapshot: RunSnapshot, decided: InboxItem): Promise<DecideResult> {
  const { definition, run } = snapshot
  const claim = claimOf(run)
  if (claim === null) return { kind: 'changed' }
  const declared = declarationOf(definition, run.state, claim.kind, claim.transition)
  if (declared === null) {
    const message = `‘${claim.transition}’ is not known at present. Try again when its server is up, or cancel.`
    return { kind: 'rejected', message }
  }
  const outputs = decided.decision?.arguments ?? {}
  const known = Object.keys(outputsOf(declared))
  const unknown = Object.keys(outputs).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const list = known.length === 0 ? 'It has none.' : `It has: ${known.join(', ')}.`
    return { kind: 'rejected', message: `‘${claim.transition}’ has no output ‘${unknown}’. ${list}` }
  }
  const requester = requesterNow(context.parts, claim.by)
  const work: Work = {
    ...refOf({ ...claim, by: requester }),
    ...declared,
    ...resultIn(null),
    written: { ...Object.fromEntries(known.map((name) => [name, null])), ...outputs },
  }
  const going = { ...snapshot, run: { ...run, activity: { kind: 'claimed' as const, claim } } }
  const performed = await during(context.parts.executions, run.id, (execution) =>
    // Who says that it happened has not asked for what follows.
    perform({ ...context, requester }, execution, going, work, {
      audit: [decidedEntry(context, decided)],
      decided,
      evidence: [],
    }),
  )
  if (performed.kind === 'conflict') return { kind: 'changed' }
  return { kind: 'decided', approval: decided, answer: answerDone(context, performed, 'executed') }
}

/** It did not happen: the run is as it was before, and the step may be tried again. */
async function putBack(
  context: CallContext,
  snapshot: RunSnapshot,
  decided: InboxItem,
): Promise<DecideResult> {
  const { run } = snapshot
  const claim = claimOf(run)
  if (claim === null) return { kind: 'changed' }
  const uncertain = claim.uncertain === undefined ? {} : { uncertain: claim.uncertain }
  // The person has spoken of the call that was cut off, not of those that failed before it.
  const message =
    claim.uncertain === undefined
      ? `‘${claim.transition}’ was cut off before it took effect.`
      : `‘${claim.transition}’ was cut off before its last call took effect. One before that failed, and may have taken effect all the same.`
  const failure = stepFailure(snapshot, claim.kind, claim.transition, message, uncertain)
  const back = { ...cleared(context, run), failure }
  return await write(context, snapshot, decided, back, askChoice(context, { ...snapshot, run: back }))
}

async function end(context: CallContext, snapshot: RunSnapshot, decided: InboxItem): Promise<DecideResult> {
  const ended: Run = {
    ...cleared(context, snapshot.run),
    failure: uncertainOf(withoutClaim(snapshot.run).failure),
    version: snapshot.run.version + 1,
    status: 'cancelled',
    endReason: decided.decision?.comment ?? '',
  }
  return await write(context, snapshot, decided, ended, [])
}

function cleared(context: CallContext, run: Run): Run {
  return {
    ...run,
    activity: RESTING,
    failure: null,
    updatedAt: new Date(context.parts.clock.now()).toISOString(),
  }
}

async function write(
  context: CallContext,
  snapshot: RunSnapshot,
  decided: InboxItem,
  run: Run,
  again: InboxItem[],
): Promise<DecideResult> {
  const before = snapshot.run
  const committed = await commitWithItems(context, before, {
    expect: expectations(before, decided),
    run,
    decided,
    asked: again,
    because: 'The workflow was cancelled.',
    step: 'decided',
    audit: [
      decidedEntry(context, decided),
      ...(run.status === 'cancelled'
        ? [
            auditEntry(context, 'workflow.cancelled', run.id, {
              state: run.state,
              version: run.version,
              reason: run.endReason,
            }),
          ]
        : []),
    ],
  })
  if (!committed.ok) return { kind: 'changed' }
  return {
    kind: 'decided',
    approval: decided,
    answer: answer(context, { ...snapshot, run }, 'executed'),
  }
}
