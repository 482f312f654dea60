/**
 * After every change of an run: what is to run next by itself, under which claim, and, where it rests,
 * what people are asked. Computes a part of the transaction; writes and executes nothing.
 */
import type { AuditEntry } from '../../model/audit-event.ts'
import type { InboxItem } from '../../model/item.ts'
import { ENGINE } from '../../model/principal.ts'
import {
  type Claim,
  dueFor,
  type Failure,
  RESTING,
  type Run,
  type StepKind,
  todoOf,
} from '../../model/run.ts'
import { nextAutomatic, RETRY_ON_ENTER, RETRY_ON_TIMEOUT, transitionOf } from '../../workflow/advance.ts'
import { changedTool, changedToolMessage, sayUnable } from '../../workflow/call-ahead.ts'
import {
  asksPerson,
  callsIn,
  hasEffect,
  isRepeatable,
  resolvePlan,
  startsRun,
  throughOf,
} from '../../workflow/executors/executors.ts'
import { describeCall } from '../../workflow/executors/wording.ts'
import { changesNothing, demandOf } from '../../workflow/gates/gates.ts'
import { holdsStep } from '../../workflow/items/items.ts'
import { scopeOf } from '../../workflow/scope.ts'
import { auditEntry, auditGuards, type CallContext, type RunSnapshot } from '../call-context.ts'
import { askChoice } from '../items/ask.ts'
import type { Catalog } from '../ports.ts'
import { exemptionEntries, parkStep, pendingGates } from './gates.ts'
import { declarationOf, declaredBy, executorAt, refOf, type Work } from './work.ts'

export interface NextStep {
  run: Run
  work: Work | null
  approvals: InboxItem[]
  audit: AuditEntry[]
}

/**
 * `mayBegin` false: the gateway stops, or the run is being cancelled. What is still to do stays written down, unclaimed
 * (R4.4); where nothing is, people are asked and the end is told as ever: nobody else would.
 */
export function planNextStep(context: CallContext, snapshot: RunSnapshot, mayBegin = true): NextStep {
  const next = resolveNext(context, snapshot)
  if (next.kind === 'settled') return next.settled
  if (!mayBegin) return { run: leaveDue(snapshot.run, next.work), work: null, approvals: [], audit: [] }
  const { audit } = next
  const { standing, exempted } = pendingGates(context.parts, snapshot, next.work, next.work.from)
  const work: Work = { ...next.work, exempted, opened: [] }
  if (standing.length > 0) {
    const parked = parkStep(context, snapshot, work, work.from, standing)
    return { ...parked, audit: [...audit, ...parked.audit] }
  }
  return {
    ...claimFor(context, snapshot.run, work),
    work,
    approvals: [],
    audit: [...audit, ...started(context, snapshot.run, work)],
  }
}

type ResolvedNext =
  | { kind: 'work'; work: Work; audit: AuditEntry[] }
  /** Nothing runs by itself: it rests, or cannot go on. */
  | { kind: 'settled'; settled: NextStep }

/**
 * What is next by itself, resolved, whether or not a gate stands before it. `begun`: the step of a chain that was chosen before and
 * goes on another way.
 */
export function resolveNext(
  context: CallContext,
  snapshot: RunSnapshot,
  begun: string | null = null,
): ResolvedNext {
  const { run, definition, stored } = snapshot
  const depth = context.chain.length + (context.stepsBefore ?? 0)
  const next =
    begun === null
      ? nextAutomatic(definition, run, stored, depth, context.parts.clock.now())
      : { kind: 'step' as const, name: begun, guards: [] }
  if (next.kind === 'rest') return { kind: 'settled', settled: rest(context, snapshot) }
  const stopped = (failure: Failure, audit: AuditEntry[]): ResolvedNext => ({
    kind: 'settled',
    settled: stop(context, snapshot, failure, audit),
  })
  if (next.kind === 'stuck') {
    const audit = auditGuards(context, run.id, next.guards)
    return stopped(stepFailure(snapshot, 'chain', next.transition, next.message), audit)
  }
  const [kind, name] = next.kind === 'step' ? (['chain', next.name] as const) : STEPS[next.kind]
  const declared = declarationOf(definition, run.state, kind, name)
  const audit = next.kind === 'step' ? auditGuards(context, run.id, next.guards) : []
  const fail = (message: string, more: Partial<Failure> = {}) =>
    stopped(stepFailure(snapshot, kind, name, message, more), audit)
  if (declared === null) return fail(`‘${name}’ is not declared in state ‘${run.state}’.`)
  const { executor, reliability } = declaredBy(declared)
  const resolved = resolvePlan(
    executor,
    reliability,
    { ...scopeOf(run, {}), now: context.parts.clock.now() },
    context.parts.catalog,
  )
  if (!resolved.ok) return fail(sayUnable(definition, resolved), resolved.gone ? { gone: true } : {})
  const changed = changedTool(resolved.plan, context.parts.catalog)
  if (changed !== null) return fail(changedToolMessage(changed), { code: 'DEFINITION_CHANGED' })
  const [{ call }] = resolved.plan.calls
  if (asksPerson(call))
    return fail(`‘${name}’ asks a person (human executor), which a step that runs by itself cannot do.`)
  const work: Work = {
    ...declared,
    kind,
    transition: name,
    arguments: {},
    call,
    plan: resolved.plan,
    from: 0,
    by: ENGINE,
  }
  return { kind: 'work', work, audit }
}

const STEPS: Record<'enter' | 'timeout', readonly [StepKind, string]> = {
  enter: ['onEnter', RETRY_ON_ENTER],
  timeout: ['onTimeout', RETRY_ON_TIMEOUT],
}

/** It is parked on a run of its own instead of being claimed. */
export function startsChild(work: Work): boolean {
  const call = work.plan.calls[work.from]?.call
  return call !== undefined && startsRun(call) && work.ended === undefined
}

/** That a system transition is to run is not known from the state: it is written down with everything else. */
function leaveDue(before: Run, work: Work): Run {
  return { ...before, activity: dueFor(work.kind === 'chain' ? 'chain' : todoOf(before)) }
}

/** Marks the run as executing, unless the work has no effect and may simply be done again. */
export function claimFor(context: CallContext, before: Run, work: Work): { run: Run } {
  if (!hasEffect(work.call) || startsChild(work)) return { run: leaveDue(before, work) }
  const { correlationId, parts } = context
  const claim: Claim = {
    ...refOf(work),
    correlationId,
    at: new Date(parts.clock.now()).toISOString(),
    idempotencyKey: keyOf(context, before, work),
    ...claimedCall(work, work.from, parts.catalog),
    ...(work.uncertainBefore === undefined ? {} : { uncertain: work.uncertainBefore }),
  }
  return { run: { ...before, activity: { kind: 'claimed', claim } } }
}

/** The same over all calls of the step; null: none of them declares one. */
export function keyOf({ correlationId }: CallContext, { id, version }: Run, work: Work): string | null {
  const template = work.plan.calls.find((planned) => planned.idempotencyKey !== null)?.idempotencyKey ?? null
  if (template === null) return null
  const { transition, kind } = work
  const facts = { workflowId: id, transition, kind, correlationId, version, branch: null }
  return work.idempotencyKey ?? idempotencyKey(template, facts)
}

/** What a claim says of the call that it is about. */
export function claimedCall(
  work: Work,
  position: number,
  catalog: Catalog,
): Pick<Claim, 'repeatable' | 'from' | 'call' | 'connections' | 'gates'> {
  const call = work.plan.calls[position]?.call ?? work.call
  const repeatable = isRepeatable(executorAt(work, position), catalog)
  // Nobody opens one before a fallback that begins by itself.
  const gates = position === work.from ? (work.opened ?? []) : []
  return {
    repeatable,
    ...(repeatable && gates.length > 0 ? { gates: gates.map(demandOf) } : {}),
    ...(position === 0 ? {} : { from: position }),
    call: describeCall(call),
    // A repetition of what changes something goes where the first one went, or nowhere.
    connections: repeatable && !changesNothing(call, catalog) ? throughOf(catalog, callsIn(call)) : {},
  }
}

/** `decided`: what people have opened themselves needed no exception. */
export function started(
  context: CallContext,
  run: Run,
  work: Work,
  decided: InboxItem | null = null,
): AuditEntry[] {
  const call = describeCall(work.call)
  const isOpened = decided !== null && holdsStep(decided)
  return [
    ...(isOpened ? [] : exemptionEntries(context, run, work)),
    auditEntry(context, 'executor.started', run.id, {
      transition: work.transition,
      kind: work.call.kind,
      call,
    }),
  ]
}

function rest(context: CallContext, snapshot: RunSnapshot): NextStep {
  // A system step that was written down before a crash may find that its guards do not pass any more.
  const run: Run = { ...snapshot.run, activity: RESTING }
  const audit: AuditEntry[] = []
  if (context.chain.length > 0) {
    audit.push(
      auditEntry(
        context,
        'chain.completed',
        run.id,
        { steps: context.chain.length, state: run.state },
        'engine',
      ),
    )
  }
  if (run.status === 'completed') {
    audit.push(auditEntry(context, 'workflow.completed', run.id, { state: run.state }))
  }
  return { run, work: null, approvals: askChoice(context, { ...snapshot, run }), audit }
}

/** A chain or `onEnter` that cannot go on: what was done stays, and people may still have something to decide. */
export function stop(
  context: CallContext,
  snapshot: RunSnapshot,
  failure: Failure,
  before: AuditEntry[] = [],
): NextStep {
  const run: Run = { ...snapshot.run, activity: RESTING, failure }
  const payload = { transition: failure.transition ?? null, message: failure.message }
  const audit = [...before, auditEntry(context, 'chain.failed', run.id, payload, 'engine')]
  return { run, work: null, approvals: askChoice(context, { ...snapshot, run }), audit }
}

/**
 * Of a step that did not come about. One that the engine takes by itself, and somebody else may take, can then be
 * submitted by hand, and once more if it was (R4.5).
 */
export function stepFailure(
  { definition, run }: Pick<RunSnapshot, 'definition' | 'run'>,
  kind: StepKind,
  transition: string,
  message: string,
  more: Partial<Failure> = {},
): Failure {
  const isSubmitted = kind === 'transition'
  const actor = transitionOf(definition, run.state, transition)?.actor
  const recovers = isSubmitted ? actor === 'deterministic' : kind !== 'chain' || actor !== 'system'
  return {
    code: isSubmitted ? 'EXECUTOR_FAILED' : 'CHAIN_FAILED',
    message,
    transition,
    ...(recovers ? { recovery: { transition, version: run.version } } : {}),
    ...more,
  }
}

// ── The key by which the other side recognises a repetition.

interface KeyFacts {
  workflowId: string
  transition: string
  kind: StepKind
  correlationId: string
  /** Of the run when the step is claimed. */
  version: number
  /** Of a parallel executor; null: none. */
  branch: string | null
}

/**
 * Fills in the template. Stable over attempts, fallbacks and a crash, and different for everything that is another
 * step: a chain may take one transition several times in one call, and branches share theirs.
 */
export function idempotencyKey(template: string, facts: KeyFacts): string {
  const { workflowId, transition, kind, correlationId, version, branch } = facts
  const values: Record<string, string> = {
    workflowId,
    transition,
    correlationId: kind === 'transition' ? correlationId : `${correlationId}.${version}`,
  }
  const key = template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
  return branch === null ? key : `${key}:${branch}`
}
