/**
 * Items of the inbox as cards. The table of kinds is complete or does not compile;
 * nobody else at the desk asks for the kind of an item. May import: model, workflow, preload/contract.
 */
import { hash } from 'node:crypto'
import type { InboxDetail, ItemCard, Outcome, SentencePart } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { Definition, Gate } from '../../model/definition.ts'
import {
  type CurrentGates,
  type InboxItem,
  ITEM_KINDS,
  type ItemKind,
  type ItemOf,
  type StoredSubject,
  type SubjectKind,
} from '../../model/item.ts'
import { isJsonObject, ownOf } from '../../model/json.ts'
import { kindEntry } from '../../model/kinds.ts'
import { humanName } from '../../model/principal.ts'
import { claimOf, isInterrupted, type Run } from '../../model/run.ts'
import { shorten } from '../../model/shorten.ts'
import { stateOf, transitionOf } from '../../workflow/advance.ts'
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
import {
  heldOf,
  holderOf,
  isCurrent,
  isDoubt,
  isOfRun,
  isSubject,
  originOf,
  stepOf,
  subjectOf,
} from '../../workflow/items/items.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { sayUnpersisted } from '../../workflow/wording/pause.ts'
import { sayLate } from '../../workflow/wording/refusal.ts'
import { outcomeTone, readableTitle, transitionTitle } from '../../workflow/wording/sentence.ts'
import { sayUnsavedUndo } from '../../workflow/wording/waiting.ts'
import { subject } from '../events/words.ts'
import { DeskFault } from '../fault.ts'
import { type GateSource, gatesNow } from '../rules/declared-rules.ts'
import { loadDefinition } from '../runs/loaded-run.ts'
import { configuration } from './configuration.ts'
import { definition } from './definition.ts'
import { elicitation } from './elicitation.ts'
import { executor } from './executor.ts'
import { gate } from './gate.ts'
import { interrupted } from './interrupted.ts'
import { rowValues } from './item-values.ts'
import { type About, type Button, type ItemView, type Names, type RunFacts, textOf, textsOf } from './kind.ts'
import { toolChange } from './tool-change.ts'
import { transition } from './transition.ts'

const ITEMS: {
  readonly [Kind in ItemKind]: ItemView<Kind extends SubjectKind ? StoredSubject<Kind> : ItemOf<Kind>>
} = {
  transition,
  executor,
  gate,
  tool_change: toolChange,
  definition,
  configuration,
  elicitation,
  interrupted,
}

export function itemView({ kind }: Pick<InboxItem, 'kind'>): ItemView {
  return kindEntry(ITEMS, kind, 'item')
}

/** Those that *Attention* counts. */
export const COUNTED_KINDS: ItemKind[] = ITEM_KINDS.filter((kind) => ITEMS[kind].attention !== 'none')

function knownOf({ run, definition, serverTitle, gatesBefore }: About): RunFacts | null {
  return run === null || definition === null ? null : { run, definition, serverTitle, gatesBefore }
}

export function sentenceOf(approval: InboxItem, about: About): SentencePart[] {
  return itemView(approval).sentence(approval, knownOf(about))
}

export function titleOfItem(approval: InboxItem, { definition }: Pick<About, 'definition'>): string {
  return itemView(approval).title(approval, definition === null ? null : { definition })
}

export function describeItem(approval: InboxItem, about: About): ItemCard {
  const { definition, gatesBefore } = about
  const { decision } = approval
  const { workflowId, definitionId, state } = originOf(approval)
  const view = itemView(approval)
  const sentence = sentenceOf(approval, about)
  const pressed = pressedOf(approval, definition)
  return {
    id: approval.id,
    kind: approval.kind,
    status: approval.status,
    sentence,
    values: view.hasRowValues ? rowValues(approval, sentence) : [],
    because: view.because(approval, definition),
    ...view.risk(approval, definition === null ? null : { definition, gatesBefore }),
    definitionId,
    definitionTitle: titleOfItem(approval, about),
    isSingleCall: isSingleCall(definitionId),
    state,
    workflowId,
    votes: describeVotes(approval, about),
    deciders: describeDeciders(approval, about),
    assignedTo: about.holder,
    snoozedUntil: null,
    alike: alikeOf(approval, about),
    queue: approval.queue,
    client: approval.client,
    requestedBy: approval.requestedBy,
    requestedAt: approval.requestedAt,
    deadlineAt: approval.deadlineAt,
    decision:
      decision === null
        ? null
        : {
            by: decision.by,
            at: decision.at,
            outcome: decision.outcome,
            label: pressed.label,
            tone: pressed.tone,
            comment: decision.comment,
            runsAt: decision.runsAt ?? null,
            revision: decision.revision ?? approval.revision,
            ...(about.unsavedUndo === null ? {} : { undoUnsaved: true as const }),
          },
    returned: approval.returned ?? null,
  }
}

/** Characters of a value in a sentence that stands in a list: several times as many as a chip shows of it. */
const LONGEST_LISTED = 400

/** As it stands in a list: what others wrote may be as long as a call may be, and the opened item has all of it. */
export function listed(card: ItemCard): ItemCard {
  return { ...card, sentence: listedSentence(card.sentence) }
}

export function listedSentence(sentence: readonly SentencePart[]): SentencePart[] {
  return sentence.map((part) =>
    part.kind === 'author' ? part : { ...part, text: shorten(part.text, LONGEST_LISTED) },
  )
}

/** The same text for items that ask the same; null for what must be looked at by itself. */
export function alikeOf(
  approval: InboxItem,
  about: Pick<About, 'run' | 'definition' | 'isOpen'>,
): string | null {
  const parts = itemView(approval).alike(approval, about)
  return parts === null ? null : hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 24)
}

export function outcomesOf(approval: InboxItem, about: About): Outcome[] {
  return isSubject(approval) && !about.isOpen ? [] : itemView(approval).outcomes(approval, knownOf(about))
}

/** The button that was pressed: one of its kind, or a transition. `definition` null: it is lost, and a name stands in. */
export function pressedOf(approval: InboxItem, definition: Definition | null): Button {
  const outcome = approval.decision?.outcome ?? ''
  return ownButton(outcome, approval.kind) ?? firedButton(outcome, approval, definition)
}

/** The button of a kind that is not a transition, whatever a transition is called. `kind` left out: of any kind. */
export function ownButton(outcome: string, kind?: string): Button | undefined {
  const kinds = ITEM_KINDS.filter((each) => kind === undefined || each === kind)
  const [found] = kinds.flatMap((each) => ownOf<Button>(ITEMS[each].buttons, outcome) ?? [])
  return found
}

/** What is told of common names of transitions, whatever their titles are. */
const DONE: ReadonlyMap<string, string> = new Map([
  ['approve', 'Approved.'],
  ['refuse', 'Refused.'],
  ['reject', 'Rejected.'],
  ['accept', 'Accepted.'],
  ['decline', 'Declined.'],
  ['answer', 'Answered.'],
  ['cancel', 'Cancelled.'],
])

function firedButton(outcome: string, approval: InboxItem, definition: Definition | null): Button {
  const { state } = originOf(approval)
  const fired = definition === null ? null : transitionOf(definition, state, outcome)
  const names = Object.keys((definition && stateOf(definition, state))?.transitions ?? {})
  const label = transitionTitle(fired, outcome)
  const done = DONE.get(outcome) ?? `You chose ‘${label}’.`
  return { label, tone: outcomeTone(outcome, names.indexOf(outcome)), done }
}

/** Why the buttons are off; null while the item can be decided. */
export function closedBecause(approval: InboxItem, about: About): string | null {
  const { decision } = approval
  const who = subject(decision?.by ?? '')
  const chosen = `‘${pressedOf(approval, about.definition).label}’`
  switch (approval.status) {
    case 'approved':
    case 'refused':
      return `${who} has decided it: ${chosen}.${leftUnwritten(approval, about)}`
    case 'scheduled':
      return `${who} has decided it: ${chosen}. ${about.unsavedUndo === null ? 'It has not run yet, and can still be taken back.' : sayUnsavedUndo(subject(about.unsavedUndo.by), about.unsavedUndo)}`
    case 'expired':
      return decision === null
        ? `${sayLate(approval)} Nothing was approved.`
        : `${who} had decided it: ${chosen}. The time of the run was up before that ran; nothing ran.`
    case 'withdrawn': {
      const { withdrawn } = itemView(approval)
      if (decision === null) return withdrawn
      const ran = 'Withdrawn before that ran: the run went on without it, or was cancelled.'
      return `${who} had decided it: ${chosen}. ${isSubject(approval) ? withdrawn : ran}`
    }
    case 'pending':
      return pendingBut(approval, about)
  }
}

/** Of what follows from the decision, as far as the run has not moved on since. */
export function leftUnwritten(item: InboxItem, { run, unwritten }: About): string {
  return unwritten === null || run?.version !== originOf(item).version ? '' : ` ${sayUnpersisted(unwritten)}`
}

function pendingBut(approval: InboxItem, { run, definition, isOpen, unwritten }: About): string | null {
  if (isSubject(approval)) return isOpen ? null : 'There is nothing to decide any more.'
  if (run === null) return 'The run that it belongs to is not in the database any more.'
  if (definition === null)
    return 'Its definition is not in the database any more, so nobody can say what a decision would do.'
  const claim = claimOf(run)
  if (isInterrupted(run))
    return isDoubt(approval)
      ? null
      : `‘${claim?.transition}’ was cut off; the item can be decided when somebody has said whether that happened.`
  if (unwritten !== null) return `${sayUnpersisted(unwritten)} The item can be decided after that.`
  if (claim !== null) return `‘${claim.transition}’ is running; the item can be decided when it has ended.`
  return isCurrent(approval, run) ? null : 'The run has moved on since it was asked.'
}

/** What it is about; null: nothing but the step that it holds back. */
export function describeSubject(approval: InboxItem, gateway: Names & GateSource): InboxDetail['subject'] {
  const subject = subjectOf(approval)
  if (Object.keys(subject).length === 0) return null
  const patches = Array.isArray(subject.files) ? subject.files.filter(isJsonObject) : []
  return {
    warnings: textsOf(subject.weaker),
    notes: textsOf(subject.changes),
    files: patches.map((file) => ({ path: textOf(file.path), patch: textOf(file.patch) })),
    quote: null,
    tool: null,
    definition: null,
    ...itemView(approval).subject(approval, { gateway, gates: gatesNow(gateway) }),
  }
}

// ── Who may open what is held back, and who has approved so far, for a card (R5.4).

/** What an item is about, as far as it says who may decide it. */
interface GateQuestion {
  run: Run | null
  queues: Queues
  people: Ballot['people']
  /** The gates and the approvals that count as things are now; null: those that were written down. */
  standing: CurrentGates | null
}

/** Null: one press decides, and it is not a card on which anybody has voted. */
function describeVotes(approval: InboxItem, about: GateQuestion): ItemCard['votes'] {
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
export function listVoters(approval: InboxItem, about: GateQuestion, people: readonly Voter[]): string[] {
  if (describeVotes(approval, about) === null) return []
  const ballot = ballotOf(approval, about)
  return people.filter((each) => barredFromAll(each, ballot) === null).map(({ id }) => humanName(id))
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
function describeDeciders(
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

// ── What an item is about, and its buttons, as they are now.

/** @throws DeskFault NOT_FOUND */
export async function findItem(gateway: Pick<Gateway, 'store'>, id: string): Promise<InboxItem> {
  const approval = await gateway.store.approval(id)
  if (approval === null) throw new DeskFault('NOT_FOUND', `There is no item ‘${id}’ in the inbox.`)
  return approval
}

/** `closely`: also which gates stand before it now, where nobody has approved it yet. */
export async function loadAbout(gateway: Gateway, approval: InboxItem, closely = false): Promise<About> {
  const run = isOfRun(approval) ? await gateway.store.run(approval.workflowId) : null
  const { approvals, connections, people } = gateway.configuration()
  const { queues } = approvals
  const serverTitle = (name: string) => ownOf(connections, name)?.title ?? readableTitle(name)
  const isOpen = isSubject(approval) && gateway.runtime.items.isOpen(approval)
  const definition =
    run === null ? null : await loadDefinition(gateway, run, stepOf(approval)?.transition ?? null)
  const unwritten = run === null ? null : gateway.runtime.unwritten.of(run.id)
  const counts = definition !== null && (closely || (heldOf(approval)?.votes.length ?? 0) > 0)
  const standing = counts ? await gateway.runtime.standing(approval) : null
  const gatesBefore: About['gatesBefore'] = (step) => gatesNow(gateway).gatesBefore(step)
  const unsavedUndo = gateway.runtime.takenBack.unsaved(approval)
  const holder = holderOf(approval, gateway.declarations().people)
  return {
    ...{ run, definition, queues, people, isOpen, holder, unwritten, unsavedUndo, standing },
    ...{ serverTitle, gatesBefore },
  }
}
