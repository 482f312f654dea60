/** Everything that runs of a definition can do, found by trying: for tests of what is said about it beforehand. */
import type { Definition, Gate, Transition } from '../../../src/main/model/definition.ts'
import type { ExecutorDeclaration } from '../../../src/main/model/executor.ts'
import type { StoredFacts } from '../../../src/main/model/guard.ts'
import type { JsonObject } from '../../../src/main/model/json.ts'
import { ENGINE } from '../../../src/main/model/principal.ts'
import type { Evidence, Run } from '../../../src/main/model/run.ts'
import {
  completeFailure,
  completeOnEnter,
  completeOnTimeout,
  completeTimeout,
  completeTransition,
  createRun,
  nextAutomatic,
} from '../../../src/main/workflow/advance.ts'
import { asksPerson, resolveCall } from '../../../src/main/workflow/executors/executors.ts'
import { callText } from '../../../src/main/workflow/executors/wording.ts'
import { noteFired } from '../../../src/main/workflow/fired-steps.ts'
import { evaluateGuards } from '../../../src/main/workflow/guards/guards.ts'
import { scopeOf, startScope } from '../../../src/main/workflow/scope.ts'

/** A call with its values, and what it took before it. */
export interface Deed {
  call: string
  /** A `person` for each decision of one, `lead` for each step of somebody with that role; in alphabetical order. */
  took: string[]
}

/** Whether all of some are there, each as often. */
export function isWithin(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all]
  return some.every((each) => {
    const place = left.indexOf(each)
    if (place === -1) return false
    left.splice(place, 1)
    return true
  })
}

const NOW = Date.parse('2026-01-01T00:00:00Z')
/** Of a program that a connection names, the connection is all that tells it apart. */
const CONNECTIONS = { cliConnection: (name: string) => ({ command: name }), restConnection: () => null }
export interface Caller {
  id: string
  roles: string[]
  permissions: string[]
  takes: string[]
}
/** Who is there, and what of the configuration around a workflow counts. */
export interface Cast {
  agents: Caller[]
  people: Caller[]
  /** What stands before a step, beyond its own gates. */
  gatesBefore(executor: ExecutorDeclaration | undefined): Gate[]
  /** A workflow that a step runs; null: there is none. */
  child(id: string): Definition | null
}
/** Anybody, and somebody with the role `lead`; nothing else is declared. */
const ANYBODY: Cast = {
  agents: [
    { id: 'agent:any', roles: [], permissions: [], takes: [] },
    { id: 'agent:lead', roles: ['lead'], permissions: [], takes: ['lead'] },
  ],
  people: [
    { id: 'human:any', roles: [], permissions: [], takes: ['person'] },
    { id: 'human:lead', roles: ['lead'], permissions: [], takes: ['lead', 'person'] },
  ],
  gatesBefore: () => [],
  child: () => null,
}
/** What agents say a person can say as well. */
const ARGUMENTS: JsonObject[] = [{ t: 'one' }, { t: 'another' }]

interface Place {
  run: Run
  took: string[]
  evidence: Evidence[]
  /** Fired on the way there. */
  steps: number
}

/** All that guards of a run may rest on. */
export function storedIn({ fired = {} }: Pick<Run, 'fired'>, evidence: readonly Evidence[]): StoredFacts {
  return { evidence, fired }
}

/** Of runs of at most `depth` steps, whatever agents, people, failures and clocks do. */
export function listDeeds(definition: Definition, depth: number, cast: Cast = ANYBODY): Deed[] {
  const deeds = new Map<string, Deed>()
  const seen = new Set<string>()
  const first = createRun({
    definition,
    definitionHash: '',
    id: 'wf_1',
    owner: 'agent:a',
    startedBy: 'agent:a',
    input: {},
    now: NOW,
  })
  let places: Place[] = [{ run: first, took: [], evidence: [], steps: 0 }]

  function note(call: string | null, took: string[]): void {
    if (call !== null) deeds.set(`${call} ${took}`, { call, took })
  }

  /** What a run does that a step starts, after what it took to get there. */
  function noteChild(id: string, by: Caller | null, took: string[], left: number): void {
    const child = cast.child(id)
    if (child === null || left <= 0) return
    // It is started in the name of whoever fired the step; of a step by itself, in that of the run's agent.
    const scope = startScope(child, {}, NOW)
    const mayStart = (by === null ? cast.agents : [by]).some(
      (principal) => evaluateGuards(child.guards, { scope, principal, stored: storedIn({}, []) }).passed,
    )
    if (!mayStart) return
    for (const deed of listDeeds(child, left, cast)) note(deed.call, [...took, ...deed.took].sort())
  }

  function fire(
    place: Place,
    [name, transition]: readonly [string, Transition],
    args: JsonObject,
    by: Caller | null,
  ): Place[] {
    const { run } = place
    const { executor } = transition
    const gates = [...(transition.gates ?? []), ...cast.gatesBefore(executor)]
    const asked = asksPerson(executor ?? { kind: 'noop' }) || gates.length > 0
    return (asked ? cast.people.filter((person) => mayDecide(person, gates)) : [null]).flatMap((decider) => {
      const deciders = [by, decider].flatMap((each) => each ?? [])
      const took = [...place.took, ...deciders.flatMap(({ takes }) => takes)].sort()
      const people = deciders.filter((each) => cast.people.includes(each))
      const evidence = [...place.evidence, ...people.map(({ id }) => decision(id))]
      const resolved = resolveCall(transition.executor, { ...scopeOf(run, args), now: NOW }, CONNECTIONS)
      if (!resolved.ok) return []
      note(callText(resolved.call), took)
      if (executor?.kind === 'workflow') noteChild(executor.definitionId, by, took, depth - place.steps)
      const principal = by ?? ENGINE
      const step = { transition: name, declared: transition, by: principal }
      const fired = noteFired(run, definition, step, NOW)
      const facts = { definition, run: fired, transition, now: NOW }
      const output = { exitCode: 0 }
      const moved = [
        completeTransition({
          ...facts,
          arguments: args,
          output,
          principal,
          stored: storedIn(fired, evidence),
        }).run,
      ]
      if (transition.onFailure !== undefined)
        moved.push(
          completeFailure({ ...facts, failure: { errorClass: 'permanent', message: '', uncertain: false } }),
        )
      return moved.map((each) => ({ run: each, took, evidence, steps: place.steps + 1 }))
    })
  }

  function movesFrom(place: Place): Place[] {
    const { run, took, evidence } = place
    if (run.status !== 'running') return []
    const late =
      definition.timeoutMs === undefined ? [] : [{ ...place, run: completeTimeout(definition, run, NOW) }]
    const next = nextAutomatic(definition, run, storedIn(run, evidence), 0, NOW)
    if (next.kind === 'enter' || next.kind === 'timeout') {
      const executor =
        next.kind === 'enter'
          ? definition.states[run.state]?.onEnter?.executor
          : definition.onTimeout?.executor
      const resolved = resolveCall(executor, { ...scopeOf(run, {}), now: NOW }, CONNECTIONS)
      if (resolved.ok) note(callText(resolved.call), took)
      const moved =
        next.kind === 'enter'
          ? completeOnEnter({ definition, run, output: { exitCode: 0 }, now: NOW })
          : completeOnTimeout(definition, run, NOW)
      return [{ ...place, run: moved }, ...late]
    }
    if (next.kind === 'step') return [...fire(place, [next.name, next.transition], {}, null), ...late]
    if (next.kind === 'stuck') return late
    const ways = Object.entries(definition.states[run.state]?.transitions ?? {})
    return [
      ...late,
      ...ways.flatMap(([name, transition]) => {
        const callers = { agent: cast.agents, human: cast.people, deterministic: [], system: [] }[
          transition.actor
        ]
        return callers.flatMap((caller) =>
          ARGUMENTS.flatMap((args) => {
            const facts = {
              scope: { ...scopeOf(run, args), now: NOW },
              principal: caller,
              stored: storedIn(run, evidence),
            }
            return evaluateGuards(transition.guards, facts).passed
              ? fire(place, [name, transition], args, caller)
              : []
          }),
        )
      }),
    ]
  }

  for (let step = 0; step < depth; step += 1) {
    places = places.flatMap(movesFrom).filter(({ run, took, evidence }) => {
      const { state, context, status, activity, fired } = run
      const key = JSON.stringify([state, context, status, activity, took, evidence.length, fired])
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
  }
  return [...deeds.values()]
}

function mayDecide({ roles, permissions }: Caller, gates: readonly Gate[]): boolean {
  return gates.every(
    ({ by }) =>
      (by?.role === undefined || roles.includes(by.role)) &&
      (by?.permission === undefined || permissions.includes(by.permission)),
  )
}

function decision(by: string): Evidence {
  const at = new Date(NOW).toISOString()
  return { id: by, workflowId: 'wf_1', kind: 'human_decision', summary: '', by, at, version: 1, data: null }
}
