/** Deciding an item of the inbox, taking that back, and giving it to somebody; and what came of it. May import: gateway.ts (types), model, workflow. */
import type { ItemCard, UndoReply } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { Definition } from '../../model/definition.ts'
import type { HeldItem, InboxItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import { type HumanPrincipal, humanId, isHumanId } from '../../model/principal.ts'
import type { WorkflowResponse } from '../../model/response.ts'
import { claimOf, parkedOf, type Run } from '../../model/run.ts'
import { transitionOf } from '../../workflow/advance.ts'
import { startsRun } from '../../workflow/executors/executors.ts'
import { countPeople, type MissingVotes, NONE_MISSING } from '../../workflow/gates/gates.ts'
import { holdsStep, isChoice, isOfRun, originOf, stepOf } from '../../workflow/items/items.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { sayFailure } from '../../workflow/wording/quote.ts'
import { capitalize, stateTitle, titleOf } from '../../workflow/wording/sentence.ts'
import { UNTIL_SAVED } from '../../workflow/wording/waiting.ts'
import type { Handlers } from '../dispatch.ts'
import { subject } from '../events/words.ts'
import { DeskFault, orFault } from '../fault.ts'
import { gateBecause } from '../items/gate.ts'
import { describeItem, findItem, itemView, loadAbout, pressedOf } from '../items/items.ts'
import type { About } from '../items/kind.ts'
import { notYetInForce } from '../items/subject.ts'
import { decideAs, type ItemOutcome, type Permit } from '../people/proof.ts'
import type { Seats } from '../people/seats.ts'
import { loadPending } from '../runs/loaded-run.ts'
import type { DeskSession } from '../session.ts'
import { barredBecause, restrictionOf, voterOf } from './barred.ts'

export function createDecisionHandlers(
  { gateway, looks }: { gateway: Gateway; looks: ItemViews },
  seats: Pick<Seats, 'seatOf' | 'known'>,
): Pick<Handlers, 'inbox.decide' | 'inbox.undo' | 'inbox.assign'> {
  return {
    async 'inbox.decide'(session, request) {
      const { approval, about, message, failed, goesOn } = await decideAs(
        { gateway, seats },
        session,
        [request],
        (permit) => press(gateway, permit, { ...request, ...lookedAt(looks, session, request.id) }),
      )
      return { item: describeItem(approval, about), message, failed, goesOn }
    },
    async 'inbox.undo'(session, { items }) {
      const who = session.principal()
      // Their time runs out: none waits for the commits of all others.
      const results = await workAtOnce(items, AT_ONCE, async (item) => {
        const came = await orFault(() => undo(gateway, who, item))
        return { id: item.id, ...(typeof came === 'string' ? { ok: false as const, message: came } : came) }
      })
      return { results }
    },
    'inbox.assign': (session, request) => assignItem(gateway, seats, session, request),
  }
}

function lookedAt(looks: ItemViews, session: DeskSession, id: string): { lookedMs?: number } {
  const lookedMs = looks.since(session.id, id)
  return lookedMs === null ? {} : { lookedMs }
}

async function assignItem(
  gateway: Gateway,
  seats: Pick<Seats, 'known'>,
  session: DeskSession,
  { id, to }: { id: string; to: string | null },
): Promise<ItemCard> {
  const who = session.principal()
  if (to !== null) {
    if (!seats.known().includes(to))
      throw new DeskFault('REJECTED', `The settings file names nobody called ‘${to}’.`)
    // It would wait in the list of nobody who can decide it.
    const item = await findItem(gateway, id)
    const restriction = restrictionOf(item, await loadAbout(gateway, item, true))
    const because = barredBecause(restriction, voterOf(gateway.configuration(), to))
    if (item.status === 'pending' && because !== null) throw new DeskFault('REJECTED', because)
  }
  const result = await gateway.runtime.assign(who, {
    approvalId: id,
    to: to === null ? null : humanId(to),
  })
  if (result.kind === 'not_found') throw new DeskFault('NOT_FOUND', `There is no item ‘${id}’ in the inbox.`)
  if (result.kind === 'closed')
    throw new DeskFault('ALREADY_DECIDED', 'This item has been decided, or has ended.')
  return describeItem(result.approval, await loadAbout(gateway, result.approval))
}

/** Since when an item has been on a desk's screen, as far as the desk knows: when it was first asked for there. */
export interface ItemViews {
  seen(session: string, id: string): void
  /** Milliseconds; null: this desk was never shown it. */
  since(session: string, id: string): number | null
}

/** Of the items that are decided, most were opened a moment ago. */
const MOST = 2000

export function createItemViews(now: () => number): ItemViews {
  const first = new Map<string, number>()
  const nameOf = (session: string, id: string) => `${session} ${id}`
  return {
    seen(session, id) {
      const name = nameOf(session, id)
      if (first.has(name)) return
      first.set(name, now())
      const [oldest] = first.keys()
      if (first.size > MOST && oldest !== undefined) first.delete(oldest)
    },
    since(session, id) {
      const at = first.get(nameOf(session, id))
      return at === undefined ? null : Math.max(0, now() - at)
    },
  }
}

// ── A press on a button, or why it did not count.

interface DeskDecision extends ItemOutcome {
  arguments: JsonObject
  comment: string
  hash: string
  /** For how long the desk had shown it, if it knows. */
  lookedMs?: number
}

interface DecisionResult {
  approval: InboxItem
  /** Null where nothing of a workflow followed. */
  response: WorkflowResponse | null
  /** How many more people must approve before anything runs. */
  missing: MissingVotes
}

/** What a press came to, as whoever pressed is told. */
interface PressOutcome {
  approval: InboxItem
  about: About
  message: string
  /** It was decided, and what it let through has failed. */
  failed: boolean
  /** What it let through waits for something else: a run that it began, or other people. */
  goesOn: boolean
  missing: MissingVotes
}

/** Decides, and looks what came of it. @throws DeskFault if it was not decided: SEEN_CHANGED, ALREADY_DECIDED, NOT_ALLOWED, NOT_FOUND, REJECTED */
export async function press(gateway: Gateway, permit: Permit, pressed: DeskDecision): Promise<PressOutcome> {
  const { approval, response, missing } = await decide(gateway, permit, pressed)
  const about = await loadAbout(gateway, approval)
  const status = response?.result.status
  const message =
    response === null
      ? (notYetInForce(approval) ??
        itemView(approval).notInForce(approval, gateway.configuration().hash) ??
        describeOwnDecision(approval, missing, about.definition))
      : describeDecision(
          approval,
          response,
          about.definition,
          about.run,
          status === 'waiting_for_action' ? await askedInstead(gateway, approval) : null,
        )
  return {
    approval,
    about,
    message,
    missing,
    failed: status === 'failed',
    goesOn: status === 'waiting_for_action',
  }
}

/** What waits in place of a call that this decision let through, and that failed; null: nothing. */
async function askedInstead(gateway: Gateway, approval: InboxItem): Promise<HeldItem | null> {
  const { decision } = approval
  if (decision === null || !isOfRun(approval)) return null
  const chosen = isChoice(approval) ? decision.outcome : stepOf(approval)?.transition
  const open = await loadPending(gateway, approval.workflowId)
  const isInstead = (item: InboxItem): item is HeldItem =>
    holdsStep(item) &&
    item.held.from > 0 &&
    item.step.transition === chosen &&
    item.requestedAt >= decision.at
  return open.find(isInstead) ?? null
}

/**
 * `permit`: of `decideAs`, for this item and outcome.
 * @throws DeskFault if it was not decided: SEEN_CHANGED, ALREADY_DECIDED, NOT_ALLOWED, NOT_FOUND, REJECTED
 */
async function decide(gateway: Gateway, permit: Permit, press: DeskDecision): Promise<DecisionResult> {
  const { id, ...rest } = press
  if (!permit.covers(id, press.outcome)) throw new Error('Nobody was asked whether this may be decided.')
  const result = await gateway.runtime.decide(permit.who, { approvalId: id, ...rest })
  switch (result.kind) {
    case 'decided':
      return { approval: result.approval, response: result.answer?.response ?? null, missing: NONE_MISSING }
    case 'scheduled':
      return { approval: result.approval, response: null, missing: NONE_MISSING }
    case 'voted':
      return { approval: result.approval, response: null, missing: result.missing }
    case 'changed':
      throw new DeskFault(
        'SEEN_CHANGED',
        'Something changed while you were looking. Nothing was decided; look again.',
      )
    case 'closed':
      throw new DeskFault('ALREADY_DECIDED', await describeClosed(gateway, result.approval))
    case 'not_allowed':
      throw new DeskFault('NOT_ALLOWED', result.message)
    case 'not_found':
      throw new DeskFault('NOT_FOUND', 'This item does not exist any more.')
    case 'rejected':
      throw new DeskFault('REJECTED', result.message, result.details)
  }
}

/** Takes it back, or says why there is nothing to take back. */
async function undo(
  gateway: Pick<Gateway, 'runtime'>,
  who: HumanPrincipal,
  { id, revision }: { id: string; revision: number },
): Promise<UndoReply> {
  const result = await gateway.runtime.undo(who, { approvalId: id, revision })
  switch (result.kind) {
    case 'undone':
      return { ok: true, message: `Nothing ran, and ${WAITS_AGAIN}` }
    case 'unsaved':
      return { ok: false, unsaved: true, message: `${result.reason} ${UNTIL_SAVED}` }
    case 'not_found':
      return { ok: false, message: 'This item does not exist any more.' }
    case 'decided_again': {
      const by = result.approval.decision?.by ?? ''
      const whose = by === who.id ? 'You have' : `${subject(by)} has`
      return { ok: false, message: `${whose} decided this item again since. That decision stays.` }
    }
    case 'closed':
      return describeNotUndone(result.approval, who)
  }
}

const WAITS_AGAIN = 'it waits for a decision again.'

function describeNotUndone({ status, returned }: InboxItem, who: HumanPrincipal): UndoReply {
  if (status === 'pending' && returned !== undefined) {
    const { by, because } = returned
    const message =
      by === who.id
        ? `You took it back already; ${WAITS_AGAIN}`
        : isHumanId(by)
          ? `${subject(by)} took it back already; ${WAITS_AGAIN}`
          : `${because} Nothing ran, and ${WAITS_AGAIN}`
    return { ok: false, already: true, message }
  }
  const message =
    status === 'pending'
      ? 'Nobody has decided this item.'
      : status === 'approved' || status === 'refused'
        ? 'It is too late to take it back: it has taken effect.'
        : 'It has ended before it ran. There is nothing to take back.'
  return { ok: false, message }
}

async function describeClosed(gateway: Gateway, approval: InboxItem): Promise<string> {
  const { decision, status } = approval
  if (decision !== null && status !== 'expired' && status !== 'withdrawn') {
    const { definition } = await loadAbout(gateway, approval)
    return `${subject(decision.by)} was faster and chose ‘${pressedOf(approval, definition).label}’.`
  }
  return status === 'expired'
    ? 'It expired before you decided. Nothing was approved.'
    : itemView(approval).withdrawn
}

// ── What a decision came to: what was chosen, and where the run is now.

/**
 * `definition` null: it is lost, and names stand in for titles. `run`: as it is by now. `instead`: what waits in place of
 * a call that was let through and failed.
 */
export function describeDecision(
  approval: InboxItem,
  response: WorkflowResponse,
  definition: Definition | null,
  run: Pick<Run, 'activity'> | null,
  instead: HeldItem | null = null,
): string {
  const outcome = approval.decision?.outcome ?? ''
  const chosen = pressedOf(approval, definition).done
  if (instead !== null) return `${chosen} ${gateBecause(instead)}`
  const now = isSingleCall(originOf(approval).definitionId)
    ? describeCall(outcome, response)
    : describePlace(approval, response, definition, run)
  return `${chosen} ${now}`
}

/** Of an item that no workflow waits for, or that still needs others. */
export function describeOwnDecision(
  approval: InboxItem,
  missing: MissingVotes,
  definition: Definition | null,
): string {
  if (missing.people > 0) {
    const others = `${capitalize(countPeople(missing, 'more'))} ${missing.people === 1 ? 'is' : 'are'}`
    return `Your approval is recorded. ${others} needed before anything runs.`
  }
  const chosen = pressedOf(approval, definition).done
  // How long that is says the countdown beside it, and nothing else: two counts would differ.
  return approval.status === 'scheduled' ? `${chosen} It has not run yet: you can still undo it.` : chosen
}

function describePlace(
  approval: InboxItem,
  { result, state: reached, version, terminal, error }: WorkflowResponse,
  definition: Definition | null,
  run: Pick<Run, 'activity'> | null,
): string {
  const parked = run === null ? null : (parkedOf(run)?.on ?? null)
  const asked = originOf(approval)
  const state = reached ?? asked.state
  const title = `‘${definition === null ? asked.definitionId : titleOf(definition)}’`
  const place = `‘${definition === null ? state : stateTitle(definition, state)}’`
  if (result.status === 'failed')
    return `Then a step failed, and ${title} is at ${place}: ${sayReason(error)}`
  if (result.status === 'cancelled') return `${title} ended at ${place}.`
  const isWaiting = result.status === 'waiting_for_action'
  if (isWaiting && parked === 'child')
    return `${title} is at ${place}, and waits for a workflow that it has begun.`
  if (isWaiting && run !== null && claimOf(run) !== null)
    return `${title} is at ${place}: a step has begun, and is not done yet.`
  // What was chosen has happened where the version moved: then a later step waits, or nothing does any more.
  if (isWaiting && version === asked.version && isHeld(approval, definition))
    return `${title} is still at ${place}: nothing runs before other people have approved it as well.`
  if (isWaiting && parked === 'gate')
    return `${title} is now at ${place}: what comes next runs only after people have approved it.`
  if (terminal === true) return `${title} is now at ${place}, the end.`
  return `${title} is ${version === asked.version ? 'still' : 'now'} at ${place}.`
}

/** What a person chose waits for a gate; a run that it begins waits for nobody. */
function isHeld(approval: InboxItem, definition: Definition | null): boolean {
  if (!isChoice(approval) || definition === null) return false
  const chosen = transitionOf(definition, approval.state, approval.decision?.outcome ?? '')
  if (chosen === null) return false
  return chosen.executor === undefined || !startsRun(chosen.executor)
}

/** A single call has no place to be at. */
function describeCall(outcome: string, { result, error }: WorkflowResponse): string {
  if (result.status === 'failed') return `Then the call failed: ${sayReason(error)}`
  if (result.status === 'cancelled') return 'The session of calls has ended.'
  if (outcome === 'refuse') return 'The call was not made.'
  if (result.status === 'waiting_for_action') return 'The call has begun, and is not done yet.'
  return outcome === 'did_not_happen' ? 'The call may be tried again.' : 'The call is done.'
}

function sayReason(error: WorkflowResponse['error']): string {
  return error === undefined ? 'no reason was given.' : sayFailure(error.message)
}

/**
 * So many decisions that run nothing at the press, or that are taken back: they share the commits of the store, and so
 * its flushes. With more of them one commit would hold the thread for longer than R3.4 has it.
 */
export const AT_ONCE = 40

/** Does the work for each, so many at the same time. @returns what came of them, in their order */
export async function workAtOnce<Thing, Result>(
  things: readonly Thing[],
  most: number,
  work: (thing: Thing) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = things.entries()
  const take = async () => {
    for (const [place, thing] of queue) results[place] = await work(thing)
  }
  await Promise.all(Array.from({ length: most }, take))
  return results
}
