/** A person says what became of a step that a crash cut off (R4.7). */
import type { InboxItem } from '../../model/item.ts'
import { claimOf, type Failure, holderOf, isInterrupted, RESTING, type Run } from '../../model/run.ts'
import { uncertainOf, waitsForPerson } from '../../workflow/advance.ts'
import { auditEntry, type CallContext, type RunSnapshot } from '../call-context.ts'
import { withoutClaim } from '../recovery/cut-off.ts'
import type { DecideResult } from '../runtime.ts'
import { commitWithItems } from '../step/commit.ts'
import type { Executions } from '../step/executions.ts'
import { perform } from '../step/perform.ts'
import { onceMore, stepFailure } from '../step/plan-next-step.ts'
import { declarationOf, outputsOf, refOf, type Work } from '../step/work.ts'
import { answer } from '../submit/answer.ts'
import { during } from '../submit/submit.ts'
import { askChoice } from './ask.ts'
import { decidedEntry } from './decided.ts'

export const VERDICTS = ['happened', 'did_not_happen', 'cancel'] as const
export type Verdict = (typeof VERDICTS)[number]

export async function resolveInterrupted(
  operation: CallContext,
  executions: Executions,
  loaded: RunSnapshot,
  decided: InboxItem,
): Promise<DecideResult> {
  const { instance } = loaded
  if (!isInterrupted(instance)) return { kind: 'changed' }
  switch (decided.decision?.outcome as Verdict | undefined) {
    case 'happened':
      return await goOn(operation, executions, loaded, decided)
    case 'did_not_happen':
      return await putBack(operation, loaded, decided)
    case 'cancel':
      return await end(operation, loaded, decided)
    default:
      return {
        kind: 'rejected',
        message: 'Say whether it happened, that it did not, or cancel the workflow.',
      }
  }
}

/** It happened: the step completes, with what the person says its outputs were; null where nothing is said (R4.7). */
async function goOn(
  operation: CallContext,
  executions: Executions,
  loaded: RunSnapshot,
  decided: InboxItem,
): Promise<DecideResult> {
  const { definition, instance } = loaded
  const claim = claimOf(instance)
  if (claim === null) return { kind: 'changed' }
  const call = { kind: 'noop' as const, output: null }
  const declared = declarationOf(definition, instance.state, claim.kind, claim.transition)
  if (declared === null) {
    const message = `‘${claim.transition}’ is not known at present. Try again when its connection is up, or cancel.`
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
    ...refOf(claim),
    ...declared,
    call,
    plan: { calls: [{ call, idempotencyKey: null }], timeoutMs: null, retry: null },
    from: 0,
    written: { ...Object.fromEntries(known.map((name) => [name, null])), ...outputs },
  }
  const going = { ...loaded, instance: { ...instance, activity: { kind: 'claimed' as const, claim } } }
  const performed = await during(executions, instance.id, (execution) =>
    // Who says that it happened has not asked for what follows.
    perform({ ...operation, requester: work.by }, execution, going, work, {
      audit: [decidedEntry(operation, decided)],
      decided,
      evidence: [],
    }),
  )
  if (performed.kind === 'conflict') return { kind: 'changed' }
  return { kind: 'decided', approval: decided, answer: answer(operation, performed.loaded, 'executed') }
}

/** It did not happen: the instance is as it was before, and the step may be tried again. */
async function putBack(
  operation: CallContext,
  loaded: RunSnapshot,
  decided: InboxItem,
): Promise<DecideResult> {
  const { definition, instance } = loaded
  const claim = claimOf(instance)
  if (claim === null) return { kind: 'changed' }
  const uncertain = claim.uncertain === undefined ? {} : { uncertain: claim.uncertain }
  // The person has spoken of the call that was cut off, not of those that failed before it.
  const message =
    claim.uncertain === undefined
      ? `‘${claim.transition}’ was cut off before it took effect.`
      : `‘${claim.transition}’ was cut off before its last call took effect. One before that failed, and may have taken effect all the same.`
  const failure: Failure =
    claim.kind === 'transition'
      ? {
          code: 'EXECUTOR_FAILED',
          message,
          transition: claim.transition,
          ...onceMore(loaded, claim.transition),
          ...uncertain,
        }
      : stepFailure(loaded, claim.kind, claim.transition, message, uncertain)
  const back = { ...cleared(operation, instance), failure }
  const again = waitsForPerson(definition, back) ? [askChoice(operation, { ...loaded, instance: back })] : []
  return await write(operation, loaded, decided, back, again)
}

async function end(operation: CallContext, loaded: RunSnapshot, decided: InboxItem): Promise<DecideResult> {
  const ended: Run = {
    ...cleared(operation, loaded.instance),
    failure: uncertainOf(withoutClaim(loaded.instance).failure),
    version: loaded.instance.version + 1,
    status: 'cancelled',
    endReason: decided.decision?.comment ?? '',
  }
  return await write(operation, loaded, decided, ended, [])
}

function cleared(operation: CallContext, instance: Run): Run {
  return {
    ...instance,
    activity: RESTING,
    failure: null,
    updatedAt: new Date(operation.parts.clock.now()).toISOString(),
  }
}

async function write(
  operation: CallContext,
  loaded: RunSnapshot,
  decided: InboxItem,
  instance: Run,
  again: InboxItem[],
): Promise<DecideResult> {
  const before = loaded.instance
  const committed = await commitWithItems(operation, before, {
    expect: [
      {
        kind: 'instance',
        id: before.id,
        version: before.version,
        claim: holderOf(before),
      },
      { kind: 'approval', id: decided.id, revision: decided.revision - 1 },
    ],
    instances: [instance],
    decided,
    asked: again,
    because: 'The workflow was cancelled.',
    status: 'withdrawn',
    step: 'decided',
    audit: [
      decidedEntry(operation, decided),
      ...(instance.status === 'cancelled'
        ? [
            auditEntry(operation, 'workflow.cancelled', instance.id, {
              state: instance.state,
              version: instance.version,
              reason: instance.endReason,
            }),
          ]
        : []),
    ],
  })
  if (!committed.ok) return { kind: 'changed' }
  return {
    kind: 'decided',
    approval: decided,
    answer: answer(operation, { ...loaded, instance }, 'executed'),
  }
}
