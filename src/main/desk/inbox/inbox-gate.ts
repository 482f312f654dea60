/** Who may open what is held back, and who has approved so far, for a card (R5.4). */

import type { ItemCard } from '../../../preload/contract.ts'
import type { Gate } from '../../model/definition.ts'
import type { CurrentGates, InboxItem } from '../../model/item.ts'
import { humanId } from '../../model/principal.ts'
import type { Run } from '../../model/run.ts'
import {
  type Ballot,
  barredFromAll,
  countApproved,
  decidersOf,
  describeRights,
  NONE_MISSING,
  type Queues,
  type Voter,
  votesMissing,
} from '../../workflow/gates/gates.ts'
import { heldOf } from '../../workflow/items/items.ts'

/** What an item is about, as far as it says who may decide it. */
interface GateQuestion {
  run: Run | null
  queues: Queues
  people: Ballot['people']
  /** The gates and the approvals that count as things are now; null: those that were written down. */
  standing: CurrentGates | null
}

/** Null: one press decides, and it is not a card on which anybody has voted. */
export function describeVotes(approval: InboxItem, about: GateQuestion): ItemCard['votes'] {
  const held = heldOf(approval)
  if (held === null) return null
  const { votes } = about.standing ?? held
  const ballot = ballotOf(approval, about)
  const given = votes.map(({ by, at, comment, proven = false }) => ({ by, at, comment, proven }))
  const outdated = held.votes.filter((vote) => !votes.includes(vote)).map(({ by, at }) => ({ by, at }))
  const missing = approval.status === 'pending' ? votesMissing(ballot, votes) : NONE_MISSING
  const needed = countApproved(ballot, votes) + missing.people
  const shown = { needed, given, ...(missing.atLeast ? { atLeast: true as const } : {}) }
  if (outdated.length > 0) return { ...shown, outdated }
  return needed <= 1 && !missing.atLeast && given.length <= 1 ? null : shown
}

/** Names of those whose approval counts, or would, at one gate at least; none where one press decides. */
export function listVoters(
  approval: InboxItem,
  about: GateQuestion,
  people: readonly { name: string; roles: readonly string[]; permissions: readonly string[] }[],
): string[] {
  if (describeVotes(approval, about) === null) return []
  const ballot = ballotOf(approval, about)
  return people
    .filter((each) => barredFromAll({ ...each, id: humanId(each.name) } satisfies Voter, ballot) === null)
    .map(({ name }) => name)
}

/** Without a gate of its own, an item of a queue is for those of the queue. */
export function ballotOf(approval: InboxItem, { run, queues, people, standing }: GateQuestion): Ballot {
  const requesters = [approval.requestedBy, ...(run === null ? [] : [run.startedBy])]
  return { gates: gatesOf(approval, standing), requesters, queues, people }
}

function gatesOf(approval: InboxItem, standing: CurrentGates | null): Gate[] {
  const { queue } = approval
  const ofQueue = queue === null ? [] : [{ required: true as const, quorum: 1, notRequester: false, queue }]
  return standing?.gates ?? heldOf(approval)?.gates ?? ofQueue
}

/** As a sentence; null: anybody at the desk may decide alone. */
export function describeDeciders(
  approval: InboxItem,
  { queues, standing }: Pick<GateQuestion, 'queues' | 'standing'>,
): string | null {
  const sentences = gatesOf(approval, standing)
    .map((gate) => decidersOfGate(gate, queues))
    .filter((text) => text !== null)
  return sentences.length === 0 ? null : [...new Set(sentences)].join(' ')
}

function decidersOfGate(gate: Gate, queues: Queues): string | null {
  const rights = describeRights(decidersOf(gate, queues))
  const people = gate.quorum === 1 ? 'One person' : `${gate.quorum} different people`
  const which = rights === '' ? '' : ` with ${rights}`
  const not = gate.notRequester ? ', not whoever asked' : ''
  if (gate.quorum === 1 && which === '' && not === '') return null
  return `${people}${which} must approve${not}.`
}
