/** The inbox: what waits for a person, what it would do, and deciding it. */
import type { InboxDetail, Preview } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { AuditEvent } from '../../model/audit-event.ts'
import { declarationOf, declaredClient } from '../../model/configuration.ts'
import type { Definition } from '../../model/definition.ts'
import { type InboxItem, OPEN_STATUSES } from '../../model/item.ts'
import { humanName, LOCAL_CLIENT } from '../../model/principal.ts'
import type { Claim, Run } from '../../model/run.ts'
import { claimOf, isAtRest, parkedOf } from '../../model/run.ts'
import { stateOf } from '../../workflow/advance.ts'
import { toolOf } from '../../workflow/executors/executors.ts'
import { describedText } from '../../workflow/executors/wording.ts'
import { heldOf, isDoubt, isOfRun, originOf, stepOf } from '../../workflow/items/items.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import {
  closedBecause,
  describeItem,
  describeSubject,
  findItem,
  itemView,
  leftUnwritten,
  listVoters,
  loadAbout,
  outcomesOf,
} from '../items/items.ts'
import { askedTransition } from '../items/kind.ts'
import { sayEffect } from '../items/subject.ts'
import { asksForProof } from '../people/proof.ts'
import type { Seats } from '../people/seats.ts'
import { gatesNow } from '../rules/declared-rules.ts'
import { drawDiagram } from '../runs/diagram.ts'
import { type History, loadHistory } from '../runs/loaded-run.ts'
import { describeEvent, titlesOf } from '../runs/timeline.ts'
import { agentAnswered, withAnswers } from './answered.ts'
import { barredBecause, restrictionOf, voterOf } from './barred.ts'
import type { CardHints } from './card-hints.ts'
import { compareWithEarlier } from './compared.ts'
import type { ItemViews } from './decide.ts'
import { findFailure } from './failed-after.ts'
import { refusesAll } from './refuses-all.ts'

export function createInboxHandlers({
  gateway,
  looks,
  hints,
  seats,
}: {
  gateway: Gateway
  looks: ItemViews
  hints: CardHints
  seats: Pick<Seats, 'known'>
}): Pick<Handlers, 'inbox.item' | 'inbox.preview'> {
  return {
    async 'inbox.item'(session, { id }) {
      const approval = await findItem(gateway, id)
      if (approval.status === 'pending') looks.seen(session.id, id)
      const detail = await describeDetail(gateway, approval, seats.known())
      const hint = approval.status === 'pending' ? hints.of(approval) : null
      return hint === null ? detail : { ...detail, hint }
    },
    async 'inbox.preview'(session, request) {
      const { id, outcome, arguments: args } = request
      const who = session.principal()
      const item = await findItem(gateway, id)
      const preview = await gateway.runtime.previewDecision(who, { approvalId: id, outcome, arguments: args })
      if (preview === null)
        throw new DeskFault('NOT_FOUND', 'The run that it belongs to is not in the database any more.')
      if (preview.stopsAt !== '') return pickPreview(preview)
      const pressed = outcomesOf(item, await loadAbout(gateway, item)).find(({ name }) => name === outcome)
      return pickPreview(pressed === undefined ? preview : { ...preview, stopsAt: sayEffect(pressed) })
    },
  }
}

/** The engine's preview knows more than the contract lets out: the resolved call with its environment. */
export function pickPreview(preview: Preview): Preview {
  const { outcome, call, nextStates, steps, stopsAt, asksFirst, undoMs, problems, hash, basis } = preview
  const shown = { outcome, call, nextStates, steps, stopsAt, undoMs, problems, hash, basis }
  return asksFirst === undefined ? shown : { ...shown, asksFirst }
}

async function describeDetail(
  gateway: Gateway,
  approval: InboxItem,
  names: readonly string[],
): Promise<InboxDetail> {
  const about = await loadAbout(gateway, approval, true)
  const { run, definition } = about
  const evidence = isOfRun(approval) ? await gateway.store.evidence(approval.workflowId) : []
  const people = names.map((name) => voterOf(gateway.configuration(), name))
  const restriction = restrictionOf(approval, about)
  const outcomes = outcomesOf(approval, about).map((outcome) => {
    const refused = refusesAll(approval, outcome.name, { about, evidence, people, now: gateway.clock.now() })
    return refused === null ? outcome : { ...outcome, refusesAll: refused }
  })
  // Without a workflow there is no history: the whole log is none.
  const shown: History = isOfRun(approval)
    ? await loadHistory(gateway, approval.workflowId)
    : { events: [], isPartial: false }
  const { events: history, isPartial } = shown
  const { state: askedIn } = originOf(approval)
  const step = stepOf(approval)
  const state = definition === null ? null : stateOf(definition, askedIn)
  const titles = titlesOf(definition)
  const answered = agentAnswered(gateway, approval, run)
  const failed = await findFailure(gateway, approval, shown)
  const isDecided = approval.status === 'approved' || approval.status === 'refused'
  const left = isDecided ? leftUnwritten(approval, about).trim() : ''
  return {
    ...describeItem(approval, about),
    outcomes,
    compared: await compareWithEarlier(gateway, approval, about),
    voters: listVoters(approval, about, people),
    barred: people.flatMap((each) => {
      const because = approval.status === 'pending' ? barredBecause(restriction, each) : null
      return because === null ? [] : [{ name: humanName(each.id), because }]
    }),
    needsProof: asksForProof(gateway, outcomes),
    edited: heldOf(approval)?.edited ?? null,
    subject: describeSubject(approval, gateway),
    saidOfTool: saidOfTool(gateway, approval, definition),
    running: describeRunning(approval, run),
    asked:
      step === null || !itemView(approval).showsArguments
        ? null
        : {
            arguments: step.arguments,
            schema: askedTransition(approval, about.definition)?.inputSchema ?? null,
          },
    input: run?.input ?? {},
    context: run?.context ?? {},
    evidence,
    history: withAnswers(
      history.toReversed().map((event) => describeEvent(event, titles)),
      answered === null ? new Map() : new Map([[approval.id, answered]]),
    ),
    diagram:
      definition === null
        ? { initial: askedIn, current: askedIn, states: [], transitions: [] }
        : drawDiagram(definition, run?.state ?? askedIn, history, gatesNow(gateway)),
    guidance: { goal: state?.goal ?? null, instructions: state?.guidance ?? null },
    closedBecause: withdrawnBecause(approval, history) ?? closedBecause(approval, about),
    answered,
    failed: failed === null ? null : describeEvent(failed, titles),
    ...(isPartial ? { isPartial: true as const } : {}),
    ...(left === '' ? {} : { unwritten: left }),
    ...(isClientRemoved(gateway, approval) ? { clientRemoved: true as const } : {}),
    ...(failed === null && stillGoesOn(approval, run) ? { goesOn: true as const } : {}),
  }
}

/** Also if another one of that name is declared since. */
function isClientRemoved(
  { configuration, declarations }: Pick<Gateway, 'configuration' | 'declarations'>,
  item: InboxItem,
): boolean {
  const { client, requestedBy, requesterRights, status } = item
  if (status !== 'pending' || !requestedBy.startsWith('agent:') || client === LOCAL_CLIENT) return false
  const { declared } = requesterRights
  if (declared !== undefined) return declarationOf(client, declarations().clients) !== declared
  return declaredClient(client, configuration().clients) === null
}

/** Of its run: where single calls share one, another of them may go on. */
function stillGoesOn({ status }: InboxItem, run: Run | null): boolean {
  if (status !== 'approved' || run === null) return false
  return !isAtRest(run) || parkedOf(run)?.on === 'child'
}

/** As the log has it; null: it says nothing of it, or a person had decided. */
function withdrawnBecause(
  { id, status, decision }: InboxItem,
  history: readonly AuditEvent[],
): string | null {
  if (status !== 'withdrawn' || decision !== null) return null
  const event = history.find(
    ({ eventType, payload }) => eventType === 'human.approval.withdrawn' && payload.approvalId === id,
  )
  const because = event?.payload.because
  return typeof because === 'string' && because.endsWith('.') ? `Withdrawn. ${because}` : null
}

// What was running when the gateway stopped, literally.

/** Null where nothing was cut off, or a person has said already what came of it. */
function describeRunning(approval: InboxItem, run: Run | null): InboxDetail['running'] {
  const claim = run && claimOf(run)
  if (!isDoubt(approval) || claim === null) return null
  return { call: describedText(claim.call), since: claim.at, attempt: describeAttempt(claim) }
}

function describeAttempt({ idempotencyKey, from }: Claim): string {
  const fallback = (from ?? 0) > 0 ? 'It was a fallback: what comes before it had failed. ' : ''
  const key =
    idempotencyKey === null
      ? 'Nothing tells the other side that a second call is the same one.'
      : `Its idempotency key is ‘${idempotencyKey}’: the other side can tell a second call from the first by it.`
  return `${fallback}${key}`
}

// What a server says of the tool that an item would call: its words, never ours (R5.9).

/** Null: it calls no tool of a server, or the server says nothing of it. */
export function saidOfTool(
  { connections, catalog }: Pick<Gateway, 'connections' | 'catalog'>,
  approval: InboxItem,
  definition: Definition | null,
): InboxDetail['saidOfTool'] {
  // What it says by now is not what a decision was made on.
  if (!OPEN_STATUSES.includes(approval.status)) return null
  const asked = askedTransition(approval, definition)
  const called = asked?.executor === undefined ? null : toolOf(asked.executor)
  if (called === null) return null
  const { connection, tool } = called
  if (catalog.isUnlistedTool(connection, tool)) return { connection, tool, description: null }
  const tools = connections.state(connection)?.tools ?? []
  const description = tools.find(({ name }) => name === tool)?.description?.trim() ?? ''
  return description === '' ? null : { connection, tool, description }
}
