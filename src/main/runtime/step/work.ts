/** What a step declares, found again from what is written down about it. */
import type { ExecutionOutcome, Plan, ResolvedCall } from '../../model/call.ts'
import type { Definition, Gate, OnEnter, Transition } from '../../model/definition.ts'
import type { ExecutorDeclaration, Mapping, Reliability } from '../../model/executor.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Requester, Run, StepKind, StepRef } from '../../model/run.ts'
import { stateOf, transitionOf } from '../../workflow/advance.ts'
import { resolvePlan } from '../../workflow/executors/executors.ts'
import { scopeOf } from '../../workflow/scope.ts'
import type { Catalog } from '../ports.ts'

/** Something to execute, decided and resolved. */
export interface Work extends StepRef {
  /** Null for `onEnter` and `onTimeout`. */
  declared: Transition | null
  onEnter: OnEnter | null
  /** For what `onTimeout` runs only. */
  onTimeout?: Definition['onTimeout'] | null
  /** Of the plan, where it begins. */
  call: ResolvedCall
  plan: Plan
  /** Gates that do not ask about the call at which it begins, because of their exceptions: said with what begins it. */
  exempted?: Gate[]
  /** Gates that people have opened for it: it was judged by these. Absent: it is not judged yet. */
  opened?: Gate[]
  /** The position in the plan at which it begins: not 0 where a person approved a fallback. */
  from: number
  /** Of the calls before that one: the same over the whole submit. */
  idempotencyKey?: string
  /** One of those may have happened: that stays true whatever becomes of this one. */
  uncertainBefore?: true
  /** What it came to is known already: of a child that has ended. */
  ended?: ExecutionOutcome
  /** The client cancelled the call that waited for that child. */
  isStopped?: true
  /** The step of the engine that waited, and that somebody goes on without: it can be begun again if this fails. */
  insteadOf?: string
  /** What it writes into the context, where that is not for its output to say. */
  written?: JsonObject
}

/** A submitted transition, from its first call on. */
export function submittedWork(
  {
    transition,
    declared,
    arguments: args,
    call,
    plan,
  }: Pick<Work, 'transition' | 'declared' | 'arguments' | 'call' | 'plan'>,
  by: StepRef['by'],
): Work {
  const step = refOf({ kind: 'transition', transition, arguments: args, by })
  return { ...step, declared, onEnter: null, call, plan, from: 0 }
}

/** Of a step whose result is known already: nothing is called for it. */
export function resultIn(output: JsonValue): Pick<Work, 'call' | 'plan' | 'from'> {
  const call = { kind: 'noop' as const, output }
  return { call, plan: { calls: [{ call, idempotencyKey: null }], timeoutMs: null, retry: null }, from: 0 }
}

type Declaration = Pick<Work, 'declared' | 'onEnter' | 'onTimeout'>

interface DeclaredStep {
  executor?: ExecutorDeclaration
  reliability?: Reliability
}

/** The step as the definition has it; null: it is not declared there (any more). */
export function declarationOf(
  definition: Definition,
  state: string,
  kind: StepKind,
  transition: string,
): Declaration | null {
  const none = { declared: null, onEnter: null, onTimeout: null }
  switch (kind) {
    case 'onEnter': {
      const onEnter = stateOf(definition, state)?.onEnter ?? null
      return onEnter === null ? null : { ...none, onEnter }
    }
    case 'onTimeout': {
      const onTimeout = definition.onTimeout ?? null
      return onTimeout?.executor === undefined ? null : { ...none, onTimeout }
    }
    default: {
      const found = transitionOf(definition, state, transition)
      return found === null ? null : { ...none, declared: found }
    }
  }
}

export function declaredBy(work: Declaration): DeclaredStep {
  return work.declared ?? work.onEnter ?? work.onTimeout ?? {}
}

/** The keys of the context that the step writes, with where their values come from. */
export function outputsOf(step: Pick<Work, 'declared' | 'onEnter'>): Mapping {
  return step.declared?.output ?? step.onEnter?.output ?? {}
}

/** The executor at a position of the plan, as declared. */
export function executorAt(work: Work, position: number): ExecutorDeclaration | undefined {
  const { executor, reliability } = declaredBy(work)
  return position === 0 ? executor : reliability?.fallback[position - 1]
}

/** Of anything that is about a step, the step alone. */
export function refOf({ kind, transition, arguments: args, by }: StepRef): StepRef {
  return { kind, transition, arguments: args, by: requesterOf(by) }
}

/** Of a principal or a requester, what is written down of who asks. */
export function requesterOf({ id, client, ...rights }: Requester): Requester {
  return { id, ...(client === undefined ? {} : { client }), ...rightsOf(rights) }
}

/** What of a principal or of a requester is written down with what they ask or do. */
export function rightsOf(who: Omit<Requester, 'id' | 'client'>): Omit<Requester, 'id' | 'client'> {
  const rights = { roles: [...who.roles], permissions: [...who.permissions] }
  return who.declared === undefined ? rights : { ...rights, declared: who.declared }
}

/** The step resolved on the run as it is now; null where it is not declared or cannot be resolved any more. */
export function workOf(
  definition: Definition,
  run: Run,
  step: StepRef,
  from: number,
  catalog: Catalog,
  now: number,
): Work | null {
  const declared = declarationOf(definition, run.state, step.kind, step.transition)
  if (declared === null) return null
  const { executor, reliability } = declaredBy(declared)
  const resolved = resolvePlan(executor, reliability, { ...scopeOf(run, step.arguments), now }, catalog)
  if (!resolved.ok) return null
  const call = resolved.plan.calls[from]?.call
  if (call === undefined) return null
  return { ...refOf(step), ...declared, call, plan: resolved.plan, from }
}
