/** What somebody can bring about by a changed configuration and could not is named, whoever and whatever changed. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import type {
  ClientDeclaration,
  Configuration,
  PersonDeclaration,
} from '../../../src/main/model/configuration.ts'
import type { Capability, Definition, Gate, Transition } from '../../../src/main/model/definition.ts'
import type { ExecutorDeclaration } from '../../../src/main/model/executor.ts'
import type { Guard } from '../../../src/main/model/guard.ts'
import { PARTS, partOf, runs } from '../../support/effort.ts'
import {
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../../workflow/declarations.ts'
import { loadText } from './load-text.ts'
import { type Caller, type Cast, isWithin, listDeeds } from './possible.ts'

/** Steps that runs are followed for. */
const DEPTH = 4
/** Of the pairs of which something is named anyway, one in so many is tried out as well. */
const STRIDE = 5

const BARE = `
connections: { shell: { kind: cli, command: sh-like } }
proxy: { expose: [{ name: c1, title: C, executor: { kind: cli, connection: shell, args: [one] } }] }
`
let bare: Configuration
let exposed: Capability
beforeAll(async () => {
  bare = await loadText(BARE)
  const [first] = bare.capabilities
  if (first === undefined) throw new Error('no capability')
  exposed = first
})

const rights = fc.record({
  roles: fc.subarray(['lead', 'owner']),
  permissions: fc.subarray(['send']),
})
const tags = fc.constantFrom<string[][]>(['open'], ['open'], ['open', 'secret'], ['secret'], [])
const client: fc.Arbitrary<ClientDeclaration> = fc
  .record({ rights, tags: fc.option(tags, { nil: undefined, freq: 2 }) })
  .map(({ rights, tags }) => ({ ...rights, sees: 'own' as const, ...(tags === undefined ? {} : { tags }) }))
const person: fc.Arbitrary<PersonDeclaration> = rights
const guards = fc.constantFrom<Guard[][]>(
  [],
  [],
  [],
  [{ kind: 'role', role: 'lead' }],
  [{ kind: 'permission', permission: 'send' }],
  [{ kind: 'not', guard: { kind: 'role', role: 'owner' } }],
)
const gate: fc.Arbitrary<Gate> = fc.constantFrom<Gate[]>(
  { required: true, quorum: 1, notRequester: false },
  { required: true, quorum: 1, notRequester: false, by: { role: 'lead' } },
  { required: true, quorum: 1, notRequester: false, by: { permission: 'send' } },
)
const gates = fc.array(gate, { maxLength: 1 })
const program = fc.constantFrom('one', 'two').map((name) => ({
  ...declareProgram('', [name]),
  ...{ command: undefined, connection: 'shell' },
})) as fc.Arbitrary<ExecutorDeclaration>
const child = fc.constant<ExecutorDeclaration>({ kind: 'workflow', definitionId: 'inner', idempotent: false })
const step = (executor: fc.Arbitrary<ExecutorDeclaration>): fc.Arbitrary<Transition> =>
  fc
    .record({
      actor: fc.constantFrom<Transition['actor'][]>('agent', 'agent', 'human', 'deterministic'),
      ...{ guards, gates, executor },
    })
    .map((rest) => declareTransition('b', rest))
const workflow = (id: string, executor: fc.Arbitrary<ExecutorDeclaration>): fc.Arbitrary<Definition> =>
  fc.record({ go: step(executor), next: step(executor), tags, guards }).map(({ go, next, ...rest }) =>
    declareWorkflow(
      {
        a: declareState({ go }),
        b: declareState({ next: { ...next, target: 'c' } }),
        c: declareState(),
      },
      { id, ...rest },
    ),
  )
const capability = fc.record({ tags, guards, gates, executor: program })

const configuration = fc.record({
  gate: fc.option(gate, { nil: undefined, freq: 4 }),
  c1: capability,
  outer: workflow('outer', fc.oneof(program, child)),
  inner: workflow('inner', program),
  clients: fc.record({ x: client, y: client }),
  people: fc.record({ ann: person, bob: person }),
})
type Parts = typeof configuration extends fc.Arbitrary<infer Value> ? Value : never

/** One value somewhere is another one, as somebody edits a file. */
const edit: fc.Arbitrary<(before: Parts) => Parts> = fc
  .record({
    from: configuration,
    part: fc.constantFrom<(keyof Parts)[]>('gate', 'c1', 'outer', 'inner', 'clients', 'people'),
    value: fc.nat(),
    whole: fc.boolean(),
  })
  .map(({ from, part, value, whole }) => (before: Parts) => {
    const [was, is] = [before[part], from[part]]
    if (was === undefined || is === undefined) return { ...before, [part]: is }
    const key = Object.keys(is)[value % Object.keys(is).length] ?? ''
    const inner = (is as Record<string, unknown>)[key]
    if (key !== 'states' || whole) return { ...before, [part]: { ...was, [key]: inner } }
    return { ...before, [part]: oneStep(was as Definition, is as Definition, value) }
  })

/** One value of one step. */
function oneStep(was: Definition, is: Definition, value: number): Definition {
  const state = value % 2 === 0 ? 'a' : 'b'
  const field = (['actor', 'guards', 'gates', 'executor'] as const)[value % 4] ?? 'actor'
  const [from] = Object.values(is.states[state]?.transitions ?? {})
  const old = was.states[state]
  const transitions = Object.fromEntries(
    Object.entries(old?.transitions ?? {}).map(([name, each]) => [name, { ...each, [field]: from?.[field] }]),
  )
  return { ...was, states: { ...was.states, [state]: declareState(transitions, old) } }
}

function build({ gate, c1, outer, inner, clients, people }: Parts): Configuration {
  const { shell } = bare.connections
  if (shell === undefined) throw new Error('no connection')
  return {
    ...bare,
    connections: { shell: gate === undefined ? shell : { ...shell, gate } },
    capabilities: [{ ...exposed, ...c1 }],
    workflows: { outer, inner },
    ...{ clients, people },
  }
}

interface Feat {
  client: string
  call: string
  took: string[]
}

/** Everything that a client can have done, and which people it takes. */
function listFeats({ connections, capabilities, workflows, clients, people }: Configuration): Feat[] {
  const persons = Object.entries(people).map(
    ([name, { roles, permissions }]): Caller => ({ id: `human:${name}`, roles, permissions, takes: [name] }),
  )
  return Object.entries(clients).flatMap(([name, { roles, permissions, tags: sees }]) => {
    const agent: Caller = { id: `agent:${name}`, roles, permissions, takes: [] }
    const cast: Cast = {
      agents: [agent],
      people: persons,
      // Those of a capability hold for its call on every way.
      gatesBefore: (executor) =>
        executor?.kind === 'cli'
          ? [
              ...[connections.shell?.gate ?? []].flat(),
              ...capabilities
                .filter((each) => isDeepStrictEqual(each.executor, executor))
                .flatMap(({ gates = [] }) => gates),
            ]
          : [],
      child: (id) => workflows[id] ?? null,
    }
    const isSeen = (item: { tags: string[] }) =>
      sees === undefined || item.tags.some((tag) => sees.includes(tag))
    // One call, as if it were a workflow of one step.
    const single = ({ guards, gates, executor }: Capability) =>
      declareWorkflow({
        a: declareState({ go: declareTransition('b', { guards, executor, ...(gates && { gates }) }) }),
        b: declareState(),
      })
    const flows = Object.values(workflows)
      .filter(isSeen)
      .map((each) => ({ ...each, initialState: 'enter', states: withEntry(each) }))
    return [...capabilities.filter(isSeen).map(single), ...flows].flatMap((each) =>
      listDeeds(each, DEPTH, cast).map((deed) => ({ client: name, ...deed })),
    )
  })
}

/** Who may start it, as a first step. */
function withEntry({ states, initialState, guards }: Definition): Definition['states'] {
  return { enter: declareState({ start: declareTransition(initialState, { guards }) }), ...states }
}

function newFeats(before: Configuration, after: Configuration, known = listFeats(before)): Feat[] {
  return listFeats(after).filter(
    ({ client, call, took }) =>
      !known.some((feat) => feat.client === client && feat.call === call && isWithin(feat.took, took)),
  )
}

describe('what a client can have done by a changed configuration and could not', () => {
  let [compared, loosened, alarms, harmless] = [0, 0, 0, 0]
  it.each(PARTS)(
    'is named, whichever part changed: clients, people, gates, capabilities, workflows and those that they run, part %i [weaker.who]',
    (part) => {
      fc.assert(
        fc.property(configuration, fc.array(edit, { minLength: 1, maxLength: 2 }), (parts, edits) => {
          const before = build(parts)
          const after = build(edits.reduce((each, apply) => apply(each), parts))
          const { weaker } = compareConfigurations(before, after)
          compared += 1
          const isSample = compared % STRIDE === 0
          if (weaker.length > 0 && !isSample) return
          const [feat] = newFeats(before, after)
          if (feat !== undefined) expect(weaker, JSON.stringify(feat)).not.toEqual([])
          if (!isSample) return
          if (feat !== undefined) loosened += 1
          else harmless += 1
          if (feat === undefined && weaker.length > 0) alarms += 1
        }),
        partOf(runs(1500, 30_000), part),
      )
    },
  )

  it('and what lets nobody do more mostly is not', () => {
    console.info(
      `Of one in ${STRIDE}, ${alarms} of ${harmless} changes that let nobody do more were named all the same`,
    )
    expect(loosened).toBeGreaterThan(30)
    // 97 of 238: most are rights that somebody loses, which a run of an older definition may ask for the lack of.
    expect(alarms / harmless).toBeLessThan(0.5)
  })

  it('is nothing where everything is called otherwise at once, and stands elsewhere [weaker.renamed]', () => {
    const called = fc.uniqueArray(fc.constantFrom('p', 'q', 'r', 's', 't', 'u', 'v'), {
      minLength: 6,
      maxLength: 6,
    })
    fc.assert(
      fc.property(configuration, called, (parts, names) => {
        const before = build(parts)
        expect(compareConfigurations(before, renameAll(before, names)).weaker).toEqual([])
      }),
      { numRuns: runs(300, 10_000) },
    )
  })

  it('is named beside what says that rights are called otherwise, too [weaker.renamed-rights]', () => {
    let [loosened, calm] = [0, 0]
    fc.assert(
      fc.property(configuration, fc.array(edit, { maxLength: 2 }), (parts, edits) => {
        const before = build(parts)
        const edited = build(edits.reduce((each, apply) => apply(each), parts))
        const after = JSON.parse(JSON.stringify(edited).replaceAll('"lead"', '"chief"')) as Configuration
        const [feat] = newFeats(before, edited)
        const { weaker } = compareConfigurations(before, after)
        const others = weaker.filter((each) => !each.startsWith('The role ‘lead’ is called ‘chief’'))
        if (others.length === 0 && weaker.length > 0) calm += 1
        if (feat === undefined) return
        loosened += 1
        expect(others, JSON.stringify(feat)).not.toEqual([])
      }),
      { numRuns: runs(500, 20_000) },
    )
    expect(loosened).toBeGreaterThan(10)
    expect(calm).toBeGreaterThan(50)
  })

  it('is grave where it is new and needs nobody, or other people than the same call did [weaker.freed] [weaker.who] [weaker.risk]', () => {
    let [freed, eased] = [0, 0]
    const added = fc.oneof(
      workflow('extra', fc.oneof(program, child)).map((extra) => (before: Configuration) => ({
        ...before,
        workflows: { ...before.workflows, extra },
      })),
      capability.map((c2) => (before: Configuration) => ({
        ...before,
        capabilities: [...before.capabilities, { ...exposed, ...c2, id: 'c2' }],
      })),
    )
    fc.assert(
      fc.property(configuration, added, (parts, add) => {
        const before = build(parts)
        const after = add(before)
        const known = listFeats(before)
        const feat = newFeats(before, after, known).find(
          ({ took, call, client }) =>
            took.length === 0 || known.some((other) => other.call === call && other.client === client),
        )
        if (feat === undefined) return
        if (feat.took.length === 0) freed += 1
        else eased += 1
        const made = JSON.stringify([feat, after.workflows.extra ?? after.capabilities.at(-1)])
        expect(compareConfigurations(before, after).risk?.level, made).toBe('high')
      }),
      { numRuns: runs(1000, 20_000) },
    )
    expect(freed).toBeGreaterThan(30)
    expect(eased).toBeGreaterThan(10)
  })
})

/** Workflows, their states and steps and those that they run, and the capability: all in another order. */
function renameAll(before: Configuration, names: readonly string[]): Configuration {
  const [outer = '', inner = '', a = '', b = '', c = '', c1 = ''] = names
  const called: Record<string, string> = { outer, inner, a, b, c, c1 }
  const name = (old: string) => called[old] ?? old
  const renameStep = (step: Transition): Transition => ({
    ...step,
    target: name(step.target),
    ...(step.executor?.kind === 'workflow' && {
      executor: { ...step.executor, definitionId: name(step.executor.definitionId) },
    }),
  })
  const workflows = Object.values(before.workflows).map((definition): [string, Definition] => [
    name(definition.id),
    {
      ...definition,
      id: name(definition.id),
      initialState: name(definition.initialState),
      states: Object.fromEntries(
        Object.entries(definition.states)
          .toReversed()
          .map(([state, { transitions, ...rest }]) => [
            name(state),
            {
              ...rest,
              transitions: Object.fromEntries(
                Object.entries(transitions).map(([step, each]) => [`${step} on`, renameStep(each)]),
              ),
            },
          ]),
      ),
    },
  ])
  return {
    ...before,
    capabilities: before.capabilities.map((each) => ({ ...each, id: name(each.id) })),
    workflows: Object.fromEntries(workflows.toReversed()),
  }
}
