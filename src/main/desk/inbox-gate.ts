/** Who may open what is held back, and who has approved so far, for a card (R5.4). */
import type { InboxItem } from '../../preload/contract.ts'
import type { Approval } from '../model/approval.ts'
import type { Gate } from '../model/definition.ts'
import type { Instance } from '../model/instance.ts'
import {
  type Ballot,
  barredFromAll,
  decidersOf,
  type Queues,
  standings,
  type Voter,
  votesMissing,
} from '../workflow/gates.ts'
import { listWith } from '../workflow/sentence.ts'

/** Null: one press decides, and it is not a card on which anybody has voted. */
export function describeVotes(
  approval: Approval,
  instance: Instance | null,
  queues: Queues,
): InboxItem['votes'] {
  const { held } = approval
  if (held === null) return null
  const ballot = ballotOf(approval, held.gates, instance, queues)
  const given = held.votes.map(({ by, at, comment, proven = false }) => ({ by, at, comment, proven }))
  const counted = new Set(standings(ballot, held.votes).flatMap((standing) => standing.approved)).size
  const needed = counted + (approval.status === 'pending' ? votesMissing(ballot, held.votes) : 0)
  return needed <= 1 && given.length <= 1 ? null : { needed, given }
}

/** Names of those whose approval counts, or would, at one gate at least; none where one press decides. */
export function listVoters(
  approval: Approval,
  instance: Instance | null,
  queues: Queues,
  people: readonly { name: string; roles: readonly string[]; permissions: readonly string[] }[],
): string[] {
  const votes = describeVotes(approval, instance, queues)
  if (approval.held === null || votes === null) return []
  const ballot = ballotOf(approval, approval.held.gates, instance, queues)
  return people
    .filter((each) => barredFromAll({ ...each, id: `human:${each.name}` } satisfies Voter, ballot) === null)
    .map(({ name }) => name)
}

function ballotOf(
  approval: Approval,
  gates: readonly Gate[],
  instance: Instance | null,
  queues: Queues,
): Ballot {
  const requesters = [approval.requestedBy, ...(instance === null ? [] : [instance.startedBy])]
  return { gates, requesters, queues }
}

/** As a sentence; null: anybody at the desk may decide alone. */
export function describeDeciders(approval: Approval, queues: Queues): string | null {
  const gates =
    approval.held?.gates ??
    (approval.queue === null
      ? []
      : [{ required: true as const, quorum: 1, notRequester: false, queue: approval.queue }])
  const sentences = gates.map((gate) => decidersOfGate(gate, queues)).filter((text) => text !== null)
  return sentences.length === 0 ? null : [...new Set(sentences)].join(' ')
}

function decidersOfGate(gate: Gate, queues: Queues): string | null {
  const { role, permission } = decidersOf(gate, queues) ?? {}
  const rights = [
    ...(role === undefined ? [] : [`the role ‘${role}’`]),
    ...(permission === undefined ? [] : [`the permission ‘${permission}’`]),
  ]
  const people = gate.quorum === 1 ? 'One person' : `${gate.quorum} different people`
  const which = rights.length === 0 ? '' : ` with ${listWith('and', rights)}`
  const not = gate.notRequester ? ', not whoever asked' : ''
  if (gate.quorum === 1 && which === '' && not === '') return null
  return `${people}${which} must approve${not}.`
}
