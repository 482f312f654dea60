/**
 * What does the work of steps: from a declaration to the literal call, and what can be said of both.
 * The table of kinds is complete or does not compile; nobody else tests an executor's kind. Pure.
 */

import type { Plan, PlannedCall, ResolvedCall } from '../../model/call.ts'
import { type Definition, transitionsOf } from '../../model/definition.ts'
import type { ExecutorDeclaration, ExecutorKinds, ParallelBranch, Reliability } from '../../model/executor.ts'
import type { JsonValue } from '../../model/json.ts'
import { kindEntry } from '../../model/kinds.ts'
import type { Moment } from '../scope.ts'
import { cli } from './cli.ts'
import { human } from './human.ts'
import {
  type CallIdentity,
  type ConnectionLookup,
  type ExecutorKind,
  type PlanResolution,
  type Resolution,
  refuseDisabled,
} from './kind.ts'
import { mcp } from './mcp.ts'
import { noop } from './noop.ts'
import { orchestrator } from './orchestrator.ts'
import { parallel } from './parallel.ts'
import { rest } from './rest.ts'
import { workflow } from './workflow.ts'

const EXECUTORS: { readonly [Kind in keyof ExecutorKinds]: ExecutorKind<Kind> } = {
  noop,
  cli,
  mcp,
  rest,
  workflow,
  parallel,
  orchestrator,
  human,
}

type Any = keyof ExecutorKinds
type Subject = ExecutorDeclaration | ResolvedCall
type Among<Any extends Subject, Kind> = Extract<Any, { kind: Kind }>

/** The compiler cannot know that the entry of an executor's own kind takes that executor. */
export function kindOf(subject: Subject): ExecutorKind<Any> {
  return kindEntry(EXECUTORS, subject.kind, 'executor') as ExecutorKind<Any>
}

/** Of a kind as a document names it; null: there is none of that name. */
export function kindNamed(name: unknown): ExecutorKind<Any> | null {
  return typeof name === 'string' && Object.hasOwn(EXECUTORS, name) ? kindOf({ kind: name } as Subject) : null
}

/** Nothing runs: the outcome is known at once. */
export function doesNothing<Any extends Subject>(subject: Any): subject is Among<Any, 'noop'> {
  return kindOf(subject).does === 'nothing'
}

/** A person is waited for, and is the answer. */
export function asksPerson<Any extends Subject>(subject: Any): subject is Among<Any, 'human'> {
  return kindOf(subject).does === 'asks'
}

/** A run of its own is waited for. */
export function startsRun<Any extends Subject>(subject: Any): subject is Among<Any, 'workflow'> {
  return kindOf(subject).does === 'starts'
}

/** It may change something outside, or begins what may. */
export function hasEffect(subject: Subject): boolean {
  return !['nothing', 'asks'].includes(kindOf(subject).does)
}

/** It runs others inside it, all at once, and nothing of its own. */
export function isGroup<Any extends Subject>(subject: Any): subject is Among<Any, 'parallel'> {
  return kindOf(subject).does === 'holds'
}

/** The tool of a server that it calls itself; null: it calls none. */
export function toolOf(subject: Subject): { connection: string; tool: string } | null {
  return kindOf(subject).tool(subject)
}

/** The connection that it goes through; null: none. */
export function connectionOf(subject: Subject): string | null {
  return kindOf(subject).connection(subject)
}

/** The same through the connection that is called so; `called`: by the name that it has. */
export function throughRenamed(
  executor: ExecutorDeclaration,
  called: (name: string) => string,
): ExecutorDeclaration {
  return kindOf(executor).withConnection(executor, (name) => (name === null ? null : called(name)))
}

/** The same request with another path below the address of its connection; whatever is none stays as it is. */
export function withPath(executor: ExecutorDeclaration, edit: (path: string) => string): ExecutorDeclaration {
  return kindOf(executor).withPath(executor, edit)
}

/** It makes a definition that only a person can put in force (seed 004). */
export function isProposal(subject: Subject): boolean {
  return kindOf(subject).proposes(subject)
}

/** The workflow that it runs to its end, or only rehearses (seed 004); null: it runs none. */
export function workflowRunBy(call: ResolvedCall): ReturnType<ExecutorKind<Any>['runs']> {
  return kindOf(call).runs(call)
}

/** What a rule may speak of in the call: all that decides what happens. */
export function callFacts(call: ResolvedCall): JsonValue {
  return kindOf(call).facts(call)
}

/** Paths into the call whose value is one argument of the agent, with its name. */
export function argumentNames(executor: ExecutorDeclaration): Readonly<Record<string, string>> {
  return kindOf(executor).argumentNames(executor)
}

/** Whether it changes nothing, by its own form; what runs inside it is looked at on its own. */
export function readsOnly(subject: Subject): boolean {
  return kindOf(subject).readsOnly(subject)
}

/** Whether it sends whatever it is given. */
export function passesOn(executor: ExecutorDeclaration): boolean {
  const { sends } = kindOf(executor)
  return sends !== null && sends.template(executor) === undefined
}

/** What it runs, as a noun for people; null where there is nothing to name. */
export function nounOf(executor: ExecutorDeclaration): string | null {
  return kindOf(executor).noun
}

/** What happens, as it goes on after “The decision ”; null: nothing, or only what runs inside it. */
export function effectOf(executor: ExecutorDeclaration): string | null {
  return kindOf(executor).effect(executor)
}

/** Kinds of evidence that the engine records of what it and all inside it call. */
export function evidenceOf(executor: ExecutorDeclaration): string[] {
  return executorsIn(executor).flatMap((each) => kindOf(each).records)
}

/** How a workflow that an agent proposes may hold an executor of this kind (R6.3); whatever is none, freely. */
export function proposedAs(kind: unknown): ExecutorKind<Any>['proposed'] {
  return kindNamed(kind)?.proposed ?? 'freely'
}

/** Of calls of any kind, the fields that may hold arguments which no schema names. */
export function fieldsWithMore(): string[] {
  return Object.values(EXECUTORS).flatMap(({ sends }) => (sends?.takesMore ? sends.name : []))
}

/** Fields of documents of any kind by which they would reach what no connection names. */
export function inlineFields(): string[] {
  return [...new Set(Object.values(EXECUTORS).flatMap(({ inline }) => inline))]
}

/** Each kind of evidence that calls leave behind, with the kinds of executors whose calls do. */
export function recordersOfEvidence(): Map<string, string[]> {
  const recorders = new Map<string, string[]>()
  for (const [kind, { records }] of Object.entries(EXECUTORS))
    for (const each of records) recorders.set(each, [...(recorders.get(each) ?? []), kind])
  return recorders
}

/** What it runs inside it, by name. */
export function branchesOf(executor: ExecutorDeclaration): Readonly<Record<string, ParallelBranch>> {
  return kindOf(executor).branches(executor)
}

/** The executor and its fallbacks: all that one step may run, without what runs inside these. */
export function triedBy({
  executor,
  reliability,
}: {
  executor?: ExecutorDeclaration | undefined
  reliability?: Reliability | undefined
}): ExecutorDeclaration[] {
  return [...(executor === undefined ? [] : [executor]), ...(reliability?.fallback ?? [])]
}

/** The executor, and everything that runs inside it, fallbacks included. */
export function executorsIn(executor: ExecutorDeclaration): ExecutorDeclaration[] {
  return [executor, ...Object.values(branchesOf(executor)).flatMap(triedBy).flatMap(executorsIn)]
}

/** All that a definition may run: in its steps, on entering a state, when its time is up, and inside these. */
export function executorsOf(definition: Definition): ExecutorDeclaration[] {
  const entered = Object.values(definition.states).flatMap(({ onEnter }) => onEnter ?? [])
  const steps = [...transitionsOf(definition), ...entered, definition.onTimeout ?? {}]
  return steps.flatMap(triedBy).flatMap(executorsIn)
}

/** Workflows that a step of it runs. */
export function startedBy(definition: Definition): string[] {
  return executorsOf(definition).flatMap((each) => (startsRun(each) ? [each.definitionId] : []))
}

/** The workflows that it, or one of those, may run as a step, by their ids, each once; null: there is none of that id. */
export function startedFrom(
  definition: Definition,
  find: (id: string) => Definition | null,
): Map<string, Definition | null> {
  const found = new Map<string, Definition | null>()
  const waiting = startedBy(definition)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    const other = find(id)
    found.set(id, other)
    if (other !== null) waiting.push(...startedBy(other))
  }
  return found
}

/**
 * The part of it that runs whatever the values are: a branch that may be left out is left out together with whoever
 * would be asked about it.
 */
export function certainPart(executor: ExecutorDeclaration): ExecutorDeclaration {
  return withBranches(executor, ({ when }) => when === undefined)
}

/** The same with some of its branches only. */
export function withBranches(
  executor: ExecutorDeclaration,
  isKept: (branch: ParallelBranch) => boolean,
): ExecutorDeclaration {
  const branches = Object.entries(branchesOf(executor)).filter(([, branch]) => isKept(branch))
  return kindOf(executor).withBranches(executor, Object.fromEntries(branches))
}

/** Fields of whatever kind in which `{name}` is filled in (R2.6). */
export function templateFields(): string[] {
  return [...new Set(Object.values(EXECUTORS).flatMap(({ templates }) => templates))]
}

/** The call and its fallbacks. One that cannot be resolved makes the whole plan impossible: nothing is found out too late. */
export function resolvePlan(
  executor: ExecutorDeclaration | undefined,
  reliability: Reliability | undefined,
  scope: Moment,
  connections: ConnectionLookup,
): PlanResolution {
  const first = planned(executor, scope, connections)
  if (!first.ok) return first
  const fallbacks: PlannedCall[] = []
  for (const fallback of reliability?.fallback ?? []) {
    const next = planned(fallback, scope, connections)
    if (!next.ok) return next
    fallbacks.push(next.call)
  }
  return {
    ok: true,
    plan: {
      calls: [first.call, ...fallbacks],
      timeoutMs: reliability?.timeoutMs ?? null,
      retry: reliability?.retry ?? null,
    },
  }
}

/** Without a declaration nothing runs. */
const NOTHING: ExecutorDeclaration = { kind: 'noop' }

function planned(
  executor: ExecutorDeclaration | undefined,
  scope: Moment,
  connections: ConnectionLookup,
): Resolution<PlannedCall> {
  const refused = executor && refuseDisabled(connectionOf(executor), connections)
  const resolved = refused ?? resolveCall(executor, scope, connections)
  if (!resolved.ok) return resolved
  return { ok: true, call: { call: resolved.call, idempotencyKey: keyTemplate(executor) } }
}

function keyTemplate(executor: ExecutorDeclaration | undefined): string | null {
  const key = executor === undefined ? undefined : keyOfRepetition(executor)
  return key === true ? '{workflowId}:{transition}:{correlationId}' : (key ?? null)
}

/** What a person is shown is what runs (R2.6, R5.2, R7.1); no secret can appear, as `${…}` exists in connections only. */
export function resolveCall(
  declared: ExecutorDeclaration | undefined,
  scope: Moment,
  connections: ConnectionLookup,
): Resolution {
  const executor = declared ?? NOTHING
  return kindOf(executor).resolve(executor, scope, connections, (branch) =>
    resolvePlan(branch.executor, branch.reliability, scope, connections),
  )
}

/** The calls as gates know them, before values are known: what runs inside it instead of what only holds it together. */
export function sketchCalls(
  executor: ExecutorDeclaration,
  connections: Pick<ConnectionLookup, 'cliConnection'>,
): ResolvedCall[] {
  const call = kindOf(executor).sketch(executor, connections)
  const inside = Object.values(branchesOf(executor)).flatMap(triedBy)
  return [...(call === null ? [] : [call]), ...inside.flatMap((inner) => sketchCalls(inner, connections))]
}

export function identityOf(
  executor: ExecutorDeclaration,
  connections: Pick<ConnectionLookup, 'cliConnection'>,
): CallIdentity {
  return kindOf(executor).identity(executor, connections)
}

export function keysOf(call: ResolvedCall): string[] {
  return kindOf(call).keys(call)
}

/** What runs directly inside a call, by name. */
export function plansInside(call: ResolvedCall): Readonly<Record<string, Plan>> {
  return kindOf(call).inside(call)
}

/** The call, and whatever runs inside it. */
export function callsIn(call: ResolvedCall): ResolvedCall[] {
  // A branch runs its fallbacks in the midst of the others, where nobody can be asked: they are asked for at once.
  const inner = Object.values(plansInside(call)).flatMap(({ calls }) => calls.map((each) => each.call))
  return [call, ...inner.flatMap(callsIn)]
}

/** What stands behind the names in a call. */
export interface ReachLookup {
  /** Of the settings, in which secrets stand by their names; null: there is no connection of that name. */
  connectionHash(name: string): string | null
  /** Of the tool as a person has accepted it; null: nobody has. */
  acceptedHash(connection: string, tool: string): string | null
}

/**
 * What these go through themselves: each connection by its name, and each accepted tool by a key of both names. Of a tool
 * that nobody has accepted yet, nothing is known.
 */
export function throughOf(lookup: ReachLookup, all: readonly Subject[]): Record<string, string | null> {
  const names = all.flatMap((each) => connectionOf(each) ?? [])
  const tools = all.flatMap((each) => toolOf(each) ?? [])
  const accepted = tools.flatMap(({ connection, tool }) => {
    const hash = lookup.acceptedHash(connection, tool)
    return hash === null ? [] : [[JSON.stringify([connection, tool]), hash]]
  })
  return Object.fromEntries([...names.map((name) => [name, lookup.connectionHash(name)]), ...accepted])
}

/** Whether it may be run again after a crash without asking anybody (R4.7). */
export function isRepeatable(
  executor: ExecutorDeclaration | undefined,
  lookup: { isReadOnlyTool(connection: string, tool: string): boolean },
): boolean {
  return executorsIn(executor ?? NOTHING).every((each) => {
    const { repeats } = kindOf(each)
    if (repeats !== 'declared') return repeats === 'always'
    const tool = toolOf(each)
    const reads = readsOnly(each) || (tool !== null && lookup.isReadOnlyTool(tool.connection, tool.tool))
    return reads || declaresRepetition(each)
  })
}

/** Whether what it does may always be done again, whatever it declares; what is inside it is looked at on its own. */
export function repeatsFreely(executor: ExecutorDeclaration): boolean {
  return readsOnly(executor) || kindOf(executor).repeats === 'always'
}

/** It says that twice is as good as once, or has a key by which the other side knows a repetition. */
export function declaresRepetition(executor: ExecutorDeclaration): boolean {
  return kindOf(executor).repetition(executor).idempotent === true || keyOfRepetition(executor) !== undefined
}

/** By which the other side recognises a repetition: a template, or `true` for the gateway's own; undefined: none. */
export function keyOfRepetition(executor: ExecutorDeclaration): true | string | undefined {
  return kindOf(executor).repetition(executor).idempotencyKey
}
