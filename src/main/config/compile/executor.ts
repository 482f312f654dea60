/** Executors with their defaults filled in; a declared capability in place of its name, with what belongs to it. */

import type { Gate } from '../../model/definition.ts'
import { PASSING_FAILURES } from '../../model/error.ts'
import type { ExecutorDeclaration, Reliability, Retry } from '../../model/executor.ts'
import type { Guard } from '../../model/guard.ts'
import { type JsonSchema, present } from '../../model/json.ts'
import {
  type CapabilityReference,
  compileOwn,
  type ExecutorDocument,
  isCapabilityReference,
  type ReliabilityDocument,
} from '../executors/executors.ts'
import { compileGuard, compileGuards } from '../guards/guards.ts'
import { type Substitution, substitutionOf } from './substitute-arguments.ts'
import { type CapabilityDocuments, unwrapCapability } from './unwrap-capability.ts'

/** What the capabilities ask for that are named at a place. */
interface Demands {
  guards: Guard[]
  gates: Gate[]
}

interface CompiledWork {
  executor: ExecutorDeclaration
  reliability?: Reliability
  /** Of the capability that is called with the arguments as they are. */
  inputSchema?: JsonSchema
}

/** What a place with an executor comes to. */
export interface CompiledExecutor extends CompiledWork, Demands {}

/** Capabilities that name each other could make any number of executors out of a few lines. */
export const MOST_EXECUTORS = 2000

interface CompileScope {
  declared: CapabilityDocuments
  /** The capabilities that are being looked into: none may come to itself. */
  within: readonly string[]
  budget: { left: number }
  /** Sentences: what a `map` cannot fill in. */
  problems: string[]
  /** Grows with each capability that is looked into. */
  demands: Demands
}

/** Null for a name that is unknown, a circle, or more than can be; `check/executors.ts` says which. */
export function compileExecutor(
  executor: ExecutorDocument,
  reliability: ReliabilityDocument | undefined,
  declared: CapabilityDocuments,
  problems: string[] = [],
): CompiledExecutor | null {
  const budget = { left: MOST_EXECUTORS }
  const demands: Demands = { guards: [], gates: [] }
  const compiled = compileStep(executor, reliability, { declared, within: [], budget, problems, demands })
  return compiled && { ...compiled, ...demands }
}

function compileStep(
  executor: ExecutorDocument,
  reliability: ReliabilityDocument | undefined,
  compiling: CompileScope,
): CompiledWork | null {
  const compiled = compileAny(executor, compiling)
  if (!compiled || !reliability) return compiled
  const policy = compileReliability(reliability, compiling)
  return policy && { ...compiled, reliability: policy }
}

function compileAny(executor: ExecutorDocument, compiling: CompileScope): CompiledWork | null {
  compiling.budget.left -= 1
  if (compiling.budget.left < 0) return null
  if (isCapabilityReference(executor)) return compileReference(executor, compiling)
  const own = compileOwn(executor, (branch) => {
    const compiled = compileStep(branch.executor, branch.reliability, compiling)
    return (
      compiled && {
        executor: compiled.executor,
        ...present({ reliability: compiled.reliability, when: branch.when && compileGuard(branch.when) }),
        onFailure: branch.onFailure ?? 'abort',
      }
    )
  })
  return own && { executor: own }
}

function compileReference(reference: CapabilityReference, compiling: CompileScope): CompiledWork | null {
  const { capability } = reference
  if (compiling.within.includes(capability)) return null
  const unwrapped = unwrapCapability(capability, compiling.declared)
  if (!unwrapped?.document.executor) return null
  const demands: Demands = { guards: [], gates: [] }
  const inner = compileStep(unwrapped.document.executor, unwrapped.document.reliability, {
    ...compiling,
    within: [...compiling.within, capability],
    demands,
  })
  if (!inner) return null
  const substitution = substitutionOf(reference.map, compiling.problems)
  const guards = [...compileGuards(unwrapped.document.guards), ...demands.guards]
  compiling.demands.guards.push(...guards.map(substitution.guard))
  // Its exceptions speak of its own arguments, too.
  const gates = [...unwrapped.gates, ...demands.gates]
  compiling.demands.gates.push(...gates.map((gate) => substituteIn(gate, substitution)))
  return {
    executor: substitution.executor(inner.executor),
    ...present({
      reliability: inner.reliability && substitution.reliability(inner.reliability),
      inputSchema: reference.map ? undefined : (unwrapped.document.inputSchema ?? inner.inputSchema),
    }),
  }
}

function substituteIn(gate: Gate, substitution: Substitution): Gate {
  const { except } = gate
  if (except === undefined) return gate
  return { ...gate, except: { ...except, when: except.when.map(substitution.guard) } }
}

function compileReliability(document: ReliabilityDocument, compiling: CompileScope): Reliability | null {
  const fallback: ExecutorDeclaration[] = []
  for (const executor of document.fallback?.executors ?? []) {
    const compiled = compileAny(executor, compiling)
    if (!compiled) return null
    fallback.push(compiled.executor)
  }
  const { timeoutMs, retry } = document
  return {
    ...present({
      timeoutMs,
      retry: retry && compileRetry(retry),
    }),
    fallback,
  }
}

export function compileRetry(retry: NonNullable<ReliabilityDocument['retry']>): Retry {
  return {
    maxAttempts: retry.maxAttempts ?? 3,
    backoff: retry.backoff ?? 'exponential',
    initialDelayMs: retry.initialDelayMs ?? 500,
    maxDelayMs: retry.maxDelayMs ?? 30_000,
    jitter: retry.jitter ?? true,
    retryOn: retry.retryOn ?? [...PASSING_FAILURES],
  }
}
