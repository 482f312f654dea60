/** What a run is waiting for, in words that a model can pass on. Pure. */

import type { InboxItem, Vote } from '../../model/item.ts'
import { type AwayPerson, humanId, humanName } from '../../model/principal.ts'
import type { ChangedArguments, Run } from '../../model/run.ts'
import { shorten } from '../../model/shorten.ts'
import {
  type Ballot,
  countApproved,
  decidersOf,
  type Queues,
  standings,
  votesMissing,
} from '../gates/gates.ts'
import { heldOf, isRefusedWhenLate, stepOf, taskOf } from '../items/items.ts'
import { waitCauseOf } from '../wait-cause.ts'
import { listWith } from './listing.ts'
import { type Pause, sayPauses, sayUnpersisted, type UnpersistedOutcome } from './pause.ts'
import { triedBefore } from './refusal.ts'

export interface WaitingFacts {
  run: Run
  /** Open items of this run. */
  pending: InboxItem[]
  /** How many pending items of its queue, or of the inbox if it is in none, are older than the oldest of these. */
  ahead: number
  queues: Queues
  /** As the configuration declares them. */
  people: Ballot['people']
  /** People who have said that they are away. */
  away: AwayPerson[]
  /** What a person does to get a desk, where there is none; null: there is one. */
  noDesk: string | null
  now: number
  /** What of it has happened and is not in the run, because it cannot be written; null: nothing. */
  unwritten: UnpersistedOutcome | null
  /** What its step waits for. */
  pauses: readonly Pause[]
  /** Of an item that was decided: that it was taken back, which cannot be written; null: that is not so. */
  unsavedUndo(item: InboxItem): UnsavedUndo | null
}

/** Who has taken a decision back, and why that cannot be written down, in whole sentences. */
export interface UnsavedUndo {
  /** Principal id. */
  by: string
  reason: string
}

export function describeWaiting(facts: WaitingFacts): string | undefined {
  const decision = sayDecision(facts.run.personSaid)
  const now = present(facts)
  // What was decided is not yet what came of it.
  const failed = decision === null || now !== null ? null : (facts.run.failure?.message ?? null)
  const parts = [decision, now, failed].filter((part) => part !== null)
  return parts.length === 0 ? undefined : parts.join(' ')
}

/** What a person has decided, their words, and what of the arguments they changed; null: nobody has. */
export function sayDecision(said: Run['personSaid']): string | null {
  if (said === null) return null
  const who = humanName(said.by)
  const comment = said.comment.trim() === '' ? '' : ` and said: “${said.comment.trim()}”`
  const changes = [...(said.changedBefore ?? []), ...(said.changed === undefined ? [] : [said.changed])]
  return [`${who} chose ‘${said.outcome}’${comment}.`, ...changes.map(sayChanged)].join(' ')
}

/** Characters of a value: enough to tell which it is. */
const MOST_OF_VALUE = 500
const MOST_OF_VALUES = 4000

function sayChanged({ transition, set, without }: ChangedArguments): string {
  const ran = Object.entries(set).map(
    ([name, value]) => `${name}: ${shorten(JSON.stringify(value), MOST_OF_VALUE)}`,
  )
  const parts = [
    ...(ran.length === 0 ? [] : [`with ${shorten(ran.join(', '), MOST_OF_VALUES)}`]),
    ...(without.length === 0 ? [] : [`without ${listWith('and', without)}`]),
  ]
  return `A person changed the arguments before it ran: ‘${transition}’ was called ${parts.join(', and ')}, not as you asked.`
}

function present(facts: WaitingFacts): string | null {
  const cause = waitCauseOf(facts.run, facts.unwritten)
  switch (cause.kind) {
    case 'ended':
      return null
    case 'verdict':
      return `‘${cause.transition}’ was cut off while it ran; a person at the desk must say whether it happened.`
    case 'database':
      return sayUnpersisted(cause.unwritten)
    case 'step': {
      const { transition } = cause.claim
      return sayPauses(transition, facts.pauses, facts.now) ?? `‘${transition}’ is running.`
    }
    // Beside a run that its step has begun, people may be asked about other calls of a session.
    case 'child':
    case 'engine':
    case 'move': {
      const sentences = [...scheduled(facts), ...asked(facts)]
      return sentences.length === 0 ? null : sentences.join(' ')
    }
  }
}

function scheduled({
  pending,
  now,
  unsavedUndo,
}: Pick<WaitingFacts, 'pending' | 'now' | 'unsavedUndo'>): string[] {
  return pending.flatMap((item) => {
    const { status, decision } = item
    if (status !== 'scheduled' || decision === null) return []
    const { outcome, by, runsAt } = decision
    // Of many that are due together, some wait for their turn.
    const isDue = runsAt !== null && Date.parse(runsAt) <= now
    const transition = stepOf(item)?.transition ?? outcome
    return [scheduledMessage(transition, by, isDue ? null : runsAt, unsavedUndo(item))]
  })
}

/** Decided, and still to run; or taken back, as far as this process knows. */
export function scheduledMessage(
  transition: string,
  by: string,
  runsAt: string | null,
  undo: UnsavedUndo | null,
): string {
  const decided = `${humanName(by)} has decided that ‘${transition}’ runs`
  return undo === null
    ? `${decided}; it runs at ${runsAt ?? 'any moment'} unless it is taken back before.`
    : `${decided}. ${sayUnsavedUndo(humanName(undo.by), undo)}`
}

/** `who`: the name of whoever has taken the decision back, as it stands at the beginning of a sentence. */
export function sayUnsavedUndo(who: string, { reason }: UnsavedUndo): string {
  return `${who} has taken that back, but it cannot be saved yet. ${reason} ${UNTIL_SAVED}`
}

/** What becomes of a decision that was taken back, as long as that is not saved. */
export const UNTIL_SAVED =
  'The decision does not run while Countersign runs, which saves this as soon as it can. If it is ended before, the decision runs at the next start.'

function asked({ run, pending, ahead, now, queues, people, away, noDesk }: WaitingFacts): string[] {
  const oldest = pending.find((item) => item.status === 'pending')
  if (oldest === undefined) return []
  const { gates = [], votes = [] } = heldOf(oldest) ?? {}
  const ballot = { gates, requesters: [oldest.requestedBy, run.startedBy], queues, people }
  const since = duration(now - Date.parse(oldest.requestedAt))
  const task = taskOf(oldest)
  const sentences = [
    `Waiting for ${whom(oldest, ballot, votes)} for ${since}${task === null ? '' : ` ${task}`}.${triedBefore(oldest)}`,
    noDesk,
    votesSoFar(ballot, votes),
    placeOf(oldest, ahead),
    awayFrom(oldest, away),
    atDeadline(oldest),
  ]
  return sentences.filter((sentence) => sentence !== null)
}

function whom({ queue, assignedTo }: InboxItem, ballot: Ballot, votes: readonly Vote[]): string {
  const first = standings(ballot, votes).find(({ missing }) => missing > 0)
  const rule = first === undefined ? null : decidersOf(first.gate, ballot.queues)
  const parts = [
    ...(queue === null ? [] : [`queue ${queue}`]),
    ...(rule?.role === undefined ? [] : [`role ${rule.role}`]),
    ...(rule?.permission === undefined ? [] : [`permission ${rule.permission}`]),
    ...(assignedTo === null ? [] : [`${humanName(assignedTo)} has taken it on`]),
  ]
  return `a person at the desk${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`
}

function votesSoFar(ballot: Ballot, votes: readonly Vote[]): string | null {
  const approved = countApproved(ballot, votes)
  const { people, atLeast } = votesMissing(ballot, votes)
  const needed = approved + people
  if (needed < 2 && !atLeast) return null
  return `${approved} of ${atLeast ? 'at least ' : ''}${needed} people have approved.`
}

function placeOf({ queue }: InboxItem, ahead: number): string {
  const where = queue === null ? 'the inbox' : 'its queue'
  if (ahead === 0) return `It is the first in ${where}.`
  return `${ahead} ${ahead === 1 ? 'item is' : 'items are'} ahead of it in ${where}.`
}

/** Whoever has taken it on counts alone: the others need not be there. */
function awayFrom({ assignedTo }: InboxItem, away: AwayPerson[]): string | null {
  const concerned = assignedTo === null ? away : away.filter(({ name }) => humanId(name) === assignedTo)
  if (concerned.length === 0) return null
  return `${concerned.map(({ name, until }) => `${name} is away until ${until}`).join(', ')}.`
}

/** What comes of it if nobody decides, as a sentence. */
export function atDeadline(item: InboxItem): string {
  const { deadlineAt } = item
  if (deadlineAt === null) return 'There is no deadline.'
  const then = isRefusedWhenLate(item) ? 'it is refused' : 'it times out'
  return `If nobody decides by ${deadlineAt}, ${then}; a timeout never approves.`
}

/** `40 seconds`, `5 minutes`, `3 hours`, `2 days`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  const scale: [number, string][] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ]
  for (const [size, unit] of scale) {
    if (seconds >= size) return plural(Math.floor(seconds / size), unit)
  }
  return plural(seconds, 'second')
}

/** `1 minute`, `2 minutes`. */
export function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
