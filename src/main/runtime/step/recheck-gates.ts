/**
 * Gates are judged where the transaction that begins a call is put together: between an earlier look and that moment
 * a configuration may have been loaded, or an exception ended. What is written is then what was judged.
 */

import type { Gate } from '../../model/definition.ts'
import type { InboxItem } from '../../model/item.ts'
import { claimOf } from '../../model/run.ts'
import { doesNothing } from '../../workflow/executors/executors.ts'
import { notAmong, votesMissing } from '../../workflow/gates/gates.ts'
import { holdsStep } from '../../workflow/items/items.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'
import { ballotOf, leftBy, pendingGates } from './gates.ts'
import type { Work } from './work.ts'

export type GateRecheck =
  /** With the gates that an exception opens. */
  { kind: 'open'; work: Work } | { kind: 'held'; gates: Gate[] }

/** `snapshot`: as whoever decided has seen it. `decided`: the item with the decision that the work follows from. */
export function recheckGates(
  context: CallContext,
  snapshot: RunSnapshot,
  work: Work,
  decided: InboxItem | null,
): GateRecheck {
  // What is claimed was judged then, and what has ended needs nobody.
  if (claimOf(snapshot.run) !== null || work.ended !== undefined) return { kind: 'open', work }
  // The decision is itself what a human executor does, and was taken a moment ago.
  if (doesNothing(work.call) && decided !== null && holdsStep(decided)) return { kind: 'open', work }
  const { standing, exempted } = pendingGates(context.parts, snapshot, work, work.from)
  const left = decided === null ? standing : unopened(context, snapshot, decided, standing)
  return left.length > 0 ? { kind: 'held', gates: standing } : { kind: 'open', work: { ...work, exempted } }
}

function unopened(context: CallContext, snapshot: RunSnapshot, decided: InboxItem, gates: Gate[]): Gate[] {
  const { parts, who } = context
  if (!holdsStep(decided)) return leftBy(parts, who, snapshot, decided, gates)
  const { held, requestedBy } = decided
  const unseen = notAmong(gates, held.gates)
  if (unseen.length > 0) return unseen
  return votesMissing(ballotOf(parts, snapshot.run, requestedBy, gates), held.votes).people > 0 ? gates : []
}
