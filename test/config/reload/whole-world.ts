/**
 * Everything that clients can have done by a whole configuration, found by trying, with the rules of the runtime: by
 * single calls, imported tools and workflows, whatever agents, people, failures and clocks do. For tests of what is
 * said about it beforehand.
 */
import type { ResolvedCall } from '../../../src/main/model/call.ts'
import type { Configuration } from '../../../src/main/model/configuration.ts'
import type { Capability, Definition, Gate, Transition } from '../../../src/main/model/definition.ts'
import type { ExecutorDeclaration, Reliability } from '../../../src/main/model/executor.ts'
import type { JsonObject, JsonValue } from '../../../src/main/model/json.ts'
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
import {
  asksPerson,
  callsIn,
  connectionOf,
  doesNothing,
  hasEffect,
  isGroup,
  resolvePlan,
  startsRun,
} from '../../../src/main/workflow/executors/executors.ts'
import { callText } from '../../../src/main/workflow/executors/wording.ts'
import { noteFired } from '../../../src/main/workflow/fired-steps.ts'
import { gatesOfCalls } from '../../../src/main/workflow/gates/declared-gates.ts'
import { indexGates } from '../../../src/main/workflow/gates/gate-index.ts'
import {
  barredFrom,
  evaluateGates,
  exceptionsOf,
  exemptionTest,
} from '../../../src/main/workflow/gates/gates.ts'
import { confirmedReadOnly, takesTool } from '../../../src/main/workflow/gates/tool-settings.ts'
import { evaluateGuards } from '../../../src/main/workflow/guards/guards.ts'
import { proxyDefinition } from '../../../src/main/workflow/proxy.ts'
import { validateAgainst } from '../../../src/main/workflow/schema/schema.ts'
import { scopeOf, startScope } from '../../../src/main/workflow/scope.ts'
import { storedIn } from './possible.ts'

/** A call with its values, for whom it was made, and which people had to decide before it. */
export interface Feat {
  client: string
  call: string
  took: string[]
}

/** There is too much to try. */
export class TooMuch extends Error {}

export const NOW = Date.parse('2026-11-01T00:00:00Z')
/** What each server has. */
const TOOLS = ['wipe', 'look']
/** What agents and people give. */
const OF_AGENTS: JsonObject[] = [{ t: 'A' }, { t: 'one' }, {}]
const OF_PEOPLE: JsonObject[] = [{ t: 'H' }, { t: 'one' }]

interface Caller {
  kind: 'agent' | 'human'
  id: string
  roles: string[]
  permissions: string[]
}
const ENGINE = { id: 'engine', roles: [], permissions: [] }

interface Place {
  run: Run
  took: string[]
  evidence: Evidence[]
  steps: number
}
type Step = Partial<Omit<Transition, 'executor' | 'reliability'>> & {
  executor?: ExecutorDeclaration
  reliability?: Reliability
}
/** How a step went. */
interface End {
  took: string[]
  evidence: Evidence[]
  /** Null: everything that it tries has failed. */
  output: JsonValue | null
}

/**
 * @param limit places that are tried, at most
 * @param claims by which calls that only read are left out
 */
export function listFeats(
  configuration: Configuration,
  depth: number,
  limit: number,
  claims = configuration,
): Feat[] {
  const { connections, imports, workflows, approvals, clients } = configuration
  const feats = new Map<string, Feat>()
  const people = Object.entries(configuration.people).map(
    ([name, { roles, permissions }]): Caller => ({ kind: 'human', id: `human:${name}`, roles, permissions }),
  )
  const isOff = (name: string | null) => name !== null && connections[name]?.disabled === true
  const lists = [configuration.capabilities, configuration.gated ?? []]
  const index = indexGates(lists, connections, imports)
  const declared = new Set(
    exceptionsOf([
      ...gatesOfCalls(configuration),
      ...Object.values(workflows).flatMap(({ states }) =>
        Object.values(states).flatMap(({ transitions }) =>
          Object.values(transitions).flatMap(({ gates = [] }) => gates),
        ),
      ),
    ]).map(({ id }) => id),
  )
  const lookup = {
    gatesFor: index.gatesFor,
    isReadOnlyCall: index.isReadOnly,
    isReadOnlyTool: (name: string, tool: string) => confirmedReadOnly(imports, name, tool) === true,
    isException: (id: string) => declared.has(id),
    cliConnection(name: string) {
      const connection = connections[name]
      return connection?.kind === 'cli' ? { command: connection.command ?? name } : null
    },
    restConnection(name: string) {
      const connection = connections[name]
      return connection?.kind === 'rest' ? connection : null
    },
  }
  const claimed = indexGates([claims.capabilities, claims.gated ?? []], claims.connections, claims.imports)
  let tried = 0

  /** The fewest people who together open all gates; `presser`: who has pressed with these on screen. */
  function whoOpens(gates: readonly Gate[], requesters: string[], presser: Caller | null): Caller[][] {
    const isBarred = (gate: Gate, person: Caller) =>
      barredFrom(gate, person, {
        gates,
        requesters,
        queues: approvals.queues,
        people: configuration.people,
      }) !== null
    const closed = gates.filter((gate) => presser === null || gate.quorum > 1 || isBarred(gate, presser))
    const found: Caller[][] = []
    for (let chosen = 0; chosen < 1 << people.length; chosen += 1) {
      const some = people.filter((_, place) => (chosen >> place) % 2 === 1)
      const isEnough = closed.every(
        (gate) => some.filter((person) => !isBarred(gate, person)).length >= gate.quorum,
      )
      if (isEnough && !found.some((fewer) => fewer.every((person) => some.includes(person)))) found.push(some)
    }
    return found
  }

  function note(client: Caller, call: ResolvedCall, took: string[]): void {
    for (const each of callsIn(call)) {
      if (isGroup(each) || startsRun(each) || !hasEffect(each)) continue
      // A connection that is only called otherwise has a dash behind its name.
      const name = connectionOf(each)?.replace(/-+$/, '')
      if (claimed.isReadOnly(name === undefined ? each : ({ ...each, connection: name } as ResolvedCall)))
        continue
      const text = (callText(each) ?? each.kind).replace(/^(\w+?)-+: /, '$1: ')
      feats.set(`${client.id} ${text} ${took}`, { client: client.id, call: text, took })
    }
  }

  /** Everywhere that runs come to rest in the end. */
  function follow(client: Caller, definition: Definition, first: Place, most: number): Place[] {
    const ends: Place[] = []
    const seen = new Set<string>()
    const starter = client

    function perform(place: Place, step: Step, args: JsonObject, by: Caller | null): End[] {
      const scope = { ...scopeOf(place.run, args), now: NOW }
      const resolved = resolvePlan(step.executor, step.reliability, scope, lookup)
      if (!resolved.ok) return []
      const ends: End[] = []
      const hand = by?.kind === 'human' ? by : null
      let failed: Omit<End, 'output'>[] = [
        hand === null
          ? place
          : {
              took: [...place.took, hand.id],
              // An agent’s step that a person fires is theirs, and no choice of people.
              evidence: [
                ...place.evidence,
                ...(step.actor === 'human' ? [decision(hand.id, 'human_decision')] : []),
              ],
            },
      ]
      for (const [position, { call }] of resolved.plan.calls.entries()) {
        const next: Omit<End, 'output'>[] = []
        for (const { took, evidence } of failed) {
          const judge = exemptionTest({ scope, by: by ?? ENGINE, stored: storedIn(place.run, evidence) })
          const { standing } = evaluateGates(step.gates, resolved.plan, position, lookup, judge)
          const requesters = [client.id, ...(by === null ? [] : [by.id])]
          for (const some of whoOpens(standing, requesters, position === 0 ? hand : null)) {
            const asked = askedOf({ took, evidence }, some)
            if (callsIn(call).some((each) => isOff(connectionOf(each)))) next.push(asked)
            else if (asksPerson(call)) {
              const gate: Gate = {
                ...{ required: true, quorum: 1, notRequester: false },
                ...(call.queue === null ? {} : { queue: call.queue }),
              }
              for (const person of position > 0 ? [] : whoOpens([gate], [], null))
                ends.push({ ...askedOf(asked, person), output: { decision: 'approved' } })
            } else if (startsRun(call)) {
              next.push(asked)
              if (position === 0) ends.push(...runChild(place, call, asked, by))
            } else {
              note(client, call, asked.took)
              ends.push({ ...asked, output: doesNothing(call) ? call.output : { exitCode: 0 } })
              if (hasEffect(call)) next.push(asked)
            }
          }
        }
        failed = next
      }
      return [...ends, ...failed.map((each) => ({ ...each, output: null }))]
    }

    function runChild(
      place: Place,
      { definitionId, input }: Extract<ResolvedCall, { kind: 'workflow' }>,
      { took, evidence }: Omit<End, 'output'>,
      by: Caller | null,
    ): End[] {
      const child = workflows[definitionId]
      const left = most - place.steps - 1
      if (child === undefined || left < 0) return []
      const begun = begin(child, input, by ?? starter)
      if (begun === null) return []
      return follow(client, child, { ...begun, took }, left).map(({ run, took }) => {
        const { id, state, status } = run
        const workflow = { id, definitionId, state, status }
        return { took, evidence, output: { workflow, ...run.context } }
      })
    }

    function fire(
      place: Place,
      [name, step]: readonly [string, Transition],
      args: JsonObject,
      by: Caller | null,
    ): Place[] {
      const { run } = place
      const fired = noteFired(run, definition, { transition: name, declared: step, by: by ?? ENGINE }, NOW)
      const facts = { definition, run: fired, transition: step, now: NOW }
      return perform(place, step, args, by).map(({ took, evidence, output }): Place => {
        const steps = place.steps + 1
        if (output === null) {
          const failure = { errorClass: 'permanent' as const, message: '', uncertain: false }
          return { run: step.onFailure ? completeFailure({ ...facts, failure }) : run, took, evidence, steps }
        }
        const stored = storedIn(fired, evidence)
        const moved = completeTransition({
          ...facts,
          arguments: args,
          output,
          principal: by ?? ENGINE,
          stored,
        })
        const own = (step.evidence ?? []).map(({ kind }) => decision((by ?? ENGINE).id, kind))
        return { run: moved.run, took, evidence: [...evidence, ...own], steps }
      })
    }

    function enter(place: Place, step: Step, complete: (output: JsonValue) => Run): Place[] {
      return perform(place, step, {}, null).flatMap(({ took, evidence, output }) =>
        output === null ? [] : [{ run: complete(output), took, evidence, steps: place.steps + 1 }],
      )
    }

    function movesFrom(place: Place): Place[] {
      const { run, evidence } = place
      if (run.status !== 'running') return []
      const late =
        definition.timeoutMs === undefined
          ? []
          : [{ ...place, steps: place.steps + 1, run: completeTimeout(definition, run, NOW) }]
      const next = nextAutomatic(definition, run, storedIn(run, evidence), 0, NOW)
      if (next.kind === 'enter')
        return [
          ...late,
          ...enter(place, definition.states[run.state]?.onEnter ?? {}, (output) =>
            completeOnEnter({ definition, run, output, now: NOW }),
          ),
        ]
      if (next.kind === 'timeout')
        return enter(place, definition.onTimeout ?? {}, () => completeOnTimeout(definition, run, NOW))
      if (next.kind === 'step') return [...late, ...fire(place, [next.name, next.transition], {}, null)]
      if (next.kind === 'stuck') return late
      const ways = Object.entries(definition.states[run.state]?.transitions ?? {})
      const whoFires = { agent: [client, ...people], human: people, deterministic: [], system: [] }
      return [
        ...late,
        ...ways.flatMap(([name, step]) =>
          whoFires[step.actor].flatMap((by) =>
            (by.kind === 'human' ? OF_PEOPLE : OF_AGENTS).flatMap((given) => {
              const { value, violations } = validateAgainst(step.inputSchema, given)
              const scope = { ...scopeOf(run, value), now: NOW }
              const mayFire =
                violations.length === 0 &&
                evaluateGuards(step.guards, { scope, principal: by, stored: storedIn(run, evidence) }).passed
              return mayFire ? fire(place, [name, step], value, by) : []
            }),
          ),
        ),
      ]
    }

    for (let places = [first]; places.length > 0; ) {
      ends.push(...places.filter(({ run }) => run.status === 'completed'))
      places = places
        .filter(({ steps }) => steps < most)
        .flatMap(movesFrom)
        .filter(({ run, took, evidence }) => {
          tried += 1
          const { state, context, status, activity, fired } = run
          const facts = evidence.map(({ kind, by }) => `${kind} ${by}`).sort()
          const key = JSON.stringify([state, context, status, activity, took, facts, fired])
          if (seen.has(key)) return false
          seen.add(key)
          return true
        })
      if (tried > limit) throw new TooMuch()
    }
    return ends
  }

  function begin(definition: Definition, input: JsonObject, by: Caller): Place | null {
    const { value, violations } = validateAgainst(definition.inputSchema, input)
    const scope = startScope(definition, value, NOW)
    const mayStart = evaluateGuards(definition.guards, {
      scope,
      principal: by,
      stored: storedIn({}, []),
    }).passed
    if (violations.length > 0 || !mayStart) return null
    const of = { definition, definitionHash: '', id: 'wf_1', owner: by.id, startedBy: by.id }
    return { run: createRun({ ...of, input: value, now: NOW }), took: [], evidence: [], steps: 0 }
  }

  const imported = imports
    .filter(({ connection }) => !isOff(connection))
    .flatMap((rule) => TOOLS.filter((tool) => takesTool(rule, tool)).map((tool) => importedAs(rule, tool)))
  const callers = [
    { client: { kind: 'agent', id: 'agent:local', roles: [], permissions: [] } as Caller, tags: undefined },
    ...Object.entries(clients).map(([name, { roles, permissions, tags }]) => ({
      client: { kind: 'agent', id: `agent:${name}`, roles, permissions } as Caller,
      tags,
    })),
  ]
  for (const { client, tags: seen } of callers) {
    const isSeen = ({ tags }: { tags: string[] }) =>
      seen === undefined || tags.some((tag) => seen.includes(tag))
    for (const definition of Object.values(workflows).filter(isSeen))
      for (const input of [{}, { t: 'A' }]) {
        const first = begin(definition, input, client)
        if (first !== null) follow(client, definition, first, depth)
      }
    for (const capability of [...configuration.capabilities, ...imported].filter(isSeen)) {
      const definition = proxyDefinition(capability)
      const first = begin(definition, {}, client)
      if (first !== null) follow(client, definition, first, 1)
    }
  }
  return [...feats.values()]
}

function importedAs(rule: Configuration['imports'][number], tool: string): Capability {
  const { connection, prefix, tags } = rule
  return {
    ...{ id: `${prefix}.${tool}`, title: tool, description: '', aliases: [], examples: [], guards: [] },
    ...{ tags: [...tags, ...(rule.toolTags?.[tool] ?? [])], readOnly: false },
    executor: { kind: 'mcp', connection, tool, idempotent: false },
    source: { kind: 'import', connection, tool },
  }
}

function askedOf({ took, evidence }: Omit<End, 'output'>, some: readonly Caller[]): Omit<End, 'output'> {
  return {
    took: [...took, ...some.map(({ id }) => id)].sort(),
    evidence: [...evidence, ...some.map(({ id }) => decision(id, 'approval'))],
  }
}

function decision(by: string, kind: string): Evidence {
  const at = new Date(NOW).toISOString()
  return { id: `${kind} ${by}`, workflowId: 'wf_1', kind, summary: '', by, at, version: 1, data: null }
}
