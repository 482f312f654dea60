/** What is declared beside a workflow and holds for its runs: conditions of gates and capabilities, and settings. Pure. */
import type { Configuration } from '../../model/configuration.ts'
import { type Definition, type Gate, type State, transitionsOf } from '../../model/definition.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { ENGINE } from '../../model/principal.ts'
import {
  certainPart,
  connectionOf,
  executorsIn,
  sketchCalls,
  startedBy,
  startsRun,
  triedBy,
} from '../executors/executors.ts'
import { gatesOfCalls } from '../gates/declared-gates.ts'
import { indexGates, programsOf } from '../gates/gate-index.ts'
import { exceptionsOf, isForAsker } from '../gates/gates.ts'
import { EVIDENCE_OF_PEOPLE } from '../guards/evidence.ts'
import { readsRoot } from '../guards/guards.ts'
import { listEffects, runsLate } from './effects.ts'
import { type NamesRead, namesReadIn, withStarted } from './names-read.ts'

export interface Backdrop {
  /** A condition reads what the state of a run is called. */
  readsStates: boolean
  /** A condition counts what people have decided in a run: one more decision may open what it holds. */
  countsDecisions: boolean
  /**
   * An approval of what it does, or of what a workflow that it starts may do, is for others than who asked for it: whoever
   * fires a step asks for what follows by itself.
   */
  countsRequesters(definition: Definition): boolean
  /** An exception speaks of whoever fires a step, which the engine never is. */
  exceptsCallers: boolean
  /** An exception may read in which letters the headers of a request are written. */
  exceptsHeaders: boolean
  /**
   * Approvals of connections, imports and capabilities that stand before the call wherever it is made, whatever its values
   * are.
   */
  standingBefore(executor: ExecutorDeclaration): Gate[]
  /** Before whatever a step tries. */
  standingThroughout(step: Parameters<typeof triedBy>[0]): Gate[]
  /** Those that may have stood before what a step does, in what was in force: a card spoke of it then. */
  stoodBefore(step: Parameters<typeof triedBy>[0]): Gate[]
  namesRead: NamesRead
  /**
   * Where gates of capabilities stood whose exceptions speak of arguments (`GateException.of`): these hold where a step
   * or another capability takes over the gate, and for the same call elsewhere they do not.
   */
  ofArguments: ReadonlySet<string>
  /**
   * Workflows that a step starts after whose failure something follows: where they refuse a start, or nobody gives an
   * approval in them, that happens.
   */
  failover: ReadonlySet<string>
  /**
   * Workflows that run something when their time is up, and those that they start: where nobody gives an approval in them,
   * or ends them, that happens.
   */
  hurried: ReadonlySet<string>
  /** Workflows that anything starts as a step: where a run of them ends, that goes on. */
  started: ReadonlySet<string>
  /** Workflows that ask for something of whoever starts them, or start such a one: that is whoever fired a step before. */
  asking: ReadonlySet<string>
  /** Connections over which these and those call something; empty: a program without one. */
  calledThere: ReadonlySet<string>
  /** Connections over which something is called, there or anywhere, after whose failure something follows. */
  caught: ReadonlySet<string>
  /** Connections that are called on entering a state, or when time is up, from where others may go on whatever came of it (R4.4). */
  entered: ReadonlySet<string>
  /** How long a decision of high risk can be taken back, in milliseconds, where its transition does not say. */
  undoMs: number
  /** In how many milliseconds an approval is given, where its gate does not say. */
  approvalMs: UsualTime
}

/** Milliseconds in which an approval is given, where it does not say itself. */
export interface UsualTime {
  was: number
  is: number
}

export function usualTime(before: Configuration, after: Configuration): UsualTime {
  return { was: before.approvals.timeoutMs, is: after.approvals.timeoutMs }
}

/** `before`: what was in force, where that is something else. */
export function backdropOf(after: Configuration, before: Configuration = after): Backdrop {
  const { connections, capabilities, gated, imports, approvals } = after
  const conditions = JSON.stringify([connections, capabilities, gated, imports])
  // A run that began before goes on as it was declared then.
  const followed = [before, after].map(followedIn)
  const [standing, stood] = [gatesAnywhere(after), gatesAnywhere(before)]
  const standingBefore = (executor: ExecutorDeclaration) =>
    standing(certainPart(executor)).filter(
      ({ required, except }) => required === true && except === undefined,
    )
  const shared = [...before.capabilities, ...(before.gated ?? [])].flatMap(({ gates = [] }) => gates)
  return {
    readsStates: readsStates(conditions),
    countsDecisions: countsDecisions(conditions),
    countsRequesters: (definition) =>
      countsRequesters(conditions) &&
      (startedBy(definition).length > 0 ||
        listEffects(definition, () => false)
          .flatMap(({ step }) => standing(step.executor))
          .some(({ notRequester }) => notRequester)),
    exceptsCallers: exceptsCallers(gatesOfCalls(after)),
    exceptsHeaders: exceptsHeaders([before, after]),
    standingBefore,
    standingThroughout(step) {
      const [first = [], ...others] = triedBy(step).map(standingBefore)
      return first.filter((gate) => others.every((each) => each.includes(gate)))
    },
    stoodBefore: (step) => triedBy(step).flatMap(stood),
    namesRead: before === after ? namesReadIn(after) : bothRead(namesReadIn(after), namesReadIn(before)),
    ofArguments: new Set(
      exceptionsOf(shared)
        .filter(({ when }) => readsRoot(when, 'arguments'))
        .map(({ of }) => of),
    ),
    failover: new Set(followed.flatMap(({ failover }) => [...failover])),
    hurried: new Set(followed.flatMap(({ hurried }) => [...hurried])),
    asking: new Set([before, after].flatMap(askingIn)),
    started: new Set([before, after].flatMap(({ workflows }) => Object.values(workflows).flatMap(startedBy))),
    calledThere: new Set(followed.flatMap(({ calledThere }) => calledThere)),
    caught: new Set(followed.flatMap(({ caught }) => caught)),
    entered: new Set(enteredIn(after)),
    undoMs: approvals.undoMs,
    approvalMs: usualTime(before, after),
  }
}

function gatesAnywhere({ capabilities, gated = [], connections, imports }: Configuration) {
  const { gatesFor } = indexGates([capabilities, gated], connections, imports)
  const programs = programsOf(connections)
  return (executor: ExecutorDeclaration) => sketchCalls(executor, programs).flatMap(gatesFor)
}

function bothRead(one: NamesRead, other: NamesRead): NamesRead {
  const both = (some: ReadonlySet<string>, more: ReadonlySet<string>) => new Set([...some, ...more])
  return {
    ends: both(one.ends, other.ends),
    compared: {
      ids: both(one.compared.ids, other.compared.ids),
      names: both(one.compared.names, other.compared.names),
    },
    states: both(one.states, other.states),
    own: both(one.own, other.own),
    records: both(one.records, other.records),
    steps: both(one.steps, other.steps),
  }
}

function followedIn({ capabilities, gated = [], workflows }: Configuration) {
  const definitions = Object.values(workflows)
  const steps = [...capabilities, ...gated, ...definitions.flatMap(transitionsOf)]
  const late = definitions.map(({ onTimeout }) => onTimeout ?? {})
  const entered = definitions.flatMap(({ states }) =>
    Object.values(states).map(({ onEnter }) => onEnter ?? {}),
  )
  const caught = steps
    .flatMap((step) =>
      'onFailure' in step && step.onFailure !== undefined ? triedBy(step) : triedBy(step).slice(0, -1),
    )
    .flatMap(executorsIn)
  // What ran on entering a state has failed, and the run stands in it all the same (R4.4).
  const failing = [...caught, ...[...late, ...entered].flatMap(triedBy).flatMap(executorsIn)]
  const failover = withStarted(
    failing.filter((each) => startsRun(each)).map(({ definitionId }) => definitionId),
    workflows,
  )
  const hurried = withStarted(
    definitions.filter(runsLate).map(({ id }) => id),
    workflows,
  )
  const within = definitions
    .filter(({ id }) => failover.has(id) || hurried.has(id))
    .flatMap((each) => listEffects(each, () => false))
  const calledThere = namesOf(within.flatMap(({ step }) => executorsIn(step.executor)))
  return { failover, hurried, calledThere, caught: [...calledThere, ...namesOf(caught)] }
}

function askingIn({ workflows }: Configuration): string[] {
  return Object.keys(workflows).filter((id) =>
    [...withStarted([id], workflows)].some((each) => (workflows[each]?.guards ?? []).length > 0),
  )
}

function enteredIn({ workflows }: Configuration): string[] {
  const works = Object.values(workflows).flatMap(({ states, onTimeout }) => {
    const isLeft = (state: State | undefined) => Object.keys(state?.transitions ?? {}).length > 0
    return [
      ...(onTimeout !== undefined && isLeft(states[onTimeout.target]) ? [onTimeout] : []),
      ...Object.values(states).map((state) => (isLeft(state) ? state.onEnter : undefined) ?? {}),
    ]
  })
  return namesOf(works.flatMap(triedBy).flatMap(executorsIn))
}

function namesOf(executors: readonly ExecutorDeclaration[]): string[] {
  return executors.filter((each) => !startsRun(each)).map((each) => connectionOf(each) ?? '')
}

/** `declared` as JSON: an expression may stand anywhere in it, and so may a `{place}` of a template. */
export function readsStates(declared: string): boolean {
  return /(?:\$\.|\{)workflow(?!\.(?:id|input)\b)/.test(declared)
}

/** Different people are counted whatever they recorded, and agents are not (R5.7): one who does what an agent did counts. */
export function countsDecisions(declared: string): boolean {
  if (declared.includes('"distinct":true')) return true
  return EVIDENCE_OF_PEOPLE.some((kind) => declared.includes(`"kind":"${kind}"`))
}

export function exceptsCallers(gates: readonly (Gate | undefined)[]): boolean {
  return exceptionsOf(gates).some(({ when }) => !isForAsker(when, ENGINE.id))
}

/** Whether anything is read of what literally runs that is not surely something else. */
export function exceptsHeaders(declared: unknown): boolean {
  return EXCEPTS_HEADERS.test(JSON.stringify(declared))
}

const EXCEPTS_HEADERS =
  /\$\.call(?!\.(?:kind|connection|tool|arguments|command|args|method|path|body)(?![\p{L}\p{N}_-]))/u

/** `declared` as JSON. */
export function countsRequesters(declared: string): boolean {
  return declared.includes('"notRequester":true')
}
