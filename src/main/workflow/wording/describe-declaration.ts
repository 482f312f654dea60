/**
 * Declarations as `workflow.explain` shows them: in the spelling of the configuration, and of environments the
 * names only. Pure.
 */

import type { Gate, OnEnter, State, Transition } from '../../model/definition.ts'
import { type JsonObject, present } from '../../model/json.ts'
import { describeExecutor, describeReliability } from '../executors/wording.ts'
import { declaredGuard } from '../guards/guards.ts'

export function describeState(state: State): JsonObject {
  const transitions = Object.entries(state.transitions)
  const head = present({
    title: state.title,
    description: state.description,
    goal: state.goal,
    guidance: state.guidance,
    onEnter: state.onEnter && describeOnEnter(state.onEnter),
  })
  if (state.terminal) return { ...head, terminal: true }
  return {
    ...head,
    transitions: transitions.map(([name]) => name),
    actors: Object.fromEntries(transitions.map(([name, transition]) => [name, transition.actor])),
  }
}

function describeOnEnter(onEnter: OnEnter): JsonObject {
  const { executor, output, reliability } = onEnter
  return present({
    executor: describeExecutor(executor),
    reliability: reliability && describeReliability(reliability),
    output,
  })
}

export function describeTransition(state: string, transition: Transition): JsonObject {
  const branches = transition.branches.map(({ when, target }) => ({ when: declaredGuard(when), target }))
  return present({
    state,
    title: transition.title ?? null,
    description: transition.description,
    target: transition.target,
    branches: branches.length === 0 ? undefined : branches,
    actor: transition.actor,
    guards: transition.guards.map(declaredGuard),
    inputSchema: transition.inputSchema ?? null,
    prefill: unlessEmpty(transition.prefill),
    executor: transition.executor === undefined ? null : describeExecutor(transition.executor),
    reliability: transition.reliability && describeReliability(transition.reliability),
    onFailure: transition.onFailure && { ...transition.onFailure },
    approvals: transition.gates?.map(describeGate),
    output: unlessEmpty(transition.output),
    evidence: transition.evidence?.map(({ kind }) => kind),
    summary: transition.summary,
    subject: transition.subject,
    risk: transition.risk,
    confirm: transition.confirm,
  })
}

function describeGate({ except, ...gate }: Gate): JsonObject {
  const described = except && { when: except.when.map(declaredGuard), until: except.until }
  return present({ ...gate, by: gate.by && { ...gate.by }, except: described })
}

function unlessEmpty(mapping: JsonObject): JsonObject | undefined {
  return Object.keys(mapping).length === 0 ? undefined : mapping
}
