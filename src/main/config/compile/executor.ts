/** Executors with their defaults filled in; a declared capability in place of its name, with what belongs to it. */

import type { Gate } from '../../model/definition.ts'
import type { ExecutorDeclaration, Reliability } from '../../model/executor.ts'
import type { Guard } from '../../model/guard.ts'
import { type JsonSchema, present } from '../../model/json.ts'
import {
  type CapabilityReference,
  compileOwn,
  type ExecutorDocument,
  isCapabilityReference,
  type PlainExecutorDocument,
  type ReliabilityDocument,
} from '../executors/executors.ts'
import { compileGuard, compileGuards } from '../guards/guards.ts'
import { type Substitution, substitutionOf } from './substitute-arguments.ts'
import { type CapabilityDocuments, unwrapCapability } from './unwrap-capability.ts'

/** What a place with an executor comes to. Guards and gates are those of all capabilities that it names. */
export interface CompiledExecutor {
  executor: ExecutorDeclaration
  guards: Guard[]
  gates: Gate[]
  reliability?: Reliability
  /** Of the capability that is called with the arguments as they are. */
  inputSchema?: JsonSchema
}

/** Capabilities that name each other could make any number of executors out of a few lines. */
export const MOST_EXECUTORS = 2000

interface CompileScope {
  declared: CapabilityDocuments
  /** The capabilities that are being looked into: none may come to itself. */
  within: readonly string[]
  budget: { left: number }
  /** Sentences: what a `map` cannot fill in. */
  problems: string[]
}

/** Null for a name that is unknown, a circle, or more than can be; `check/executors.ts` says which. */
export function compileExecutor(
  executor: ExecutorDocument,
  reliability: ReliabilityDocument | undefined,
  declared: CapabilityDocuments,
  problems: string[] = [],
): CompiledExecutor | null {
  const budget = { left: MOST_EXECUTORS }
  return compileStep(executor, reliability, { declared, within: [], budget, problems })
}

function compileStep(
  executor: ExecutorDocument,
  reliability: ReliabilityDocument | undefined,
  compiling: CompileScope,
): CompiledExecutor | null {
  const compiled = compileAny(executor, compiling)
  if (!compiled || !reliability) return compiled
  const policy = compileReliability(reliability, compiling)
  if (!policy) return null
  return {
    ...compiled,
    guards: [...compiled.guards, ...policy.guards],
    gates: [...compiled.gates, ...policy.gates],
    reliability: policy.reliability,
  }
}

function compileAny(executor: ExecutorDocument, compiling: CompileScope): CompiledExecutor | null {
  compiling.budget.left -= 1
  if (compiling.budget.left < 0) return null
  if (isCapabilityReference(executor)) return compileReference(executor, compiling)
  return compileBranches(executor, compiling)
}

function compileReference(reference: CapabilityReference, compiling: CompileScope): CompiledExecutor | null {
  const { capability } = reference
  if (compiling.within.includes(capability)) return null
  const unwrapped = unwrapCapability(capability, compiling.declared)
  if (!unwrapped?.document.executor) return null
  const inner = compileStep(unwrapped.document.executor, unwrapped.document.reliability, {
    ...compiling,
    within: [...compiling.within, capability],
  })
  if (!inner) return null
  const substitution = substitutionOf(reference.map, compiling.problems)
  return {
    executor: substitution.executor(inner.executor),
    guards: [...compileGuards(unwrapped.document.guards), ...inner.guards].map(substitution.guard),
    // Its exceptions speak of its own arguments, too.
    gates: [...unwrapped.gates, ...inner.gates].map((gate) => substituteIn(gate, substitution)),
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

function compileBranches(document: PlainExecutorDocument, compiling: CompileScope): CompiledExecutor | null {
  const guards: Guard[] = []
  const gates: Gate[] = []
  const executor = compileOwn(document, (branch) => {
    const compiled = compileStep(branch.executor, branch.reliability, compiling)
    if (!compiled) return null
    guards.push(...compiled.guards)
    gates.push(...compiled.gates)
    return {
      executor: compiled.executor,
      ...present({ reliability: compiled.reliability, when: branch.when && compileGuard(branch.when) }),
      onFailure: branch.onFailure ?? 'abort',
    }
  })
  return executor && { executor, guards, gates }
}

function compileReliability(
  document: ReliabilityDocument,
  compiling: CompileScope,
): { reliability: Reliability; guards: Guard[]; gates: Gate[] } | null {
  const fallback: ExecutorDeclaration[] = []
  const guards: Guard[] = []
  const gates: Gate[] = []
  for (const executor of document.fallback?.executors ?? []) {
    const compiled = compileAny(executor, compiling)
    if (!compiled) return null
    fallback.push(compiled.executor)
    guards.push(...compiled.guards)
    gates.push(...compiled.gates)
  }
  const { retry } = document
  return {
    reliability: {
      ...present({
        timeoutMs: document.timeoutMs,
        retry: retry && {
          maxAttempts: retry.maxAttempts ?? 3,
          backoff: retry.backoff ?? 'exponential',
          initialDelayMs: retry.initialDelayMs ?? 500,
          maxDelayMs: retry.maxDelayMs ?? 30_000,
          jitter: retry.jitter ?? true,
          retryOn: retry.retryOn ?? ['timeout', 'transient_error', 'rate_limited', 'connection_error'],
        },
      }),
      fallback,
    },
    guards,
    gates,
  }
}
