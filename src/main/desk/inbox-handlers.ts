/** The inbox: what waits for a person, what it would do, and deciding it. */
import type { InboxDetail, InboxItem, InboxPage, Preview, RequestOf } from '../../preload/contract.ts'
import type { Gateway } from '../gateway.ts'
import type { Approval, ApprovalStatus } from '../model/approval.ts'
import { stateOf, transitionOf } from '../workflow/advance.ts'
import { findApproval, loadAbout, outcomesOf } from './about-item.ts'
import { compareWithEarlier } from './compared.ts'
import { decide, undo } from './decide.ts'
import { describeDecision, describeOwnDecision } from './decision-words.ts'
import { drawDiagram } from './diagram.ts'
import type { Handlers } from './dispatch.ts'
import { DeskFault } from './fault.ts'
import { describeSubject } from './inbox-subject.ts'
import { type About, closedBecause, describeItem, isOwn } from './inbox-view.ts'
import { loadHistory } from './loaded-run.ts'
import type { DeskSession } from './session.ts'
import { describeEvent, titlesOf } from './timeline.ts'

const PAGE = 100
/** Items that a text search reads; what it looks at is composed, not stored. */
const SEARCHED = 2000
const NARROWS = { facets: { kind: [], queue: [], definitionId: [], client: [] }, snoozed: 0 }
const DECIDED: ApprovalStatus[] = ['scheduled', 'approved', 'refused', 'expired', 'withdrawn']

export function createInboxHandlers({
  gateway,
}: {
  gateway: Gateway
}): Pick<
  Handlers,
  'inbox.list' | 'inbox.item' | 'inbox.preview' | 'inbox.decide' | 'inbox.undo' | 'inbox.assign'
> {
  return {
    'inbox.list': (_session, request) => listItems(gateway, request),
    async 'inbox.item'(_session, { id }) {
      return await describeDetail(gateway, await findApproval(gateway, id))
    },
    async 'inbox.preview'(session, request) {
      const { id, outcome, arguments: args } = request
      const who = session.principal()
      const preview = await gateway.runtime.previewDecision(who, { approvalId: id, outcome, arguments: args })
      if (preview !== null) return pickPreview(preview)
      await findApproval(gateway, id)
      throw new DeskFault('NOT_FOUND', 'The run that it belongs to is not in the database any more.')
    },
    'inbox.assign': (session, request) => assignItem(gateway, session, request),
    async 'inbox.undo'(session, { id }) {
      const approval = await undo(gateway, session.principal(), id)
      const item = describeItem(approval, await loadAbout(gateway, approval))
      return { item, message: 'Taken back. Nothing ran, and it waits for a decision again.' }
    },
    async 'inbox.decide'(session, request) {
      const decided = await decide(gateway, session.principal(), request)
      const { approval, response } = decided
      const about = await loadAbout(gateway, approval)
      const message =
        response === null
          ? describeOwnDecision(approval, decided.missing)
          : describeDecision(approval, response, about.definition)
      return { item: describeItem(approval, about), message }
    },
  }
}

async function assignItem(
  gateway: Gateway,
  session: DeskSession,
  { id, to }: { id: string; to: string | null },
): Promise<InboxItem> {
  const who = session.principal()
  const known = to === null || to === who.name || Object.hasOwn(gateway.configuration().people, to)
  if (!known) throw new DeskFault('REJECTED', `The configuration knows nobody called ‘${to}’.`)
  const result = await gateway.runtime.assign(who, {
    approvalId: id,
    to: to === null ? null : `human:${to}`,
  })
  if (result.kind === 'not_found') throw new DeskFault('NOT_FOUND', `There is no item ‘${id}’ in the inbox.`)
  if (result.kind === 'closed')
    throw new DeskFault('ALREADY_DECIDED', 'This item has been decided, or has ended.')
  return describeItem(result.approval, await loadAbout(gateway, result.approval))
}

/** The engine's preview knows more than the contract lets out: the resolved call with its environment. */
function pickPreview({ outcome, call, nextStates, steps, stopsAt, problems, hash }: Preview): Preview {
  return { outcome, call, nextStates, steps, stopsAt, problems, hash }
}

async function listItems(gateway: Gateway, request: RequestOf<'inbox.list'>): Promise<InboxPage> {
  const { text, cursor, limit = PAGE } = request
  const filter =
    request.status === 'decided' ? { status: DECIDED, newestFirst: true } : { status: ['pending' as const] }
  const searching = text !== undefined && text.trim() !== ''
  const page = await gateway.store.approvals(filter, {
    limit: searching ? SEARCHED : limit,
    ...(cursor === undefined || searching ? {} : { cursor }),
  })
  const items = await Promise.all(
    page.items.map(async (item) => describeItem(item, await loadAbout(gateway, item))),
  )
  if (!searching) return { items, total: page.total, nextCursor: page.nextCursor ?? null, ...NARROWS }
  const arguments_ = new Map(page.items.map((item) => [item.id, JSON.stringify(item.arguments)]))
  const found = items.filter((item) => mentions(item, arguments_.get(item.id) ?? '', text))
  return { items: found.slice(0, limit), total: found.length, nextCursor: null, ...NARROWS }
}

function mentions(item: InboxItem, args: string, text: string): boolean {
  const shown = [
    ...item.sentence.map((part) => part.text),
    item.id,
    item.workflowId,
    item.definitionId,
    item.definitionTitle,
    item.state,
    item.queue ?? '',
    item.client,
    item.requestedBy,
    item.decision?.comment ?? '',
    args,
  ]
  return shown.join('\n').toLowerCase().includes(text.trim().toLowerCase())
}

async function describeDetail(gateway: Gateway, approval: Approval): Promise<InboxDetail> {
  const about = await loadAbout(gateway, approval)
  const { instance, definition } = about
  // Without a workflow there is no history: the whole log is none.
  const history = isOwn(approval) ? [] : await loadHistory(gateway, approval.workflowId)
  const state = definition === null ? null : stateOf(definition, approval.state)
  const titles = titlesOf(definition)
  return {
    ...describeItem(approval, about),
    outcomes: outcomesOf(approval, about),
    compared: await compareWithEarlier(gateway, approval, about),
    needsProof: false,
    edited: editedOf(approval),
    subject: describeSubject(approval),
    asked:
      approval.transition === null
        ? null
        : { arguments: approval.arguments, schema: askedSchema(approval, about) },
    input: instance?.input ?? {},
    context: instance?.context ?? {},
    evidence: isOwn(approval) ? [] : await gateway.store.evidence(approval.workflowId),
    history: history.toReversed().map((event) => describeEvent(event, titles)),
    diagram:
      definition === null
        ? { initial: approval.state, current: approval.state, states: [], transitions: [] }
        : drawDiagram(definition, instance?.state ?? approval.state, history),
    guidance: { goal: state?.goal ?? null, instructions: state?.guidance ?? null },
    closedBecause: closedBecause(approval, about, titles),
  }
}

function askedSchema(approval: Approval, { definition }: About) {
  if (definition === null || approval.transition === null) return null
  return transitionOf(definition, approval.state, approval.transition)?.inputSchema ?? null
}

function editedOf({ held }: Approval): InboxDetail['edited'] {
  return held?.edited ?? null
}
