/** Starting a capability (R4.10). */

import { type Capability, PROXY_DEFINITION } from '../../model/definition.ts'
import type { HeldItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import type { AgentPrincipal, HumanPrincipal } from '../../model/principal.ts'
import type { WorkflowAnswer } from '../../model/response.ts'
import { createRun } from '../../workflow/advance.ts'
import { type AllowedTransition, evaluateTransition } from '../../workflow/evaluate-transition.ts'
import { hasEffect } from '../../workflow/executors/executors.ts'
import { proxyDefinition, readProxyInput, runsWithoutArguments } from '../../workflow/proxy.ts'
import { refuseStart } from '../../workflow/respond.ts'
import { auditEntry, auditGuards, type CallContext, type RunSnapshot } from '../call-context.ts'
import { loadFor } from '../load.ts'
import { commit } from '../step/commit.ts'
import type { Executions } from '../step/executions.ts'
import { standsBefore } from '../step/gates.ts'
import { NOTHING, perform } from '../step/perform.ts'
import { claimFor, started } from '../step/plan-next-step.ts'
import { recheckGates } from '../step/recheck-gates.ts'
import { submittedWork } from '../step/work.ts'
import { answer, bare } from './answer.ts'
import { concluded, decisionOn, hold } from './hold.ts'
import { refusalToAsk } from './pending-limit.ts'
import { nearestCapability, ownerOf, refuse } from './refuse.ts'
import { findSameCall, park } from './request-approval.ts'
import { during, submit } from './submit.ts'

export async function startProxy(
  operation: CallContext,
  executions: Executions,
  who: AgentPrincipal | HumanPrincipal,
  input: JsonObject,
): Promise<WorkflowAnswer> {
  const { parts } = operation
  const read = readProxyInput(input)
  if (read.kind === 'malformed') return bare(refuseStart(PROXY_DEFINITION, read.error))
  if (read.kind === 'session') return await openSession(operation, who, null, input)
  const capability = parts.visible(who, read.capability) ? parts.catalog.capability(read.capability) : null
  if (capability === null) {
    return bare(refuseStart(PROXY_DEFINITION, await nearestCapability(parts, who, read.capability)))
  }
  if (!read.given && !runsWithoutArguments(capability))
    return await openSession(operation, who, capability, input)
  return await callOnce(operation, executions, who, capability, read.arguments)
}

async function openSession(
  operation: CallContext,
  who: AgentPrincipal | HumanPrincipal,
  capability: Capability | null,
  input: JsonObject,
): Promise<WorkflowAnswer> {
  for (;;) {
    const loaded = newSession(operation, who, capability, input)
    const committed = await commit(operation, {
      expect: [{ kind: 'newInstance', id: loaded.instance.id }],
      instances: [loaded.instance],
      audit: [startedEntry(operation, loaded, capability)],
    })
    if (!committed.ok) continue
    const message =
      capability === null
        ? 'A session is open. Find a capability with gateway.search and submit its id as the transition.'
        : `‘${capability.id}’ is ready to be called: submit it with its arguments.`
    return answer(operation, loaded, 'started', { message })
  }
}

/** One call: created and claimed in one transaction, executed, answered `executed` (R4.2). */
async function callOnce(
  operation: CallContext,
  executions: Executions,
  who: AgentPrincipal | HumanPrincipal,
  capability: Capability,
  args: JsonObject,
): Promise<WorkflowAnswer> {
  const { parts } = operation
  for (;;) {
    const loaded = newSession(operation, who, capability, { capability: capability.id })
    const decision = evaluateTransition({
      ...loaded,
      principal: who,
      request: { transition: capability.id, arguments: args, expectedVersion: 1 },
      now: parts.clock.now(),
      connections: parts.catalog,
    })
    if (decision.kind === 'retryOnEnter') throw new Error('A new session has nothing to retry.')
    if (decision.kind === 'reject')
      return await refuse(operation, PROXY_DEFINITION, decision.error, decision.guards)
    const before = await standsBefore(parts, who, loaded, { ...decision, by: who }, null)
    if (decision.kind === 'park' || before.gates.length > 0 || before.proposed !== null) {
      const same = await findSameCall(operation, decision)
      if (same !== null) return await joinCall(operation, executions, who, same)
      const full = await refusalToAsk(operation, args)
      if (full !== null) return await refuse(operation, PROXY_DEFINITION, full)
      const created = await commit(operation, {
        expect: [{ kind: 'newInstance', id: loaded.instance.id }],
        instances: [loaded.instance],
        audit: [startedEntry(operation, loaded, capability)],
      })
      if (!created.ok) continue
      const parked = await park(operation, executions, loaded, decision, before, {
        ...NOTHING,
        audit: [requestedEntry(operation, loaded, decision)],
      })
      if (parked.kind === 'answer') return parked.answer
      // It was closed as idle in between, as when the clock jumps: another session takes the call.
      continue
    }
    const planned = submittedWork(decision, who)
    const judged = recheckGates(operation, loaded, planned, null)
    if (judged.kind === 'held') continue
    const { work } = judged
    const { instance } = claimFor(operation, loaded.instance, work)
    const performed = await during(executions, instance.id, async (execution) => {
      const committed = await commit(
        operation,
        {
          expect: [{ kind: 'newInstance', id: instance.id }],
          instances: [instance],
          audit: [
            startedEntry(operation, loaded, capability),
            requestedEntry(operation, loaded, decision),
            ...auditGuards(operation, instance.id, decision.guards),
            ...(hasEffect(work.call) ? started(operation, instance, work) : []),
          ],
        },
        'created',
      )
      if (!committed.ok) return null
      return await perform(operation, execution, { ...loaded, instance }, work, NOTHING)
    })
    if (performed === null) continue
    // A gate has come since: the session is there, and its call is asked for like any other.
    if (performed.kind === 'conflict') {
      const { id: workflowId, version: expectedVersion } = instance
      const call = { workflowId, expectedVersion, transition: decision.transition, arguments: args }
      return await submit(parts, executions, who, call, operation.options)
    }
    return await concluded(operation, executions, performed, 'executed')
  }
}

/** The same call asked for again waits for the same decision, in the session that waits already (R1.8). */
async function joinCall(
  operation: CallContext,
  executions: Executions,
  who: AgentPrincipal | HumanPrincipal,
  item: HeldItem,
): Promise<WorkflowAnswer> {
  const loaded = await loadFor(operation.parts, who, item.workflowId, item.step.transition)
  if (loaded === null) throw new Error(`The session ${item.workflowId} of a pending call is gone.`)
  return await hold(operation, executions, loaded, decisionOn(item), 'executed')
}

function newSession(
  operation: CallContext,
  who: AgentPrincipal | HumanPrincipal,
  capability: Capability | null,
  input: JsonObject,
): RunSnapshot {
  const definition = proxyDefinition(capability)
  const instance = createRun({
    definition,
    definitionHash: '',
    id: operation.parts.ids.workflow(),
    owner: ownerOf(who),
    startedBy: who.id,
    input,
    now: operation.parts.clock.now(),
  })
  return { instance, definition, evidence: [] }
}

function startedEntry(operation: CallContext, loaded: RunSnapshot, capability: Capability | null) {
  return auditEntry(operation, 'workflow.started', loaded.instance.id, {
    definitionId: PROXY_DEFINITION,
    state: loaded.instance.state,
    ...(capability === null ? {} : { capability: capability.id }),
  })
}

function requestedEntry(operation: CallContext, loaded: RunSnapshot, decision: AllowedTransition) {
  return auditEntry(operation, 'transition.requested', loaded.instance.id, {
    transition: decision.transition,
    version: loaded.instance.version,
    arguments: decision.arguments,
  })
}
