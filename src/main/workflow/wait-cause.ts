/**
 * What keeps a run from going on, judged once and in one order: a list, an explanation and an answer each word it in
 * their own way. Pure. May import: model.
 */
import { type Claim, isClosed, type ParkedStep, type Run } from '../model/run.ts'
import type { UnpersistedOutcome } from './wording/pause.ts'

export type WaitCause =
  | { kind: 'ended' }
  /** A person must say whether a step that was cut off happened. */
  | { kind: 'verdict'; transition: string }
  | { kind: 'database'; unwritten: UnpersistedOutcome }
  | { kind: 'step'; claim: Claim }
  /** The run that its step has begun. */
  | { kind: 'child'; step: ParkedStep }
  /** It is about to go on by itself. */
  | { kind: 'engine' }
  /** People or agents: somebody's decision, or the next move. */
  | { kind: 'move' }

/** `unwritten`: what of it has happened and cannot be written down; null: nothing. */
export function waitCauseOf(
  run: Pick<Run, 'status' | 'activity'>,
  unwritten: UnpersistedOutcome | null,
): WaitCause {
  const { activity } = run
  if (isClosed(run)) return { kind: 'ended' }
  if (activity.kind === 'interrupted') return { kind: 'verdict', transition: activity.claim.transition }
  if (unwritten !== null) return { kind: 'database', unwritten }
  if (activity.kind === 'claimed') return { kind: 'step', claim: activity.claim }
  if (activity.kind === 'due') return { kind: 'engine' }
  if (activity.kind === 'parked' && activity.step.on === 'child')
    return { kind: 'child', step: activity.step }
  return { kind: 'move' }
}
