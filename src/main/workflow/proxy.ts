/**
 * Sessions of single calls (R4.10): how their runs differ from those of what somebody wrote, and a call as a workflow,
 * with one state, `ready`, that leads back to itself (seed 003). The catalog is live, so the definition is made for the
 * one capability at hand and never holds the whole list. Pure. May import: model.
 */
import {
  type Capability,
  type Definition,
  PROXY_DEFINITION,
  PROXY_STATE,
  type Transition,
} from '../model/definition.ts'
import { isJsonObject, type JsonObject } from '../model/json.ts'
import type { ResponseError } from '../model/response.ts'
import type { Run } from '../model/run.ts'

/**
 * Whether the runs of a definition are sessions of single calls: made of the live catalog for the call at hand, not kept
 * from the beginning; calls stand side by side (R4.6), where a workflow moves on with each step and what was asked before
 * is moot; and what is called so may be a server's name, where a workflow's author chose it (R5.9). Nobody compares the id.
 */
export function isSingleCall(definitionId: string): boolean {
  return definitionId === PROXY_DEFINITION
}

/**
 * Of a run that keeps none, for the capability that is called in it; null: the run's is pinned. `find` answers null for
 * a capability that is gone, or that whoever asks may not see.
 */
export function liveDefinition(
  run: Pick<Run, 'definitionId' | 'input'>,
  transition: string | null,
  find: (capability: string) => Capability | null,
): Definition | null {
  if (!isSingleCall(run.definitionId)) return null
  const called = transition ?? run.input.capability
  return proxyDefinition(typeof called === 'string' ? find(called) : null)
}

/** A transition that the catalog has now; of a capability, the one that calls it. */
export function currentTransition(
  from: { workflow(id: string): Definition | null; capability(id: string): Capability | null },
  { definitionId, state, transition }: { definitionId: string; state: string; transition: string },
): Transition | null {
  if (!isSingleCall(definitionId))
    return from.workflow(definitionId)?.states[state]?.transitions[transition] ?? null
  const capability = from.capability(transition)
  return capability === null ? null : callTransition(capability)
}

export function proxyDefinition(capability: Capability | null): Definition {
  return {
    id: PROXY_DEFINITION,
    version: '1',
    title: capability?.title ?? 'Single call',
    tags: [],
    aliases: [],
    examples: [],
    guards: [],
    initialState: PROXY_STATE,
    initialContext: {},
    maxChainDepth: 0,
    linkFilter: 'all',
    states: {
      [PROXY_STATE]: {
        terminal: false,
        transitions: capability === null ? {} : { [capability.id]: callTransition(capability) },
      },
    },
  }
}

function callTransition(capability: Capability): Transition {
  return {
    target: PROXY_STATE,
    title: capability.title,
    ...(capability.description === '' ? {} : { description: capability.description }),
    actor: 'agent',
    ...(capability.inputSchema === undefined ? {} : { inputSchema: capability.inputSchema }),
    prefill: {},
    guards: capability.guards,
    executor: capability.executor,
    ...(capability.reliability === undefined ? {} : { reliability: capability.reliability }),
    ...(capability.gates === undefined ? {} : { gates: capability.gates }),
    output: { lastResult: '$.output' },
    branches: [],
  }
}

type ProxyInput =
  /** No capability named: a session whose links are search and home. */
  | { kind: 'session' }
  | { kind: 'call'; capability: string; arguments: JsonObject; given: boolean }
  | { kind: 'malformed'; error: ResponseError }

/** Reads the input of `workflow.start` on `proxy_default` (R4.10). */
export function readProxyInput(input: JsonObject): ProxyInput {
  const { capability, arguments: nested, ...beside } = input
  if (capability === undefined) {
    return Object.keys(input).length === 0
      ? { kind: 'session' }
      : malformed('input.capability', 'Name the capability to call in `input.capability`.')
  }
  if (typeof capability !== 'string') {
    return malformed('input.capability', '`input.capability` must be the id of a capability, a string.')
  }
  if (nested === undefined) {
    return { kind: 'call', capability, arguments: beside, given: Object.keys(beside).length > 0 }
  }
  if (!isJsonObject(nested)) {
    return malformed('input.arguments', '`input.arguments` must be an object.')
  }
  if (Object.keys(beside).length > 0) {
    return malformed(
      'input.arguments',
      'Give the arguments either beside `capability` or under `arguments`, not both.',
    )
  }
  return { kind: 'call', capability, arguments: nested, given: true }
}

/** Whether a call without arguments may run at once: nothing required and known to change nothing (R4.10). */
export function runsWithoutArguments(capability: Capability): boolean {
  const required = capability.inputSchema?.required
  return capability.readOnly && (!Array.isArray(required) || required.length === 0)
}

function malformed(path: string, message: string): ProxyInput {
  return {
    kind: 'malformed',
    error: { code: 'INVALID_ARGUMENTS', message, details: [{ path, message }] },
  }
}
