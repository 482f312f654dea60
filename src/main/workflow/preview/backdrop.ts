/** What is declared beside a workflow and holds for its runs: conditions of gates and capabilities, and settings. Pure. */
import type { Configuration } from '../../model/configuration.ts'
import { type Gate, transitionsOf } from '../../model/definition.ts'
import { executorsIn, startsRun, triedBy } from '../executors/executors.ts'
import { exceptionsOf } from '../gates/gates.ts'
import { EVIDENCE_OF_PEOPLE } from '../guards/evidence.ts'
import { readsRoot } from '../guards/guards.ts'
import { type NamesRead, namesReadIn, withStarted } from './names-read.ts'

export interface Backdrop {
  /** A condition reads what the state of a run is called. */
  readsStates: boolean
  /** A condition counts what people have decided in a run: one more decision may open what it holds. */
  countsDecisions: boolean
  /** Approvals of connections that stand before each of their calls, whatever that is, by the connection’s name. */
  standing: Readonly<Record<string, Gate>>
  namesRead: NamesRead
  /**
   * Where gates of capabilities stood whose exceptions speak of arguments (`GateException.of`): these hold where a step
   * or another capability takes over the gate, and for the same call elsewhere they do not.
   */
  ofArguments: ReadonlySet<string>
  /** Workflows that a step starts after whose failure something follows: where they refuse a start, that happens. */
  failover: ReadonlySet<string>
  /** How long a decision of high risk can be taken back, in milliseconds, where its transition does not say. */
  undoMs: number
}

/** `before`: what was in force, where that is something else. */
export function backdropOf(after: Configuration, before: Configuration = after): Backdrop {
  const { connections, capabilities, gated, imports, approvals } = after
  const conditions = JSON.stringify([connections, capabilities, gated, imports])
  const shared = [...before.capabilities, ...(before.gated ?? [])].flatMap(({ gates = [] }) => gates)
  return {
    readsStates: readsStates(conditions),
    countsDecisions: countsDecisions(conditions),
    standing: Object.fromEntries(
      Object.entries(connections).flatMap(([name, { gate }]) =>
        gate !== undefined && gate.required === true && gate.except === undefined ? [[name, gate]] : [],
      ),
    ),
    namesRead: namesReadIn(after),
    ofArguments: new Set(
      exceptionsOf(shared)
        .filter(({ when }) => readsRoot(when, 'arguments'))
        .map(({ of }) => of),
    ),
    // A run that began before goes on as it was declared then.
    failover: new Set([before, after].flatMap((each) => [...failoverOf(each)])),
    undoMs: approvals.undoMs,
  }
}

function failoverOf({ capabilities, gated = [], workflows }: Configuration): Set<string> {
  const definitions = Object.values(workflows)
  const steps = [...capabilities, ...gated, ...definitions.flatMap(transitionsOf)]
  const late = definitions.map(({ onTimeout }) => onTimeout ?? {})
  const entered = definitions.flatMap(({ states }) =>
    Object.values(states).map(({ onEnter }) => onEnter ?? {}),
  )
  const caught = [
    // What ran on entering a state has failed, and the run stands in it all the same (R4.4).
    ...[...late, ...entered].flatMap(triedBy),
    ...steps.flatMap((step) =>
      'onFailure' in step && step.onFailure !== undefined ? triedBy(step) : triedBy(step).slice(0, -1),
    ),
  ]
  const started = caught.flatMap(executorsIn).filter((each) => startsRun(each))
  return withStarted(
    started.map(({ definitionId }) => definitionId),
    workflows,
  )
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
