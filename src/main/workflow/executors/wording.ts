/**
 * Calls in writing: as their author declared them, paths unfilled, and literally, in one line of visible characters,
 * the same for people, audit and claims. Two literal calls that send different things never read the same. Pure.
 * May import: model, workflow.
 */
import type { Plan, ResolvedCall } from '../../model/call.ts'
import type { ExecutorDeclaration, ParallelBranch, Reliability } from '../../model/executor.ts'
import { isJsonObject, type JsonObject, type JsonValue, present } from '../../model/json.ts'
import { declaredGuard } from '../guards/guards.ts'
import { kindNamed, kindOf, triedBy } from './executors.ts'

/** Null where nothing is called. */
export function callText(call: ResolvedCall): string | null {
  return kindOf(call).text(call, (plan) => planText(plan) ?? NOTHING)
}

/** The call at `from` of a plan, and what would run instead if it failed. */
export function planText(plan: Plan, from = 0): string | null {
  const [first, ...rest] = plan.calls.slice(from).map(({ call }) => callText(call))
  if (rest.length === 0) return first ?? null
  // A dash stands in no word of a call without quotes.
  return [first ?? NOTHING, ...rest.map((text) => text ?? NOTHING)].join(' — or, if that fails: ')
}

/** In brackets, as no program's name is. */
const NOTHING = '(nothing runs)'

/** The call as data for audit and claims: without the values of environments and headers. */
export function describeCall(call: ResolvedCall): JsonObject {
  return kindOf(call).describe(call, describeCall)
}

/** The literal call again, of what was written down of it; as data where that is not enough. */
export function describedText(described: JsonValue): string {
  const kind = isJsonObject(described) ? kindNamed(described.kind) : null
  const call = isJsonObject(described) ? (kind?.restore(described) ?? null) : null
  return (call === null ? null : callText(call)) ?? JSON.stringify(described)
}

/** As it is declared, for `explain`: of environments and headers the names only, since values may be secret. */
export function describeExecutor(executor: ExecutorDeclaration): JsonObject {
  return kindOf(executor).declare(executor, describeBranch)
}

/** An executor alone where nothing else is said of it. */
function describeBranch({ executor, reliability, when, onFailure }: ParallelBranch): JsonObject {
  const described = describeExecutor(executor)
  const more = present({
    reliability: reliability === undefined ? undefined : describeReliability(reliability),
    when: when === undefined ? undefined : declaredGuard(when),
    onFailure: onFailure === 'abort' ? undefined : onFailure,
  })
  return Object.keys(more).length === 0 ? described : { executor: described, ...more }
}

export function describeReliability({ timeoutMs, retry, fallback }: Reliability): JsonObject {
  return present({
    timeoutMs,
    retry: retry === undefined ? undefined : { ...retry },
    fallback: fallback.length === 0 ? undefined : fallback.map(describeExecutor),
  })
}

/** What a step would run, as its author wrote it. In short, for lists; null where nothing is called. */
export function declaredCall(executor: ExecutorDeclaration | undefined): string | null {
  return executor === undefined ? null : write(executor, false)
}

/**
 * With everything that it is given, for whoever decides whether it may run. Of headers the names alone: their values
 * may be secret.
 */
export function declaredInFull(executor: ExecutorDeclaration | undefined): string | null {
  return executor === undefined ? null : write(executor, true)
}

/** All that a step can run: what is tried first, and each that is run instead when it has failed. */
export function declaredWork(step: {
  executor?: ExecutorDeclaration
  reliability?: Reliability
}): string | null {
  const calls = triedBy(step)
    .map(declaredInFull)
    .filter((call) => call !== null)
  return calls.length === 0 ? null : calls.join('; if it fails: ')
}

function write(executor: ExecutorDeclaration, inFull: boolean): string | null {
  const { call, given } = kindOf(executor).write(executor, (branch) =>
    triedBy(branch)
      .map((each) => write(each, inFull) ?? NOTHING)
      .join(', if it fails '),
  )
  return call === null || !inFull ? call : `${call}${given}`
}
