/** Sessions of `proxy_default`: starting a capability, and closing what is idle (R4.10). */
import { type Capability, PROXY_DEFINITION } from '../../model/definition.ts'
import { OPEN_STATUSES } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import { everyPage } from '../../model/pages.ts'
import { type AgentPrincipal, ENGINE, type HumanPrincipal } from '../../model/principal.ts'
import type { WorkflowAnswer } from '../../model/response.ts'
import { holderOf } from '../../model/run.ts'
import { createRun } from '../../workflow/advance.ts'
import { type AllowedTransition, evaluateTransition } from '../../workflow/evaluate-transition.ts'
import { hasEffect } from '../../workflow/executors/executors.ts'
import { changesNothing } from '../../workflow/gates/gates.ts'
import { proxyDefinition, readProxyInput, runsWithoutArguments } from '../../workflow/proxy.ts'
import { refuseStart } from '../../workflow/respond.ts'
import {
  auditEntry,
  beginCall,
  type CallContext,
  type RunSnapshot,
  type RuntimeParts,
} from '../call-context.ts'
import { expectFacts, readFacts } from '../facts.ts'
import type { Batch, Expectation } from '../ports.ts'
import { beginLate, commit, expectRun } from '../step/commit.ts'
import { recheckGates, standsBefore } from '../step/gates.ts'
import { NOTHING, perform } from '../step/perform.ts'
import { claimFor, started } from '../step/plan-next-step.ts'
import { submittedWork } from '../step/work.ts'
import type { Alarms } from '../time/alarms.ts'
import { answer, bare } from './answer.ts'
import { concluded } from './hold.ts'
import { explainUnknownCapability, ownerOf, refuse } from './refuse.ts'
import { park } from './request-approval.ts'
import { findSameRequest, type SameRequest } from './same-request.ts'
import { join, requestedBy, submit } from './submit.ts'
import { answerAsked, duringUnlessAsked } from './unless-asked.ts'

export async function startProxy(
  context: CallContext,
  who: AgentPrincipal | HumanPrincipal,
  input: JsonObject,
): Promise<WorkflowAnswer> {
  const { parts } = context
  const read = readProxyInput(input)
  if (read.kind === 'malformed') return bare(refuseStart(PROXY_DEFINITION, read.error))
  if (read.kind === 'session') return await openSession(context, who, null, input)
  const capability = parts.visible(who, read.capability) ? parts.catalog.capability(read.capability) : null
  if (capability === null) {
    return bare(refuseStart(PROXY_DEFINITION, await explainUnknownCapability(parts, who, read.capability)))
  }
  if (!read.given && !runsWithoutArguments(capability))
    return await openSession(context, who, capability, input)
  return await callOnce(context, who, capability, read.arguments)
}

async function openSession(
  context: CallContext,
  who: AgentPrincipal | HumanPrincipal,
  capability: Capability | null,
  input: JsonObject,
): Promise<WorkflowAnswer> {
  for (;;) {
    const snapshot = await newSession(context, who, capability, input)
    const committed = await commit(context, beginningOf(context, snapshot, capability))
    if (!committed.ok) continue
    const message =
      capability === null
        ? 'A session is open. Find a capability with gateway.search and submit its id as the transition.'
        : `‘${capability.id}’ is ready to be called: submit it with its arguments.`
    return answer(context, snapshot, 'started', { message })
  }
}

/** One call: created and claimed in one transaction, executed, answered `executed` (R4.2); see `beginLate` for what only reads. */
async function callOnce(
  context: CallContext,
  who: AgentPrincipal | HumanPrincipal,
  capability: Capability,
  args: JsonObject,
): Promise<WorkflowAnswer> {
  const { parts } = context
  const about = { definitionId: PROXY_DEFINITION, id: capability.id }
  // Seldom does anything wait: that nothing does is part of the claim, and only looked up where it is wrong.
  let same: SameRequest | null = null
  for (;;) {
    const snapshot = await newSession(context, who, capability, { capability: capability.id })
    const decision = evaluateTransition({
      ...snapshot,
      principal: who,
      request: { transition: capability.id, arguments: args, expectedVersion: 1 },
      now: parts.clock.now(),
      connections: parts.catalog,
    })
    if (decision.kind === 'retryOnEnter') throw new Error('A new session has nothing to retry.')
    if (decision.kind === 'reject') return await refuse(context, about, decision.error, decision.guards)
    const before = await standsBefore(parts, who, snapshot, { ...decision, by: who })
    const isAsked = decision.kind === 'park' || before.gates.length > 0 || before.proposed !== null
    if (isAsked) same = await findSameRequest(context, snapshot, decision)
    if (same !== null && same.item !== null) return await join(context, who, same.item)
    if (isAsked) {
      const opening = {
        ...NOTHING,
        audit: requestedBy(context, snapshot, decision),
        expect: same?.expect ?? [],
      }
      const beginning = beginningOf(context, snapshot, capability)
      const parked = await park(context, snapshot, decision, before, opening, beginning)
      if (parked.kind === 'turnedAway') return await refuse(context, about, parked.because)
      if (parked.kind === 'answer') return parked.answer
      continue
    }
    const planned = submittedWork(decision, who)
    const judged = recheckGates(context, snapshot, planned, null)
    if (judged.kind === 'held') continue
    const { work } = judged
    const changes = !changesNothing(work.call, parts.catalog)
    const { run } = claimFor(context, snapshot.run, work)
    const rests = expectFacts(snapshot, decision.declared.guards)
    const performed = await duringUnlessAsked(context, run.id, async (execution, caller) => {
      const created: Batch = {
        expect: [
          { kind: 'newRun', id: run.id },
          ...rests,
          ...(changes ? (same?.expect ?? nothingAsked(who, capability)) : []),
        ],
        runs: [run],
        audit: [
          startedEntry(context, snapshot, capability),
          ...requestedBy(context, snapshot, decision),
          ...(hasEffect(work.call) ? started(context, run, work) : []),
        ],
      }
      const begun = { ...snapshot, run }
      // Where nothing can be written, nothing runs; and what its guards rest on must be so when it begins.
      const mayBeLate = parts.store.readOnly === null && !changes && rests.length === 0
      if (mayBeLate && hasEffect(work.call)) {
        const beginning = beginLate(context, created)
        execution.beginning = beginning
        const late = { ...caller, beginning }
        return await perform(late, execution, begun, work, NOTHING).finally(beginning.end)
      }
      const committed = await commit(context, created, 'created')
      if (!committed.ok) {
        if (committed.conflict.kind === 'openItems') same = await findSameRequest(context, snapshot, decision)
        return null
      }
      return await perform(caller, execution, begun, work, NOTHING)
    })
    if (performed === 'asked') return await answerAsked(context, run.id)
    if (performed === null) continue
    // A gate has come since: the session is there, and its call is asked for like any other.
    if (performed.kind === 'conflict') return await submitIn(context, who, snapshot, decision)
    return await concluded(context, performed, 'executed')
  }
}

/** In a session that is there already, like any other call. */
async function submitIn(
  { parts, options }: CallContext,
  who: AgentPrincipal | HumanPrincipal,
  { run }: RunSnapshot,
  { transition, arguments: args }: AllowedTransition,
): Promise<WorkflowAnswer> {
  const call = { workflowId: run.id, expectedVersion: run.version, transition, arguments: args }
  return await submit(parts, who, call, options)
}

function nothingAsked(who: AgentPrincipal | HumanPrincipal, { id: transition }: Capability): Expectation[] {
  return who.kind === 'agent' ? [{ kind: 'openItems', of: { client: who.client, transition }, ids: [] }] : []
}

async function newSession(
  context: CallContext,
  who: AgentPrincipal | HumanPrincipal,
  capability: Capability | null,
  input: JsonObject,
): Promise<RunSnapshot> {
  const definition = proxyDefinition(capability)
  const run = createRun({
    definition,
    definitionHash: '',
    id: context.parts.ids.workflow(),
    owner: ownerOf(who),
    startedBy: who.id,
    input,
    now: context.parts.clock.now(),
  })
  return { run, definition, stored: await readFacts(context.parts, { run: null, definition }) }
}

function beginningOf(context: CallContext, snapshot: RunSnapshot, capability: Capability | null): Batch {
  const { run } = snapshot
  return {
    expect: [{ kind: 'newRun', id: run.id }],
    runs: [run],
    audit: [startedEntry(context, snapshot, capability)],
  }
}

function startedEntry(context: CallContext, snapshot: RunSnapshot, capability: Capability | null) {
  return auditEntry(context, 'workflow.started', snapshot.run.id, {
    definitionId: PROXY_DEFINITION,
    state: snapshot.run.state,
    ...(capability === null ? {} : { capability: capability.id }),
  })
}

// ── Sessions of `proxy_default` close after an hour idle (R4.10).

const SESSION_IDLE_MS = 60 * 60 * 1000
const LOOK_EVERY_MS = 5 * 60 * 1000

/** Looks every few minutes, from now on. */
export function reapSessions(parts: RuntimeParts, alarms: Alarms): void {
  const alarm = alarms.add('sessions', async () => {
    alarm.at(parts.clock.now() + LOOK_EVERY_MS)
    await closeIdleSessions(parts)
  })
  alarm.at(parts.clock.now() + LOOK_EVERY_MS)
}

async function closeIdleSessions(parts: RuntimeParts): Promise<void> {
  const before = new Date(parts.clock.now() - SESSION_IDLE_MS).toISOString()
  const filter = { definitionId: PROXY_DEFINITION, status: ['running' as const], updatedUntil: before }
  for await (const { items } of everyPage((from) =>
    parts.store.runs(filter, { limit: 200, uncounted: true, ...from }),
  ))
    for (const run of items) {
      if (holderOf(run) !== null) continue
      const waiting = await parts.store.approvals({ workflowId: run.id, status: OPEN_STATUSES }, { limit: 1 })
      if (waiting.total > 0) continue
      const context = beginCall(parts, ENGINE)
      await commit(context, {
        expect: [expectRun(run), { kind: 'openItems', of: { workflowId: run.id }, ids: [] }],
        runs: [{ ...run, status: 'completed', updatedAt: new Date(parts.clock.now()).toISOString() }],
        audit: [
          auditEntry(context, 'workflow.completed', run.id, {
            state: run.state,
            because: 'idle',
          }),
        ],
      })
    }
}
