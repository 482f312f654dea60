/** A press on a button, or why it did not count. May import: gateway.ts (types), model. */

import type { UndoReply } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { HeldItem, InboxItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import { type HumanPrincipal, isHumanId } from '../../model/principal.ts'
import type { WorkflowResponse } from '../../model/response.ts'
import { type MissingVotes, NONE_MISSING } from '../../workflow/gates/gates.ts'
import { holdsStep, isChoice, isOfRun, stepOf } from '../../workflow/items/items.ts'
import { subject } from '../events/words.ts'
import { DeskFault } from '../fault.ts'
import { itemView, pressedOf } from '../items/items.ts'
import type { About } from '../items/kind.ts'
import type { Permit } from '../people/proof.ts'
import { loadPending } from '../runs/loaded-run.ts'
import { loadAbout } from './about-item.ts'
import { describeDecision, describeOwnDecision } from './decision-words.ts'

export interface Press {
  id: string
  outcome: string
  arguments: JsonObject
  comment: string
  hash: string
  /** For how long the desk had shown it, if it knows. */
  lookedMs?: number
}

export interface DecisionResult {
  approval: InboxItem
  /** Null where nothing of a workflow followed. */
  response: WorkflowResponse | null
  /** How many more people must approve before anything runs. */
  missing: MissingVotes
}

/** What a press came to, as whoever pressed is told. */
export interface PressOutcome {
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
export async function press(gateway: Gateway, permit: Permit, pressed: Press): Promise<PressOutcome> {
  const { approval, response, missing } = await decide(gateway, permit, pressed)
  const about = await loadAbout(gateway, approval)
  const status = response?.result.status
  const message =
    response === null
      ? (itemView(approval).notInForce(approval, gateway.configuration().hash) ??
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
async function decide(gateway: Gateway, permit: Permit, press: Press): Promise<DecisionResult> {
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
export async function undo(
  gateway: Pick<Gateway, 'runtime'>,
  who: HumanPrincipal,
  { id, revision }: { id: string; revision: number },
): Promise<UndoReply> {
  const result = await gateway.runtime.undo(who, { approvalId: id, revision })
  switch (result.kind) {
    case 'undone':
      return { ok: true, message: `Nothing ran, and ${WAITS_AGAIN}` }
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
