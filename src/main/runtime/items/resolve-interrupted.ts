/** A person says what became of a step that a crash cut off (R4.7). */
import type { RunItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import { claimOf, isInterrupted, RESTING, type Run } from '../../model/run.ts'
import { stateOf } from '../../workflow/advance.ts'
import { stateTitle } from '../../workflow/wording/sentence.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'
import { askerOf, requesterNow } from '../rights-now.ts'
import { commitWithItems, expectations } from '../step/commit.ts'
import { perform } from '../step/perform.ts'
import { stepFailure } from '../step/plan-next-step.ts'
import { declarationOf, outputsOf, refOf, resultIn, type Work } from '../step/work.ts'
import { answer } from '../submit/answer.ts'
import { askChoice } from './ask.ts'
import { type DecisionAttempt, decidedEntry, type PreviewContent } from './decision.ts'
import { CANCEL, goOn, stays } from './verdict.ts'

export const interrupted = {
  stands: isInterrupted,
  verdicts: {
    happened: { preview: showGoingOn, decide: complete },
    did_not_happen: {
      preview: (snapshot: RunSnapshot) =>
        stays(
          snapshot,
          `It goes back to ‘${stateTitle(snapshot.definition, snapshot.run.state)}’, where it can be tried again.`,
        ),
      decide: putBack,
    },
    cancel: CANCEL,
  },
}

function showGoingOn({ definition, run }: RunSnapshot, outputs: JsonObject): PreviewContent {
  const { state } = run
  const transition = stateOf(definition, state)?.transitions[claimOf(run)?.transition ?? '']
  return {
    call: null,
    nextStates: transition === undefined ? [state] : [transition.target],
    steps: [],
    stopsAt: `It goes on as if it had answered with ${Object.keys(outputs).length === 0 ? 'nothing' : 'these values'}; what follows by itself then runs.`,
    problems: [],
  }
}

/** It happened: the step completes, with what the person says its outputs were; null where nothing is said (R4.7). */
async function complete(
  context: CallContext,
  snapshot: RunSnapshot,
  decided: RunItem,
): Promise<DecisionAttempt> {
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
  const work: Work = {
    ...refOf({ ...claim, by: requesterNow(context.parts, claim.by) }),
    ...declared,
    ...resultIn(null),
    written: { ...Object.fromEntries(known.map((name) => [name, null])), ...outputs },
  }
  const going = { ...snapshot, run: { ...run, activity: { kind: 'claimed' as const, claim } } }
  // Who says that it happened has not asked for what follows.
  const requester = askerOf(context.parts, run)
  const asked = requester === null ? context : { ...context, requester }
  return await goOn(asked, decided, (execution) =>
    perform(asked, execution, going, work, {
      audit: [decidedEntry(context, decided)],
      decided,
      evidence: [],
    }),
  )
}

/** It did not happen: the run is as it was before, and the step may be tried again. */
async function putBack(
  context: CallContext,
  snapshot: RunSnapshot,
  decided: RunItem,
): Promise<DecisionAttempt> {
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
  const back: Run = {
    ...{ ...run, failure, activity: RESTING },
    updatedAt: new Date(context.parts.clock.now()).toISOString(),
  }
  const committed = await commitWithItems(context, run, {
    expect: expectations(run, decided),
    run: back,
    decided,
    asked: askChoice(context, { ...snapshot, run: back }),
    because: 'The workflow was cancelled.',
    step: 'decided',
    audit: [decidedEntry(context, decided)],
  })
  if (!committed.ok) return { kind: 'changed' }
  return {
    kind: 'decided',
    approval: decided,
    answer: answer(context, { ...snapshot, run: back }, 'executed'),
  }
}
