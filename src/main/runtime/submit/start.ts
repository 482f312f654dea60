/** `workflow.start`: guards, defaults, validation; then one durable run that goes on by itself (R4.1). */

import { type OnEnter, PROXY_DEFINITION, type Transition } from '../../model/definition.ts'
import type { JsonObject } from '../../model/json.ts'
import type { AgentPrincipal, HumanPrincipal } from '../../model/principal.ts'
import type { WorkflowAnswer, WorkflowResponse } from '../../model/response.ts'
import { createRun } from '../../workflow/advance.ts'
import { guardRejection, schemaViolation } from '../../workflow/evaluate-transition.ts'
import { evaluateGuards } from '../../workflow/guards/guards.ts'
import { leadsToPerson } from '../../workflow/preview/leads-to-person.ts'
import { refuseStart } from '../../workflow/respond.ts'
import { validateAgainst } from '../../workflow/schema/schema.ts'
import { startScope } from '../../workflow/scope.ts'
import { auditEntry, auditGuards, beginCall, type RunSnapshot, type RuntimeParts } from '../call-context.ts'
import { expectFacts, readFacts } from '../facts.ts'
import type { CallOptions } from '../runtime.ts'
import { commit } from '../step/commit.ts'
import { willBeHeld } from '../step/gates.ts'
import { planNextStep } from '../step/plan-next-step.ts'
import { bare } from './answer.ts'
import { concluded } from './hold.ts'
import { mayAsk, refusalToAsk, turnAway } from './pending-limit.ts'
import { ownerOf, refuse } from './refuse.ts'
import { startProxy } from './start-proxy.ts'
import { carryOut } from './submit.ts'
import { answerAsked, duringUnlessAsked } from './unless-asked.ts'

export async function start(
  parts: RuntimeParts,
  who: AgentPrincipal | HumanPrincipal,
  request: { definitionId: string; input: JsonObject },
  options: CallOptions = {},
): Promise<WorkflowAnswer> {
  const context = beginCall(parts, who, options)
  if (request.definitionId === PROXY_DEFINITION) return await startProxy(context, who, request.input)

  const definition = parts.visible(who, request.definitionId)
    ? parts.catalog.workflow(request.definitionId)
    : null
  if (definition === null) return bare(await refuseUnknown(parts, who, request.definitionId))

  const about = { definitionId: definition.id, id: definition.id }
  const checked = validateAgainst(definition.inputSchema, request.input)
  const definitionHash = parts.hashDefinition(definition)
  // Losing a race means deciding again, on what holds now.
  for (;;) {
    // Guards come before defaults are known to be right, but may read the input (R4.1).
    const scope = startScope(definition, checked.value, parts.clock.now())
    const stored = await readFacts(parts, { run: null, definition })
    const guards = evaluateGuards(definition.guards, { scope, principal: who, stored })
    if (!guards.passed) {
      return await refuse(context, about, guardRejection(undefined, guards.results), guards.results)
    }
    if (checked.violations.length > 0) {
      return await refuse(context, about, schemaViolation(undefined, checked.violations))
    }
    const created = createRun({
      definition,
      definitionHash,
      id: parts.ids.workflow(),
      owner: ownerOf(who),
      startedBy: who.id,
      input: checked.value,
      now: parts.clock.now(),
    })
    const { parallelLimit } = options
    const run = parallelLimit === undefined ? created : { ...created, parallelLimit }
    const snapshot: RunSnapshot = { run, definition, stored }
    const isHeld = (step: Transition | OnEnter) => willBeHeld(parts, run, step)
    const full = leadsToPerson(definition, null, isHeld) ? await refusalToAsk(context, run.input) : null
    if (full !== null) return await refuse(context, about, full)
    const settled = planNextStep(context, snapshot)
    const result = await duringUnlessAsked(context, run.id, async (execution, caller) => {
      const committed = await commit(
        context,
        {
          expect: [
            { kind: 'newRun', id: run.id },
            ...expectFacts({ run: null, definition, stored }, definition.guards),
            ...mayAsk(context, settled.approvals),
          ],
          definitions: [{ hash: definitionHash, definition }],
          runs: [settled.run],
          approvals: settled.approvals,
          audit: [
            ...auditGuards(context, run.id, guards.results),
            auditEntry(context, 'workflow.started', run.id, {
              definitionId: definition.id,
              definitionHash,
              input: run.input,
              state: run.state,
            }),
            ...settled.audit,
          ],
        },
        'created',
      )
      if (!committed.ok) return committed.conflict.kind === 'pendingBelow' ? 'full' : null
      const created = { ...snapshot, run: settled.run }
      return await carryOut(caller, execution, created, settled.work)
    })
    if (result === null) continue
    if (result === 'asked') return await answerAsked(context, run.id)
    if (result === 'full') return await refuse(context, about, turnAway(context))
    if (result.kind === 'done') return await concluded(context, result, 'started')
    throw new Error(`Workflow ${run.id} was moved by somebody else while it started.`)
  }
}

async function refuseUnknown(
  parts: RuntimeParts,
  who: AgentPrincipal | HumanPrincipal,
  id: string,
): Promise<WorkflowResponse> {
  const isCapability = parts.visible(who, id) && parts.catalog.capability(id) !== null
  const nearest = isCapability
    ? []
    : await parts.catalog.nearest(id, 'workflow', (found) => parts.visible(who, found))
  const hint = isCapability
    ? ` ‘${id}’ is a capability: start ‘${PROXY_DEFINITION}’ with input {"capability": "${id}"}.`
    : nearest.length === 0
      ? ' Find one with gateway.search.'
      : ` Near it: ${nearest.join(', ')}.`
  const message = `There is no workflow definition ‘${id}’.${hint}`
  const error = { code: 'DEFINITION_NOT_FOUND' as const, message, details: { nearest } }
  return refuseStart(id, error, isCapability ? [id] : [])
}
