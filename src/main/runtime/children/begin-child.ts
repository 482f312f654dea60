/**
 * A step that runs another workflow: its run is parked and the other one created in one
 * transaction, so that neither exists without the other (R4.6). `children.ts` runs, joins and cancels it.
 */

import { type FailedOutcome, permanentFailure, type ResolvedCall } from '../../model/call.ts'
import type { Definition } from '../../model/definition.ts'
import type { StoredFacts } from '../../model/guard.ts'
import { dueFor, type ParkedStep, parkedOf, type Run, todoOf } from '../../model/run.ts'
import { createRun } from '../../workflow/advance.ts'
import { startsRun } from '../../workflow/executors/executors.ts'
import { evaluateGuards } from '../../workflow/guards/guards.ts'
import { holdsStep } from '../../workflow/items/items.ts'
import { validateAgainst } from '../../workflow/schema/schema.ts'
import { startScope } from '../../workflow/scope.ts'
import { auditEntry, auditGuards, type CallContext, type RunSnapshot } from '../call-context.ts'
import { expectFacts, readFacts } from '../facts.ts'
import type { Expectation } from '../ports.ts'
import { requesterNow } from '../rights-now.ts'
import { type CommitExtras, commit, expectRun, leaveChild, WITHOUT } from '../step/commit.ts'
import { exemptionEntries } from '../step/gates.ts'
import { planNextStep } from '../step/plan-next-step.ts'
import { refOf, type Work } from '../step/work.ts'
import { mayAsk, turnAway } from '../submit/pending-limit.ts'

/** How many runs may stand above one another. */
const DEEPEST_CHILD = 10

export type Begun =
  | { kind: 'parked'; snapshot: RunSnapshot }
  /** Nothing was created; the step has failed. */
  | { kind: 'failed'; ended: FailedOutcome }
  | { kind: 'conflict' }

/** `snapshot`: the run as it is to be written, but for what parks it; version and holder are the stored ones. */
export async function beginChild(
  context: CallContext,
  snapshot: RunSnapshot,
  work: Work,
  carried: CommitExtras,
): Promise<Begun> {
  const call = work.plan.calls[work.from]?.call ?? work.call
  if (!startsRun(call)) throw new Error(`A call of kind ${call.kind} starts no workflow.`)
  const stored = carried.detached?.stored ?? snapshot.run
  const { parts } = context
  for (;;) {
    const accepted = await acceptChild(context, snapshot.run, work, call)
    if (!accepted.ok) return { kind: 'failed', ended: accepted.outcome }
    const { definition, input, guards, by } = accepted
    const definitionHash = parts.hashDefinition(definition)
    const created = newChild(context, snapshot.run, { definition, definitionHash, input, by, work })
    const { child, goesOn, approvals, audit } = planChild(context, created, accepted)
    const starts: Expectation[] = [
      { kind: 'newRun', id: child.id },
      ...expectFacts({ run: null, definition, stored: accepted.stored }, definition.guards),
    ]
    const run: Run = {
      ...snapshot.run,
      failure: null,
      activity: {
        kind: 'parked',
        step: parkedOn(context, child.id, work, by),
        todo: work.kind === 'chain' ? 'chain' : todoOf(snapshot.run),
      },
      updatedAt: child.startedAt,
    }
    const committed = await commit(
      context,
      {
        expect: [expectRun(stored), ...starts, ...mayAsk(context, approvals), ...carried.expect],
        definitions: [{ hash: definitionHash, definition }],
        runs: [run, child],
        timeBack: carried.timeBack,
        approvals: [
          ...(carried.detached?.closed ?? []),
          ...(carried.decided === null ? [] : [carried.decided]),
          ...approvals,
        ],
        evidence: carried.evidence,
        audit: [
          ...carried.audit,
          ...(carried.decided === null || !holdsStep(carried.decided)
            ? exemptionEntries(context, stored, work)
            : []),
          auditEntry(context, 'sub_workflow.started', run.id, {
            transition: work.transition,
            childId: child.id,
            definitionId: definition.id,
            depth: child.parent?.depth ?? 0,
          }),
          ...auditGuards(context, child.id, guards),
          auditEntry(context, 'workflow.started', child.id, {
            definitionId: definition.id,
            definitionHash,
            input,
            state: child.state,
            parentId: run.id,
          }),
          ...audit,
        ],
      },
      'child',
    )
    if (committed.ok) {
      leaveChild(context, stored, run, WITHOUT)
      if (goesOn) parts.children.run(context, child.id)
      return { kind: 'parked', snapshot: { ...snapshot, run } }
    }
    const { conflict } = committed
    if (conflict.kind === 'pendingBelow')
      return {
        kind: 'failed',
        ended: permanentFailure(`‘${definition.id}’ was not started: ${turnAway(context).message}`),
      }
    // What its own start rests on has changed: that is evaluated again.
    if (!starts.includes(conflict)) return { kind: 'conflict' }
  }
}

interface AcceptedChild {
  ok: true
  definition: Definition
  input: Run['input']
  guards: ReturnType<typeof evaluateGuards>['results']
  stored: StoredFacts
  by: Work['by']
}
type ChildAdmission = AcceptedChild | { ok: false; outcome: FailedOutcome }

/** How it begins, and what that asks and tells. What goes on by itself is begun by a commit of its own; a crash before that finds it to be done. */
function planChild(
  context: CallContext,
  created: Run,
  { definition, stored }: AcceptedChild,
): Pick<ReturnType<typeof planNextStep>, 'approvals' | 'audit'> & { child: Run; goesOn: boolean } {
  // Its own chain begins here.
  const family = { ...context, chain: [], recorded: [], content: [], stepsBefore: 0 }
  const { run, work, approvals, audit } = planNextStep(family, { run: created, definition, stored })
  const goesOn = work !== null || parkedOf(run) !== null
  return goesOn
    ? {
        child: { ...created, activity: dueFor(todoOf(created) ?? 'chain') },
        goesOn,
        approvals: [],
        audit: [],
      }
    : { child: run, goesOn, approvals, audit }
}

/** The same rules as for `workflow.start`, with the rights of whoever asked for the step (R1.7, R4.1). */
async function acceptChild(
  context: CallContext,
  parent: Run,
  work: Work,
  call: Extract<ResolvedCall, { kind: 'workflow' }>,
): Promise<ChildAdmission> {
  const { catalog, visible } = context.parts
  const definition = catalog.workflow(call.definitionId)
  if (definition === null) {
    const nearest = await catalog.nearest(call.definitionId, 'workflow', (id) => visible(context.who, id))
    const hint = nearest.length === 0 ? '' : ` Near it: ${nearest.join(', ')}.`
    return refused(`There is no workflow definition ‘${call.definitionId}’ to run.${hint}`)
  }
  if ((parent.parent?.depth ?? 0) >= DEEPEST_CHILD) {
    return refused(
      `‘${definition.id}’ was not started: ${DEEPEST_CHILD} workflows stand above one another already, which is the most. Look for a workflow that runs itself.`,
    )
  }
  const checked = validateAgainst(definition.inputSchema, call.input)
  const [violation] = checked.violations
  if (violation !== undefined) {
    const where = violation.path === '' ? 'The input' : `The input at ‘${violation.path}’`
    return refused(`‘${definition.id}’ was not started. ${where} does not fit: ${violation.message}.`)
  }
  const scope = startScope(definition, checked.value, context.parts.clock.now())
  const stored = await readFacts(context.parts, { run: null, definition })
  // What came before may have taken long, and who asked may have lost what they had.
  const by = requesterNow(
    context.parts,
    work.kind === 'transition' ? work.by : (context.requester ?? context.who),
  )
  const guards = evaluateGuards(definition.guards, { scope, principal: by, stored })
  if (!guards.passed) {
    const reasons = guards.results.filter(({ passed }) => !passed).map(({ reason }) => reason)
    return refused(`‘${definition.id}’ was not started: ${reasons.join(' ')}`)
  }
  return { ok: true, definition, input: checked.value, guards: guards.results, stored, by }
}

function refused(message: string): ChildAdmission {
  return { ok: false, outcome: permanentFailure(message) }
}

function newChild(
  context: CallContext,
  parent: Run,
  facts: {
    definition: Definition
    definitionHash: string
    input: Run['input']
    by: Work['by']
    work: Work
  },
): Run {
  const { ids, clock } = context.parts
  const now = clock.now()
  const child = createRun({
    definition: facts.definition,
    definitionHash: facts.definitionHash,
    id: ids.workflow(),
    owner: parent.owner,
    startedBy: facts.by.id === 'engine' ? parent.startedBy : facts.by.id,
    input: facts.input,
    now,
  })
  // `timeoutMs` of the step is one more deadline of the run that it waits for.
  const own = child.deadlineAt === null ? Number.POSITIVE_INFINITY : Date.parse(child.deadlineAt)
  const { timeoutMs } = facts.work.plan
  const deadline = Math.min(own, timeoutMs === null ? Number.POSITIVE_INFINITY : now + timeoutMs)
  return {
    ...child,
    ...(parent.parallelLimit === undefined ? {} : { parallelLimit: parent.parallelLimit }),
    deadlineAt: Number.isFinite(deadline) ? new Date(deadline).toISOString() : null,
    parent: { workflowId: parent.id, depth: (parent.parent?.depth ?? 0) + 1 },
  }
}

function parkedOn(context: CallContext, childId: string, work: Work, by: Work['by']): ParkedStep {
  return {
    on: 'child',
    id: childId,
    ...refOf({ ...work, by }),
    correlationId: context.correlationId,
    at: new Date(context.parts.clock.now()).toISOString(),
    ...(work.from === 0 ? {} : { from: work.from }),
    ...(work.uncertainBefore === undefined ? {} : { uncertain: work.uncertainBefore }),
    ...(context.chain.length === 0 && context.stepsBefore === undefined
      ? {}
      : { stepsBefore: context.chain.length + (context.stepsBefore ?? 0) }),
  }
}
